import { earlierDay, type LocalDay, laterDay } from './ranges/local-day.ts'

/** Orders of one currency that a source gave, money in minor units. */
interface CurrencyTotals {
  /** ISO 4217 */
  readonly currency: string
  /** as reports count them: paid, with net sales above zero, no refunds */
  readonly orders: number
  /** paid out */
  readonly refunds: number
  /** orders and refunds that are neither paid nor canceled */
  readonly open: number
  /** orders and refunds */
  readonly canceled: number
  /** lines of paid orders and refunds, excluding gift cards */
  readonly netSales: number
  /** amounts paid, with tax, shipping and tips; negative for refunds */
  readonly total: number
}

/** What a source gave, counted from its rows before they are merged with stored ones. */
export interface ControlTotals {
  /** by canonical table */
  readonly rows: Readonly<Record<string, number>>
  /** local days of the first and the last order; null without orders */
  readonly firstDay: LocalDay | null
  readonly lastDay: LocalDay | null
  /** sorted by currency */
  readonly currencies: readonly CurrencyTotals[]
}

export const NO_CONTROL_TOTALS: ControlTotals = { rows: {}, firstDay: null, lastDay: null, currencies: [] }

const addCounts = (one: ControlTotals['rows'], other: ControlTotals['rows']): Record<string, number> => {
  const sums = { ...one }
  for (const [table, rows] of Object.entries(other)) sums[table] = (sums[table] ?? 0) + rows
  return sums
}

const addCurrency = (one: CurrencyTotals, other: CurrencyTotals): CurrencyTotals => ({
  currency: one.currency,
  orders: one.orders + other.orders,
  refunds: one.refunds + other.refunds,
  open: one.open + other.open,
  canceled: one.canceled + other.canceled,
  netSales: one.netSales + other.netSales,
  total: one.total + other.total,
})

const pick = (
  choose: (one: LocalDay, other: LocalDay) => LocalDay,
  one: LocalDay | null,
  other: LocalDay | null,
): LocalDay | null => (one === null || other === null ? (one ?? other) : choose(one, other))

/** Totals of two parts of one run. An order that both parts contain counts in each. */
export const addControlTotals = (one: ControlTotals, other: ControlTotals): ControlTotals => {
  const byCurrency = new Map(one.currencies.map((totals) => [totals.currency, totals]))
  for (const totals of other.currencies) {
    const before = byCurrency.get(totals.currency)
    byCurrency.set(totals.currency, before === undefined ? totals : addCurrency(before, totals))
  }
  return {
    rows: addCounts(one.rows, other.rows),
    firstDay: pick(earlierDay, one.firstDay, other.firstDay),
    lastDay: pick(laterDay, one.lastDay, other.lastDay),
    currencies: [...byCurrency.values()].sort((a, b) => a.currency.localeCompare(b.currency)),
  }
}
