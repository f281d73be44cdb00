import type { HolidayCalendar } from '../calendar/holidays.ts'
import type { Series, SeriesGrain } from '../series/series.ts'
import { ets } from './ets.ts'
import { type StepForecast, structureForecast } from './structure-forecast.ts'
import { theta } from './theta.ts'

/** Seasonal naive forecast: each period repeats the value of one season before. */
const seasonalNaive = (values: ArrayLike<number>, season: number, horizon: number): number[] => {
  const length = values.length
  const period = season <= length ? season : 1
  return Array.from({ length: horizon }, (_, step) => values[length - period + (step % period)] ?? 0)
}

export const FORECAST_METHODS = ['structure', 'ets', 'theta', 'seasonalNaive'] as const
export type ForecastMethod = (typeof FORECAST_METHODS)[number]

/** The forecast of each method from the values before `origin`, step by step. */
export interface Outlook {
  /** index of the first period forecast */
  readonly origin: number
  readonly byMethod: Readonly<Record<ForecastMethod, readonly number[]>>
  /** relative uncertainty of each step; 0 if the winery is closed */
  readonly deviations: readonly number[]
}

export interface OutlookInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  readonly unit: number
  readonly horizon: number
}

const SEASONS: Readonly<Record<SeriesGrain, number>> = { day: 7, week: 52, month: 12 }

/** The season length for the naive forecast: a year only with two years of history. */
const seasonOf = (grain: SeriesGrain, length: number): number => {
  const season = SEASONS[grain]
  return length >= 2 * season ? season : 1
}

/** Sales forecasts are never negative. */
const atLeastNothing = (values: readonly number[]): number[] => values.map((value) => Math.max(0, value))

export const outlookAt = ({ series, holidays, unit, horizon }: OutlookInput, origin: number): Outlook => {
  const known: Series = { ...series, values: series.values.subarray(0, origin) }
  const season = seasonOf(series.grain, origin)
  const byTheta = atLeastNothing(theta(known.values, season, horizon))
  const own: readonly StepForecast[] = structureForecast({ series: known, holidays, unit, horizon })
  return {
    origin,
    // A few dozen months cannot show the uncertainty of each month; their errors are relative to the month.
    deviations: series.grain === 'month' ? byTheta : own.map(({ deviation }) => deviation),
    byMethod: {
      structure: own.map(({ expected }) => expected),
      ets: atLeastNothing(ets(known.values, season, horizon)),
      theta: byTheta,
      seasonalNaive: seasonalNaive(known.values, season, horizon),
    },
  }
}
