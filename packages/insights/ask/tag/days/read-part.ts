import { addDays, addMonths, diffDays, type LocalDay, weekdayFrom } from '#domain/ranges/local-day.ts'
import { DAY_WORDS } from '../../language/days.ts'
import type { Token } from '../../text/token.ts'
import type { Days } from '../tag.ts'
import { matchLength, matchOne } from './match-phrase.ts'
import { namedDays } from './periods.ts'
import { type AskCalendar, grainAt, type NamedDays, type ReadDays, unnamed, weekdayAt } from './read-point.ts'
import { countAt, THIS } from './read-relative.ts'

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'weekend' | 'half'

const SATURDAY = 6

const isWithin = ({ from, until }: Days, whole: Days): boolean => from >= whole.from && until <= whole.until

const unitAt = (tokens: readonly Token[], at: number) => {
  return (
    matchOne<Unit>(tokens, at, [
      ['weekend', `${DAY_WORDS.weekend}, ${DAY_WORDS.weekend}s`],
      ['half', 'half'],
    ]) ?? grainAt(tokens, at)
  )
}

const forward = (from: LocalDay, unit: Unit, count: number): LocalDay => {
  if (unit === 'month') return addMonths(from, count)
  if (unit === 'quarter') return addMonths(from, 3 * count)
  if (unit === 'year') return addMonths(from, 12 * count)
  return addDays(from, (unit === 'week' ? 7 : 1) * count)
}

/** So many units from the beginning, or back from the end: months are those of the calendar, weeks are seven days. */
const slice = ({ from, until }: Days, unit: Unit, position: number, count: number): Days => {
  if (unit === 'half') {
    const middle =
      addMonths(from, 12) === until
        ? addMonths(from, 6)
        : addDays(from, addMonths(from, 1) === until ? 15 : Math.round(diffDays(from, until) / 2))
    return position === 1 ? unnamed(from, middle) : unnamed(middle, until)
  }
  if (position === 0) return unnamed(forward(until, unit, -count), until)
  return unnamed(forward(from, unit, position - 1), forward(from, unit, position - 1 + count))
}

const weekdaySlice = ({ from, until }: Days, weekday: number, position: number, length: number): Days => {
  const first = weekdayFrom(from, weekday)
  const last = addDays(weekdayFrom(until, weekday), -7)
  const day = position === 0 ? last : addDays(first, 7 * (position - 1))
  return unnamed(day, addDays(day, length))
}

/** "the month", "the year": the current one, where a part of it is named. */
const readThe = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const the = matchLength(tokens, at, DAY_WORDS.the)
  const grain = the === 0 ? null : grainAt(tokens, at + the)
  return grain && grain.value !== 'day'
    ? { days: namedDays(THIS[grain.value], calendar), length: the + grain.length }
    : null
}

/** "first week of March", "last 10 days of 2025", "second half of January", "first Saturday of May". */
const readOrdinal = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
  readPoint: ReadDays,
): NamedDays | null => {
  const the = matchLength(tokens, at, DAY_WORDS.the)
  const ordinal = matchOne(tokens, at + the, [
    ...DAY_WORDS.ordinals.map((text, index) => [index + 1, text] as const),
    [0, 'last, final, closing'] as const,
  ])
  if (ordinal === null) return null
  const counted = countAt(tokens, at + the + ordinal.length)
  const place = at + the + ordinal.length + counted.length
  const weekday = weekdayAt(tokens, place)
  const unit = weekday > 0 ? null : unitAt(tokens, place)
  if (weekday === 0 && unit === null) return null
  const after = place + (unit?.length ?? 1)
  const of = matchLength(tokens, after, DAY_WORDS.of)
  if (of === 0) return null
  const whole = readPoint(tokens, after + of, calendar) ?? readThe(tokens, after + of, calendar)
  if (whole === null) return null
  const count = counted.value ?? 1
  const days =
    weekday > 0
      ? weekdaySlice(whole.days, weekday, ordinal.value, 1)
      : unit?.value === 'weekend'
        ? weekdaySlice(whole.days, SATURDAY, ordinal.value, 2)
        : slice(whole.days, unit?.value ?? 'day', ordinal.value, count)
  const isPart = weekday > 0 || unit?.value === 'weekend' || isWithin(days, whole.days)
  return isPart && days.from < days.until ? { days, length: after + of + whole.length - at } : null
}

const BEFORE_WORDS = 'before, leading up to, prior to, ahead of, preceding'
const AFTER_WORDS = 'after, following'

/** "the week before Christmas", "two days after Thanksgiving": full days next to the named ones. */
const readNextTo = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
  readPoint: ReadDays,
): NamedDays | null => {
  const the = matchLength(tokens, at, `${DAY_WORDS.the}, a`)
  const counted = countAt(tokens, at + the)
  const unit = unitAt(tokens, at + the + counted.length)
  if (unit === null || unit.value === 'half') return null
  const sideAt = at + the + counted.length + unit.length
  const [before, after] = [matchLength(tokens, sideAt, BEFORE_WORDS), matchLength(tokens, sideAt, AFTER_WORDS)]
  if (before + after === 0) return null
  const point = readPoint(tokens, sideAt + before + after, calendar)
  if (point === null) return null
  const { from, until } = point.days
  const length = sideAt + before + after + point.length - at
  const count = counted.value ?? 1
  if (unit.value === 'weekend') {
    const saturday = before > 0 ? addDays(weekdayFrom(from, SATURDAY), -7) : weekdayFrom(until, SATURDAY)
    return { days: unnamed(saturday, addDays(saturday, 2)), length }
  }
  const days =
    before > 0 ? unnamed(forward(from, unit.value, -count), from) : unnamed(until, forward(until, unit.value, count))
  return { days, length }
}

/** A part of named days, or days next to them. */
export const readPart = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
  readPoint: ReadDays,
): NamedDays | null => readOrdinal(tokens, at, calendar, readPoint) ?? readNextTo(tokens, at, calendar, readPoint)
