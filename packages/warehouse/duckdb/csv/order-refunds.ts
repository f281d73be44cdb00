import type { CsvImportPlan } from '../../staging.ts'
import { withoutSums } from './custom-values.ts'
import type { KindTarget } from './kind-import.ts'
import { apportioned } from './order-discount.ts'
import { filledColumns } from './order-line-columns.ts'

export const hasRefunds = ({ fields }: CsvImportPlan): boolean => fields.refundedAmount !== undefined

const CHARGES = '(coalesce(shipping, 0) + coalesce(tax, 0) + coalesce(tip, 0))'

/**
 * `csv_refunds`: the refunded orders and how much of the refund was for goods. The file has one sum with tax and shipping, so
 * goods and charges share it in proportion to the order's total.
 */
export const refundStatements = (plan: CsvImportPlan, isRefund: string): string[] => {
  if (!hasRefunds(plan)) return []
  const given = `SELECT order_id, net, shipping, tip, ${CHARGES} AS charges, net + ${CHARGES} AS total,
      CAST(least(refunded, net + ${CHARGES}) AS HUGEINT) AS money
    FROM csv_orders WHERE refunded > 0 AND net > 0 AND ${CHARGES} >= 0 AND NOT (${isRefund})`
  const goods = `SELECT *, CAST((2 * money * net + total) // (2 * total) AS BIGINT) AS goods FROM (${given})`
  const charge = (name: string) =>
    `CASE WHEN charges > 0 THEN CAST((money - goods) * coalesce(${name}, 0) // charges AS BIGINT) ELSE 0 END AS ${name}`
  return [
    `CREATE OR REPLACE TEMP TABLE csv_refunds AS SELECT order_id, goods, CAST(money AS BIGINT) AS money,
      money = total AS is_whole, ${charge('shipping')}, ${charge('tip')} FROM (${goods})`,
  ]
}

/** The payment status of an order of `csv_orders`: a refunded order was paid. */
export const paidUnlessTold = (plan: CsvImportPlan): string => {
  const stated = "coalesce(payment_status, 'paid')"
  if (!hasRefunds(plan)) return stated
  return `CASE WHEN order_id IN (SELECT order_id FROM csv_refunds) THEN 'paid' ELSE ${stated} END`
}

const REFUND_ID = "back.order_id || ' (refund)'"

/** Replaces the custom fields of what was sold by those of its refund. */
const soldCustom = (plan: CsvImportPlan, record: 'orders' | 'order_lines'): string => {
  const patch = withoutSums(plan, record)
  return patch === null ? '' : `CAST(json_merge_patch(sold.custom, ${patch}) AS VARCHAR) AS custom,`
}

/** No file has the refund's date, so a refund has the date of its order. */
const refundOrders = (
  plan: CsvImportPlan,
  orders: string,
): string => `SELECT sold.* REPLACE (${soldCustom(plan, 'orders')}
      ${REFUND_ID} AS source_id, ${REFUND_ID} AS order_number, 'refund' AS order_type, NULL AS order_type_raw,
      'paid' AS payment_status, 'not_required' AS fulfillment_status, NULL AS fulfillment_status_raw,
      CASE WHEN is_whole THEN -sold.discount ELSE 0 END AS discount,
      -goods - CASE WHEN is_whole THEN sold.discount ELSE 0 END AS subtotal,
      -back.shipping AS shipping, -back.tip AS tip, -(money - goods - back.shipping - back.tip) AS tax,
      -money AS total, true AS is_refund),
    back.order_id AS refund_of_source_id
  FROM (${orders}) AS sold JOIN csv_refunds AS back ON back.order_id = sold.source_id`

/** Returned units bring their cost back; money alone brings none. */
const returnedCost = (plan: CsvImportPlan): string =>
  (plan.kind === 'orders' ? plan.fields.orderCost : filledColumns(plan).cost) === undefined
    ? ''
    : ' CASE WHEN is_whole THEN -sold.cost WHEN sold.cost IS NOT NULL THEN 0 END AS cost,'

/**
 * The order's lines with the opposite sign for a full refund. A partial refund is spread over all lines by amount, without
 * returned units, because the file does not say which goods it was for.
 */
const refundLines = (plan: CsvImportPlan, lines: string): string => {
  const sold = `(SELECT * FROM (${lines}) WHERE order_source_id IN (SELECT order_id FROM csv_refunds)) AS sold`
  const parts = `SELECT order_id, line_number AS line, sold.amount AS weight, goods AS amount
    FROM ${sold} JOIN csv_refunds ON order_id = order_source_id WHERE sold.amount > 0`
  return `SELECT sold.* REPLACE (${soldCustom(plan, 'order_lines')}
      ${REFUND_ID} || chr(31) || line_id AS source_id, ${REFUND_ID} AS order_source_id,
      CASE WHEN is_whole THEN -sold.quantity ELSE 0 END AS quantity,
      CASE WHEN is_whole THEN -sold.discount ELSE 0 END AS discount,${returnedCost(plan)}
      CASE WHEN is_whole THEN -sold.amount ELSE -share END AS amount)
    FROM ${sold} JOIN csv_refunds AS back ON back.order_id = sold.order_source_id
    LEFT JOIN (${apportioned(parts)}) AS shares ON shares.order_id = back.order_id AND shares.line = sold.line_number
    WHERE is_whole OR share > 0`
}

/** Refunds of the orders in `orders` and `lines` (SELECTs of staging rows). */
export const refundTargets = (plan: CsvImportPlan, orders: string, lines: string): KindTarget[] =>
  hasRefunds(plan)
    ? [
        { table: 'orders', rows: refundOrders(plan, orders) },
        { table: 'order_lines', rows: refundLines(plan, lines) },
      ]
    : []
