import { lookupTable } from '#domain/lookup-table.ts'
import { easterSunday, thanksgiving } from '#domain/ranges/holidays.ts'
import { addDays, type LocalDay, localDay, toWeekday } from '#domain/ranges/local-day.ts'
import type { YearlyDays } from '../tag.ts'

const MONDAY = 1
const SUNDAY = 7

const fixed =
  (month: number, day: number) =>
  (year: number): LocalDay =>
    localDay({ year, month, day })

/** The first such weekday on or after a day of the year. */
const weekdayFrom =
  (month: number, day: number, weekday: number) =>
  (year: number): LocalDay => {
    const from = localDay({ year, month, day })
    return addDays(from, (weekday - toWeekday(from) + 7) % 7)
  }

const moved =
  (first: (year: number) => LocalDay, days: number) =>
  (year: number): LocalDay =>
    addDays(first(year), days)

const mothersDay = weekdayFrom(5, 8, SUNDAY)
const fathersDay = weekdayFrom(6, 15, SUNDAY)
const memorialDay = weekdayFrom(5, 25, MONDAY)
const presidents = weekdayFrom(2, 15, MONDAY)
const martinLutherKing = weekdayFrom(1, 15, MONDAY)
const columbusDay = weekdayFrom(10, 8, MONDAY)
const laborDay = weekdayFrom(9, 1, MONDAY)

const on =
  (first: (year: number) => LocalDay, days = 1): YearlyDays =>
  (year) => {
    const from = first(year)
    return { from, until: addDays(from, days), named: null }
  }

/** Days that questions name, as they are in the United States. A weekend begins on its Saturday, Easter's on Good Friday. */
export const HOLIDAYS: Readonly<Record<string, YearlyDays>> = lookupTable({
  newYearsDay: on(fixed(1, 1)),
  newYearsEve: on(fixed(12, 31)),
  newYears: on(fixed(1, 1)),
  martinLutherKing: on(martinLutherKing),
  martinLutherKingWeekend: on(moved(martinLutherKing, -2), 3),
  valentines: on(fixed(2, 14)),
  presidents: on(presidents),
  presidentsWeekend: on(moved(presidents, -2), 3),
  stPatricks: on(fixed(3, 17)),
  easter: on(easterSunday),
  easterWeekend: on(moved(easterSunday, -2), 3),
  mothersDay: on(mothersDay),
  mothersDayWeekend: on(moved(mothersDay, -1), 2),
  memorialDay: on(memorialDay),
  memorialDayWeekend: on(moved(memorialDay, -2), 3),
  juneteenth: on(fixed(6, 19)),
  fathersDay: on(fathersDay),
  fathersDayWeekend: on(moved(fathersDay, -1), 2),
  independenceDay: on(fixed(7, 4)),
  laborDay: on(laborDay),
  laborDayWeekend: on(moved(laborDay, -2), 3),
  columbusDay: on(columbusDay),
  columbusDayWeekend: on(moved(columbusDay, -2), 3),
  halloween: on(fixed(10, 31)),
  veteransDay: on(fixed(11, 11)),
  thanksgiving: on(thanksgiving),
  thanksgivingWeek: on(moved(thanksgiving, -3), 7),
  thanksgivingWeekend: on(thanksgiving, 4),
  blackFridayWeekend: on(moved(thanksgiving, 1), 3),
  blackFriday: on(moved(thanksgiving, 1)),
  smallBusinessSaturday: on(moved(thanksgiving, 2)),
  cyberMonday: on(moved(thanksgiving, 4)),
  christmasEve: on(fixed(12, 24)),
  christmas: on(fixed(12, 25)),
  christmasWeek: on(fixed(12, 20), 7),
  holidaySeason: on(thanksgiving, 40),
})

/** Weekends with a day off before or after. */
export const LONG_WEEKENDS = [
  'martinLutherKing',
  'presidents',
  'memorialDay',
  'laborDay',
  'columbusDay',
  'thanksgiving',
].map((name) => HOLIDAYS[`${name}Weekend`])

/** First months of spring, summer, fall and winter, as weather records count them. */
export const SEASON_MONTHS = [3, 6, 9, 12] as const
