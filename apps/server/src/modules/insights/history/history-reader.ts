import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { QuerySession } from '#server/modules/analytics/index.ts'

export type HistorySession = Pick<QuerySession, 'rows'>

/** What an account's history is read with. */
export interface HistoryReader {
  readonly session: HistorySession
  /** complete days */
  readonly range: DayRange
  readonly calendar: RangeCalendar
  /** minor units in one major unit */
  readonly minorUnits: number
  /** days whose records are read at a time, the fewer the more a day has */
  readonly daysASlice: number
  /** services that have rows */
  readonly serviceIds: readonly string[]
}
