import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { DuplicateCount, SubjectSeries } from '#insights/account/history.ts'
import type { MetricId } from '#insights/account/metric.ts'
import type { Sensitivity } from '#insights/anomaly/sensitivity.ts'
import type { ClubYear } from '#insights/club/club-year.ts'
import type { MemberHistory } from '#insights/club/member-history.ts'
import type { ReleaseInput } from '#insights/club/release-outlook.ts'
import type { ConversionPair } from '#insights/conversion/conversion-shift.ts'
import type { CustomerHistory } from '#insights/customers/lapsing.ts'
import type { ChangeToExplain } from '#insights/driver/explain-change.ts'
import type { DayRange } from '#insights/series/series.ts'
import type { ProductStock } from '../history/read-stock.ts'

export interface GoalToPace extends DayRange {
  readonly metric: MetricId
  /** minor units, or a count */
  readonly amount: number
}

/** All that insights are found from, as a thread of its own can be given it. */
export interface FindingTask {
  /** complete days of the series */
  readonly range: DayRange
  readonly calendar: RangeCalendar
  /** of holidays; ISO code of two letters */
  readonly country: string | null
  readonly sensitivity: Sensitivity
  /** periods that end in it are judged */
  readonly judged: DayRange
  readonly series: readonly SubjectSeries[]
  /** of the account as a whole, where a goal asks for it */
  readonly signups: readonly SubjectSeries[]
  readonly duplicates: readonly DuplicateCount[]
  readonly stock: readonly ProductStock[] | null
  readonly clubYear: ClubYear
  readonly members: readonly MemberHistory[]
  readonly customers: readonly CustomerHistory[]
  readonly releases: readonly ReleaseInput[]
  readonly conversions: readonly ConversionPair[]
  readonly changes: readonly ChangeToExplain[]
  readonly goals: readonly GoalToPace[]
}

/** Some of the members and customers; null comes after the last ones. */
export type PeopleBatch = Pick<FindingTask, 'members' | 'customers'>
