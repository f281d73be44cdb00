import { diffDays } from '#domain/ranges/local-day.ts'
import { type AccountHistory, estimateWorth, findSeries, type SubjectSeries } from '../account/history.ts'
import { isSameSubject, type MetricId, type Subject } from '../account/metric.ts'
import { type DayRange, indexFrom, periodAt, type Series, sumPeriods } from '../series/series.ts'
import { type PeriodScore, type ScoredSeries, scoreSeries } from './score-series.ts'

/** A series of the account with its scores by day and by week, where it has enough data. */
export interface ScoredSubject extends SubjectSeries {
  readonly byDay: ScoredSeries | null
  readonly byWeek: ScoredSeries | null
  /** amount of the metric per random event */
  readonly unit: number
  /** value of one unit of the metric, minor units */
  readonly worth: number
}

/** Numbers of weeks that are also tested together, to find small but lasting changes. */
export const TOGETHER = [2, 4]
/** Numbers of days that are also tested together, for festivals and long weekends. */
export const RUN = 3

/** Minimum counts per day, and per week, for that grain. */
const FEWEST_A_DAY = 1
const FEWEST_A_WEEK = 0.4
/** If a few days make most of the sum, such as releases, there is no weekly or yearly pattern. */
const BURST_DAYS = 0.04
const BURST_SHARE = 0.5
/** Orders differ in size: their sum varies like that of a third as many equal ones. */
const ORDERS_TOGETHER = 3
/** Typical bottles of a product per order. */
const BOTTLES_TOGETHER = 2

const totalOf = (values: Float64Array): number => values.reduce((sum, value) => sum + (value || 0), 0)

const isBursty = ({ values }: Series): boolean => {
  const descending = values.slice().sort().reverse()
  const top = descending.subarray(0, Math.ceil(descending.length * BURST_DAYS))
  return totalOf(top) > BURST_SHARE * totalOf(values)
}

/** The amount per random event: one for counts, a share of the average order for money. */
const unitOf = (history: AccountHistory, series: SubjectSeries): number => {
  if (series.metric === 'productUnits') return BOTTLES_TOGETHER
  if (series.metric !== 'netSales' && series.metric !== 'productSales') return 1
  const counts = findSeries(history, series.metric === 'netSales' ? 'orderCount' : 'productUnits', series.subject)
  const together = series.metric === 'netSales' ? ORDERS_TOGETHER : BOTTLES_TOGETHER
  const count = counts === null ? 0 : totalOf(counts.days.values)
  return count > 0 ? Math.max(1, (together * totalOf(series.days.values)) / count) : 10_000
}

/** One large order can dominate a day's sales, but not its number of orders. */
const MONEY_FREEDOM = 12
const COUNT_FREEDOM = 24

const GRAINS: Readonly<Record<SubjectSeries['metric'], 'both' | 'weeks'>> = {
  netSales: 'both',
  orderCount: 'both',
  productSales: 'weeks',
  productUnits: 'weeks',
  clubSales: 'weeks',
  clubOrders: 'weeks',
  signups: 'weeks',
  cancellations: 'weeks',
}

const scoreSubject = (history: AccountHistory, series: SubjectSeries): ScoredSubject => {
  const unit = unitOf(history, series)
  const freedom = series.metric === 'netSales' ? MONEY_FREEDOM : COUNT_FREEDOM
  const daily = totalOf(series.days.values) / unit / Math.max(1, series.days.values.length)
  const isByDay =
    GRAINS[series.metric] === 'both' &&
    series.subject.kind !== 'teamMember' &&
    daily >= FEWEST_A_DAY &&
    !isBursty(series.days)
  const { holidays } = history
  const weeks = sumPeriods(series.days, 'week', history.calendar)
  return {
    ...series,
    unit,
    worth: estimateWorth(history, series),
    byDay: isByDay ? scoreSeries({ series: series.days, holidays, unit, runs: [RUN], freedom }) : null,
    byWeek:
      daily * 7 >= FEWEST_A_WEEK && !isBursty(weeks)
        ? scoreSeries({ series: weeks, holidays, unit, windows: TOGETHER, freedom })
        : null,
  }
}

/** Product sales are used only for prices. */
export const scoreAccount = (history: AccountHistory): ScoredSubject[] =>
  history.series.filter(({ metric }) => metric !== 'productSales').map((series) => scoreSubject(history, series))

interface MetricOfSubject {
  readonly metric: MetricId
  readonly subject: Subject
}

const find = (account: readonly ScoredSubject[], { metric, subject }: MetricOfSubject): ScoredSubject | undefined =>
  account.find((scored) => scored.metric === metric && isSameSubject(scored.subject, subject))

/** The score of exactly these days; null if they are not a scored period. */
const scoreOfRange = (scored: ScoredSeries | null, { from, until }: DayRange): PeriodScore | null => {
  if (scored === null) return null
  const index = indexFrom(scored.series, from)
  const length = scored.series.grain === 'day' ? diffDays(from, until) : diffDays(from, until) / 7
  return periodAt(scored.series, index) === from ? scored.at(index, length) : null
}

/** The score behind an anomaly's forecast figures, of days or whole weeks; null if there is none. */
export const findForecast = (
  account: readonly ScoredSubject[],
  what: MetricOfSubject,
  range: DayRange,
): PeriodScore | null => {
  const scored = find(account, what)
  if (scored === undefined) return null
  const days = diffDays(range.from, range.until)
  return days === 1 || days === RUN ? scoreOfRange(scored.byDay, range) : scoreOfRange(scored.byWeek, range)
}

/** The scores of every day or week that starts in the range, in order: the band of a chart. */
export const forecastBand = (
  account: readonly ScoredSubject[],
  what: MetricOfSubject & { readonly grain: 'day' | 'week' },
  { from, until }: DayRange,
): PeriodScore[] => {
  const subject = find(account, what)
  const scored = what.grain === 'day' ? subject?.byDay : subject?.byWeek
  if (scored === null || scored === undefined) return []
  const first = Math.max(0, indexFrom(scored.series, from))
  const end = Math.min(scored.series.values.length, indexFrom(scored.series, until))
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => scored.at(first + at, 1)).filter(
    (score) => score !== null,
  )
}
