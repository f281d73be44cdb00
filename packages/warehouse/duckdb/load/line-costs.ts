import type { DuckDBConnection } from '@duckdb/node-api'
import { textLiteral } from '../ddl.ts'
import { type Apply, isAny, stored } from './apply.ts'

/** Relations of staging shape. */
interface GivenOrders {
  readonly orders: string
  readonly lines: string
}

const LINE_COSTS = 'temp.main.line_costs'

/** The cost per unit of product `c`, for a line of this currency. */
export const productCost = (currency: string): string =>
  `CASE WHEN c.currency IS NULL OR c.currency = ${currency} THEN c.cost END`

/** What a line `o` cost, from its own cost or a cost per unit. */
export const costOfGoods = (unitCost: string): string =>
  `coalesce(o.cost, CAST(round(${unitCost} * o.quantity) AS BIGINT))`

/** Relation of the costs of the lines of `whole`, by `source_id`; null where nothing has a cost. */
export type LineCosts = typeof LINE_COSTS | null

/**
 * Computes the costs of lines before these replace the stored ones: a line keeps the cost that its product had when it was first
 * stored, so that a new cost does not change the margin of earlier sales.
 */
export const computeLineCosts = async (apply: Apply, { orders, lines }: GivenOrders): Promise<LineCosts> => {
  const hasCosts =
    (await isAny(apply, `SELECT 1 FROM ${stored(apply, 'products')} WHERE cost IS NOT NULL`)) ||
    (await isAny(apply, `SELECT 1 FROM ${lines} l WHERE l.cost IS NOT NULL`)) ||
    (await isAny(apply, `SELECT 1 FROM ${stored(apply, 'order_lines')} WHERE product_cost IS NOT NULL`))
  if (!hasCosts) return null
  await apply.connection.run(`CREATE OR REPLACE TEMPORARY TABLE line_costs AS
    SELECT o.source_id, o.order_source_id, o.product_cost, ${costOfGoods('o.product_cost')} AS cost_of_goods,
           CASE WHEN o.item_kind <> 'gift_card' THEN o.amount ELSE 0 END AS sales, o.item_kind
    FROM (
      SELECT l.source_id, l.order_source_id, l.item_kind, l.amount, l.quantity, l.cost,
             coalesce(t.product_cost, ${productCost('h.currency')}) AS product_cost
      FROM ${lines} l
      LEFT JOIN (SELECT g.source_id, g.currency FROM ${orders} g) h ON h.source_id = l.order_source_id
      LEFT JOIN (
        SELECT source_id, product_source_id, product_cost FROM ${stored(apply, 'order_lines')} WHERE product_cost IS NOT NULL
      ) t ON t.source_id = l.source_id AND t.product_source_id = l.product_source_id
      LEFT JOIN ${stored(apply, 'products')} c ON c.source_id = l.product_source_id
    ) o`)
  return LINE_COSTS
}

const sumsOver = (rows: string): string =>
  `SELECT order_source_id, CAST(sum(cost_of_goods) AS BIGINT) AS cost_of_goods,
          CAST(sum(sales) FILTER (WHERE cost_of_goods IS NOT NULL) AS BIGINT) AS costed_sales
   FROM ${rows} WHERE item_kind <> 'gift_card' GROUP BY order_source_id`

/** Costs and costed sales of the orders, by `order_source_id`; the sales of unpaid orders count for nothing in `insertOrders`. */
export const costsByOrder = (costs: NonNullable<LineCosts>): string => sumsOver(costs)

/** Sums the costs of the orders of these lines again, within the caller's transaction. `lineRows`: SQL list of row IDs. */
export const refreshOrderCosts = async (
  connection: DuckDBConnection,
  { serviceId, lineRows }: { readonly serviceId: string; readonly lineRows: string },
): Promise<void> => {
  const service = textLiteral(serviceId)
  const touched = `SELECT order_source_id FROM main.order_lines WHERE rowid IN (${lineRows})`
  const lines = `(SELECT order_source_id, item_kind, cost_of_goods, net_sales AS sales FROM main.order_lines
    WHERE service_id = ${service} AND order_source_id IN (${touched}))`
  await connection.run(`UPDATE main.orders o
    SET cost_of_goods = n.cost_of_goods, costed_sales = coalesce(n.costed_sales, 0),
        uncosted_sales = o.costed_sales + o.uncosted_sales - coalesce(n.costed_sales, 0)
    FROM (${sumsOver(lines)}) n WHERE o.service_id = ${service} AND o.source_id = n.order_source_id`)
}
