import { DAY_MS } from './time-buckets.ts'

/** Columns of numbers with names: weekdays, months, hours. */
export const NAMED_NUMBER = /(Weekday|MonthOfYear|Hour)$/

/** The name of a weekday, month or hour number. */
export const namedNumber = (columnId: string, value: number, formats: Formats): string => {
  if (columnId.endsWith('Weekday')) return formats.weekday(value, 'full')
  return columnId.endsWith('Hour') ? formats.hour(value) : formats.monthOfYear(value, 'full')
}

/** The header of a column where its values are written in its format: days then name their unit. */
export const shownName = (displayName: string, format: string): string =>
  format === 'days' ? displayName.replace(/ \(days\)$/, '') : displayName

/** Formats of numbers. */
export const NUMBER_FORMATS: ReadonlySet<string> = new Set(['number', 'integer', 'currency', 'percent', 'days'])

/** Text for a missing or invalid number. */
export const MISSING = '—'

/** Formats numbers, days and months for one viewer. `format` is that of a result column. */
export interface Formats {
  /** in full, for tables: currency with minor units, a fraction as a percentage with one decimal */
  readonly value: (value: number | null | undefined, format: string) => string
  /** for large figures: currency without minor units from 1,000 on */
  readonly figure: (value: number | null | undefined, format: string) => string
  /** `figure` for numbers in one column: all with or all without minor units, and with the same decimals */
  readonly column: (values: readonly (number | null)[], format: string) => (value: number | null) => string
  /** for axes and narrow labels: 12.3K */
  readonly compact: (value: number | null | undefined, format: string) => string
  /** `2024-03-10`, an instant or `2024-03` */
  readonly day: (text: string, style?: 'short' | 'full') => string
  readonly month: (text: string, style?: 'short' | 'full') => string
  /** in the account's time zone; `full` with its year */
  readonly instant: (text: string, style?: 'short' | 'full') => string
  /** the time of a record; only its day if it has midnight, as what happens on a day does */
  readonly recordTime: (text: string) => string
  /** 1 for Monday to 7 for Sunday */
  readonly weekday: (number: number, style?: 'short' | 'full') => string
  /** 1 for January to 12; of any year */
  readonly monthOfYear: (number: number, style?: 'short' | 'full') => string
  /** 0 to 23, in the culture's clock format */
  readonly hour: (number: number) => string
  /** half-open local days, formatted with the last day: Nov 1 – 20, 2026; or only their months */
  readonly range: (from: string, until: string, style?: 'short' | 'full' | 'months') => string
}

export interface Reader {
  readonly culture: string
  /** ISO 4217 */
  readonly currency: string
  /** IANA; the account's time zone, never the browser's */
  readonly timeZone?: string
}

const MINUTE_MS = 60_000

const FALLBACK_CULTURE = 'en-US'

/** The culture, or en-US if the runtime does not support it. */
const knownCulture = (culture: string): string => {
  try {
    return Intl.getCanonicalLocales(culture)[0] ?? FALLBACK_CULTURE
  } catch {
    return FALLBACK_CULTURE
  }
}

const isWritable = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value)

/** Local days have no zone: parsed and formatted as UTC so that no zone can shift them. */
const utcOf = (text: string): Date | null => {
  const date = new Date(text.length === 7 ? `${text}-01T00:00:00Z` : `${text.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Writes a number with the minus sign, which is as wide as a digit; most cultures' own format has a hyphen. */
interface NumberWriter {
  readonly format: (value: number) => string
}

const numberWriter = (culture: string, options: Intl.NumberFormatOptions): NumberWriter => {
  // What is rounded to zero has no sign.
  const number = new Intl.NumberFormat(culture, { ...options, signDisplay: 'negative' })
  return { format: (value) => number.format(value).replace('-', '−') }
}

const numberFormats = (culture: string, currency: string) => {
  const of = (options: Intl.NumberFormatOptions): NumberWriter => numberWriter(culture, options)
  const money = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
  const long = { style: 'unit', unitDisplay: 'long' } as const
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const
  return {
    integer: of({ maximumFractionDigits: 0 }),
    number: of({ maximumFractionDigits: 2 }),
    oneDecimal: of({ maximumFractionDigits: 2, minimumFractionDigits: 1 }),
    twoDecimals: of({ maximumFractionDigits: 2, minimumFractionDigits: 2 }),
    percent: of({ ...percent, minimumFractionDigits: 1 }),
    percentShort: of(percent),
    day: of({ ...long, unit: 'day', maximumFractionDigits: 0 }),
    month: of({ ...long, unit: 'month', maximumFractionDigits: 0 }),
    year: of({ ...long, unit: 'year', maximumFractionDigits: 1, minimumFractionDigits: 1 }),
    currency: of(money),
    currencyWhole: of({ ...money, maximumFractionDigits: 0, minimumFractionDigits: 0 }),
    currencyCompact: of({ ...money, ...compact, minimumFractionDigits: 0 }),
    compact: of(compact),
  }
}

type NumberFormats = ReturnType<typeof numberFormats>

const YEAR = 365.25

/** A duration in days, below a year in months, or in years: 1,273 days say little. */
const durationWriter = ({ day, month, year }: NumberFormats): NumberWriter => ({
  format: (days) => {
    if (Math.abs(days) < 60) return day.format(days)
    return Math.abs(days) < YEAR ? month.format((days / YEAR) * 12) : year.format(days / YEAR)
  },
})

const full = (formats: NumberFormats, format: string): NumberWriter => {
  if (format === 'currency') return formats.currency
  if (format === 'percent') return formats.percent
  if (format === 'days') return durationWriter(formats)
  return format === 'integer' ? formats.integer : formats.number
}

const figure = (formats: NumberFormats, format: string, value: number): NumberWriter =>
  format === 'currency' && Math.abs(value) >= 1000 ? formats.currencyWhole : full(formats, format)

/** Below 1,000, `compact` would write one decimal of a currency that has two or none. */
const hasNoCents = (value: number): boolean => Math.abs(value) >= 100 && Math.abs(value) < 1000

const compact = (formats: NumberFormats, format: string, value: number): NumberWriter => {
  if (format === 'currency') return hasNoCents(value) ? formats.currencyWhole : formats.currencyCompact
  if (format === 'days') return durationWriter(formats)
  return format === 'percent' ? formats.percentShort : formats.compact
}

const knownCurrency = (culture: string, currency: string): string => {
  try {
    new Intl.NumberFormat(culture, { style: 'currency', currency })
    return currency
  } catch {
    return 'USD'
  }
}

const writeFigure = (numbers: NumberFormats, value: number | null | undefined, format: string): string =>
  isWritable(value) ? figure(numbers, format, value).format(value) : MISSING

/** As many decimals for all as the value with the most needs. */
const sameDecimals = (numbers: NumberFormats, values: readonly (number | null)[]): NumberWriter => {
  const hundredths = values.flatMap((value) => (isWritable(value) ? [Math.round(value * 100)] : []))
  if (hundredths.some((value) => value % 10 !== 0)) return numbers.twoDecimals
  return hundredths.some((value) => value % 100 !== 0) ? numbers.oneDecimal : numbers.number
}

const columnFormat = (numbers: NumberFormats, values: readonly (number | null)[], format: string) => {
  if (format === 'number') return sameDecimals(numbers, values)
  const isWhole = format === 'currency' && values.some((value) => isWritable(value) && Math.abs(value) >= 1000)
  return isWhole ? numbers.currencyWhole : full(numbers, format)
}

const columnWriter = (numbers: NumberFormats, values: readonly (number | null)[], format: string) => {
  const written = columnFormat(numbers, values, format)
  return (value: number | null): string => (isWritable(value) ? written.format(value) : MISSING)
}

/** Formats of one viewer. Unknown cultures fall back to en-US. */
export const createFormats = ({ culture, currency, timeZone = 'UTC' }: Reader): Formats => {
  const known = knownCulture(culture)
  const numbers = numberFormats(known, knownCurrency(known, currency))
  // Creating one takes up to a millisecond, and most viewers of most reports need one or two of them.
  const dates = (options: Intl.DateTimeFormatOptions, zone = 'UTC'): (() => Intl.DateTimeFormat) => {
    let created: Intl.DateTimeFormat | null = null
    return () => (created ??= new Intl.DateTimeFormat(known, { timeZone: zone, ...options }))
  }
  const dayFull = dates({ year: 'numeric', month: 'short', day: 'numeric' })
  const dayShort = dates({ month: 'short', day: 'numeric' })
  const monthFull = dates({ year: 'numeric', month: 'short' })
  const monthShort = dates({ month: 'short' })
  const weekdayShort = dates({ weekday: 'short' })
  const weekdayFull = dates({ weekday: 'long' })
  const monthLong = dates({ month: 'long' })
  const hour = dates({ hour: 'numeric' })
  const clock = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const dateTime = dates(clock, timeZone)
  const dateTimeFull = dates({ ...clock, year: 'numeric' }, timeZone)
  const dayHere = dates({ year: 'numeric', month: 'short', day: 'numeric' }, timeZone)
  const hourHere = dates({ hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }, timeZone)
  // Most times have seconds, which is cheaper to see than the hour in a time zone.
  const isMidnight = (date: Date): boolean =>
    date.getTime() % MINUTE_MS === 0 &&
    hourHere()
      .formatToParts(date)
      .every(({ type, value }) => type === 'literal' || Number(value) === 0)
  const write = (format: () => Intl.DateTimeFormat, text: string): string => {
    const date = utcOf(text)
    return date === null ? text : format().format(date)
  }
  return {
    value: (value, format) => (isWritable(value) ? full(numbers, format).format(value) : MISSING),
    figure: (value, format) => writeFigure(numbers, value, format),
    column: (values, format) => columnWriter(numbers, values, format),
    compact: (value, format) => (isWritable(value) ? compact(numbers, format, value).format(value) : MISSING),
    day: (text, style = 'short') => write(style === 'full' ? dayFull : dayShort, text),
    month: (text, style = 'short') => write(style === 'full' ? monthFull : monthShort, text),
    instant: (text, style = 'short') => {
      const date = new Date(text)
      if (Number.isNaN(date.getTime())) return MISSING
      return (style === 'full' ? dateTimeFull : dateTime)().format(date)
    },
    recordTime: (text) => {
      const date = new Date(text)
      if (Number.isNaN(date.getTime())) return MISSING
      return (isMidnight(date) ? dayHere : dateTimeFull)().format(date)
    },
    // The first of January 2024 was a Monday.
    weekday: (number, style = 'short') =>
      (style === 'full' ? weekdayFull : weekdayShort)().format(Date.UTC(2024, 0, Math.trunc(number))),
    monthOfYear: (number, style = 'short') =>
      (style === 'full' ? monthLong : monthShort)().format(Date.UTC(2024, Math.trunc(number) - 1, 1)),
    hour: (number) => hour().format(Date.UTC(2024, 0, 1, Math.trunc(number))),
    range: (from, until, style = 'full') => {
      const first = utcOf(from)
      const end = utcOf(until)
      if (first === null || end === null) return MISSING
      const last = new Date(Math.max(first.getTime(), end.getTime() - DAY_MS))
      const text = { full: dayFull, short: dayShort, months: monthFull }[style]().formatRange(first, last)
      // Days of one month are joined as American style books do: Nov 1–20.
      return text.replace(/(\d)\s–\s(?=\d)/, '$1–')
    },
  }
}
