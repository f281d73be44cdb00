import { isLocalDay, type LocalDay } from './local-day.ts'

/** Half-open: `from` is in, `until` is out. */
interface FixedRange {
  readonly from: LocalDay
  readonly until: LocalDay
}

const DAYS = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/

/** Dates that a definition keeps instead of a relative range: `2026-03-01/2026-04-01` is March. Null for any other text. */
export const parseFixedRange = (text: string): FixedRange | null => {
  const [, from = '', until = ''] = DAYS.exec(text) ?? []
  return isLocalDay(from) && isLocalDay(until) && from < until ? { from, until } : null
}

/** The text of dates in a definition. */
export const fixedRangeText = ({ from, until }: FixedRange): string => `${from}/${until}`
