import { addDays, addMonths } from '#domain/ranges/local-day.ts'

const COUNTED = 'COUNT(*) FILTER (WHERE is_counted)'
const NET = 'SUM(net_sales)'
const AVERAGE = `SUM(net_sales) FILTER (WHERE is_counted) / NULLIF(${COUNTED}, 0)`
const COUNTED_ORDERS = 'COUNT(DISTINCT (service_id, order_source_id)) FILTER (WHERE is_counted)'
const PAGE = 'LIMIT 50'

/** A page of groups and the same measures over all of them. */
const grouped = (keys: string, measures: string, from: string, order = '2 DESC'): readonly string[] => [
  `SELECT ${keys}, ${measures} ${from} GROUP BY ALL ORDER BY ${order} ${PAGE}`,
  `SELECT ${measures} ${from}`,
]

/** A page of records, their count and the totals of their measures. */
const records = (columns: string, totals: string, from: string, order: string): readonly string[] => [
  `SELECT ${columns} ${from} ORDER BY ${order} ${PAGE}`,
  `SELECT COUNT(*)${totals} ${from}`,
]

const AGE = `CASE WHEN age < 21 OR age > 100 OR age IS NULL THEN NULL WHEN age >= 70 THEN '70+' ELSE (age // 10 * 10)::VARCHAR END`

/**
 * Hand-written SQL for the first page and totals of each built-in report, as efficient as the tables allow: the baseline of
 * the benchmark. `today` is the account's local day.
 */
export const bareReports = (today: string): Readonly<Record<string, readonly string[]>> => {
  const tomorrow = addDays(today, 1)
  const year = Number(today.slice(0, 4))
  const within = (name: string, from: string, until = tomorrow) =>
    `${name} >= DATE '${from}' AND ${name} < DATE '${until}'`
  const last = (days: number) => addDays(tomorrow, -days)
  const thisYear = [`${year}-01-01`, `${year + 1}-01-01`] as const
  const monthStart = `${today.slice(0, 7)}-01`
  const thisMonth = [monthStart, addMonths(monthStart, 1)] as const
  const orders = (from: string, until = tomorrow) =>
    `FROM orders WHERE currency = 'USD' AND ${within('ordered_local', from, until)}`
  const lines = (from: string, until = tomorrow) =>
    `FROM order_lines WHERE currency = 'USD' AND ${within('ordered_local', from, until)}`
  const sales = `${NET}, ${COUNTED}, ${AVERAGE}`
  const waiting = (method: string) =>
    `FROM orders WHERE payment_status = 'paid' AND delivery_method = '${method}' AND fulfillment_status IN ('unfulfilled', 'partial') AND currency = 'USD'`
  const productSales = `(SELECT service_id, product_source_id, ${NET} AS net, SUM(quantity) FILTER (WHERE is_paid) AS units, ${COUNTED_ORDERS} AS orders FROM order_lines WHERE currency = 'USD'`
  const products = (condition: string) =>
    `FROM products p LEFT JOIN ${productSales} ${condition} GROUP BY ALL) s ON s.service_id = p.service_id AND s.product_source_id = p.source_id`
  const customerSales = (condition: string) =>
    `(SELECT service_id, customer_source_id, ${NET} AS net, ${COUNTED} AS orders, SUM(net_sales) FILTER (WHERE is_counted) AS counted FROM orders WHERE currency = 'USD' AND payment_status = 'paid' ${condition} GROUP BY ALL)`
  const customers = (condition: string) =>
    `FROM customers c LEFT JOIN ${customerSales(condition)} s ON s.service_id = c.service_id AND s.customer_source_id = c.source_id`
  const lifetimes = `LEFT JOIN ${customerSales('')} l ON l.service_id = c.service_id AND l.customer_source_id = c.source_id`
  const yearOfOrders = `AND ${within('ordered_local', last(365))}`
  const left = (days: number) => `FROM memberships WHERE ${within('cancelled_local', last(days))}`
  const holds = `FROM membership_holds h JOIN memberships m ON m.service_id = h.service_id AND m.source_id = h.membership_source_id`
  const holdDays = `date_diff('day', h.start, COALESCE(h."end", DATE '${today}'))`
  const releases = `FROM club_releases r LEFT JOIN (SELECT service_id, release_source_id AS id, COUNT(*) AS eligible, COUNT(*) FILTER (WHERE status = 'processed') AS processed FROM release_members GROUP BY ALL) m ON m.service_id = r.service_id AND m.id = r.source_id LEFT JOIN (SELECT service_id, release_source_id AS id, ${COUNTED} AS orders, SUM(item_count) AS bottles, SUM(subtotal) AS gross, SUM(discount) AS discount, ${NET} AS net, COUNT(*) FILTER (WHERE delivery_method = 'ship') AS ship FROM orders WHERE release_source_id IS NOT NULL AND currency = 'USD' GROUP BY ALL) o ON o.service_id = r.service_id AND o.id = r.source_id WHERE ${within('r.released_local', last(365))}`
  const stock = `FROM (SELECT i.*, i.available / NULLIF(s.units / 12.86, 0) AS weeks FROM inventory i LEFT JOIN (SELECT service_id, sku, SUM(quantity) FILTER (WHERE is_paid) AS units FROM order_lines WHERE ${within('ordered_local', last(90))} GROUP BY ALL) s ON s.service_id = i.service_id AND s.sku = i.sku) WHERE weeks < 8`
  return {
    'sales/sales-trends': grouped(
      'month(ordered_local), year(ordered_local)',
      sales,
      orders(`${year - 2}-01-01`, thisYear[1]),
      '1, 2',
    ),
    'sales/by-day-of-week': grouped(
      'isodow(ordered_local)',
      `${sales}, COUNT(DISTINCT ordered_local::DATE) FILTER (WHERE is_counted)`,
      orders(last(365)),
      '1',
    ),
    'sales/weekday-vs-weekend': grouped(
      'isodow(ordered_local) >= 6',
      `${sales}, COUNT(DISTINCT ordered_local::DATE) FILTER (WHERE is_counted)`,
      orders(last(365)),
      '1',
    ),
    'orders/by-brand': grouped(
      'brand',
      `${NET}, SUM(quantity) FILTER (WHERE is_paid), ${COUNTED_ORDERS}`,
      lines(...thisYear),
    ),
    'orders/by-category': grouped(
      'category',
      `${NET}, SUM(quantity) FILTER (WHERE is_paid), ${COUNTED_ORDERS}`,
      lines(...thisYear),
    ),
    'orders/by-team-member': grouped('team_member', sales, orders(...thisMonth)),
    'orders/tips-by-team-member': grouped('team_member', `SUM(tip), ${sales}`, orders(...thisMonth)),
    'orders/by-sales-channel': grouped('channel', sales, orders(...thisYear)),
    'orders/by-type': grouped('order_type', sales, orders(...thisYear)),
    'orders/awaiting-pickup': records(
      'order_number, ordered_local, customer_name, item_count, total',
      ', SUM(item_count), SUM(total)',
      waiting('pickup'),
      'ordered_local',
    ),
    'orders/awaiting-shipment': records(
      'order_number, ordered_local, customer_name, item_count, total',
      ', SUM(item_count), SUM(total)',
      waiting('ship'),
      'ordered_local',
    ),
    'orders/order-detail': records(
      'order_source_id, ordered_local, channel, sku, product_title, quantity, unit_price, discount, net_sales',
      `, SUM(quantity), SUM(discount), ${NET}`,
      lines(last(30)),
      'ordered_local DESC',
    ),
    'orders/list': records(
      'order_number, ordered_local, customer_name, channel, fulfillment_status, total',
      ', SUM(total)',
      orders(last(30)),
      'ordered_local DESC',
    ),
    'products/top-products': [
      `SELECT p.title, s.units, s.net ${products(`AND ${within('ordered_local', last(90))}`)} ORDER BY s.net DESC NULLS LAST LIMIT 50`,
      `SELECT SUM(s.units), SUM(s.net) ${products(`AND ${within('ordered_local', last(90))}`)}`,
    ],
    'products/list': [
      `SELECT p.sku, p.title, p.category, p.brand, p.price, s.units, s.net, s.orders ${products('')} ORDER BY p.title ${PAGE}`,
      `SELECT COUNT(*), SUM(s.units), SUM(s.net) ${products('')}`,
      `SELECT ${COUNTED_ORDERS} FROM order_lines WHERE currency = 'USD' AND product_source_id IS NOT NULL`,
    ],
    'products/low-inventory': records('sku, product_title, available, weeks', ', SUM(available)', stock, 'weeks'),
    'customers/top-customers': [
      `SELECT c.name, s.orders, s.net, l.net ${customers(yearOfOrders)} ${lifetimes} ORDER BY s.net DESC NULLS LAST LIMIT 50`,
      `SELECT SUM(s.orders), SUM(s.net), AVG(l.net), COUNT(*) ${customers(yearOfOrders)} ${lifetimes}`,
    ],
    'customers/by-age': grouped(
      AGE,
      'COUNT(*), SUM(net), SUM(counted) / NULLIF(SUM(orders), 0)',
      `FROM (SELECT date_diff('year', birth, DATE '${today}') AS age, s.* ${customers(yearOfOrders)})`,
      '1',
    ),
    'customers/list': [
      `SELECT c.name, c.email, c.city, c.state, s.orders, s.net ${customers('')} ORDER BY c.name ${PAGE}`,
      `SELECT COUNT(*), SUM(s.orders), SUM(s.net) ${customers('')}`,
    ],
    'customers/top-states': grouped('state', sales, orders(last(365))),
    'customers/tasting-funnel': grouped(
      'experience',
      'SUM(guests), SUM(bottle_guests), SUM(club_signups), SUM(tasters), SUM(revenue)',
      `FROM reservations WHERE is_visit AND ${within('reserved_local', last(90))}`,
    ),
    'clubs/active-clubs': grouped(
      'club_name',
      `COUNT(*) FILTER (WHERE status <> 'cancelled'), COUNT(*) FILTER (WHERE status = 'on_hold'), MEDIAN(date_diff('day', signup_local::DATE, COALESCE(cancelled_local::DATE, DATE '${today}')))`,
      'FROM memberships',
    ),
    'clubs/top-clubs': grouped(
      'club_name',
      `${NET}, ${COUNTED}, COUNT(DISTINCT (service_id, customer_source_id))`,
      `${orders(last(365))} AND club_name IS NOT NULL`,
    ),
    'clubs/cancellations': grouped(
      `date_trunc('month', cancelled_local), cancellation_reason`,
      'COUNT(*)',
      left(365),
      '1, 2',
    ),
    'clubs/cancellation-list': records(
      'customer_name, club_name, cancelled_local, cancellation_reason, signup_local',
      '',
      left(30),
      'cancelled_local DESC',
    ),
    'clubs/holds': grouped('m.club_name, h.reason', `COUNT(*), SUM(${holdDays})`, holds, '1, 2'),
    'clubs/hold-list': records(
      `m.customer_name, m.club_name, h.start, h."end", h.reason, ${holdDays}`,
      `, SUM(${holdDays})`,
      holds,
      'h.start DESC',
    ),
    'clubs/releases': records('r.name, r.released_local, m.*, o.*', ', SUM(o.net)', releases, 'r.released_local DESC'),
    'clubs/release-summary': grouped('r.name', 'SUM(m.processed), SUM(o.bottles), SUM(o.net)', releases, '2 DESC'),
  }
}
