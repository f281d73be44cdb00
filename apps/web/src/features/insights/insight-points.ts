import type { ForecastChartOptions, ForecastPoint } from '#charts/forecast-chart.ts'
import type { InsightPoint } from '#contract/insights.ts'

type Points = readonly InsightPoint[]

export const chartPoints = (points: Points): readonly ForecastPoint[] =>
  points.map(({ value, expected, low, high }) => ({ actual: value, expected, low, high }))

/** From the first period that the insight is about to the last one; null when it is about none of them. */
export const markedPlaces = (points: Points): ForecastChartOptions['marked'] => {
  const first = points.findIndex(({ isMarked }) => isMarked)
  return first < 0 ? null : { first, last: points.findLastIndex(({ isMarked }) => isMarked) }
}
