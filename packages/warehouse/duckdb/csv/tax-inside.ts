import type { CsvImportPlan } from '../../staging.ts'
import { apportioned, discountedLines } from './order-discount.ts'

/** SQL of an order's amounts in one unit, of which only the total may be null. */
interface OrderAmounts {
  readonly net: string
  readonly shipping: string
  readonly tip: string
  readonly tax: string
  readonly total: string
}

/** What the total has besides net amount, shipping and tip. */
const rest = ({ total, net, shipping, tip }: OrderAmounts): string => `(${total} - (${net}) - ${shipping} - ${tip})`

/** SQL of whether an order comes to its total without its tax, and not with it. `cent`: the most that rounding may leave. */
export const totalLacksTax = (amounts: OrderAmounts, cent: string): string =>
  `coalesce(${amounts.tax} <> 0 AND abs(${rest(amounts)}) <= ${cent} AND abs(${rest(amounts)} - ${amounts.tax}) > ${cent}, false)`

/** SQL of whether an order comes to its total with its tax; null without a total. */
export const totalHasTax = (amounts: OrderAmounts, cent: string): string =>
  `abs(${rest(amounts)} - ${amounts.tax}) <= ${cent}`

/** SQL of whether the tax of an order is inside its amounts. */
export const isTaxInside = ({ tax }: Pick<CsvImportPlan, 'tax'>, amounts: OrderAmounts, cent: string): string => {
  if (tax === 'inside') return `${amounts.tax} <> 0`
  return tax === 'total' ? totalLacksTax(amounts, cent) : 'false'
}

/** SQL of the part of an order's tax that is of its goods; the rest is of its shipping. Null where it has neither. */
export const taxOfGoods = ({ net, shipping, tax }: Pick<OrderAmounts, 'net' | 'shipping' | 'tax'>): string =>
  `CAST(${tax} AS DOUBLE) * (${net}) / nullif((${net}) + ${shipping}, 0)`

/** Whether orders of the file may have their tax inside. A net amount that is made of the total has none. */
export const takesTaxOut = ({
  kind,
  fields,
  tax = 'added',
}: Pick<CsvImportPlan, 'kind' | 'fields' | 'tax'>): boolean => {
  if (tax === 'added' || fields.tax === undefined) return false
  if (kind === 'orders' && fields.netAmount === undefined && fields.subtotal === undefined) return false
  return tax === 'inside' || fields.total !== undefined || fields.orderTotal !== undefined
}

const AMOUNTS: OrderAmounts = {
  net: 'net',
  shipping: 'coalesce(shipping, 0)',
  tip: 'coalesce(tip, 0)',
  tax: 'coalesce(tax, 0)',
  total: 'order_total',
}

/**
 * Statements that take the tax out of the amounts of orders that have it inside: `csv_inside` has `line, inside`, and `csv_orders` is
 * updated. They run after those of the discounts.
 */
export const insideStatements = (plan: CsvImportPlan): string[] => {
  if (!takesTaxOut(plan)) return []
  const orders = `SELECT order_id, net, CAST(round(${taxOfGoods(AMOUNTS)}) AS BIGINT) AS goods, tax
    FROM csv_orders WHERE net <> 0 AND net + coalesce(shipping, 0) <> 0 AND ${isTaxInside(plan, AMOUNTS, '1')}`
  const parts = `SELECT order_id, lines.line, abs(lines.amount) AS weight, abs(goods) AS amount
    FROM ${discountedLines(plan)} AS lines JOIN (${orders}) AS orders USING (order_id) WHERE sign(lines.amount) = sign(net)`
  return [
    `CREATE OR REPLACE TEMP TABLE csv_inside AS SELECT shares.order_id, line, CAST(share * sign(goods) AS BIGINT) AS inside
      FROM (${apportioned(parts)}) AS shares JOIN (${orders}) AS orders USING (order_id)`,
    `UPDATE csv_orders SET net = csv_orders.net - goods, shipping = coalesce(shipping, 0) - (csv_orders.tax - goods)
      FROM (${orders}) AS inside WHERE csv_orders.order_id = inside.order_id`,
  ]
}

/** The lines as a relation, after their order's discount and without tax. */
export const untaxedLines = (plan: CsvImportPlan): string =>
  takesTaxOut(plan)
    ? `(SELECT lines.* REPLACE (lines.amount - coalesce(inside, 0) AS amount)
        FROM ${discountedLines(plan)} AS lines LEFT JOIN csv_inside USING (line))`
    : discountedLines(plan)
