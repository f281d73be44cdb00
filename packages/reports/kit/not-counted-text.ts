import type { ReportResult } from '#contract/reports.ts'

/** How numbers are written. */
interface NumberFormats {
  readonly count: (records: number) => string
  readonly money: (amount: number) => string
}

const NAMES = { open: 'open', canceled: 'canceled' } as const

/** Amounts of an order that say what was left out. */
const AMOUNTS = ['total', 'subtotal']

const amountLeft = ({ columns, notCounted }: Pick<ReportResult, 'columns' | 'notCounted'>): number | null => {
  const index = AMOUNTS.map((name) => columns.findIndex(({ columnId }) => columnId === name)).find((at) => at >= 0)
  if (index === undefined) return null
  const amounts = notCounted.map(({ cells }) => cells[index]).filter((cell) => typeof cell === 'number')
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
}

/** `Totals exclude 3 open and 2 canceled orders, $540.00.`; null where they leave nothing out. */
export const notCountedText = (
  result: Pick<ReportResult, 'columns' | 'notCounted'>,
  { count, money }: NumberFormats,
): string | null => {
  const { columns, notCounted } = result
  if (notCounted.length === 0) return null
  const isLines = columns.some(({ columnId }) => columnId === 'quantity' || columnId === 'lineDiscount')
  const records = notCounted.reduce((sum, one) => sum + one.records, 0)
  const parts = notCounted.map(({ kind, records: number }) => `${count(number)} ${NAMES[kind]}`).join(' and ')
  const amount = amountLeft(result)
  const one = isLines ? 'order line' : 'order'
  return `Totals exclude ${parts} ${records === 1 ? one : `${one}s`}${amount === null ? '' : `, ${money(amount)}`}.`
}

const TENTHS_OF_PERCENT = 1000

/** Never rounded up to 100%, which would claim that every cost is known. */
const shown = (coverage: number): number => Math.floor(coverage * TENTHS_OF_PERCENT) / TENTHS_OF_PERCENT

/**
 * Says that cost, profit and margin cover a part of net sales only; null where they cover all, or there are none. Refunds can make
 * `coverage`, a ratio, less than 0 or more than 1.
 */
export const costCoverageText = (coverage: number | null, percent: (ratio: number) => string): string | null => {
  if (coverage === null || coverage === 1) return null
  const known =
    coverage < 0 || coverage > 1
      ? 'Some order lines have no known cost.'
      : coverage === 0
        ? 'No costs are known for these sales.'
        : `Costs are known for ${percent(shown(coverage))} of net sales.`
  return `${known} Cost of goods sold, gross profit, and gross margin include only lines with a known cost.`
}
