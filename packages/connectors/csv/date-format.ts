/** The format of a date column, for strptime. */
export interface DateFormat {
  /** in the tokens shown to users, such as `MM/DD/YYYY HH:mm` */
  readonly name: string
  /** tried in order */
  readonly strptime: readonly string[]
  /** values include an offset, so they are instants */
  readonly hasZone: boolean
}

const TOKENS = {
  YYYY: '%Y',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  hh: '%I',
  mm: '%M',
  ss: '%S',
  D: '%d',
  M: '%m',
  H: '%H',
  A: '%p',
  Z: '%z',
  T: 'T',
} as const

const TOKEN = /YYYY|MM|DD|HH|hh|mm|ss|D|M|H|A|Z|T/y

const isToken = (text: string): text is keyof typeof TOKENS => Object.hasOwn(TOKENS, text)

/** Parses a format such as `DD/MM/YYYY HH:mm`. Null for an unknown letter or a missing year, month or day. */
export const parseDateFormat = (format: string): DateFormat | null => {
  let strptime = ''
  for (let at = 0; at < format.length; ) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(format)?.[0] ?? ''
    const char = format[at] ?? ''
    if (isToken(token)) strptime += TOKENS[token]
    else if (/\p{L}/u.test(char)) return null
    else strptime += char === '%' ? '%%' : char
    at += token.length || 1
  }
  const isWhole = ['%Y', '%m', '%d'].every((part) => strptime.includes(part))
  return isWhole ? { name: format, strptime: completed([strptime]), hasZone: strptime.includes('%z') } : null
}

/** Rows may omit seconds or have fractions of them. */
const completed = (patterns: readonly string[]): string[] => {
  const fractional = patterns.map((pattern) => pattern.replace(/%S(?!\.%f)/, '%S.%f'))
  const withoutSeconds = patterns.map((pattern) => pattern.replace(':%S', '').replace('.%f', ''))
  return [...new Set([...patterns, ...fractional, ...withoutSeconds])]
}

/** The values fit several formats: the user must choose. */
export interface Undecided {
  readonly choices: readonly string[]
}

const DATE = String.raw`(?<first>\d{4}|\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<third>\d{4}|\d{1,2})`
const TIME = String.raw`(?<join>[T ])(?<time>\d{1,2}:\d{2}(?<seconds>:\d{2})?(?<fraction>\.\d+)?)(?<half> ?[AaPp][Mm])?(?<zone> ?(?:Z|[+-]\d{2}:?\d{2}))?`
const MOMENT = new RegExp(`^\\s*${DATE}(?:${TIME})?\\s*$`)

interface Shape {
  readonly parts: readonly [number, number, number]
  readonly yearFirst: boolean
  readonly mark: string
  /** the part after the day, as tokens and for strptime */
  readonly timeName: string
  readonly timePattern: string
  readonly hasZone: boolean
}

const shapeOf = (value: string): Shape | null => {
  const found = MOMENT.exec(value)?.groups
  if (!found) return null
  const {
    first = '',
    second = '',
    third = '',
    mark = '',
    join = '',
    time,
    seconds,
    fraction,
    half = '',
    zone = '',
  } = found
  const yearFirst = first.length === 4
  if (!yearFirst && third.length !== 4) return null
  const gap = half.startsWith(' ') ? ' ' : ''
  const zoneGap = zone.startsWith(' ') ? ' ' : ''
  const hour = half ? 'hh' : 'HH'
  const timeName = time ? `${join}${hour}:mm${seconds ? ':ss' : ''}${half && `${gap}A`}${zone && `${zoneGap}Z`}` : ''
  const clock = `${half ? '%I' : '%H'}:%M${seconds ? ':%S' : ''}${fraction ? '.%f' : ''}`
  const timePattern = time ? `${join}${clock}${half && `${gap}%p`}${zone && `${zoneGap}%z`}` : ''
  const parts = [Number(first), Number(second), Number(third)] as const
  return { parts, yearFirst, mark, timeName, timePattern, hasZone: zone !== '' }
}

const dayNames = (shapes: readonly Shape[]): string[] => {
  const { yearFirst, mark } = shapes[0] ?? { yearFirst: true, mark: '-' }
  if (yearFirst) return [`YYYY${mark}MM${mark}DD`]
  const monthFirst = `MM${mark}DD${mark}YYYY`
  const dayFirst = `DD${mark}MM${mark}YYYY`
  const canBe = (index: 0 | 1) => shapes.every(({ parts }) => parts[index] <= 12)
  return [...(canBe(0) ? [monthFirst] : []), ...(canBe(1) ? [dayFirst] : [])]
}

/**
 * The format of a column by values from it: ISO with or without `T`, month or day first, with or without time, seconds, AM/PM
 * and zone. Null when they have no known form in common; undecided when month and day could be swapped.
 */
export const detectDateFormat = (values: readonly string[]): DateFormat | Undecided | null => {
  const shapes = values.map(shapeOf)
  const known = shapes.filter((shape) => shape !== null)
  const sample = known[0]
  if (!sample || known.length < shapes.length) return null
  const isAlike = ({ yearFirst, mark, hasZone }: Shape) =>
    yearFirst === sample.yearFirst && mark === sample.mark && hasZone === sample.hasZone
  if (!known.every(isAlike)) return null
  const days = dayNames(known)
  const timeNames = [...new Set(known.map(({ timeName }) => timeName))].sort((a, b) => b.length - a.length)
  const [longest = ''] = timeNames
  if (days.length === 2) return { choices: days.map((day) => `${day}${longest}`) }
  const [day] = days
  if (day === undefined) return null
  const dayPattern = parseDateFormat(day)?.strptime[0] ?? ''
  const patterns = known.map(({ timePattern }) => `${dayPattern}${timePattern}`)
  return { name: `${day}${longest}`, strptime: completed([...new Set(patterns)]), hasZone: sample.hasZone }
}
