import { VISIT_COLUMNS } from '../../schema/visit-columns.ts'
import { LOAD_VALUES } from '../tables.ts'
import { type LoadStatements, quote, stored, typed } from './load-statements.ts'

/** The account's rules, which a load puts next to its rows. */
export const ruleValues = (kind: string): string =>
  `(SELECT value, extra FROM ${LOAD_VALUES} WHERE load_id = {load:String} AND kind = '${kind}')`

/** Condition on reservation `r`: it took place, and its experience is a tasting. */
export const IS_VISIT = `(r.status IN ('checked_in', 'closed_out') AND (r.experience IS NULL OR r.order_line_source_id IS NOT NULL
  OR r.experience NOT IN (SELECT value FROM ${ruleValues('excluded_experiences')})))`

const day = (timestamp: string): string => `toDate32(${timestamp})`

/**
 * Visits with their party, and the keys by which they are given what is attributed once: null on all but the earliest visit.
 */
const VISITS = `
  SELECT source_id, customer, day, order_id, party, if(place_in_day = 1, customer, NULL) AS signup_customer,
         if(place_in_order = 1, order_id, NULL) AS sales_order,
         if(order_id IS NULL AND place_unlinked = 1, customer, NULL) AS till_customer
  FROM (
    SELECT r.source_id AS source_id, r.customer_source_id AS customer, ${day('r.reserved_local')} AS day,
           o.source_id AS order_id, greatest(r.guests - coalesce(r.trade_guests, 0), 0) AS party,
           row_number() OVER (PARTITION BY customer, day ORDER BY r.reserved_local, r.source_id) AS place_in_day,
           row_number() OVER (PARTITION BY order_id ORDER BY r.reserved_local, r.source_id) AS place_in_order,
           row_number() OVER (PARTITION BY customer, day, order_id IS NULL ORDER BY r.reserved_local, r.source_id)
             AS place_unlinked
    FROM ${stored('reservations')} AS r
    LEFT JOIN (SELECT source_id FROM ${stored('orders')}) AS o ON o.source_id = r.order_source_id
    WHERE ${IS_VISIT}
  )`

const MEMBERS = `
  SELECT DISTINCT v.source_id AS source_id FROM visits AS v
  JOIN ${stored('memberships')} AS m ON m.customer_source_id = v.customer
  WHERE ${day('m.signup_local')} < v.day
    AND if(m.cancelled_local IS NULL, m.status <> 'cancelled', ${day('m.cancelled_local')} > v.day)`

const SIGNUPS = `
  SELECT m.customer_source_id AS customer, ${day('m.signup_local')} AS day, count() AS signups
  FROM ${stored('memberships')} AS m WHERE m.customer_source_id IN (SELECT customer FROM visits) GROUP BY customer, day`

const CUSTOMER_ORDERS = `
  SELECT o.source_id AS source_id, o.customer_source_id AS customer, ${day('o.ordered_local')} AS day, o.channel AS channel,
         o.currency AS currency, o.net_sales AS net_sales
  FROM ${stored('orders')} AS o WHERE o.customer_source_id IN (SELECT customer FROM visits)`

const BOTTLE_ORDERS = `
  SELECT DISTINCT l.order_source_id AS id FROM ${stored('order_lines')} AS l
  WHERE l.item_kind = 'wine' AND l.quantity > 0 AND NOT coalesce(l.is_refund, false)`

const BUYERS = `
  SELECT source_id FROM visits WHERE order_id IN (SELECT id FROM bottle_orders)
  UNION ALL
  SELECT v.source_id AS source_id FROM visits AS v JOIN customer_orders AS o ON o.customer = v.customer AND o.day = v.day
  WHERE o.source_id IN (SELECT id FROM bottle_orders)`

// An order that a visit names belongs to that visit and does not also count for the day. A day in two currencies gives its
// larger one.
const DAY_REVENUE = `
  SELECT customer, day, max(sales) AS best, argMax(currency, sales) AS currency FROM (
    SELECT customer, day, currency, sum(net_sales) AS sales FROM customer_orders
    WHERE channel = 'pos' AND source_id NOT IN (SELECT assumeNotNull(order_id) FROM visits WHERE order_id IS NOT NULL)
    GROUP BY customer, day, currency
  ) GROUP BY customer, day`

const DERIVED = `(
  WITH visits AS (${VISITS}), members AS (${MEMBERS}), signups AS (${SIGNUPS}), customer_orders AS (${CUSTOMER_ORDERS}),
    bottle_orders AS (${BOTTLE_ORDERS}), buyers AS (${BUYERS}), day_revenue AS (${DAY_REVENUE})
  SELECT r.source_id AS source_id, v.source_id IS NOT NULL AS is_visit,
    if(v.source_id IS NULL OR r.source_id IN (SELECT source_id FROM members), 0, v.party) AS tasters,
    if(r.source_id IN (SELECT source_id FROM buyers), v.party, 0) AS bottle_guests,
    coalesce(s.signups, 0) AS club_signups,
    coalesce(o.net_sales, d.best, 0) AS revenue,
    coalesce(o.currency, d.currency) AS currency
  FROM (SELECT source_id FROM ${stored('reservations')}) AS r
  LEFT JOIN visits AS v ON v.source_id = r.source_id
  LEFT JOIN signups AS s ON s.customer = v.signup_customer AND s.day = v.day
  LEFT JOIN (SELECT source_id, net_sales, currency FROM ${stored('orders')}) AS o ON o.source_id = v.sales_order
  LEFT JOIN day_revenue AS d ON d.customer = v.till_customer AND d.day = v.day)`

/**
 * Computes what the service's reservations derive from orders, memberships and each other, and writes the rows in which
 * something differs. Signups, an order's sales and a day's sales are attributed to the earliest visit that they fit.
 */
export const deriveReservations = async (load: LoadStatements): Promise<void> => {
  if (!(await load.isAny(`SELECT 1 FROM ${stored('reservations')}`))) return
  const values = typed('reservations', Object.fromEntries(VISIT_COLUMNS.map((name) => [name, `d.${quote(name)}`])))
  const differs = Object.entries(values).map(([name, sql]) => `r.${quote(name)} IS DISTINCT FROM ${sql}`)
  await load.write('reservations', {
    from: `${stored('reservations')} AS r JOIN ${DERIVED} AS d ON d.source_id = r.source_id WHERE ${differs.join(' OR ')}`,
    alias: 'r',
    values,
  })
}
