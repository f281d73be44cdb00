import type { DuckDBConnection } from '@duckdb/node-api'
import { isAny, rowsChanged } from './apply.ts'

/** Derived columns of orders that depend on the other orders of the same customer. */
const HISTORY_COLUMNS = ['prior_orders', 'first_order', 'days_since_order'] as const

const DAY = 'CAST(ordered_local AS DATE)'

/** The history of each order of a relation with all orders of its customers. Orders of one instant follow each other by ID. */
const placedOrders = (orders: string): string =>
  `SELECT row_id, service_id, source_id, customer_service_id, customer_id, CASE WHEN is_refund THEN refund_of_source_id END AS refunded,
     count(*) FILTER (WHERE is_counted) OVER earlier AS prior_orders,
     first_value(CASE WHEN is_counted THEN ${DAY} END IGNORE NULLS) OVER own AS first_order,
     CASE WHEN is_counted THEN
       date_diff('day', last_value(CASE WHEN is_counted THEN ${DAY} END IGNORE NULLS) OVER earlier, ${DAY})
     END AS days_since_order
   FROM ${orders}
   WINDOW own AS (PARTITION BY customer_service_id, customer_id ORDER BY ordered_utc, source_id, service_id
            ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
          earlier AS (PARTITION BY customer_service_id, customer_id ORDER BY ordered_utc, source_id, service_id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

/** A refund has the place of the order that it refunds. */
const withRefunds = (placed: string): string =>
  `WITH placed AS MATERIALIZED (${placed})
   SELECT p.row_id, coalesce(r.prior_orders, p.prior_orders) AS prior_orders, p.first_order, p.days_since_order
   FROM placed p LEFT JOIN (
     SELECT service_id, source_id, customer_service_id, customer_id, prior_orders FROM placed
     WHERE source_id IN (SELECT refunded FROM placed WHERE refunded IS NOT NULL)
   ) r ON r.service_id = p.service_id AND r.source_id = p.refunded
     AND r.customer_service_id = p.customer_service_id AND r.customer_id = p.customer_id`

interface Customers {
  /** relation with their IDs in a column `part`, which may be null; omitted: all */
  readonly among?: string
}

/** Updates the history columns of customers' orders, of all services, to those of the stored orders; returns how many rows changed. */
export const refreshHistory = async (connection: DuckDBConnection, { among }: Customers): Promise<number> => {
  const isAsked = `customer_id ${among === undefined ? 'IS NOT NULL' : `IN (SELECT part FROM ${among})`}`
  const placed = placedOrders(`(SELECT rowid AS row_id, * FROM main.orders WHERE ${isAsked})`)
  const namesRefunded = `SELECT 1 FROM main.orders WHERE ${isAsked} AND is_refund AND refund_of_source_id IS NOT NULL`
  const history = (await isAny({ connection }, namesRefunded)) ? withRefunds(placed) : placed
  const taken = HISTORY_COLUMNS.map((name) => `${name} = h.${name}`)
  const differs = HISTORY_COLUMNS.map((name) => `o.${name} IS DISTINCT FROM h.${name}`)
  return rowsChanged(
    { connection },
    `UPDATE main.orders o SET ${taken.join(', ')} FROM (${history}) h WHERE o.rowid = h.row_id AND (${differs.join(' OR ')})`,
  )
}
