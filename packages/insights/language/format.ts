import { currencyExponent } from '#domain/money.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { Figure } from '../insight/figure.ts'
import type { DayRange } from '../series/series.ts'

/** Locale, currency and so on of the reader. */
export interface Reader {
  /** BCP 47 */
  readonly culture: string
  /** ISO 4217 */
  readonly currency: string
}

/** Amounts from this number of major units on are rounded to whole units, unless a report shows them. */
const WHOLE_FROM = 100

type Options = Intl.NumberFormatOptions

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const remembered = <T>(known: Map<string, T>, key: string, make: () => T): T => {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}

const number = (value: number, { culture }: Reader, options: Options): string =>
  remembered(numberFormats, JSON.stringify([culture, options]), () => new Intl.NumberFormat(culture, options)).format(
    value,
  )

/** Amounts shown by a report are exact; others are estimates and rounded. */
const moneyText = ({ value, recipe }: Figure, reader: Reader): string => {
  const digits = currencyExponent(reader.currency)
  const major = Math.abs(value) / 10 ** digits
  const isShown = recipe.kind === 'measured' || recipe.kind === 'reported'
  const isWhole = !isShown && major >= WHOLE_FROM
  const shown = isWhole ? 0 : digits
  return number(major, reader, {
    style: 'currency',
    currency: reader.currency,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  })
}

const percentText = (value: number, reader: Reader): string => {
  const size = Math.abs(value)
  return number(size, reader, { style: 'percent', maximumFractionDigits: size < 0.1 ? 1 : 0 })
}

/** The absolute value of a figure: words express the direction. */
export const figureText = (figure: Figure, reader: Reader): string => {
  switch (figure.unit) {
    case 'money':
      return moneyText(figure, reader)
    case 'price':
      return number(Math.abs(figure.value) / 10 ** currencyExponent(reader.currency), reader, {
        style: 'currency',
        currency: reader.currency,
      })
    case 'share':
    case 'change':
      return percentText(figure.value, reader)
    case 'count':
    case 'days':
    case 'weeks':
      return number(Math.abs(figure.value), reader, { maximumFractionDigits: 1 })
  }
}

const dateFormat = (culture: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  remembered(
    dateFormats,
    JSON.stringify([culture, options]),
    () => new Intl.DateTimeFormat(culture, { ...options, timeZone: 'UTC' }),
  )

const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const

const at = (day: LocalDay): Date => new Date(`${day}T00:00:00Z`)

/** One day with its weekday, or a range from the first to the last day. */
export const periodText = ({ from, until }: DayRange, { culture }: Reader): string => {
  const last = addDays(until, -1)
  if (last <= from) return dateFormat(culture, { ...LONG, weekday: 'long' }).format(at(from))
  // As on screens: November 1–28.
  return dateFormat(culture, LONG)
    .formatRange(at(from), at(last))
    .replace(/(\d)\s–\s(?=\d)/, '$1–')
}
