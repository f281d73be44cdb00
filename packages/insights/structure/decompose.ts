import type { HolidayCalendar } from '../calendar/holidays.ts'
import { periodStarts, type Series } from '../series/series.ts'
import { biweight, medianDeviation } from '../statistics/location.ts'
import type { Design } from './design.ts'
import { fitSeries } from './fit-series.ts'

/** Factors of each period; their product with the trend and the remainder is the value. */
export interface Decomposition {
  /** in the metric's own unit */
  readonly trend: Float64Array
  readonly week: Float64Array
  readonly year: Float64Array
  readonly holiday: Float64Array
  /** value ÷ all of these; 1 is as expected, NaN if unknown */
  readonly rest: Float64Array
}

export interface DecomposeInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  readonly unit: number
}

/** Periods on either side that the trend uses. */
const REACH = { day: 45, week: 9, month: 4 } as const
const ROUNDS = 3
const FAR = 6

const factors = (starts: readonly string[], design: Design, effects: Float64Array, from: number, end: number) =>
  Float64Array.from(starts, (start) => {
    const log = design
      .terms(start)
      .filter(({ at }) => at >= from && at < end)
      .reduce((sum, { at, share }) => sum + share * (effects[at] ?? 0), 0)
    return Math.exp(log)
  })

const localMean = (values: Float64Array, weights: Float64Array, at: number, reach: number): number => {
  let [sum, total] = [0, 0]
  for (let near = Math.max(0, at - reach); near <= Math.min(values.length - 1, at + reach); near += 1) {
    const value = values[near] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const weight = (1 - (Math.abs(near - at) / (reach + 1)) ** 3) ** 3 * (weights[near] ?? 1)
    sum += weight * value
    total += weight
  }
  return total > 0 ? sum / total : 0
}

/** A robust moving average with more weight on near periods. */
const trendOf = (adjusted: Float64Array, reach: number): Float64Array => {
  let weights = new Float64Array(adjusted.length).fill(1)
  let trend = new Float64Array(adjusted.length)
  for (let round = 0; round < ROUNDS; round += 1) {
    trend = Float64Array.from(adjusted, (_, at) => localMean(adjusted, weights, at, reach))
    const misses = Array.from(adjusted, (value, at) => value - (trend[at] ?? 0))
    const scatter = medianDeviation(misses, 0)
    if (!(scatter > 0)) return trend
    weights = Float64Array.from(misses, (miss) => (Number.isNaN(miss) ? 0 : biweight(miss / scatter, FAR)))
  }
  return trend
}

/** The components of a series in hindsight, for charts. Scoring uses only earlier values. */
export const decompose = ({ series, holidays, unit }: DecomposeInput): Decomposition => {
  const { design, last } = fitSeries({ series, holidays, unit })
  const starts = periodStarts(series)
  const of = (from: number, end: number) => factors(starts, design, last.state.effects, from, end)
  const week = of(design.weekdaysAt, design.yearAt)
  const year = of(design.yearAt, design.holidaysAt)
  const holiday = of(design.holidaysAt, design.size)
  const season = week.map((factor, at) => factor * (year[at] ?? 1) * (holiday[at] ?? 1))
  const trend = trendOf(
    series.values.map((value, at) => value / (season[at] ?? 1)),
    REACH[series.grain],
  )
  const rest = series.values.map((value, at) => value / ((season[at] ?? 1) * (trend[at] ?? 0) || Number.NaN))
  return { trend, week, year, holiday, rest }
}
