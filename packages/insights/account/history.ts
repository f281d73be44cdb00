import { diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import type { DayRange, Series } from '../series/series.ts'
import { isSameSubject, type MetricId, type Subject } from './metric.ts'

/** A metric of one subject, day by day. */
export interface SubjectSeries {
  readonly metric: MetricId
  readonly subject: Subject
  /** whole local days of the history, gaps as zeros; money in minor units */
  readonly days: Series
}

/** Counts per day that distinguish data problems from changes in business. */
export interface DuplicateCount {
  readonly day: LocalDay
  /** orders that equal an earlier one in customer, time, lines and total */
  readonly orders: number
}

/** Sellable units of a product at the end of the history. */
interface StockLevel {
  readonly product: string
  readonly available: number
}

/** The input of all detectors: complete days only. */
export interface AccountHistory extends DayRange {
  readonly calendar: PeriodCalendar
  readonly holidays: HolidayCalendar
  readonly series: readonly SubjectSeries[]
  readonly duplicates: readonly DuplicateCount[]
  /** null if the account's services report no stock */
  readonly stock: readonly StockLevel[] | null
  /** yearly value of a membership, minor units */
  readonly memberYearlyValue: number
}

export const findSeries = (history: AccountHistory, metric: MetricId, subject: Subject): SubjectSeries | null => {
  const value = subject.kind === 'account' ? null : subject.value
  return (
    history.series.find(
      (series) =>
        series.metric === metric &&
        series.subject.kind === subject.kind &&
        (series.subject.kind === 'account' || series.subject.value === value),
    ) ?? null
  )
}

/** Whether the metric of the subject has a value on the day or later. */
export const hasValueSince = (
  series: readonly SubjectSeries[],
  { metric, subject }: Pick<SubjectSeries, 'metric' | 'subject'>,
  day: LocalDay,
): boolean =>
  series.some(
    (one) =>
      one.metric === metric &&
      isSameSubject(one.subject, subject) &&
      one.days.values.subarray(Math.max(0, diffDays(one.days.from, day))).some((value) => value > 0),
  )

const sumValues = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < values.length; at += 1) sum += values[at] || 0
  return sum
}

/** The value of one unit of the metric in minor units: an order its average, a bottle its price, a membership a year. */
export const estimateWorth = (history: AccountHistory, { metric, subject, days }: SubjectSeries): number => {
  if (metric === 'netSales' || metric === 'productSales') return 1
  if (metric === 'signups' || metric === 'cancellations') return history.memberYearlyValue
  const money = findSeries(history, metric === 'orderCount' ? 'netSales' : 'productSales', subject)
  const count = sumValues(days.values)
  return money === null || count <= 0 ? 0 : sumValues(money.days.values) / count
}
