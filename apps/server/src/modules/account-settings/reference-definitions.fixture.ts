/** Product sales of each paid order, computed from source columns only. `$from` and `$until` are local days. */
const ORDERS = `orders_by_hand AS (
  SELECT o.*, CAST(o.ordered_local AS DATE) AS day,
    CASE WHEN o.payment_status = 'paid' THEN coalesce((SELECT sum(l.amount) FROM order_lines l
      WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id AND l.item_kind <> 'gift_card'), 0) ELSE 0 END AS goods
  FROM orders o WHERE o.currency = 'USD')`

const IN_MONTH = `day >= DATE '$from' AND day < DATE '$until'`

const sales = (sql: string, where = 'TRUE') =>
  `WITH ${ORDERS} SELECT ${sql} / 100 FROM orders_by_hand WHERE ${IN_MONTH} AND ${where}`

const paid = (name: string) => `CASE WHEN payment_status = 'paid' THEN ${name} ELSE 0 END`

const COUNTED = `payment_status = 'paid' AND NOT is_refund AND goods > 0`

const MEMBERS = `SELECT count(*) FROM memberships m WHERE m.signup_local < DATE '$until'
  AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE m.cancelled_local >= DATE '$until' END`

const ON_HOLD = `EXISTS (SELECT 1 FROM membership_holds h WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id
    AND h.start < DATE '$until' AND (h."end" IS NULL OR h."end" >= DATE '$until'))
  OR (m.status = 'on_hold' AND NOT EXISTS (SELECT 1 FROM membership_holds h
    WHERE h.service_id = m.service_id AND h.membership_source_id = m.source_id))`

const SHIPPED = `EXISTS (SELECT 1 FROM orders o WHERE o.service_id = m.service_id AND o.customer_source_id = m.customer_source_id
  AND o.channel = 'club' AND o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0
  AND o.ordered_local >= DATE '$until' - INTERVAL 6 MONTH AND o.ordered_local < DATE '$until')`

const visits = (divisor: string) =>
  `SELECT sum(club_signups) / sum(${divisor}) FROM reservations WHERE CAST(reserved_local AS DATE) >= DATE '$from'
    AND CAST(reserved_local AS DATE) < DATE '$until'`

/** Reference SQL for a month under each option of each definition, over source columns; one number each, money in major units. */
export const REFERENCE_SQL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  netSales: {
    goods: sales('sum(goods)'),
    withShipping: sales(`sum(goods + ${paid('shipping')})`),
    withTax: sales(`sum(goods + ${paid('tax')})`),
    withShippingAndTax: sales(`sum(goods + ${paid('shipping + tax')})`),
  },
  refundDate: {
    refund: sales('sum(goods)'),
    order: `WITH ${ORDERS} SELECT sum(r.goods) / 100 FROM orders_by_hand r LEFT JOIN orders_by_hand o
      ON r.is_refund AND o.service_id = r.service_id AND o.source_id = r.refund_of_source_id
      WHERE coalesce(o.day, r.day) >= DATE '$from' AND coalesce(o.day, r.day) < DATE '$until'`,
  },
  averageOrder: {
    allOrders: sales('sum(goods) / count(*)', COUNTED),
    withoutClub: sales('sum(goods) / count(*)', `${COUNTED} AND channel <> 'club'`),
  },
  activeMember: {
    onHoldIncluded: MEMBERS,
    onHoldExcluded: `${MEMBERS} AND NOT (${ON_HOLD})`,
    shipped: `${MEMBERS} AND ${SHIPPED}`,
  },
  signupConversion: { tasters: visits('tasters'), guests: visits('CASE WHEN is_visit THEN guests ELSE 0 END') },
}
