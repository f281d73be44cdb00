import { addDays, type LocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import { type Series, seriesEnd } from '../series/series.ts'
import { fitSeries } from '../structure/fit-series.ts'
import { predictSum } from '../structure/predict.ts'

export interface StructureInput {
  readonly series: Series
  readonly holidays: HolidayCalendar
  readonly unit: number
  readonly horizon: number
}

/** One-step forecasts, in the metric's own unit. */
export interface StepForecast {
  readonly expected: number
  /** standard deviation */
  readonly deviation: number
}

const CLOSED_WEEKS = 8

/** Weekdays without sales in the last eight weeks. */
const closedWeekdays = ({ grain, values }: Series, until: LocalDay): ReadonlySet<number> => {
  const closed = new Set<number>()
  if (grain !== 'day' || values.length < CLOSED_WEEKS * 7) return closed
  for (let back = 1; back <= 7; back += 1) {
    const same = Array.from({ length: CLOSED_WEEKS }, (_, week) => values[values.length - back - week * 7])
    if (same.every((value) => value === 0)) closed.add(toWeekday(addDays(until, -back)))
  }
  return closed
}

/** Forecasts `horizon` periods beyond the series with our own model. */
export const structureForecast = ({ series, holidays, unit, horizon }: StructureInput): StepForecast[] => {
  const { design, last, drift } = fitSeries({ series, holidays, unit })
  const until = seriesEnd(series)
  const closed = closedWeekdays(series, until)
  return Array.from({ length: horizon }, (_, step) => {
    const day = shiftPeriod(until, series.grain, step)
    if (series.grain === 'day' && closed.has(toWeekday(day))) return { expected: 0, deviation: 0 }
    const { mean, spread } = predictSum(last.state, [design.terms(day)], {
      design,
      drift,
      noise: last.noise,
      ahead: step + 1,
    })
    return { expected: mean * unit, deviation: unit * Math.sqrt(mean * mean * spread + mean) }
  })
}
