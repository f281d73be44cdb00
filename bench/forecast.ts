/**
 * Forecasts with a rolling origin on the real Online Retail series and on sample wineries: mean absolute scaled error of each
 * method, the ratio to repeating the previous season, and how often the 80% interval contains the value.
 * `node bench/forecast.ts`. Online Retail (UCI, CC BY 4.0) is next to the repository.
 */
import { holidaysOf } from '#insights/calendar/holidays.ts'
import { forecastFrom } from '#insights/forecast/forecast.ts'
import {
  FORECAST_METHODS,
  naiveError,
  type Outlook,
  type OutlookInput,
  outlookAt,
  seasonOf,
} from '#insights/forecast/rolling.ts'
import { type SeriesGrain, sumPeriods } from '#insights/series/series.ts'
import { type NamedSeries, onlineRetail, sampleWinery } from './kit/forecast-series.ts'
import { printTable } from './kit/measure.ts'

interface Setting {
  readonly grain: SeriesGrain
  readonly horizon: number
  /** periods from one origin to the next */
  readonly step: number
  /** periods before the first origin, and before the first scored one */
  readonly first: number
  readonly scoredFrom: number
}

const CALENDAR = { weekStart: 'monday', fiscalYearStartMonth: 1 } as const

const RETAIL: readonly Setting[] = [
  { grain: 'day', horizon: 7, step: 7, first: 56, scoredFrom: 119 },
  { grain: 'week', horizon: 4, step: 1, first: 12, scoredFrom: 22 },
]
const WINERY: readonly Setting[] = [
  { grain: 'day', horizon: 14, step: 14, first: 560, scoredFrom: 840 },
  { grain: 'week', horizon: 4, step: 2, first: 84, scoredFrom: 120 },
]
/** A winery has few months, so more wineries are scored. */
const MONTHS: Setting = { grain: 'month', horizon: 3, step: 1, first: 18, scoredFrom: 28 }

interface Sums {
  naive: number
  count: number
  within: number
  scale: number
  readonly errors: Map<string, number>
}

const add = (sums: Sums, name: string, error: number): void => {
  sums.errors.set(name, (sums.errors.get(name) ?? 0) + error)
}

const score = (input: OutlookInput, { step, first, scoredFrom }: Setting): Sums => {
  const { values, grain } = input.series
  const outlooks: Outlook[] = []
  for (let origin = first; origin < values.length; origin += step) outlooks.push(outlookAt(input, origin))
  const sums: Sums = { naive: 0, count: 0, within: 0, scale: 0, errors: new Map() }
  for (const [at, outlook] of outlooks.entries()) {
    if (outlook.origin < scoredFrom) continue
    const { points } = forecastFrom(outlook, outlooks.slice(Math.max(0, at - 26), at), input)
    const scale = naiveError(values.subarray(0, outlook.origin), seasonOf(grain, outlook.origin))
    for (const [ahead, { expected, low, high }] of points.entries()) {
      const value = values[outlook.origin + ahead]
      if (value === undefined) continue
      sums.count += 1
      sums.scale += scale
      sums.within += value >= low && value <= high ? 1 : 0
      add(sums, 'combined', Math.abs(value - expected))
      for (const method of FORECAST_METHODS) {
        add(sums, method, Math.abs(value - (outlook.byMethod[method][ahead] ?? 0)))
      }
    }
  }
  return sums
}

const rowOf = ({ name, days, unit, country }: NamedSeries, setting: Setting): (string | number)[] => {
  const series = setting.grain === 'day' ? days : sumPeriods(days, setting.grain, CALENDAR)
  const sums = score({ series, holidays: holidaysOf(country), unit, horizon: setting.horizon }, setting)
  const errorOf = (method: string): number => sums.errors.get(method) ?? Number.NaN
  const scaled = ['combined', ...FORECAST_METHODS].map((method) => errorOf(method) / sums.scale)
  return [
    `${name}, ${setting.grain}`,
    ...scaled.map((error) => error.toFixed(3)),
    (errorOf('combined') / errorOf('seasonalNaive')).toFixed(3),
    `${((100 * sums.within) / sums.count).toFixed(1)} %`,
    sums.count,
  ]
}

const rows = [
  ...RETAIL.map((setting) => rowOf(onlineRetail(), setting)),
  ...[1, 2, 3, 4].flatMap((seed) => {
    const winery = sampleWinery(seed)
    return [...(seed <= 2 ? WINERY : []), MONTHS].map((setting) => rowOf(winery, setting))
  }),
]
printTable(
  'Forecasts, rolling origin: scaled error (MASE)',
  ['series', 'combined', ...FORECAST_METHODS, '÷ naive', '80 % holds', 'periods'],
  rows,
)
