import type { FieldSource } from '#domain/field-source.ts'
import { textLiteral } from '../ddl.ts'
import { numericValue, permittedNumber, SUM } from './numeric-value.ts'
import { codeCase } from './row-values.ts'

const FIRST_YEAR = 1900
const LAST_YEAR = 2200

const patternList = (formats: readonly string[]): string => `[${formats.map(textLiteral).join(', ')}]`

const parsed = (raw: string, formats: readonly string[]): string => `try_strptime(${raw}, ${patternList(formats)})`

/** `value` names a column. Orders of events to come may be of the next year. */
const inCalendar = (value: string, isPast = false): string =>
  `CASE WHEN year(${value}) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}${isPast ? ` AND ${value} <= current_date + INTERVAL 1 YEAR` : ''} THEN ${value} END`

// strptime knows no Z for UTC.
const zonedText = (raw: string): string => `regexp_replace(${raw}, '[zZ]$', '+00:00')`

const TIMES = ['%H:%M:%S', '%H:%M', '%I:%M:%S %p', '%I:%M %p', '%I:%M:%S%p', '%I:%M%p']

/** With AM or PM as strptime reads it: `3:04 p. m.` is `3:04 PM`. */
const plainTime = (raw: string): string =>
  `regexp_replace(upper(${raw}), '[\\s\u00a0\u202f]*([AP])\\.?[\\s\u00a0\u202f]?M\\.?\\s*$', ' \\1M')`

const rewritten = (raw: string, rules: FieldSource['dateRules']): string =>
  rules.reduce(
    (text, { pattern, replacement }) =>
      `regexp_replace(${text}, ${textLiteral(pattern)}, ${textLiteral(replacement)}, 'gi')`,
    raw,
  )

/** Excel keeps a time as a fraction of a day, which is exact to the second. */
const numberedDate = (raw: string, kind: NonNullable<FieldSource['dateNumber']>): string => {
  const number = `TRY_CAST(${raw} AS DOUBLE)`
  const days = (epoch: string) => `TIMESTAMP '${epoch}' + to_seconds(CAST(round(${number} * 86400) AS BIGINT))`
  const whole = {
    excel1900: { limit: 110_000, sql: days('1899-12-30') },
    excel1904: { limit: 110_000, sql: days('1904-01-01') },
    unixSeconds: { limit: 7.2e9, sql: `make_timestamp(CAST(round(${number} * 1000000) AS BIGINT))` },
    unixMilliseconds: { limit: 7.2e12, sql: `make_timestamp(CAST(round(${number} * 1000) AS BIGINT))` },
  }[kind]
  return `(CASE WHEN ${number} BETWEEN 1 AND ${whole.limit} THEN ${whole.sql} END)`
}

const booleanSql = (raw: string): string => {
  const word = `lower(trim(${raw}))`
  return `CASE WHEN ${word} IN ('true', 'yes', 'y', 't', '1') THEN true WHEN ${word} IN ('false', 'no', 'n', 'f', '0') THEN false END`
}

/** A timestamp as wall clock, or in UTC when its format carries a zone; both are TIMESTAMP. */
const timestampSql = (raw: string, source: FieldSource): string => {
  const { dateFormats, plainDateFormats, dateRules, dateNumber, hasZone } = source
  if (dateNumber !== null) return numberedDate(raw, dateNumber)
  const text = hasZone ? zonedText(raw) : raw
  const asIs = parsed(text, dateRules.length > 0 ? dateFormats : [...new Set([...dateFormats, ...plainDateFormats])])
  const plain = parsed(rewritten(raw, dateRules), plainDateFormats)
  const read = dateRules.length === 0 ? asIs : dateFormats.length === 0 ? plain : `coalesce(${asIs}, ${plain})`
  return hasZone ? `timezone('UTC', ${read})` : read
}

/** A day without its time and zone. */
const daySql = (raw: string, source: FieldSource): string =>
  `CAST(${timestampSql(raw, { ...source, hasZone: source.dateNumber !== null && source.hasZone })} AS DATE)`

/** A day; of one that has been, a two-digit year in the future is of the century before. */
const pastDay = (day: string, { dateFormats, plainDateFormats, isPast }: FieldSource): string => {
  const hasShortYear = isPast && [...dateFormats, ...plainDateFormats].some((format) => format.includes('%y'))
  return hasShortYear
    ? `(CASE WHEN ${day} > current_date THEN CAST(${day} - INTERVAL 100 YEAR AS DATE) ELSE ${day} END)`
    : day
}

/**
 * SQL that reads the text `raw` as the field's type; null when it cannot be read so. `currency` is that of the row. The value
 * counts once `permittedValue` has seen it, which must stand in a query around this one: an expression that names a value twice
 * would be read twice.
 */
export const typedValue = (raw: string, source: FieldSource, currency: string): string => {
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
    case 'decimal':
      return numericValue(raw, source, currency)
    case 'moment':
      return timestampSql(raw, source)
    case 'day':
      return daySql(raw, source)
    case 'time':
      return `CAST(${parsed(plainTime(raw), TIMES)} AS TIME)`
    case 'boolean':
      return booleanSql(raw)
    case 'currency':
      return `CASE WHEN regexp_full_match(${raw}, '[A-Za-z]{3}') THEN upper(${raw}) END`
  }
}

/** SQL of the value that `typedValue` read, null where the field does not permit it. */
export const permittedValue = (value: string, source: FieldSource): string => {
  if (source.type === 'moment') return inCalendar(value, source.isPast)
  if (source.type === 'day') return inCalendar(pastDay(value, source))
  return permittedNumber(value, source)
}

/** What almost no cell has: other characters than those of ASCII, and spaces that do not stand alone between others. */
const NOT_PLAIN = '[^ -~]|  |^ | $'
/** Written, and not to be seen. */
const INVISIBLE = '[\\x{200b}\\x{2060}\\x{feff}\\x{ad}]'
const SPACES = '[\\s\\x{a0}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}]+'

/** The text as it looks, so that names that look the same are the same: null when there is nothing to see. */
const seenText = (cell: string): string => {
  const visible = `regexp_replace(${cell}, '${INVISIBLE}', '', 'g')`
  const clean = `trim(nfc_normalize(regexp_replace(${visible}, '${SPACES}', ' ', 'g')))`
  return `nullif(CASE WHEN regexp_matches(${cell}, '${NOT_PLAIN}') THEN ${clean} ELSE ${cell} END, '')`
}

const isTextual = (type: FieldSource['type']): boolean => type === 'text' || type === 'code'

/**
 * The text of a cell with its fallback; null when it is empty. Custom fields keep the text as it is written, and ids the blanks around it. Numbers and dates are not
 * trimmed here, because that costs more than reading them.
 */
export const rawText = ({ column, joined, standIn, fallback, type }: FieldSource, isCustom: boolean): string => {
  if (column === null) return fallback === null ? 'CAST(NULL AS VARCHAR)' : textLiteral(fallback)
  const cell = `c${column}`
  if (joined.length > 0) {
    const cells = [column, ...joined].map((index) => `nullif(trim(c${index}), '')`)
    return `nullif(concat_ws('${type === 'money' ? SUM : ' '}', ${cells.join(', ')}), '')`
  }
  const isEmpty = `starts_with(${cell}, ' ') AND trim(${cell}) = ''`
  const written = isTextual(type) ? `nullif(trim(${cell}), '')` : `CASE WHEN ${isEmpty} THEN NULL ELSE ${cell} END`
  const text = isTextual(type) && !isCustom ? seenText(cell) : written
  const others = [
    ...(standIn === undefined ? [] : [seenText(`c${standIn}`)]),
    ...(fallback === null ? [] : [textLiteral(fallback)]),
  ]
  return others.length === 0 ? text : `coalesce(${[text, ...others].join(', ')})`
}

const WRONG = {
  number: 'This isn’t a number',
  integer: 'This isn’t a whole number',
  price: 'This isn’t a price',
  money: 'This isn’t an amount',
  decimal: 'This isn’t a number',
  boolean: 'This isn’t yes or no',
  time: 'This isn’t a time of day',
  zone: 'Unknown time zone',
  currency: 'This isn’t a currency code of three letters',
} as const

/** The message for a cell that `typedValue` could not read. */
export const wrongValueMessage = ({ type, dateFormatName, share }: FieldSource): string => {
  if (share !== null) return 'This isn’t a percentage between 0 and 100'
  if (type === 'moment' || type === 'day') return `This isn’t a date in the format ${dateFormatName ?? 'YYYY-MM-DD'}`
  if (type === 'id' || type === 'text' || type === 'code') return 'This value can’t be used'
  return WRONG[type]
}

export const REQUIRED_MESSAGE = 'This field is required'
