/** Dates written as one number. The Excel systems count days, with the time as fraction; Unix time is an instant. */
export type DateNumber = 'excel1900' | 'excel1904' | 'unixSeconds' | 'unixMilliseconds'

/** The format of a date column. */
export interface DateFormat {
  /** in the tokens shown to users, such as `MM/DD/YYYY HH:mm`; alternatives are separated by ` | ` */
  readonly name: string
  /** patterns of strptime for the text as it stands, tried in order */
  readonly strptime: readonly string[]
  /** patterns for the text after `DATE_TEXT_RULES`, tried next */
  readonly plain: readonly string[]
  readonly number: DateNumber | null
  /** values include an offset, so they are instants */
  readonly hasZone: boolean
}

const DATE_NUMBER_NAMES: Readonly<Record<DateNumber, string>> = {
  excel1900: 'Excel serial number',
  excel1904: 'Excel serial number (1904)',
  unixSeconds: 'Unix seconds',
  unixMilliseconds: 'Unix milliseconds',
}

export const numberFormat = (number: DateNumber): DateFormat => ({
  name: DATE_NUMBER_NAMES[number],
  strptime: [],
  plain: [],
  number,
  hasZone: number.startsWith('unix'),
})

const TOKENS = {
  YYYY: '%Y',
  YY: '%y',
  MMM: '%b',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  hh: '%I',
  mm: '%M',
  ss: '%S',
  D: '%d',
  M: '%m',
  H: '%H',
  h: '%I',
  A: '%p',
  Z: '%z',
  T: 'T',
} as const

const TOKEN = /YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|D|M|H|h|A|Z|T/y

const isToken = (text: string): text is keyof typeof TOKENS => Object.hasOwn(TOKENS, text)

const DAY_PARTS = ['%Y', '%y', '%b', '%m', '%d']

/** The whole format for strptime, and the day alone. */
const piecesOf = (format: string) => {
  let whole = ''
  let day = ''
  for (let at = 0; at < format.length; ) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(format)?.[0] ?? ''
    const char = format[at] ?? ''
    if (isToken(token)) whole += TOKENS[token]
    else if (/\p{L}/u.test(char)) return null
    else whole += char === '%' ? '%%' : char
    if (isToken(token) && DAY_PARTS.includes(TOKENS[token])) day = whole
    at += token.length || 1
  }
  return { whole, day }
}

const ALTERNATIVES = /\s*\|\s*/

/**
 * Parses a format such as `DD/MM/YYYY HH:mm`, several of them separated by `|`, or the name of a number. Null for an unknown
 * letter, a missing year, month or day, and alternatives of which only some have a zone.
 */
export const parseDateFormat = (format: string): DateFormat | null => {
  const number = Object.entries(DATE_NUMBER_NAMES).find(([, name]) => name.toLowerCase() === format.toLowerCase())?.[0]
  if (number !== undefined && isDateNumber(number)) return numberFormat(number)
  const parts = format.split(ALTERNATIVES).map(parseOne)
  const known = parts.filter((part) => part !== null)
  const [first] = known
  if (!first || known.length < parts.length || known.some(({ hasZone }) => hasZone !== first.hasZone)) return null
  return {
    ...first,
    name: format,
    strptime: unique(known.flatMap(({ strptime }) => strptime)),
    plain: unique(known.flatMap(({ plain }) => plain)),
  }
}

const isDateNumber = (text: string): text is DateNumber => Object.hasOwn(DATE_NUMBER_NAMES, text)

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

const parseOne = (format: string): DateFormat | null => {
  const pieces = piecesOf(format)
  if (pieces === null) return null
  const { whole, day } = pieces
  const has = (...tokens: readonly string[]) => tokens.some((token) => day.includes(token))
  if (!has('%Y', '%y') || !has('%m', '%b') || !has('%d')) return null
  const hasZone = whole.includes('%z')
  return {
    name: format,
    strptime: withOptionalSeconds([whole]),
    plain: plainPatterns(day, hasZone),
    number: null,
    hasZone,
  }
}

/** Rows may omit seconds or have fractions of them. */
export const withOptionalSeconds = (patterns: readonly string[]): string[] => {
  const fractional = patterns.map((pattern) => pattern.replace(/%S(?!\.%f)/, '%S.%f'))
  const withoutSeconds = patterns.map((pattern) => pattern.replace(':%S', '').replace('.%f', ''))
  return unique([...patterns, ...fractional, ...withoutSeconds])
}

const CLOCKS = ['%H:%M', '%H:%M:%S', '%H:%M:%S.%f', '%I:%M %p', '%I:%M:%S %p', '%I:%M:%S.%f %p', '%I %p']

/** Patterns of all texts that the rules can make of a day written so, with any time. */
const plainPatterns = (day: string, hasZone: boolean): string[] => {
  const plainDay = day.includes('%b') ? day.replace(/[^%a-zA-Z]+/g, ' ').trim() : day.replace(/\. +/g, '.')
  const times = CLOCKS.map((clock) => `${plainDay} ${clock}`)
  if (!hasZone) return [plainDay, ...times]
  // A name such as America/Los_Angeles takes the place of an offset. It comes last: %Z takes PM for a zone and fails.
  return [...times.map((time) => `${time} %z`), ...times.reverse().map((time) => `${time} %Z`)]
}
