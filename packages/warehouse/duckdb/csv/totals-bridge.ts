import type { DuckDBConnection } from '@duckdb/node-api'
import type { BridgeStep, CsvImportPlan, TotalsBridge } from '../../staging.ts'
import { staging } from '../load/apply.ts'
import { isToldOfOrder } from './order-discount.ts'
import { freightSql } from './order-line-columns.ts'
import { hasRefunds } from './order-refunds.ts'
import { rowValues, selectList } from './row-values.ts'
import { takesTaxOut } from './tax-inside.ts'
import { isMoneyBack, writtenRows } from './typed-rows.ts'
import { type WrittenAmount, writtenAmount } from './written-amount.ts'

interface Base extends WrittenAmount {
  /** whether the amount stands for the whole order, in one of its rows or in all */
  readonly isOfOrder: boolean
}

type Steps = readonly (readonly [reason: BridgeStep['reason'], sql: string])[]

const sum = (expression: string, from: string): string => `(SELECT coalesce(sum(${expression}), 0) FROM ${from})`

/** What an import of orders takes from the amounts of their rows until they are the net amounts of orders. */
const ordersSteps = (plan: CsvImportPlan, { fields: [base] }: Base): Steps => [
  ...(base === 'subtotal' ? [['discounts', `-${sum('discount', 'csv_rows')}`] as const] : []),
  ...(base === 'total' ? [['charges', `-${sum('tax + shipping + tip', 'csv_rows')}`] as const] : []),
  ...(takesTaxOut(plan) ? [['taxInside', `-${sum('tax_of_net', 'csv_rows')}`] as const] : []),
  ...(hasRefunds(plan) ? [['refundedAmounts', `-${sum('goods', 'csv_refunds')}`] as const] : []),
]

const linesSteps = (plan: CsvImportPlan, { fields: [base] }: Base, freight = freightSql(plan)): Steps => [
  ...(freight === null ? [] : [['charges', `-${sum('amount', `csv_rows WHERE ${freight}`)}`] as const]),
  ...(base === 'quantity' ? [['discounts', `-${sum('discount', 'csv_rows')}`] as const] : []),
  ...(isToldOfOrder(plan) ? [['orderDiscounts', `-${sum('taken', 'csv_taken')}`] as const] : []),
  ...(takesTaxOut(plan) ? [['taxInside', `-${sum('inside', 'csv_inside')}`] as const] : []),
  ...(hasRefunds(plan) ? [['refundedAmounts', `-${sum('goods', 'csv_refunds')}`] as const] : []),
]

/** Rows that are not imported, refunds that are written as positive amounts, and amounts that an order’s rows repeat. */
const rowSteps = (measure: string, { isOfOrder }: Base): Steps => [
  ['skippedRows', `-${sum(measure, 'written WHERE NOT is_taken')}`],
  isOfOrder
    ? ['repeated', `${sum('order_total', 'csv_orders')} - ${sum(measure, 'written WHERE is_taken')}`]
    : ['moneyBack', `-2 * ${sum(measure, `written WHERE is_back AND is_taken AND ${measure} > 0`)}`],
]

const orders = staging('orders')
const lines = staging('order_lines')
const withStatus = `${lines} JOIN (SELECT source_id AS order_id, payment_status FROM ${orders}) ON order_id = order_source_id`
const OPEN = "payment_status NOT IN ('paid', 'cancelled')"
const CANCELED = "payment_status = 'cancelled'"

const NET_STEPS: Steps = [
  ['unpaid', `-${sum('amount', `${withStatus} WHERE ${OPEN}`)}`],
  ['canceled', `-${sum('amount', `${withStatus} WHERE ${CANCELED}`)}`],
  ['giftCards', `-${sum('amount', `${withStatus} WHERE payment_status = 'paid' AND item_kind = 'gift_card'`)}`],
]
const NET_SALES = sum(
  'amount',
  `${withStatus} WHERE payment_status = 'paid' AND item_kind IS DISTINCT FROM 'gift_card'`,
)

const totalSteps = (plan: CsvImportPlan): Steps => [
  ...(hasRefunds(plan) ? [['refundedAmounts', `-${sum('money', 'csv_refunds')}`] as const] : []),
  ['unpaid', `-${sum('total', `${orders} WHERE ${OPEN}`)}`],
  ['canceled', `-${sum('total', `${orders} WHERE ${CANCELED}`)}`],
]
const TOTAL_PAID = sum('total', `${orders} WHERE payment_status = 'paid'`)

interface Bridged {
  readonly measure: TotalsBridge['measure']
  readonly base: Base
  readonly steps: Steps
  readonly result: string
}

const bridgesOf = (plan: CsvImportPlan): Bridged[] => {
  const written = writtenAmount(plan)
  if (written === null) return []
  const isLines = plan.kind === 'order_lines'
  const base = { ...written, isOfOrder: false }
  const own = isLines ? linesSteps(plan, base) : ordersSteps(plan, base)
  const net: Bridged = { measure: 'netSales', base, steps: [...own, ...NET_STEPS], result: NET_SALES }
  const name = isLines ? 'orderTotal' : 'total'
  if (!rowValues(plan).has(name)) return [net]
  const total = { fields: [name], amount: rowValues(plan).minor(`"${name}"`), isOfOrder: isLines }
  return [net, { measure: 'total', base: total, steps: totalSteps(plan), result: TOTAL_PAID }]
}

/**
 * How the amounts that a file of orders has become net sales and the total paid, counted over the tables of its import before they are
 * dropped. Nothing for other kinds, and for files with amounts of other currencies, which can’t be added.
 */
export const totalsBridges = async (connection: DuckDBConnection, plan: CsvImportPlan): Promise<TotalsBridge[]> => {
  const bridged = bridgesOf(plan)
  if (bridged.length === 0) return []
  const amounts = Object.fromEntries(bridged.map(({ measure, base }) => [measure, base.amount]))
  const written = `SELECT line IN (SELECT line FROM csv_rows) AS is_taken, ${isMoneyBack(plan) ?? 'false'} AS is_back,
    ${selectList(amounts)} FROM (${writtenRows(plan)})`
  const sums = bridged.map(({ measure, base, steps, result }) => {
    const all = [...rowSteps(measure, base), ...steps, ['written', sum(measure, 'written')], ['result', result]]
    return [measure, `{${all.map(([name, sql]) => `'${name}': CAST(${sql} AS DOUBLE)`).join(', ')}}`]
  })
  const foreign = `(SELECT count(*) FROM ${orders} WHERE currency <> '${plan.currency}')`
  const sql = `WITH written AS MATERIALIZED (${written}) SELECT ${selectList({ foreign, ...Object.fromEntries(sums) })}`
  const [row = {}] = (await connection.runAndReadAll(sql)).getRowObjectsJS()
  if (Number(row.foreign) > 0) return []
  return bridged.map(({ measure, base }) => {
    const { written, result, ...steps } = row[measure] as Readonly<Record<string, number>>
    return {
      measure,
      columns: base.fields.flatMap((name) => plan.columns[plan.fields[name]?.column ?? -1] ?? []),
      written: written ?? 0,
      steps: Object.entries(steps).flatMap(([reason, amount]) =>
        amount === 0 ? [] : [{ reason: reason as BridgeStep['reason'], amount }],
      ),
      result: result ?? 0,
    }
  })
}
