import type { CsvImportPlan } from '../../staging.ts'
import { filledColumns, goodsRows } from './order-line-columns.ts'

/**
 * Splits a whole amount of minor units over the lines of each order in proportion to their weights: parts are whole, their
 * sum is the amount, and the units that rounding down leaves go to the largest remainders, earlier lines first.
 *
 * `parts` is a SELECT of `order_id, line, weight, amount`, with weights above 0 and an amount from 0, the same in every row
 * of an order. Gives `order_id, line, share`.
 */
export const apportioned = (parts: string): string => `SELECT order_id, line, CAST(least_share
    + CASE WHEN row_number() OVER (PARTITION BY order_id ORDER BY rest DESC, line)
        <= amount - sum(least_share) OVER (PARTITION BY order_id) THEN 1 ELSE 0 END AS BIGINT) AS share
  FROM (SELECT *, amount * weight // whole AS least_share, amount * weight % whole AS rest
    FROM (SELECT order_id, line, CAST(weight AS HUGEINT) AS weight, CAST(amount AS HUGEINT) AS amount,
        CAST(sum(weight) OVER (PARTITION BY order_id) AS HUGEINT) AS whole
      FROM (${parts})))`

/** Whether the file has order totals that differ from the sum of the lines. */
export const isToldOfOrder = (plan: CsvImportPlan): boolean => {
  const { order_net, order_discount, order_discount_share } = filledColumns(plan)
  return [order_net, order_discount, order_discount_share].some((column) => column !== undefined)
}

/**
 * What the lines of each order must add up to: the order's own net where the file has it, else the lines less the order's
 * discount, which may be a share of them. It stays between zero and the lines before any discount, so that no line changes its sign or costs more than its
 * price.
 */
export const DISCOUNTED_ORDERS = `SELECT order_id, net, CASE
      WHEN net > 0 THEN greatest(0, least(stated, greatest(net, net + discount)))
      ELSE least(0, greatest(stated, least(net, net + discount))) END AS target
    FROM (SELECT order_id, net, discount,
        coalesce(order_net, net - sign(net) * order_discount, net - CAST(round(net * order_discount_share) AS BIGINT))
          AS stated FROM csv_orders)
    WHERE net <> 0 AND stated IS NOT NULL`

// Lines with the opposite sign, such as a bottle returned within a sale, take no share of the discount.
const PARTS = `SELECT order_id, lines.line, abs(lines.amount) AS weight, abs(net - target) AS amount
    FROM csv_rows AS lines JOIN (${DISCOUNTED_ORDERS}) AS orders USING (order_id)
    WHERE target <> net AND sign(lines.amount) = sign(net)`

/**
 * Statements that spread an order's discount over its lines: `csv_taken` has `line, taken`, and `csv_orders` is updated from
 * it. They run after `csv_orders` is created and leave `csv_rows` unchanged.
 */
export const discountStatements = (plan: CsvImportPlan): string[] => {
  if (!isToldOfOrder(plan)) return []
  const taken = `SELECT shares.order_id, line, CAST(share * sign(net - target) AS BIGINT) AS taken
    FROM (${apportioned(PARTS)}) AS shares JOIN (${DISCOUNTED_ORDERS}) AS orders USING (order_id)`
  return [
    `CREATE OR REPLACE TEMP TABLE csv_taken AS ${taken}`,
    `UPDATE csv_orders SET net = net - off.taken, discount = discount + off.taken
      FROM (SELECT order_id, CAST(sum(taken) AS BIGINT) AS taken FROM csv_taken GROUP BY order_id) AS off
      WHERE csv_orders.order_id = off.order_id`,
  ]
}

/** The lines of goods as a relation, after their order's discount. */
export const discountedLines = (plan: CsvImportPlan): string =>
  isToldOfOrder(plan)
    ? `(SELECT lines.* REPLACE (lines.amount - coalesce(taken, 0) AS amount, lines.discount + coalesce(taken, 0) AS discount)
        FROM csv_rows AS lines LEFT JOIN csv_taken USING (line))`
    : goodsRows(plan)
