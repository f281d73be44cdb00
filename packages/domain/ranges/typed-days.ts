import { addDays, addMonths, addYears, isLocalDay, type LocalDay, localDay } from './local-day.ts'

/** The days that a text means, both inclusive: one day, a month, a quarter or a year. */
export interface TypedDays {
  readonly first: LocalDay
  readonly last: LocalDay
}

export interface TypingCulture {
  /** the account's local day; a text without a year means the latest such day or month that has begun */
  readonly today: LocalDay
  /** the order of numbers: 3/14 or 14.3. */
  readonly order: 'monthFirst' | 'dayFirst'
  /** of January to December, in the language of the reader */
  readonly months: readonly string[]
}

const day = (year: number, month: number, date: number): LocalDay | null => {
  const found = localDay({ year, month, day: date })
  return isLocalDay(found) ? found : null
}

const oneDay = (found: LocalDay | null): TypedDays | null => found && { first: found, last: found }

const monthDays = (year: number, month: number): TypedDays | null => {
  const first = month >= 1 && month <= 12 ? day(year, month, 1) : null
  return first && { first, last: addDays(addMonths(first, 1), -1) }
}

const yearDays = (year: number): TypedDays | null => {
  const first = day(year, 1, 1)
  return first && { first, last: addDays(addYears(first, 1), -1) }
}

const quarterDays = (year: number, quarter: number): TypedDays | null => {
  const first = day(year, quarter * 3 - 2, 1)
  return first && { first, last: addDays(addMonths(first, 3), -1) }
}

/** `26` is 2026. */
const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** The latest of these days that has begun, this year's or last year's. */
const latest = (today: LocalDay, daysOf: (year: number) => TypedDays | null): TypedDays | null => {
  const year = Number(today.slice(0, 4))
  const found = daysOf(year)
  return found && found.first <= today ? found : daysOf(year - 1)
}

const withYear = (
  text: string | undefined,
  today: LocalDay,
  daysOf: (year: number) => TypedDays | null,
): TypedDays | null => (text === undefined ? latest(today, daysOf) : daysOf(fullYear(text)))

const ISO = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/
const YEAR = /^(\d{4})$/
const QUARTER = /^q([1-4])(?: (\d{4}|\d{2}))?$/
const YEAR_QUARTER = /^(\d{4}) ?-? ?q([1-4])$/
const NUMBERS = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?\.?$/
const MONTH_YEAR = /^(\d{1,2})[/.](\d{4})$/
const NAME_FIRST = /^([^\d\s]+?)\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?(?: (\d{4}))?$/
const DAY_FIRST = /^(\d{1,2})\.? ([^\d\s]+?)\.?(?: (\d{4}))?$/

const parseNumbers = (text: string, { today, order }: TypingCulture): TypedDays | null => {
  const iso = ISO.exec(text)
  if (iso) {
    const [, year = '', month = '', date] = iso
    return date === undefined
      ? monthDays(Number(year), Number(month))
      : oneDay(day(Number(year), Number(month), Number(date)))
  }
  const whole = YEAR.exec(text)
  if (whole) return yearDays(Number(whole[1]))
  const month = MONTH_YEAR.exec(text)
  if (month) return monthDays(Number(month[2]), Number(month[1]))
  const numbers = NUMBERS.exec(text)
  if (!numbers) return null
  const [, one = '', other = '', year] = numbers
  const [ofMonth, date] = order === 'monthFirst' ? [one, other] : [other, one]
  return withYear(year, today, (known) => oneDay(day(known, Number(ofMonth), Number(date))))
}

const parseQuarter = (text: string, { today }: TypingCulture): TypedDays | null => {
  const first = YEAR_QUARTER.exec(text)
  if (first) return quarterDays(Number(first[1]), Number(first[2]))
  const quarter = QUARTER.exec(text)
  return quarter && withYear(quarter[2], today, (year) => quarterDays(year, Number(quarter[1])))
}

/** At least three letters of a month's name. */
const monthNamed = (name: string, months: readonly string[]): number =>
  name.length < 3 ? 0 : months.findIndex((month) => month.toLowerCase().startsWith(name)) + 1

const parseNamed = (text: string, { today, months }: TypingCulture): TypedDays | null => {
  const named = NAME_FIRST.exec(text)
  const [name, date, year] = named ? [named[1], named[2], named[3]] : swapped(DAY_FIRST.exec(text))
  const month = name === undefined ? 0 : monthNamed(name, months)
  if (month === 0) return null
  return withYear(year, today, (known) =>
    date === undefined ? monthDays(known, month) : oneDay(day(known, month, Number(date))),
  )
}

const swapped = (match: RegExpExecArray | null): readonly (string | undefined)[] =>
  match === null ? [] : [match[2], match[1], match[3]]

/**
 * The days that a text means, such as `3/14/2026`, `March 2026`, `Mar 14`, `2026-03`, `Q1 2026`, `2025`, `today` or `yesterday`. Null:
 * none.
 */
export const parseTypedDays = (text: string, culture: TypingCulture): TypedDays | null => {
  const plain = text.trim().toLowerCase().replaceAll(',', ' ').replace(/\s+/g, ' ')
  if (plain === 'today') return oneDay(culture.today)
  if (plain === 'yesterday') return oneDay(addDays(culture.today, -1))
  return parseNumbers(plain, culture) ?? parseQuarter(plain, culture) ?? parseNamed(plain, culture)
}
