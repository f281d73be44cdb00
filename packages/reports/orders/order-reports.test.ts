import {
  COUNTED,
  DAY,
  LAST_30_DAYS,
  SALES,
  THIS_MONTH,
  THIS_YEAR,
  testReportsAgainstSql,
  UTC,
  WITHIN,
} from '../winery.fixture.ts'

const thisYear = WITHIN('o.ordered_local', ...THIS_YEAR)
const thisMonth = WITHIN('o.ordered_local', ...THIS_MONTH)

const byLineColumn = (column: string): string =>
  `SELECT l.${column}, sum(CASE WHEN o.payment_status = 'paid' AND l.item_kind <> 'gift_card' THEN l.amount ELSE 0 END) AS net,
     sum(CASE WHEN o.payment_status = 'paid' THEN l.quantity ELSE 0 END),
     count(DISTINCT CASE WHEN ${COUNTED} THEN o.source_id END)
   FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
   WHERE ${thisYear} GROUP BY 1 ORDER BY l.${column} IS NULL, net DESC, 1`

const withShare = (column: string): string =>
  `SELECT o.${column}, ${SALES}, sum(o.net_sales) / (SELECT sum(o.net_sales) FROM orders o WHERE ${thisYear})
   FROM orders o WHERE ${thisYear} GROUP BY 1 ORDER BY o.${column} IS NULL, sum(o.net_sales) DESC, 1`

const HEAD = `o.source_id, o.order_number, ${UTC('o.ordered_utc')}, o.customer_source_id, o.customer_name`
const WAITING = `date_diff('day', o.ordered_local::DATE, DATE '2026-03-10')`
const isAwaiting = (method: string): string =>
  `o.payment_status = 'paid' AND NOT o.is_refund AND o.delivery_method = '${method}' AND o.fulfillment_status IN ('unfulfilled', 'partial')`
const LONGEST_FIRST = `${WAITING} DESC, o.ordered_utc, o.source_id`

testReportsAgainstSql([
  ['orders/by-brand', byLineColumn('brand')],
  ['orders/by-category', byLineColumn('category')],
  [
    'orders/by-team-member',
    `SELECT o.team_member, ${SALES} FROM orders o WHERE ${thisMonth}
     GROUP BY 1 ORDER BY o.team_member IS NULL, sum(o.net_sales) DESC, 1`,
  ],
  [
    'orders/tips-by-team-member',
    `SELECT o.team_member, sum(o.tip),
       sum(o.tip) / nullif(count(CASE WHEN ${COUNTED} THEN 1 END), 0), sum(o.tip) / nullif(sum(o.net_sales), 0),
       count(CASE WHEN ${COUNTED} THEN 1 END), sum(o.net_sales)
     FROM orders o WHERE ${thisMonth} GROUP BY 1 ORDER BY o.team_member IS NULL, 2 DESC, 1`,
  ],
  ['orders/by-sales-channel', withShare('channel')],
  ['orders/by-type', withShare('order_type')],
  [
    'orders/awaiting-pickup',
    `SELECT ${HEAD}, o.club_name, (SELECT sum(l.quantity) FROM order_lines l WHERE l.order_source_id = o.source_id),
       o.total, ${WAITING}
     FROM orders o WHERE ${isAwaiting('pickup')} ORDER BY ${LONGEST_FIRST}`,
  ],
  [
    'orders/awaiting-shipment',
    `SELECT ${HEAD}, o.state, (SELECT sum(l.quantity) FROM order_lines l WHERE l.order_source_id = o.source_id),
       o.total, ${WAITING}, lower(o.compliance_status), ${DAY('o.requested_ship')}
     FROM orders o
     WHERE ${isAwaiting('ship')} AND coalesce(o.compliance_status, '') NOT IN ('Quarantined', 'Void')
       AND (o.requested_ship IS NULL OR o.requested_ship <= DATE '2026-03-10')
     ORDER BY ${LONGEST_FIRST}`,
  ],
  [
    'orders/order-detail',
    `SELECT ${HEAD}, o.channel, l.sku, l.product_title, l.quantity, l.unit_price, l.discount,
       CASE WHEN o.payment_status = 'paid' AND l.item_kind <> 'gift_card' THEN l.amount ELSE 0 END, l.line_id
     FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id
     WHERE ${WITHIN('o.ordered_local', ...LAST_30_DAYS)}
     ORDER BY o.ordered_utc DESC, o.source_id, l.line_number`,
  ],
  [
    'orders/list',
    `SELECT ${HEAD}, o.channel, o.order_type, o.fulfillment_status, o.net_sales, o.total FROM orders o
     WHERE ${WITHIN('o.ordered_local', ...LAST_30_DAYS)} ORDER BY o.ordered_utc DESC, o.source_id`,
  ],
])
