import { addDays, civilOf, type LocalDay } from '#domain/ranges/local-day.ts'
import { type Holiday, type HolidayCalendar, NO_HOLIDAYS } from './holiday.ts'
import { US_HOLIDAY_IDS, usHolidays } from './us-holidays.ts'

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
    inYear(civilOf(day).year)
    return byDay.get(day) ?? none
  }
  return { ids, inYear, on }
}

const UNITED_STATES = remember(US_HOLIDAY_IDS, usHolidays)

/** @param country ISO code of two letters; countries other than the US have no holidays here */
export const holidaysOf = (country: string | null): HolidayCalendar => (country === 'US' ? UNITED_STATES : NO_HOLIDAYS)
