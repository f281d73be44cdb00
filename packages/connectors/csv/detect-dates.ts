import { plainDateText } from '#domain/date-text.ts'
import { type DateFormat, type DateNumber, numberFormat, parseDateFormat, withOptionalSeconds } from './date-format.ts'

/** The values fit several formats: the user must choose. */
export interface Undecided {
  readonly choices: readonly string[]
}

/** Two values that no single order of day and month reads. */
export interface Contradiction {
  readonly dayFirst: string
  readonly monthFirst: string
}

const DAY = String.raw`(?<first>\d{4}|\d{1,2})(?<mark>[-/. ])(?<second>\d{1,2}|[A-Z]{3})\k<mark>(?<third>\d{4}|\d{1,2})`
const NAMED = String.raw`(?<month>[A-Z]{3}) (?<monthDay>\d{1,2}) (?<monthYear>\d{4}|\d{2})`
const TIME = String.raw`(?<join>[T ])(?<time>\d{1,2}(?::\d{2}(?<seconds>:\d{2}(?<fraction>\.\d+)?)?|(?= ?[AP]M)))(?<half> ?[AP]M)?(?<zone> ?(?:Z|[-+]\d{2}:?\d{2})| [A-Z]+/[A-Z_/]+)?`
const MOMENT = new RegExp(String.raw`^\s*(?:${DAY}|${NAMED}|(?<eight>\d{8}))(?:${TIME})?\s*$`, 'i')

type Order = 'numbers' | 'dayMonth' | 'monthDay' | 'yearMonth' | 'eight'

interface Shape {
  readonly text: string
  readonly order: Order
  readonly parts: readonly [number, number, number]
  readonly yearFirst: boolean
  readonly shortYear: boolean
  readonly mark: string
  /** the part after the day, as tokens and for strptime */
  readonly timeName: string
  readonly timePattern: string
  readonly hasZone: boolean
  /** the text as it stands has this shape, without rules */
  readonly isRaw: boolean
}

const shapeOf = (value: string): Shape | null => {
  const raw = MOMENT.exec(value)?.groups
  const found = raw ?? MOMENT.exec(plainDateText(value))?.groups
  if (!found) return null
  const day = parseDayShape(found)
  return day === null ? null : { text: value.trim(), ...day, ...timeOf(found), isRaw: raw !== undefined }
}

const NO_NUMBERS = { parts: [0, 0, 0], yearFirst: false, shortYear: false, mark: '' } as const

type Groups = Readonly<Record<string, string | undefined>>

const parseDayShape = (found: Groups): Pick<Shape, 'order' | 'parts' | 'yearFirst' | 'shortYear' | 'mark'> | null => {
  const { first = '', second = '', third = '', mark = '', month, monthYear = '', eight } = found
  if (eight !== undefined) return isEightDigits(eight) ? { ...NO_NUMBERS, order: 'eight', yearFirst: true } : null
  if (month !== undefined) return { ...NO_NUMBERS, order: 'monthDay', shortYear: monthYear.length === 2, mark: ' ' }
  const yearFirst = first.length === 4
  const shortYear = !yearFirst && third.length !== 4
  if (/[a-z]/i.test(second))
    return { ...NO_NUMBERS, order: yearFirst ? 'yearMonth' : 'dayMonth', yearFirst, shortYear, mark }
  if (mark === ' ' || (yearFirst && third.length > 2)) return null
  if (shortYear && third.length !== 2 && first.length !== 2) return null
  return { order: 'numbers', parts: [Number(first), Number(second), Number(third)], yearFirst, shortYear, mark }
}

const isEightDigits = (text: string): boolean => /^(19|20|21)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text)

const timeOf = (found: Groups): Pick<Shape, 'timeName' | 'timePattern' | 'hasZone'> => {
  const { join = '', time, seconds, fraction, half = '', zone = '' } = found
  const gap = half.startsWith(' ') ? ' ' : ''
  const zoneGap = zone.startsWith(' ') ? ' ' : ''
  const minutes = time?.includes(':') ? ':mm' : ''
  const hour = half ? 'hh' : 'HH'
  const timeName = time
    ? `${join}${hour}${minutes}${seconds ? ':ss' : ''}${half && `${gap}A`}${zone && `${zoneGap}Z`}`
    : ''
  const clock = `${half ? '%I' : '%H'}${minutes && ':%M'}${seconds ? ':%S' : ''}${fraction ? '.%f' : ''}`
  const zonePattern = zone.includes('/') ? ' %Z' : `${zoneGap}%z`
  const timePattern = time ? `${join}${clock}${half && `${gap}%p`}${zone && zonePattern}` : ''
  return { timeName, timePattern, hasZone: zone !== '' }
}

const groupKey = ({ order, yearFirst, shortYear, mark, hasZone }: Shape): string =>
  [order, yearFirst, shortYear, mark, hasZone].join()

const canBe = (shapes: readonly Shape[], index: 0 | 1 | 2, limit: number): boolean =>
  shapes.every(({ parts }) => parts[index] >= 1 && parts[index] <= limit)

/** The names of the days that read every shape; the shapes belong to one group. */
const dayNames = (shapes: readonly Shape[]): string[] => {
  const [{ order, yearFirst, shortYear, mark }] = shapes as [Shape]
  const year = shortYear ? 'YY' : 'YYYY'
  if (order === 'eight') return ['YYYYMMDD']
  if (order === 'monthDay') return [`MMM D ${year}`]
  if (order === 'dayMonth') return [`D${mark}MMM${mark}${year}`]
  if (order === 'yearMonth') return [`YYYY${mark}MMM${mark}D`]
  const first12 = canBe(shapes, 0, 12)
  const second12 = canBe(shapes, 1, 12)
  if (yearFirst) {
    if (second12 && canBe(shapes, 2, 31)) return [`YYYY${mark}MM${mark}DD`]
    return canBe(shapes, 1, 31) && canBe(shapes, 2, 12) ? [`YYYY${mark}DD${mark}MM`] : []
  }
  const names = [
    ...(first12 && canBe(shapes, 1, 31) ? [`MM${mark}DD${mark}${year}`] : []),
    ...(second12 && canBe(shapes, 0, 31) ? [`DD${mark}MM${mark}${year}`] : []),
  ]
  // A short year stands first where people write ISO dates, with hyphens, or where nothing else fits.
  const shortFirst = shortYear && second12 && canBe(shapes, 2, 31) && (mark === '-' || names.length === 0)
  return shortFirst ? [...names, `YY${mark}MM${mark}DD`] : names
}

const FIRST_SERIAL = 18_264 // 1950-01-01
const LAST_SERIAL = 73_051 // 2100-01-01

const numberOf = (values: readonly string[]): DateNumber | null => {
  const texts = values.map((value) => value.trim())
  if (!texts.every((text) => /^\d{5}(\.\d+)?$|^\d{10}(\.\d+)?$|^\d{13}$/.test(text))) return null
  const numbers = texts.map(Number)
  const isWithin = (low: number, high: number) => numbers.every((number) => number >= low && number < high)
  if (isWithin(FIRST_SERIAL, LAST_SERIAL)) return 'excel1900'
  // from 2001 to 2100
  if (isWithin(1e9, 4.1e9)) return 'unixSeconds'
  return isWithin(1e12, 4.1e12) ? 'unixMilliseconds' : null
}

/**
 * The format of a column by values from it. A format that reads most of the values is found too; the other rows are problems by
 * line. Null when no form is that common, undecided when month and day could be swapped, a contradiction when they are.
 */
export const detectDates = (values: readonly string[]): DateFormat | Undecided | Contradiction | null => {
  if (values.length === 0) return null
  const number = numberOf(values)
  if (number !== null) return numberFormat(number)
  const groups = Map.groupBy(
    values.flatMap((value) => shapeOf(value) ?? []),
    groupKey,
  )
  const shapes = [...groups.values()].reduce((most, one) => (one.length > most.length ? one : most), [])
  const [sample] = shapes
  if (!sample || shapes.length * 2 <= values.length) return null
  const timeNames = [...new Set(shapes.map(({ timeName }) => timeName))].sort((a, b) => b.length - a.length)
  const [longest = ''] = timeNames
  const days = dayNames(shapes)
  const [day] = days
  if (day === undefined) return contradiction(shapes)
  if (days.length > 1) return { choices: days.map((one) => `${one}${longest}`) }
  const name = `${day}${longest}`
  const parsed = parseDateFormat(name)
  if (parsed === null) return null
  const dayPattern = parseDateFormat(day)?.strptime[0] ?? ''
  const raw = shapes.filter(({ isRaw }) => isRaw).map(({ timePattern }) => `${dayPattern}${timePattern}`)
  return raw.length === 0 ? parsed : { ...parsed, strptime: withOptionalSeconds([...new Set(raw)]) }
}

const contradiction = (shapes: readonly Shape[]): Contradiction | null => {
  const dayFirst = shapes.find(({ parts: [first, second] }) => first > 12 && first <= 31 && second <= 12)
  const monthFirst = shapes.find(({ parts: [first, second] }) => first <= 12 && second > 12 && second <= 31)
  return dayFirst && monthFirst ? { dayFirst: dayFirst.text, monthFirst: monthFirst.text } : null
}

/** Names of the formats of one value: `2026-03-01` has one, `3/4/2026` two, other text none. */
export const matchDateFormats = (value: string): readonly string[] => {
  const found = detectDates([value])
  if (found === null || 'dayFirst' in found) return []
  return 'choices' in found ? found.choices : [found.name]
}
