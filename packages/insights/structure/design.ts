import { addDays, dayNumber, diffDays, type LocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import { shiftPeriod } from '#domain/ranges/period.ts'
import type { HolidayCalendar } from '../calendar/holidays.ts'
import type { SeriesGrain } from '../series/series.ts'

/** The weight of one effect in a period. */
export interface Term {
  /** index of the effect */
  readonly at: number
  readonly share: number
}

/**
 * The linear model of a period's log rate: level, weekday, season of the year and holidays. Each effect starts at zero with a prior
 * variance, so that an effect without data (a first Thanksgiving, a first winter) widens the prediction instead of causing a
 * surprise.
 */
export interface Design {
  /** number of effects */
  readonly size: number
  readonly priors: Float64Array
  /** index of the first effect of each group; the level is 0 */
  readonly weekdaysAt: number
  readonly yearAt: number
  readonly holidaysAt: number
  /** the effects of the period that starts on `day` */
  terms(day: LocalDay): readonly Term[]
}

const DAYS_A_YEAR = 365.2425
const LEVEL_PRIOR = 1
const WEEKDAY_PRIOR = 1.5
/** Prior standard deviation of the first yearly harmonic; that of the `n`th is this ÷ n. */
const YEAR_PRIOR = 0.3
const HOLIDAY_PRIOR = 0.35

const WAVES: Readonly<Record<SeriesGrain, number>> = { day: 4, week: 4, month: 3 }

const yearTerms = (first: LocalDay, length: number, at: number, waves: number): Term[] => {
  const turn = (2 * Math.PI * (dayNumber(first) + length / 2)) / DAYS_A_YEAR
  return Array.from({ length: waves }, (_, wave) => [
    { at: at + 2 * wave, share: Math.sin((wave + 1) * turn) },
    { at: at + 2 * wave + 1, share: Math.cos((wave + 1) * turn) },
  ]).flat()
}

const holidayTerms = (
  first: LocalDay,
  length: number,
  at: number,
  { calendar, indexes }: { readonly calendar: HolidayCalendar; readonly indexes: ReadonlyMap<string, number> },
): Term[] => {
  const days = new Map<number, number>()
  for (let offset = 0; offset < length; offset += 1) {
    for (const id of calendar.on(addDays(first, offset))) {
      const index = indexes.get(id)
      if (index !== undefined) days.set(at + index, (days.get(at + index) ?? 0) + 1)
    }
  }
  return Array.from(days, ([index, count]) => ({ at: index, share: Math.sqrt(count / length) }))
}

/** Effects of the model of a series. Yearly harmonics are always included: with little history their prior keeps them small. */
export const createDesign = (grain: SeriesGrain, calendar: HolidayCalendar): Design => {
  const waves = WAVES[grain]
  const weekdaysAt = 1
  const yearAt = weekdaysAt + (grain === 'day' ? 7 : 0)
  const holidaysAt = yearAt + 2 * waves
  const size = holidaysAt + calendar.ids.length
  const priors = new Float64Array(size).fill(HOLIDAY_PRIOR ** 2)
  priors.fill(WEEKDAY_PRIOR ** 2, weekdaysAt, yearAt)
  priors[0] = LEVEL_PRIOR
  for (let wave = 0; wave < waves; wave += 1) {
    priors.fill((YEAR_PRIOR / (wave + 1)) ** 2, yearAt + 2 * wave, yearAt + 2 * wave + 2)
  }
  const indexes = new Map(calendar.ids.map((id, index) => [id, index]))
  const known = new Map<LocalDay, readonly Term[]>()
  const terms = (day: LocalDay): readonly Term[] => {
    const made = known.get(day)
    if (made !== undefined) return made
    const length = grain === 'day' ? 1 : diffDays(day, shiftPeriod(day, grain, 1))
    const weekday = grain === 'day' ? [{ at: weekdaysAt + toWeekday(day) - 1, share: 1 }] : []
    const all = [
      { at: 0, share: 1 },
      ...weekday,
      ...yearTerms(day, length, yearAt, waves),
      ...holidayTerms(day, length, holidaysAt, { calendar, indexes }),
    ]
    known.set(day, all)
    return all
  }
  return { size, priors, weekdaysAt, yearAt, holidaysAt, terms }
}
