import { addDays, type LocalDay, localDay, parseLocalDay, weekdayFrom } from './local-day.ts'

/** Half-open days of an event that has one each year, such as a holiday or a club release. */
export interface YearlyEvent {
  /** without year: `Thanksgiving week` */
  readonly name: string
  readonly from: LocalDay
  readonly until: LocalDay
}

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
export const easterSunday = (year: number): LocalDay => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor((8 * b + 13) / 25)
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7
  const g = Math.floor((a + 11 * e + 22 * f) / 451)
  const sum = e + f - 7 * g + 114
  return localDay({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 })
}

const MONDAY = 1
const THURSDAY = 4
const SUNDAY = 7

/** Thanksgiving in the United States: the fourth Thursday of November. */
export const thanksgiving = (year: number): LocalDay => weekdayFrom(localDay({ year, month: 11, day: 22 }), THURSDAY)

interface Holiday {
  readonly name: string
  /** first day in a year */
  readonly first: (year: number) => LocalDay
  readonly days: number
}

/** The holidays that a winery compares, with the days around them. */
const HOLIDAYS: readonly Holiday[] = [
  { name: 'Easter weekend', first: (year) => addDays(easterSunday(year), -2), days: 3 },
  {
    name: 'Mother’s Day weekend',
    first: (year) => addDays(weekdayFrom(localDay({ year, month: 5, day: 8 }), SUNDAY), -1),
    days: 2,
  },
  {
    name: 'Memorial Day weekend',
    first: (year) => addDays(weekdayFrom(localDay({ year, month: 5, day: 25 }), MONDAY), -2),
    days: 3,
  },
  {
    name: 'Labor Day weekend',
    first: (year) => addDays(weekdayFrom(localDay({ year, month: 9, day: 1 }), MONDAY), -2),
    days: 3,
  },
  { name: 'Thanksgiving week', first: (year) => addDays(thanksgiving(year), -3), days: 7 },
  { name: 'Christmas week', first: (year) => localDay({ year, month: 12, day: 20 }), days: 7 },
]

/** The holidays of a year, in order. */
export const holidaysInYear = (year: number): readonly YearlyEvent[] =>
  HOLIDAYS.map(({ name, first, days }) => ({ name, from: first(year), until: addDays(first(year), days) }))

/** A holiday in a range, with the same holiday a year earlier. */
export interface EventPair {
  readonly current: YearlyEvent
  readonly previous: YearlyEvent
}

/** Every holiday that the half-open days can touch, with the one of the year before. */
export const holidayPairs = (from: LocalDay, until: LocalDay): readonly EventPair[] => {
  const first = parseLocalDay(from).year
  const years = Array.from({ length: parseLocalDay(until).year - first + 1 }, (_, index) => first + index)
  return years.flatMap((year) => {
    const before = holidaysInYear(year - 1)
    return holidaysInYear(year).flatMap((current, index) => {
      const previous = before[index]
      return previous ? [{ current, previous }] : []
    })
  })
}
