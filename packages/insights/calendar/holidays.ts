import { addDays, type LocalDay, localDay, parseLocalDay, toWeekday, type Weekday } from '#domain/ranges/local-day.ts'

/** Days on which sales of a winery differ from those of their weekday and season. */
interface Holiday {
  /** the same every year */
  readonly id: string
  readonly name: string
  readonly isFederal: boolean
  /** half-open; longer than a day if adjacent days are affected as well */
  readonly from: LocalDay
  readonly until: LocalDay
}

/** A country's holidays. */
export interface HolidayCalendar {
  /** IDs of all holidays, in calendar order */
  readonly ids: readonly string[]
  /** holidays that start in the year, in order */
  inYear(year: number): readonly Holiday[]
  /** IDs of the holidays on the day; usually none */
  on(day: LocalDay): readonly string[]
}

const NO_HOLIDAYS: HolidayCalendar = { ids: [], inYear: () => [], on: () => [] }

type Rule = (year: number) => { readonly from: LocalDay; readonly until: LocalDay }

interface HolidayRule {
  readonly id: string
  readonly name: string
  readonly isFederal: boolean
  readonly days: Rule
}

const MONDAY: Weekday = 1
const THURSDAY: Weekday = 4
const SUNDAY: Weekday = 7

const on = (year: number, month: number, day: number): LocalDay => localDay({ year, month, day })

/** The `nth` occurrence of the weekday in the month. */
const nth = (year: number, month: number, weekday: Weekday, count: number): LocalDay => {
  const first = on(year, month, 1)
  return addDays(first, ((weekday + 7 - toWeekday(first)) % 7) + (count - 1) * 7)
}

const lastMonday = (year: number, month: number): LocalDay => {
  const fifth = nth(year, month, MONDAY, 5)
  return parseLocalDay(fifth).month === month ? fifth : addDays(fifth, -7)
}

/** Easter Sunday of the Gregorian calendar, by the anonymous computus. */
const easterSunday = (year: number): LocalDay => {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const sundayShift = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * sundayShift) / 451)
  const sum = epact + sundayShift - 7 * correction + 114
  return on(year, Math.floor(sum / 31), (sum % 31) + 1)
}

const days = (from: LocalDay, count: number) => ({ from, until: addDays(from, count) })

const thanksgiving = (year: number): LocalDay => nth(year, 11, THURSDAY, 4)

/** Saturday to Monday. */
const longWeekend = (monday: LocalDay) => days(addDays(monday, -2), 3)

/** In calendar order. */
const RULES: readonly HolidayRule[] = [
  { id: 'newYear', name: 'New Year’s Day', isFederal: true, days: (y) => days(on(y, 1, 1), 1) },
  {
    id: 'kingWeekend',
    name: 'Martin Luther King weekend',
    isFederal: true,
    days: (y) => longWeekend(nth(y, 1, MONDAY, 3)),
  },
  { id: 'valentines', name: 'Valentine’s Day', isFederal: false, days: (y) => days(on(y, 2, 13), 2) },
  {
    id: 'presidentsWeekend',
    name: 'Presidents’ Day weekend',
    isFederal: true,
    days: (y) => longWeekend(nth(y, 2, MONDAY, 3)),
  },
  { id: 'easter', name: 'Easter Sunday', isFederal: false, days: (y) => days(easterSunday(y), 1) },
  {
    id: 'mothersDay',
    name: 'Mother’s Day weekend',
    isFederal: false,
    days: (y) => days(addDays(nth(y, 5, SUNDAY, 2), -1), 2),
  },
  { id: 'memorialWeekend', name: 'Memorial Day weekend', isFederal: true, days: (y) => longWeekend(lastMonday(y, 5)) },
  { id: 'juneteenth', name: 'Juneteenth', isFederal: true, days: (y) => days(on(y, 6, 19), 1) },
  { id: 'fathersDay', name: 'Father’s Day', isFederal: false, days: (y) => days(nth(y, 6, SUNDAY, 3), 1) },
  { id: 'independence', name: 'Independence Day', isFederal: true, days: (y) => days(on(y, 7, 3), 3) },
  {
    id: 'laborWeekend',
    name: 'Labor Day weekend',
    isFederal: true,
    days: (y) => longWeekend(nth(y, 9, MONDAY, 1)),
  },
  {
    id: 'columbusWeekend',
    name: 'Columbus Day weekend',
    isFederal: true,
    days: (y) => longWeekend(nth(y, 10, MONDAY, 2)),
  },
  { id: 'veteransDay', name: 'Veterans Day', isFederal: true, days: (y) => days(on(y, 11, 11), 1) },
  {
    id: 'thanksgivingEve',
    name: 'the days before Thanksgiving',
    isFederal: false,
    days: (y) => days(addDays(thanksgiving(y), -3), 3),
  },
  { id: 'thanksgiving', name: 'Thanksgiving', isFederal: true, days: (y) => days(thanksgiving(y), 1) },
  {
    id: 'thanksgivingWeekend',
    name: 'Thanksgiving weekend',
    isFederal: false,
    days: (y) => days(addDays(thanksgiving(y), 1), 3),
  },
  { id: 'cyberMonday', name: 'Cyber Monday', isFederal: false, days: (y) => days(addDays(thanksgiving(y), 4), 1) },
  { id: 'giftSeason', name: 'the weeks before Christmas', isFederal: false, days: (y) => days(on(y, 12, 8), 15) },
  { id: 'christmas', name: 'Christmas', isFederal: true, days: (y) => days(on(y, 12, 24), 2) },
  { id: 'yearEnd', name: 'the days after Christmas', isFederal: false, days: (y) => days(on(y, 12, 26), 6) },
]

const US_HOLIDAY_IDS: readonly string[] = RULES.map(({ id }) => id)

/** Holidays that start in the year, in order. Harvest is a season of two months and part of the yearly seasonality, not a holiday. */
const usHolidays = (year: number): Holiday[] =>
  RULES.map(({ id, name, isFederal, days }) => ({ id, name, isFederal, ...days(year) }))

const remember = (ids: readonly string[], make: (year: number) => readonly Holiday[]): HolidayCalendar => {
  const years = new Map<number, readonly Holiday[]>()
  const byDay = new Map<LocalDay, string[]>()
  const none: readonly string[] = []
  const inYear = (year: number): readonly Holiday[] => {
    const known = years.get(year)
    if (known !== undefined) return known
    const holidays = make(year)
    years.set(year, holidays)
    for (const { id, from, until } of holidays) {
      for (let day = from; day < until; day = addDays(day, 1)) byDay.set(day, [...(byDay.get(day) ?? none), id])
    }
    return holidays
  }
  const on = (day: LocalDay): readonly string[] => {
    inYear(parseLocalDay(day).year)
    return byDay.get(day) ?? none
  }
  return { ids, inYear, on }
}

const UNITED_STATES = remember(US_HOLIDAY_IDS, usHolidays)

/** @param country two-letter ISO code; countries other than the US have no holidays here */
export const countryHolidays = (country: string | null): HolidayCalendar =>
  country === 'US' ? UNITED_STATES : NO_HOLIDAYS
