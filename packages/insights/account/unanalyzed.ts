import { addDays, diffDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { DayRange } from '../series/series.ts'
import { hasValueSince, type SubjectSeries } from './history.ts'
import { ACCOUNT } from './metric.ts'

/** Shorter histories are not analyzed; without orders for as long, nothing is said about what comes next. */
export const FEWEST_DAYS = 56
/** Days needed to compare four weeks with the same weeks of last year. */
const DAYS_FOR_LAST_YEAR = 364 + 28
/** Days needed to check a forecast of a week against last year. */
const DAYS_FOR_FORECAST = 7 * 26

export const hasRecentOrders = (series: readonly SubjectSeries[], { until }: DayRange): boolean =>
  hasValueSince(series, { metric: 'orderCount', subject: ACCOUNT }, addDays(until, -FEWEST_DAYS))

/** First and last day with orders; null without any. */
export interface OrderDays {
  readonly first: LocalDay
  readonly last: LocalDay
}

/** What the orders of an account are not enough to analyze. */
export type Unanalyzed = 'everything' | 'future' | 'forecast' | 'lastYear'

/** What could not be analyzed on a day, the most important first; empty for a long and current history. */
export const findUnanalyzed = (orders: OrderDays | null, today: LocalDay): readonly Unanalyzed[] => {
  if (orders === null || diffDays(orders.first, today) < FEWEST_DAYS) return ['everything']
  if (diffDays(orders.last, today) > FEWEST_DAYS) return ['future']
  const days = diffDays(orders.first, today)
  return [
    ...(days < DAYS_FOR_FORECAST ? (['forecast'] as const) : []),
    ...(days < DAYS_FOR_LAST_YEAR ? (['lastYear'] as const) : []),
  ]
}
