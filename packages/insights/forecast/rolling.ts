import type { HolidayCalendar } from '../calendar/holiday.ts'
import type { Series, SeriesGrain } from '../series/series.ts'
import { ets } from './ets.ts'
import { seasonalNaive } from './seasonal-naive.ts'
import { type StepForecast, structureForecast } from './structure-forecast.ts'
import { theta } from './theta.ts'

export const FORECAST_METHODS = ['structure', 'ets', 'theta', 'seasonalNaive'] as const
export type ForecastMethod = (typeof FORECAST_METHODS)[number]

/** What each method foretold from what was known before `origin`, step by step. */
export interface Outlook {
  /** index of the first period foretold */
  readonly origin: number
  readonly byMethod: Readonly<Record<ForecastMethod, readonly number[]>>
  /** how far off a step may be, beside the others; nothing where the door is closed */
  readonly deviations: readonly number[]
}

export interface OutlookInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  readonly unit: number
  readonly horizon: number
}

const SEASONS: Readonly<Record<SeriesGrain, number>> = { day: 7, week: 52, month: 12 }

/** The season that repeating the past can lean on: none of a year before there are two. */
export const seasonOf = (grain: SeriesGrain, length: number): number => {
  const season = SEASONS[grain]
  return length >= 2 * season ? season : 1
}

/** Nothing less than nothing is foretold of sales. */
const atLeastNothing = (values: readonly number[]): number[] => values.map((value) => Math.max(0, value))

export const outlookAt = ({ series, holidays, unit, horizon }: OutlookInput, origin: number): Outlook => {
  const known: Series = { ...series, values: series.values.subarray(0, origin) }
  const season = seasonOf(series.grain, origin)
  const byTheta = atLeastNothing(theta(known.values, season, horizon))
  const own: readonly StepForecast[] = structureForecast({ series: known, holidays, unit, horizon })
  return {
    origin,
    // A few dozen months say little of how unsure each is; there the misses are shares of the month.
    deviations: series.grain === 'month' ? byTheta : own.map(({ deviation }) => deviation),
    byMethod: {
      structure: own.map(({ expected }) => expected),
      ets: atLeastNothing(ets(known.values, season, horizon)),
      theta: byTheta,
      seasonalNaive: seasonalNaive(known.values, season, horizon),
    },
  }
}
