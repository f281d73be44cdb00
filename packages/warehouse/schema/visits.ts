import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import { derivedColumns } from './stored-columns.ts'

/** An inferred row names its line, and the customer follows from that of the source. */
const OTHERS = ['order_line_source_id', 'customer_service_id', 'customer_id']

/** What a reservation derives from orders, memberships and other reservations. */
export const VISIT_COLUMNS = derivedColumns('reservations')
  .map(({ name }) => name)
  .filter((name) => !OTHERS.includes(name))

/** What an engine gives to the SQL over the visits of a service. */
export interface VisitSource {
  readonly dialect: Dialect
  /** the service's rows, as a relation */
  readonly stored: (table: CanonicalTable) => string
  /** a SELECT of the experiences that are no tastings */
  readonly excluded: string
}

/** Condition on reservation `r`: it took place, and its experience is a tasting. */
export const isVisit = ({ excluded }: Pick<VisitSource, 'excluded'>): string =>
  `(r.status IN ('checked_in', 'closed_out') AND (r.experience IS NULL OR r.order_line_source_id IS NOT NULL
    OR r.experience NOT IN (${excluded})))`

/**
 * Visits with their party, and the keys by which they are given what is attributed once: null on all but the earliest visit. As keys of
 * the row, not conditions of the join: those make DuckDB compare every visit with every order.
 */
const visits = (source: VisitSource): string => `
  SELECT source_id, customer, day, order_id, party, CASE WHEN place_in_day = 1 THEN customer END AS signup_customer,
         CASE WHEN place_in_order = 1 THEN order_id END AS sales_order,
         CASE WHEN order_id IS NULL AND place_unlinked = 1 THEN customer END AS till_customer
  FROM (
    SELECT r.source_id AS source_id, r.customer_source_id AS customer, ${source.dialect.toDate('r.reserved_local')} AS day,
           o.source_id AS order_id, greatest(r.guests - coalesce(r.trade_guests, 0), 0) AS party,
           row_number() OVER (PARTITION BY customer, day ORDER BY r.reserved_local, r.source_id) AS place_in_day,
           row_number() OVER (PARTITION BY order_id ORDER BY r.reserved_local, r.source_id) AS place_in_order,
           row_number() OVER (PARTITION BY customer, day, order_id IS NULL ORDER BY r.reserved_local, r.source_id)
             AS place_unlinked
    FROM ${source.stored('reservations')} AS r
    LEFT JOIN (SELECT source_id FROM ${source.stored('orders')}) AS o ON o.source_id = r.order_source_id
    WHERE ${isVisit(source)}
  ) AS placed`

const members = ({ dialect: { toDate }, stored }: VisitSource): string => `
  SELECT DISTINCT v.source_id AS source_id FROM visits AS v
  JOIN ${stored('memberships')} AS m ON m.customer_source_id = v.customer
  WHERE ${toDate('m.signup_local')} < v.day
    AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE ${toDate('m.cancelled_local')} > v.day END`

const signups = ({ dialect: { toDate }, stored }: VisitSource): string => `
  SELECT m.customer_source_id AS customer, ${toDate('m.signup_local')} AS day, count(*) AS signups
  FROM ${stored('memberships')} AS m WHERE m.customer_source_id IN (SELECT customer FROM visits) GROUP BY customer, day`

const customerOrders = ({ dialect: { toDate }, stored }: VisitSource): string => `
  SELECT o.source_id AS source_id, o.customer_source_id AS customer, ${toDate('o.ordered_local')} AS day,
         o.channel AS channel, o.currency AS currency, o.net_sales AS net_sales
  FROM ${stored('orders')} AS o WHERE o.customer_source_id IN (SELECT customer FROM visits)`

const bottleOrders = ({ dialect, stored }: VisitSource): string => {
  const isNeeded = 'l.order_source_id IN (SELECT order_id FROM visits UNION ALL SELECT source_id FROM customer_orders)'
  return `
  SELECT DISTINCT l.order_source_id AS id FROM ${stored('order_lines')} AS l
  WHERE l.item_kind = 'wine' AND l.quantity > 0 AND NOT coalesce(l.is_refund, false)
    ${dialect.computesNamedOnce ? `AND ${isNeeded}` : ''}`
}

const BUYERS = `
  SELECT source_id FROM visits WHERE order_id IN (SELECT id FROM bottle_orders)
  UNION ALL
  SELECT v.source_id AS source_id FROM visits AS v JOIN customer_orders AS o ON o.customer = v.customer AND o.day = v.day
  WHERE o.source_id IN (SELECT id FROM bottle_orders)`

// An order that a visit names belongs to that visit and does not also count for the day. A day in two currencies gives its
// larger one.
const DAY_REVENUE = `
  SELECT customer, day, CAST(max(sales) AS BIGINT) AS best, argMax(currency, sales) AS currency FROM (
    SELECT customer, day, currency, sum(net_sales) AS sales FROM customer_orders
    WHERE channel = 'pos' AND source_id NOT IN (SELECT coalesce(order_id, '') FROM visits WHERE order_id IS NOT NULL)
    GROUP BY customer, day, currency
  ) AS sums GROUP BY customer, day`

/**
 * A SELECT of what the service's reservations derive from orders, memberships and each other. Signups, an order's sales and a day's sales
 * are attributed to the earliest visit that they fit.
 */
export const derivedVisits = (source: VisitSource): string => {
  const { dialect, stored } = source
  return `
  WITH ${dialect.named('visits', visits(source))}, members AS (${members(source)}), signups AS (${signups(source)}),
    ${dialect.named('customer_orders', customerOrders(source))}, ${dialect.named('bottle_orders', bottleOrders(source))},
    buyers AS (${BUYERS}), day_revenue AS (${DAY_REVENUE})
  SELECT r.source_id AS source_id, v.source_id IS NOT NULL AS is_visit,
    CASE WHEN v.source_id IS NULL OR r.source_id IN (SELECT source_id FROM members) THEN 0 ELSE v.party END AS tasters,
    CASE WHEN r.source_id IN (SELECT source_id FROM buyers) THEN v.party ELSE 0 END AS bottle_guests,
    coalesce(s.signups, 0) AS club_signups,
    coalesce(o.net_sales, d.best, 0) AS revenue,
    coalesce(o.currency, d.currency) AS currency
  FROM (SELECT source_id FROM ${stored('reservations')}) AS r
  LEFT JOIN visits AS v ON v.source_id = r.source_id
  LEFT JOIN signups AS s ON s.customer = v.signup_customer AND s.day = v.day
  LEFT JOIN (SELECT source_id, net_sales, currency FROM ${stored('orders')}) AS o ON o.source_id = v.sales_order
  LEFT JOIN day_revenue AS d ON d.customer = v.till_customer AND d.day = v.day`
}
