import { textLiteral } from '../ddl.ts'
import type { FieldSource } from './import-plan.ts'
import { codeCase } from './row-values.ts'

/**
 * Numbers: digits, one decimal point, thousands in groups of three behind commas, one sign or parentheses for a negative,
 * one of $ € £ ¥ in front. `8,50` is refused rather than read as 850; with a decimal comma the two marks change places.
 */
const PLAIN_NUMBER = String.raw`-?(\d+\.?\d*|\.\d+)`
const WRITTEN_NUMBER = String.raw`\(?[-+]?[$€£¥]?[-+]?\s?(\d{1,3}(,\d{3})+|\d*)(\.\d*)?\)?`

const LIMITS = { number: '1e7', price: '1e9', money: '1e13', integer: '1e9' } as const
const DECIMALS = {
  number: 'DECIMAL(18,3)',
  price: 'DECIMAL(18,6)',
  money: 'DECIMAL(24,6)',
  integer: 'DECIMAL(18,6)',
} as const

/** The digits of a number in plain form; cells are almost always plain already, and only the others are rewritten. */
const plainNumber = (raw: string): string => {
  const text = `trim(${raw})`
  const sign = `(CASE WHEN contains(${text}, '-') OR starts_with(${text}, '(') THEN '-' ELSE '' END)`
  const isWritten = [
    `regexp_full_match(${text}, ${textLiteral(WRITTEN_NUMBER)})`,
    String.raw`regexp_matches(${text}, '\d')`,
    `starts_with(${text}, '(') = ends_with(${text}, ')')`,
    // one sign at most, and none inside parentheses
    `length(regexp_replace(${text}, '[^-+(]', '', 'g')) <= 1`,
  ].join(' AND ')
  const digits = `regexp_replace(${text}, '[^0-9.]', '', 'g')`
  return `CASE WHEN regexp_full_match(${raw}, ${textLiteral(PLAIN_NUMBER)}) THEN ${raw} WHEN ${isWritten} THEN ${sign} || ${digits} END`
}

const numeric = (raw: string, type: keyof typeof LIMITS, hasDecimalComma: boolean): string => {
  const text = hasDecimalComma ? `translate(${raw}, '.,', ',.')` : raw
  const value = `TRY_CAST(${plainNumber(text)} AS ${DECIMALS[type]})`
  const whole = type === 'integer' ? ` AND ${value} = trunc(${value})` : ''
  return `CASE WHEN abs(${value}) < ${LIMITS[type]}${whole} THEN ${value} END`
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

const parsed = (raw: string, formats: readonly string[]): string => {
  const list = `[${formats.map(textLiteral).join(', ')}]`
  return `try_strptime(${raw}, ${list})`
}

const inCalendar = (value: string): string =>
  `CASE WHEN year(${value}) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR} THEN ${value} END`

// strptime knows no Z for UTC.
const zonedText = (raw: string): string => `regexp_replace(${raw}, '[zZ]$', '+00:00')`

const TIMES = ['%H:%M:%S', '%H:%M', '%I:%M:%S %p', '%I:%M %p', '%I:%M:%S%p', '%I:%M%p']

/** A timestamp as wall clock, or in UTC when its format carries a zone; both are TIMESTAMP. */
const timestampSql = (raw: string, { dateFormats, hasZone }: FieldSource): string => {
  if (!hasZone) return inCalendar(parsed(raw, dateFormats))
  return inCalendar(`timezone('UTC', ${parsed(zonedText(raw), dateFormats)})`)
}

/** SQL that reads the text `raw` as the field's type; null when it cannot be read so. */
export const typedValue = (raw: string, source: FieldSource): string => {
  switch (source.type) {
    case 'id':
    case 'text':
      return raw
    case 'code':
      return codeCase(raw, source.codes, "'other'")
    case 'zone':
      return codeCase(raw, source.codes, 'NULL')
    case 'number':
    case 'price':
    case 'money':
    case 'integer':
      return numeric(raw, source.type, source.hasDecimalComma)
    case 'moment':
      return timestampSql(raw, source)
    case 'day':
      return `CAST(${timestampSql(raw, { ...source, hasZone: false })} AS DATE)`
    case 'time':
      return `CAST(${parsed(`upper(${raw})`, TIMES)} AS TIME)`
    case 'currency':
      return `CASE WHEN regexp_full_match(${raw}, '[A-Za-z]{3}') THEN upper(${raw}) END`
  }
}

const isTextual = (type: FieldSource['type']): boolean => type === 'text' || type === 'code'

/**
 * The text of a cell with its fallback; null when it is empty. Ids keep the blanks around them. Numbers and dates are not
 * trimmed here, because that costs more than reading them.
 */
export const rawText = ({ column, fallback, type }: FieldSource): string => {
  if (column === null) return fallback === null ? 'CAST(NULL AS VARCHAR)' : textLiteral(fallback)
  const cell = `c${column}`
  const isEmpty = `starts_with(${cell}, ' ') AND trim(${cell}) = ''`
  const text = isTextual(type) ? `nullif(trim(${cell}), '')` : `CASE WHEN ${isEmpty} THEN NULL ELSE ${cell} END`
  return fallback === null ? text : `coalesce(${text}, ${textLiteral(fallback)})`
}

const WRONG = {
  number: 'This is not a number',
  integer: 'This is not a whole number',
  price: 'This is not a price',
  money: 'This is not an amount',
  time: 'This is not a time of day',
  zone: 'This time zone is not known',
  currency: 'This is not a currency code of three letters',
} as const

/** The message for a cell that `typedValue` could not read. */
export const wrongValueMessage = ({ type, dateFormatName }: FieldSource): string => {
  if (type === 'moment' || type === 'day') return `This is not a date of the form ${dateFormatName ?? 'YYYY-MM-DD'}`
  if (type === 'id' || type === 'text' || type === 'code') return 'This value cannot be used'
  return WRONG[type]
}

export const REQUIRED_MESSAGE = 'This field is required'
