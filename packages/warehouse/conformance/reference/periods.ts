import { parseMonth, parseYear, plusDays, plusMonths, weekdayNumber } from './days.ts'
import type { ReferenceSettings } from './winery.ts'

export type Grain = 'day' | 'week' | 'month' | 'quarter' | 'year'
export type Calendar = Pick<ReferenceSettings, 'weekStart' | 'fiscalYearStartMonth'>

const FIRST_DAY = { monday: 1, saturday: 6, sunday: 7 } as const

const isFiscalStart = (month: number, every: number, { fiscalYearStartMonth }: Calendar): boolean =>
  (month - fiscalYearStartMonth + 12) % every === 0

/** First day of the period that holds `day`: walks back until a day begins one. */
export const periodStart = (day: string, grain: Grain, calendar: Calendar): string => {
  if (grain === 'day') return day
  let start = day
  if (grain === 'week') {
    while (weekdayNumber(start) !== FIRST_DAY[calendar.weekStart]) start = plusDays(start, -1)
    return start
  }
  start = `${day.slice(0, 7)}-01`
  if (grain === 'month') return start
  while (!isFiscalStart(parseMonth(start), grain === 'quarter' ? 3 : 12, calendar)) start = plusMonths(start, -1)
  return start
}

/** First day of the period that comes `count` periods after the one beginning at `start`. */
export const periodsLater = (start: string, grain: Grain, count: number): string => {
  if (grain === 'day') return plusDays(start, count)
  if (grain === 'week') return plusDays(start, 7 * count)
  return plusMonths(start, count * { month: 1, quarter: 3, year: 12 }[grain])
}

/** A fiscal year is named after the calendar year that its last day lies in. */
const yearAt = (day: string, calendar: Calendar): number =>
  parseYear(plusDays(periodsLater(periodStart(day, 'year', calendar), 'year', 1), -1))

const quarterAt = (day: string, calendar: Calendar): number => {
  let quarter = 1
  let start = periodStart(day, 'year', calendar)
  while (periodsLater(start, 'quarter', 1) <= day) {
    start = periodsLater(start, 'quarter', 1)
    quarter += 1
  }
  return quarter
}

// Computed for every record, and walking a year would dominate the run time.
const fiscalPeriods = new Map<string, readonly [year: number, quarter: number]>()

const fiscalAt = (day: string, calendar: Calendar): readonly [year: number, quarter: number] => {
  const name = `${day} ${calendar.fiscalYearStartMonth}`
  const found = fiscalPeriods.get(name) ?? [yearAt(day, calendar), quarterAt(day, calendar)]
  fiscalPeriods.set(name, found)
  return found
}

export const fiscalYear = (day: string, calendar: Calendar): number => fiscalAt(day, calendar)[0]

/** `2024-Q1`: the fiscal year and the quarter of it. */
export const fiscalQuarter = (day: string, calendar: Calendar): string => fiscalAt(day, calendar).join('-Q')

/** How many periods lie between two that begin at `from` and, no earlier, at `start`. */
export const periodsBetween = (from: string, start: string, grain: Grain): number => {
  let count = 0
  for (let at = from; at < start; at = periodsLater(at, grain, 1)) count += 1
  return count
}

const GRAINS: readonly string[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies Grain[]

export const isGrain = (grain: string): grain is Grain => GRAINS.includes(grain)

/** First day of the bucket of this name. */
export const bucketStart = (name: string, grain: Grain, { fiscalYearStartMonth }: Calendar): string => {
  if (grain === 'quarter') return firstOfQuarter(name, fiscalYearStartMonth)
  if (grain === 'year') return firstOfYear(Number(name), fiscalYearStartMonth)
  return grain === 'month' ? `${name}-01` : name
}

/** The name of the bucket that begins on this day. */
export const bucketName = (start: string, grain: Grain, calendar: Calendar): string | number => {
  if (grain === 'quarter') return fiscalQuarter(start, calendar)
  if (grain === 'year') return fiscalYear(start, calendar)
  return grain === 'month' ? start.slice(0, 7) : start
}

/** A fiscal year ends in the calendar year it is named after. */
const firstOfYear = (year: number, startMonth: number): string =>
  `${startMonth === 1 ? year : year - 1}-${String(startMonth).padStart(2, '0')}-01`

const firstOfQuarter = (name: string, startMonth: number): string => {
  const year = Number(name.slice(0, 4)) - (startMonth === 1 ? 0 : 1)
  const month = startMonth - 1 + (Number(name.slice(6)) - 1) * 3
  return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
}
