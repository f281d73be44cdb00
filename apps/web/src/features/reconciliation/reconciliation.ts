import type { Reconciliation } from '#contract/service-checks.ts'

/** A calendar month, `YYYY-MM`. */
export type Month = string

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export const isMonth = (text: unknown): text is Month => typeof text === 'string' && MONTH.test(text)

/** The month `by` months later, or earlier if negative. */
export const addMonths = (month: Month, by: number): Month => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + by
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** The month of an instant (epoch milliseconds) in a time zone (IANA name). */
export const currentMonth = (now: number, timeZone: string): Month => {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', timeZone }).formatToParts(now)
  const part = (type: string): string => parts.find((known) => known.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}`
}

/** `count` months back from `newest`. */
export const monthsBack = (newest: Month, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => addMonths(newest, -index))

export type Difference = Reconciliation['differences'][number]

/** Describes an order's difference. */
export const differenceLabel = ({ ours, platform }: Difference, platformName: string): string => {
  if (platform === null) return 'Only in Cuvee'
  return ours === null ? `Only in ${platformName}` : 'Amounts differ'
}

/** Cuvee's amount minus the platform's, in major units; a missing order counts as zero. */
export const roundedDifference = ({ ours, platform }: Difference): number => round((ours ?? 0) - (platform ?? 0))

/** The same for monthly totals. */
export const totalDifference = ({ ours, platform }: Reconciliation): { orders: number; total: number } => ({
  orders: ours.orders - platform.orders,
  total: round(ours.total - platform.total),
})

// Avoids floating-point noise in differences of major units.
const round = (amount: number): number => Math.round(amount * 1000) / 1000
