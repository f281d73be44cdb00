/** Reference SQL for each gap in the rows: the number of records with the gap, and the total. */
export const GAPS: Readonly<Record<string, readonly [count: string, of: string]>> = {
  'orders-without-customer': [
    `SELECT COUNT(*) FROM orders WHERE customer_source_id IS NULL AND currency = 'USD'`,
    `SELECT COUNT(*) FROM orders WHERE currency = 'USD'`,
  ],
  'orders-of-unknown-channel': [
    `SELECT COUNT(*) FROM orders WHERE channel = 'other' AND channel_raw IS NOT NULL AND currency = 'USD'`,
    `SELECT COUNT(*) FROM orders WHERE currency = 'USD'`,
  ],
  'orders-of-unknown-payment': [
    `SELECT COUNT(*) FROM orders WHERE payment_status = 'other' AND payment_status_raw IS NOT NULL AND currency = 'USD'`,
    `SELECT COUNT(*) FROM orders WHERE currency = 'USD'`,
  ],
  'lines-of-unknown-type': [
    `SELECT COUNT(*) FROM order_lines WHERE item_kind = 'other' AND currency = 'USD'`,
    `SELECT COUNT(*) FROM order_lines WHERE currency = 'USD'`,
  ],
  ...Object.fromEntries(
    ['brand', 'vintage', 'category'].map((name) => [
      `lines-without-${name}`,
      [
        `SELECT COUNT(*) FROM order_lines WHERE item_kind = 'wine' AND ${name} IS NULL AND currency = 'USD'`,
        `SELECT COUNT(*) FROM order_lines WHERE item_kind = 'wine' AND currency = 'USD'`,
      ],
    ]),
  ),
  'products-without-price': [
    `SELECT COUNT(*) FROM products WHERE price IS NULL OR currency <> 'USD'`,
    'SELECT COUNT(*) FROM products',
  ],
  'customers-without-email': ['SELECT COUNT(*) FROM customers WHERE email IS NULL', 'SELECT COUNT(*) FROM customers'],
  'customers-without-birth-date': [
    'SELECT COUNT(*) FROM customers WHERE birth IS NULL',
    'SELECT COUNT(*) FROM customers',
  ],
  'cancellations-without-date': [
    `SELECT COUNT(*) FROM memberships WHERE status = 'cancelled' AND cancelled_utc IS NULL`,
    `SELECT COUNT(*) FROM memberships WHERE status = 'cancelled'`,
  ],
  'joined-customers': [
    `SELECT COUNT(*) FROM (SELECT 1 FROM customers WHERE email IS NOT NULL GROUP BY LOWER(TRIM(email)) HAVING COUNT(DISTINCT service_id) > 1)`,
    'SELECT COUNT(*) FROM customers',
  ],
  'duplicate-customers': [
    `SELECT COALESCE(SUM(n - 1), 0) FROM (SELECT COUNT(*) AS n FROM customers WHERE email IS NOT NULL GROUP BY LOWER(TRIM(email)))`,
    'SELECT COUNT(*) FROM customers',
  ],
  'orders-in-another-currency': [`SELECT COUNT(*) FROM orders WHERE currency <> 'USD'`, 'SELECT COUNT(*) FROM orders'],
  'lines-of-unknown-products': [
    `SELECT COUNT(*) FROM order_lines l LEFT JOIN products p ON p.service_id = l.service_id AND p.source_id = l.product_source_id
       WHERE p.source_id IS NULL AND l.item_kind <> 'shipping'`,
    `SELECT COUNT(*) FROM order_lines WHERE item_kind <> 'shipping'`,
  ],
  'visits-without-customer': [
    `SELECT COUNT(*) FROM reservations WHERE status IN ('checked_in', 'closed_out') AND customer_source_id IS NULL`,
    `SELECT COUNT(*) FROM reservations WHERE status IN ('checked_in', 'closed_out')`,
  ],
  'holds-without-membership': [
    `SELECT COUNT(*) FROM membership_holds h LEFT JOIN memberships m ON m.service_id = h.service_id AND m.source_id = h.membership_source_id
       WHERE m.source_id IS NULL`,
    'SELECT COUNT(*) FROM membership_holds',
  ],
}
