import type { ForecastChartOptions, ForecastPoint } from '#charts/forecast-chart.ts'
import type { Formats } from '#charts/value-format.ts'
import type { InsightProgress } from '#contract/insight-progress.ts'
import type { InsightPoint, InsightSeries, InsightSummary } from '#contract/insights.ts'
import { addDays } from '#domain/ranges/local-day.ts'

const LEVELS: readonly (readonly [least: number, label: string])[] = [
  [0.99, 'Very high'],
  [0.95, 'High'],
  [0.8, 'Medium'],
  [0.6, 'Fair'],
]

/** A confidence of 0 to 1 in words. */
export const confidenceLabel = (confidence: number): string =>
  LEVELS.find(([least]) => confidence >= least)?.[1] ?? 'Low'

type Grain = InsightSeries['grain']

/** Half-open local days. */
interface Period {
  readonly from: string
  readonly until: string
}

/** The name of a period on an axis. */
export const shortPeriod = ({ from }: Period, grain: Grain, formats: Formats): string =>
  grain === 'month' ? formats.month(from) : formats.day(from)

/** The full name of a period. */
export const fullPeriod = ({ from, until }: Period, grain: Grain, formats: Formats): string =>
  grain === 'month' ? formats.month(from, 'full') : formats.range(from, until)

type Points = readonly InsightPoint[]

export const chartPoints = (points: Points): readonly ForecastPoint[] =>
  points.map(({ value, expected, low, high }) => ({ actual: value, expected, low, high }))

/** From the first period that the insight is about to the last one; null when it is about none of them. */
export const markedRange = (points: Points): ForecastChartOptions['marked'] => {
  const first = points.findIndex(({ isMarked }) => isMarked)
  return first < 0 ? null : { first, last: points.findLastIndex(({ isMarked }) => isMarked) }
}

/** Its days and the money at stake, without days still to come and an amount that its text says. */
export const insightFacts = (
  { period, createdUtc, stake }: InsightSummary,
  said: string,
  formats: Formats,
): string[] => {
  const amount = stake === null ? null : formats.figure(stake, 'currency')
  const isAhead = period.until > addDays(createdUtc.slice(0, 10), 1)
  return [
    ...(isAhead ? [] : [formats.range(period.from, period.until)]),
    ...(amount === null || said.includes(amount) ? [] : [`${amount} at stake`]),
  ]
}

/** Who has an insight, and until when it is away. */
export const progressFacts = ({ snoozedUntil, assignee, doneUtc }: InsightProgress, formats: Formats): string[] => [
  ...(assignee === null ? [] : [`Assigned to ${assignee.name}`]),
  ...(doneUtc === null ? [] : [`Done ${formats.day(doneUtc, 'full')}`]),
  ...(snoozedUntil === null || doneUtc !== null ? [] : [`Snoozed until ${formats.day(snoozedUntil, 'full')}`]),
]
