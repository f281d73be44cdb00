import { VISIT_COLUMNS } from '../../schema/visit-columns.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { rowsChanged, type ServiceRows, stored } from './apply.ts'

/** Condition on reservation `r`: it took place, and its experience is a tasting. */
export const IS_VISIT = `r.status IN ('checked_in', 'closed_out')
    AND (r.experience IS NULL OR r.order_line_source_id IS NOT NULL
      OR r.experience NOT IN (SELECT name FROM main.excluded_experiences))`

const COLUMNS = VISIT_COLUMNS.map(quoted)

/**
 * Visits with their party, and the keys by which they are given what is attributed once: null on all but the earliest
 * visit. As keys of the row, not conditions of the join: those make DuckDB compare every visit with every order.
 */
const visits = (rows: ServiceRows): string => `
  SELECT source_id, customer, day, order_id, party,
         CASE WHEN place_in_day = 1 THEN customer END AS signup_customer,
         CASE WHEN place_in_order = 1 THEN order_id END AS sales_order,
         CASE WHEN order_id IS NULL AND place_unlinked = 1 THEN customer END AS till_customer
  FROM (
    SELECT r.source_id, r.customer_source_id AS customer, r.reserved_local::DATE AS day, o.source_id AS order_id,
           greatest(r.guests - coalesce(r.trade_guests, 0), 0) AS party,
           row_number() OVER (PARTITION BY customer, day ORDER BY r.reserved_local, r.source_id) AS place_in_day,
           row_number() OVER (PARTITION BY order_id ORDER BY r.reserved_local, r.source_id) AS place_in_order,
           row_number() OVER (PARTITION BY customer, day, order_id IS NULL ORDER BY r.reserved_local, r.source_id)
             AS place_unlinked
    FROM ${stored(rows, 'reservations')} r
    LEFT JOIN ${stored(rows, 'orders')} o ON o.source_id = r.order_source_id
    WHERE ${IS_VISIT}
  )`

const members = (rows: ServiceRows): string => `
  SELECT DISTINCT v.source_id FROM visits v
  JOIN ${stored(rows, 'memberships')} m ON m.customer_source_id = v.customer
  WHERE m.signup_local::DATE < v.day
    AND CASE WHEN m.cancelled_local IS NULL THEN m.status <> 'cancelled' ELSE m.cancelled_local::DATE > v.day END`

const signups = (rows: ServiceRows): string => `
  SELECT m.customer_source_id AS customer, m.signup_local::DATE AS day, count(*)::INTEGER AS signups
  FROM ${stored(rows, 'memberships')} m WHERE m.customer_source_id IN (SELECT customer FROM visits) GROUP BY ALL`

const customerOrders = (rows: ServiceRows): string => `
  SELECT o.source_id, o.customer_source_id AS customer, o.ordered_local::DATE AS day, o.channel, o.currency, o.net_sales
  FROM ${stored(rows, 'orders')} o WHERE o.customer_source_id IN (SELECT customer FROM visits)`

const bottleOrders = (rows: ServiceRows): string => `
  SELECT DISTINCT l.order_source_id AS id FROM ${stored(rows, 'order_lines')} l
  WHERE l.item_kind = 'wine' AND l.quantity > 0 AND NOT l.is_refund
    AND l.order_source_id IN (SELECT order_id FROM visits UNION ALL SELECT source_id FROM customer_orders)`

const buyers = `
  SELECT source_id FROM visits WHERE order_id IN (SELECT id FROM bottle_orders)
  UNION
  SELECT v.source_id FROM visits v JOIN customer_orders o ON o.customer = v.customer AND o.day = v.day
  WHERE o.source_id IN (SELECT id FROM bottle_orders)`

// An order that a visit names belongs to that visit and does not also count for the day. A day in two currencies gives its
// larger one.
const dayRevenue = `
  SELECT customer, day, max(sales)::BIGINT AS sales, arg_max(currency, sales) AS currency FROM (
    SELECT customer, day, currency, sum(net_sales) AS sales FROM customer_orders
    WHERE channel = 'pos' AND source_id NOT IN (SELECT order_id FROM visits WHERE order_id IS NOT NULL)
    GROUP BY ALL
  ) GROUP BY ALL`

const derivation = (rows: ServiceRows): string => `
  WITH visits AS MATERIALIZED (${visits(rows)}), members AS (${members(rows)}), signups AS (${signups(rows)}),
    customer_orders AS MATERIALIZED (${customerOrders(rows)}), bottle_orders AS MATERIALIZED (${bottleOrders(rows)}),
    buyers AS (${buyers}), day_revenue AS (${dayRevenue})
  SELECT r.source_id, v.source_id IS NOT NULL AS is_visit,
    CASE WHEN v.source_id IS NULL OR r.source_id IN (SELECT source_id FROM members) THEN 0 ELSE v.party END AS tasters,
    CASE WHEN r.source_id IN (SELECT source_id FROM buyers) THEN v.party ELSE 0 END AS bottle_guests,
    coalesce(s.signups, 0) AS club_signups,
    coalesce(o.net_sales, d.sales, 0) AS revenue,
    coalesce(o.currency, d.currency) AS currency
  FROM ${stored(rows, 'reservations')} r
  LEFT JOIN visits v ON v.source_id = r.source_id
  LEFT JOIN signups s ON s.customer = v.signup_customer AND s.day = v.day
  LEFT JOIN ${stored(rows, 'orders')} o ON o.source_id = v.sales_order
  LEFT JOIN day_revenue d ON d.customer = v.till_customer AND d.day = v.day`

/**
 * Recomputes what reservations derive from orders, memberships and each other, and writes the rows in which something
 * differs. Signups, an order's sales and a day's sales are attributed to the earliest visit that they fit.
 */
export const deriveReservations = (rows: ServiceRows): Promise<number> =>
  rowsChanged(
    rows,
    `UPDATE main.reservations r SET ${COLUMNS.map((name) => `${name} = d.${name}`).join(', ')}
     FROM (${derivation(rows)}) d
     WHERE r.service_id = ${textLiteral(rows.serviceId)} AND r.source_id = d.source_id
       AND (${COLUMNS.map((name) => `r.${name} IS DISTINCT FROM d.${name}`).join(' OR ')})`,
  )
