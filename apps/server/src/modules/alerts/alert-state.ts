import { RANGE_RULES, RELATIVE_RANGES } from '#domain/ranges/relative-range.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'

/** What met an alert's condition when it was last checked. */
export interface OpenState {
  /** as `periodOf` */
  readonly period: string
  /** keys of the total or of rows */
  readonly keys: readonly string[]
}

/**
 * The next state, and the keys to notify of: those that did not meet the condition in the same period before. A key that recovered is
 * no longer open, so it fires again.
 */
export const advanceState = (
  open: OpenState,
  now: OpenState,
): { readonly open: OpenState; readonly fired: readonly string[] } => {
  const known = new Set(open.period === now.period ? open.keys : [])
  return { open: now, fired: now.keys.filter((key) => !known.has(key)) }
}

/**
 * Identifies the period that a range is in: each day, week or month is a new one. Rolling ranges, such as the last 7 days, and custom
 * ranges stay in one period.
 */
export const periodOf = (rangeName: string, range: Pick<ResolvedRange, 'from'> | null): string => {
  const name = RELATIVE_RANGES.find((one) => one === rangeName)
  if (range === null || name === undefined || name === 'None') return ''
  return RANGE_RULES[name].kind === 'days' ? '' : range.from
}

/**
 * Whether the data reaches the end of a range: it was loaded after the range's last day, or today if the range includes today. Without
 * a range the data shows the current state.
 */
export const isReached = (range: ResolvedRange | null, dataDay: string, today: string): boolean =>
  range === null || dataDay >= (range.partial ? today : range.until)
