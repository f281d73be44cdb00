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
  const place = AMOUNTS.map((name) => columns.findIndex(({ columnId }) => columnId === name)).find((at) => at >= 0)
  if (place === undefined) return null
  const amounts = notCounted.map(({ cells }) => cells[place]).filter((cell) => typeof cell === 'number')
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
