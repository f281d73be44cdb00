import { addDays, addMonths, addYears, daysInMonth, parseLocalDay } from '#domain/ranges/local-day.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import { periodAt, type Series, seriesEnd, sumOfDays } from '../series/series.ts'
import { paceOfMonths, paceToDate } from './month-pace.ts'

export interface ScoredHistory {
  /** without the club orders of runs */
  readonly ordinary: Series
  /** those orders */
  readonly club: Series | null
  /** of which the dates are known before they are charged */
  readonly runs: readonly string[]
  readonly holidays: HolidayCalendar
  readonly unit: number
}

const until = (series: Series, day: string): Series => ({
  ...series,
  values: series.values.slice(0, (Date.parse(day) - Date.parse(series.from)) / 86_400_000),
})

const plus = (one: Series, other: Series | null): Series =>
  other === null ? one : { ...one, values: one.values.map((value, at) => value + (other.values[at] ?? 0)) }

export interface PaceScore {
  readonly months: number
  /** mean absolute errors, ÷ the mean of the months */
  readonly pace: number
  readonly lastYear: number
  /** share of the months within the 80 % interval */
  readonly within: number
}

/** Whole months, forecast after each of these numbers of days, from nothing that came later. */
export const scorePace = (history: ScoredHistory, first: string, elapsed: readonly number[]): PaceScore => {
  const { ordinary, club, runs, holidays, unit } = history
  const all = plus(ordinary, club)
  const errors = { pace: 0, lastYear: 0, within: 0, count: 0, months: 0, total: 0 }
  for (let month = first; addMonths(month, 1) <= seriesEnd(all); month = addMonths(month, 1)) {
    const [pace] = paceOfMonths({
      days: until(ordinary, month),
      months: [month],
      holidays,
      unit,
      club: club && { days: until(club, month), runs },
    })
    if (pace === undefined) continue
    const { year, month: number } = parseLocalDay(month)
    const days = daysInMonth(year, number)
    const actual = sumOfDays(all, { from: month, until: addMonths(month, 1) })
    errors.months += 1
    for (const day of elapsed) {
      const so = { from: month, until: addDays(month, day) }
      const parts = [ordinary, ...(club && pace.parts.length > 1 ? [club] : [])].map((one) => sumOfDays(one, so))
      const { forecast, low, high } = paceToDate(pace, { elapsed: day, actual: parts, plan: null })
      const before = addYears(month, -1)
      const whole = sumOfDays(all, { from: before, until: addMonths(before, 1) })
      const known = before >= periodAt(all, 0) && whole > 0
      const share = known ? sumOfDays(all, { from: before, until: addDays(before, day) }) / whole : day / days
      errors.pace += Math.abs(forecast - actual)
      errors.lastYear += Math.abs(sumOfDays(all, so) / share - actual)
      errors.within += Number(actual >= low && actual <= high)
      errors.count += 1
      errors.total += actual
    }
  }
  return {
    months: errors.months,
    pace: errors.pace / errors.total,
    lastYear: errors.lastYear / errors.total,
    within: errors.within / errors.count,
  }
}
