import type { LocalDay } from '#domain/ranges/local-day.ts'

/** Days on which a winery trades unlike on their weekday and in their season. */
export interface Holiday {
  /** the same every year */
  readonly id: string
  readonly name: string
  readonly isFederal: boolean
  /** half-open; more than a day where the days around sell as well */
  readonly from: LocalDay
  readonly until: LocalDay
}

/** A country's holidays. */
export interface HolidayCalendar {
  /** ids of all that there are, in the order of the year */
  readonly ids: readonly string[]
  /** those that begin in the year, in order */
  inYear(year: number): readonly Holiday[]
  /** ids of those that hold the day; mostly none */
  on(day: LocalDay): readonly string[]
}

export const NO_HOLIDAYS: HolidayCalendar = { ids: [], inYear: () => [], on: () => [] }
