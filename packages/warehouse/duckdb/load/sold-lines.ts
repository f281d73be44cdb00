import { type ServiceRows, stored } from './apply.ts'

/** Table of the account's rules: products, by SKU. */
export type ProductRules = 'tasting_products' | 'signup_products'

/**
 * Common table expressions that end in `sold`: lines of paid orders with a product of the rules, each with the quantity that
 * was not refunded. `kept` subtracts refunds of the order and its own negative lines of the product, from the order's last
 * lines first; `taken_back_utc` and `_local` are when that was last.
 */
export const soldLines = (rows: ServiceRows, rules: ProductRules): string => `
  moved AS (
    SELECT l.source_id, l.line_number, l.product_title, trim(l.sku) AS sku, l.quantity, l.order_source_id,
           o.refund_of_source_id, o.is_refund, o.ordered_utc, o.ordered_local
    FROM ${stored(rows, 'order_lines')} l JOIN ${stored(rows, 'orders')} o ON o.source_id = l.order_source_id
    WHERE o.payment_status = 'paid' AND trim(l.sku) IN (SELECT sku FROM main.${rules})
  ),
  taken_back AS (
    SELECT CASE WHEN is_refund THEN refund_of_source_id ELSE order_source_id END AS order_source_id, sku,
           sum(abs(quantity)) AS quantity, max(ordered_utc) AS utc, max(ordered_local) AS local
    FROM moved WHERE is_refund OR quantity < 0 GROUP BY ALL
  ),
  placed AS (
    SELECT *, sum(quantity) OVER (PARTITION BY order_source_id, sku) AS ordered_in_all,
           sum(quantity) OVER (PARTITION BY order_source_id, sku ORDER BY line_number, source_id) AS ordered_so_far
    FROM moved WHERE NOT is_refund AND quantity > 0
  ),
  sold AS (
    SELECT p.source_id, p.sku, p.product_title, p.order_source_id,
           greatest(0, least(p.quantity, p.ordered_in_all - coalesce(b.quantity, 0) - (p.ordered_so_far - p.quantity)))
             AS kept,
           b.utc AS taken_back_utc, b.local AS taken_back_local
    FROM placed p LEFT JOIN taken_back b ON b.order_source_id = p.order_source_id AND b.sku = p.sku
  )`
