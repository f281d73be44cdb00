import { addDays, addMonths, type LocalDay } from '#domain/ranges/local-day.ts'
import { periodStart } from '#domain/ranges/period.ts'
import { DAY_WORDS } from '../../language/days.ts'
import type { Token } from '../../text/token.ts'
import { releaseDayAt } from '../read-release.ts'
import type { Days, DaysTag, Reading, Tag } from '../tag.ts'
import { matchLength, matchOne } from './match-phrase.ts'
import { dayDays, namedDays } from './periods.ts'
import { readPart } from './read-part.ts'
import {
  type AskCalendar,
  grainAt,
  monthAt,
  NAMED_POINTS,
  type NamedDays,
  slashedDays,
  unnamed,
  yearAt,
  yearlyAt,
} from './read-point.ts'
import { countAt, exactlyBefore, readRelative, readThisWeekend, THIS } from './read-relative.ts'

const CURRENT_PERIODS = (['week', 'month', 'quarter', 'year'] as const).map((grain) => [grain, grain] as const)

const READERS = [readRelative, readThisWeekend, ...NAMED_POINTS]

const readNearest = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null =>
  READERS.map((read) => read(tokens, at, calendar)).reduce<NamedDays | null>(
    (best, found) => (found !== null && found.length > (best?.length ?? 0) ? found : best),
    null,
  )

/** "the week of March 2", "the month of March". */
const readPeriodOf = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const grain = grainAt(tokens, at)
  if (grain === null || (grain.value !== 'week' && grain.value !== 'month')) return null
  const ending = matchLength(tokens, at + grain.length, DAY_WORDS.ending)
  if (ending > 0 && grain.value === 'week') {
    const last = readNearest(tokens, at + grain.length + ending, calendar)
    const length = grain.length + ending + (last?.length ?? 0)
    return last && { days: unnamed(addDays(last.days.until, -7), last.days.until), length }
  }
  const of = matchLength(tokens, at + grain.length, DAY_WORDS.of)
  const point = of === 0 ? null : readNearestOrRelease(tokens, at + grain.length + of, calendar)
  if (point === null) return null
  const length = grain.length + of + point.length
  const { from, until } = point.days
  if (grain.value === 'month') return addMonths(from, 1) === until ? { days: point.days, length } : null
  const start = periodStart(from, 'week', calendar)
  return addDays(from, 1) === until ? { days: unnamed(start, addDays(start, 7)), length } : null
}

/** "the start of the year", "the end of last month": one day. */
const readEdge = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const the = matchLength(tokens, at, DAY_WORDS.the)
  const [start, end] = [matchLength(tokens, at + the, DAY_WORDS.start), matchLength(tokens, at + the, DAY_WORDS.end)]
  if (start + end === 0) return null
  const index = at + the + start + end
  const article = matchLength(tokens, index, DAY_WORDS.the)
  const grain = grainAt(tokens, index + article)
  const point =
    readNearest(tokens, index, calendar) ??
    (grain === null
      ? null
      : {
          days: unnamed(periodStart(calendar.today, grain.value, calendar), addDays(calendar.today, 1)),
          length: article + grain.length,
        })
  if (point === null) return null
  const from = start > 0 ? point.days.from : addDays(point.days.until, -1)
  return { days: unnamed(from, addDays(from, 1)), length: index + point.length - at }
}

const readNearestOrRelease = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null =>
  readNearest(tokens, at, calendar) ?? readReleaseDay(tokens, at, calendar)

/** "for the quarter": the current one. */
const readCurrent = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const isOf = ['for', 'during', 'over'].includes(tokens[at - 1]?.text ?? '')
  const the = isOf ? matchLength(tokens, at, DAY_WORDS.the) : 0
  const grain = the === 0 ? null : matchOne(tokens, at + the, CURRENT_PERIODS)
  return grain && { days: namedDays(THIS[grain.value], calendar), length: the + grain.length }
}

const readPoint = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null =>
  readEdge(tokens, at, calendar) ??
  readPart(tokens, at, calendar, readNearestOrRelease) ??
  readPeriodOf(tokens, at, calendar) ??
  readNearest(tokens, at, calendar) ??
  readCurrent(tokens, at, calendar)

const isQuarter = (tokens: readonly Token[], at: number): boolean =>
  DAY_WORDS.quarters.some((text) => matchLength(tokens, at, text) > 0)

/** The first of two without a year has the year of the second: "January to March 2024". */
const sameYear = (tokens: readonly Token[], at: number, last: NamedDays, calendar: AskCalendar): LocalDay | null => {
  const isYearly = isQuarter(tokens, at) || yearlyAt(tokens, at, calendar) !== null
  if (monthAt(tokens, at) === 0 && !isYearly) return null
  const before = { ...calendar, today: addDays(last.days.until, -1) }
  const bare = readPoint(tokens, at, before)
  const hasYear = bare !== null && tokens.slice(at, at + bare.length).some(({ text }) => /^(\d{4}|years?)$/.test(text))
  return bare === null || hasYear ? null : bare.days.from
}

/** "March 1 to 10": a bare number is a day of the same month. */
const readSameMonth = (tokens: readonly Token[], at: number, { days }: NamedDays): NamedDays | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(tokens[at]?.text ?? '') ?? []
  const isDay = addDays(days.from, 1) === days.until
  const read =
    digits === undefined || !isDay
      ? null
      : dayDays(Number(days.from.slice(5, 7)), Number(digits), Number(days.from.slice(0, 4)), { today: days.from })
  return read && { days: read, length: 1 }
}

/** "from January to March 2024", "between March 1 and March 15", "March 1-10": the last day is included. */
const readSpan = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const between = matchLength(tokens, at, DAY_WORDS.between)
  const lead = between > 0 ? between : matchLength(tokens, at, DAY_WORDS.from)
  const first = readPoint(tokens, at + lead, calendar)
  if (first === null) return null
  const joint = at + lead + first.length
  // "compare March to February"
  const isCompared = lead === 0 && /^compar/.test(tokens[at - 1]?.text ?? '') && tokens[joint]?.text === 'to'
  if (isCompared) return null
  const index = joint + matchLength(tokens, joint, between > 0 ? DAY_WORDS.and : DAY_WORDS.to)
  const dashed = index === joint ? readSameMonth(tokens, joint, first) : null
  if (dashed !== null && dashed.days.from > first.days.from)
    return { days: unnamed(first.days.from, dashed.days.until), length: joint + dashed.length - at }
  if (index === joint) return null
  const last = readPoint(tokens, index, calendar) ?? readSameMonth(tokens, index, first)
  if (last === null) return null
  const from = sameYear(tokens, at + lead, last, calendar) ?? first.days.from
  return from < last.days.until ? { days: unnamed(from, last.days.until), length: index + last.length - at } : null
}

const GRAINS = [
  ['Day', (from: LocalDay) => addDays(from, 1)],
  ['Week', (from: LocalDay) => addDays(from, 7)],
  ['Month', (from: LocalDay) => addMonths(from, 1)],
  ['Quarter', (from: LocalDay) => addMonths(from, 3)],
  ['Year', (from: LocalDay) => addMonths(from, 12)],
] as const

/** Periods of one length that follow each other, and that length. */
const joined = (points: readonly Days[]): { readonly days: Days; readonly grain: string } | null => {
  const sorted = points.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  const follows = sorted.every(({ from }, at) => at === 0 || from === sorted[at - 1]?.until)
  const grain = GRAINS.find(([, next]) => sorted.every(({ from, until }) => next(from) === until))
  return first && last && grain && follows ? { days: unnamed(first.from, last.until), grain: grain[0] } : null
}

interface Listed {
  readonly point: NamedDays
  readonly at: number
}

const listedPoints = (tokens: readonly Token[], at: number, calendar: AskCalendar): Listed[] => {
  const points: Listed[] = []
  for (let index = at; ; ) {
    const point = readPoint(tokens, index, calendar)
    if (point === null) return points
    points.push({ point, at: index })
    const next = index + point.length
    const and = matchLength(tokens, next, 'and, &, plus')
    const isYears = yearAt(tokens, index) !== null && yearAt(tokens, next) !== null
    if (and === 0 && tokens[next]?.isApart !== true && !isYears) return points
    index = next + and
  }
}

/** "January, February and March", "June and July last year", "2023 and 2024": a row each. */
const readList = (
  tokens: readonly Token[],
  at: number,
  calendar: AskCalendar,
): (NamedDays & { readonly grain: string }) | null => {
  const listed = listedPoints(tokens, at, calendar)
  for (let count = listed.length; count > 1; count -= 1) {
    const some = listed.slice(0, count)
    const last = some.at(-1)
    if (last === undefined) return null
    const length = last.at + last.point.length - at
    const own = joined(some.map(({ point }) => point.days))
    const before = { ...calendar, today: addDays(last.point.days.until, -1) }
    const ofYear = some.slice(0, -1).flatMap((one) => readPoint(tokens, one.at, before)?.days ?? [])
    const found = joined([...ofYear, last.point.days]) ?? own
    if (found !== null) return { ...found, length }
  }
  return null
}

const tagged = (found: NamedDays & { readonly grain?: string }, part: DaysTag['part'] = 'in'): Reading => ({
  tags: [
    {
      kind: 'days',
      days: found.days,
      part,
      ...(found.since === undefined ? {} : { since: found.since }),
      ...(found.yearBefore === undefined ? {} : { yearBefore: found.yearBefore }),
      ...(found.coming === undefined ? {} : { coming: found.coming }),
      ...(found.grain === undefined ? {} : { grain: found.grain }),
    },
  ],
  length: found.length,
  cost: found.cost ?? 0,
})

/** "since the spring release" */
const readReleaseDay = (tokens: readonly Token[], at: number, calendar: AskCalendar): NamedDays | null => {
  const found = releaseDayAt(tokens, at, calendar)
  return found && { days: unnamed(found.day, addDays(found.day, 1)), length: found.length }
}

const BEGINNING = '1900-01-01'

/** "since March", "after March 3", "before 2024", "until June": the open side ends today, or has no start. */
const readOpen = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading | null => {
  const texts = [DAY_WORDS.since, DAY_WORDS.after, DAY_WORDS.before, DAY_WORDS.until]
  const [since = 0, after = 0, before = 0, until = 0] = texts.map((text) => matchLength(tokens, at, text))
  const lead = Math.max(since, after, before, until)
  if (lead === 0) return null
  const article = matchLength(tokens, at + lead, DAY_WORDS.the)
  const direct = readReleaseDay(tokens, at + lead, calendar) ?? readPoint(tokens, at + lead, calendar)
  const point = direct ?? readPoint(tokens, at + lead + article, calendar)
  if (point === null) return null
  const length = lead + (direct === null ? article : 0) + point.length
  if (before === lead) return tagged({ days: unnamed(BEGINNING, point.days.from), length }, 'before')
  if (until === lead) return tagged({ days: unnamed(BEGINNING, point.days.until), length }, 'before')
  const tomorrow = addDays(calendar.today, 1)
  const from = after === lead ? point.days.until : point.days.from
  return from < tomorrow ? tagged({ days: unnamed(from, tomorrow), length, since: from }) : null
}

/** "3/4/2026": both days that it may be. */
const readNumeric = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] =>
  slashedDays(tokens, at, calendar).flatMap((days) => (days === null ? [] : [tagged({ days, length: 1 })]))

/** "6 months", in "no order in 6 months". */
const readLength = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const count = countAt(tokens, at)
  const article = count.value === null && ['a', 'an'].includes(tokens[at]?.text ?? '') ? 1 : 0
  const grain = count.value === null && article === 0 ? null : grainAt(tokens, at + count.length + article)
  if (grain === null) return []
  const since = exactlyBefore(calendar.today, grain.value, count.value ?? 1)
  return [
    { tags: [{ kind: 'span', since }], length: count.length + article + grain.length, cost: article > 0 ? 1 : 0.4 },
  ]
}

const VERSUS = 'vs, versus, v, compared to, compared with, against, to'

/** "January vs February last year": the first of two is of the year of the second. */
const readPair = (tokens: readonly Token[], at: number, first: NamedDays, calendar: AskCalendar): Reading[] => {
  const versus = matchLength(tokens, at + first.length, VERSUS)
  const index = at + first.length + versus
  const last = versus === 0 ? null : readPoint(tokens, index, calendar)
  const hasYear =
    last !== null && tokens.slice(index, index + last.length).some(({ text }) => /^(\d{4}|year)$/.test(text))
  const from = hasYear ? sameYear(tokens, at, last, calendar) : null
  // "Q1 vs Q1 last year" is of two years, and "Easter vs last year" is compared with Easter
  if (last === null || last.days.until >= addMonths(last.days.from, 12)) return []
  if (from === null || from === first.days.from || from === last.days.from) return []
  const before = { ...calendar, today: addDays(last.days.until, -1) }
  const moved = readPoint(tokens, at, before)
  if (moved === null) return []
  const tags = [...tagged(moved).tags, { kind: 'compare' as const, mode: null }, ...tagged(last).tags]
  return [{ tags, length: index + last.length - at, cost: 0 }]
}

const readWhole = (tokens: readonly Token[], at: number, calendar: AskCalendar) =>
  readSpan(tokens, at, calendar) ?? readList(tokens, at, calendar) ?? readPoint(tokens, at, calendar)

/** "Black Friday weekend 2025 vs 2024": the same days of another year, which the later ones are compared with. */
const readOtherYear = (tokens: readonly Token[], at: number, first: NamedDays, calendar: AskCalendar): Reading[] => {
  const end = at + first.length
  const index = end + matchLength(tokens, end, VERSUS)
  const [own, other] = [yearAt(tokens, end - 1), yearAt(tokens, index)]
  const [token, named] = [tokens[end - 1], tokens[index]]
  if (index === end || first.length === 1 || own === null || other === null || !token || !named) return []
  const second = readWhole(tokens.with(end - 1, { ...token, text: named.text }), at, calendar)
  if (second?.length !== first.length) return []
  const [latest, earliest] = own > other ? [first, second] : [second, first]
  const isYearBefore = Math.abs(own - other) === 1
  const compared: Tag[] = isYearBefore
    ? [{ kind: 'compare', mode: 'lastYear' }]
    : [{ kind: 'compare', mode: null }, ...tagged(earliest).tags]
  return [{ tags: [...tagged(latest).tags, ...compared], length: index + 1 - at, cost: 0 }]
}

/** The days named by the words at a position. */
export const readDays = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const numeric = [...readNumeric(tokens, at, calendar), ...readLength(tokens, at, calendar)]
  const open = readOpen(tokens, at, calendar)
  if (open !== null) return [open, ...numeric]
  const found = readWhole(tokens, at, calendar)
  return found === null
    ? numeric
    : [
        ...readPair(tokens, at, found, calendar),
        ...readOtherYear(tokens, at, found, calendar),
        tagged(found),
        ...numeric,
      ]
}
