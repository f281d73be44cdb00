import { addDays, addMonths, type LocalDay, toWeekday } from '#domain/ranges/local-day.ts'
import type { PeriodGrain } from '#domain/ranges/relative-range.ts'
import { DAY_WORDS } from '../../language/days.ts'
import type { Token } from '../../text/token.ts'
import { type Match, matchLength } from '../match-phrase.ts'
import { type AskCalendar, type Hole, longest, patternsOf } from '../pattern.ts'
import { releaseDay } from '../read-release.ts'
import { type Days, type DaysTag, filterTag, type Reading, type Tag, weekdayFilter } from '../tag.ts'
import { DAY_HOLES, unnamed, year as yearHole } from './holes.ts'
import { dayDays } from './periods.ts'
import { exactlyBefore, type NamedDays, readPoint, slashedDays, thisSaturday } from './points.ts'

const NAMES_YEAR = /^(\d{4}|years?|last|past|previous|this|ago)$/

/** The first of two without a year has the year of the second: "January to March 2024". */
const asOf = (tokens: readonly Token[], at: number, last: Days, calendar: AskCalendar): Days | null => {
  const found = readPoint(tokens, at, { ...calendar, today: addDays(last.until, -1) })
  const hasYear = found !== null && tokens.slice(at, at + found.length).some(({ text }) => NAMES_YEAR.test(text))
  return found === null || hasYear ? null : found.value.days
}

/** "March 1 to 10": a bare number is a day of the same month. */
const readSameMonth = (tokens: readonly Token[], at: number, { from, until }: Days): Match<NamedDays> | null => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(tokens[at]?.text ?? '') ?? []
  const isDay = addDays(from, 1) === until
  const days =
    digits === undefined || !isDay
      ? null
      : dayDays(Number(from.slice(5, 7)), Number(digits), Number(from.slice(0, 4)), { today: from })
  return days && { value: { days }, length: 1 }
}

/** "from January to March 2024", "between March 1 and March 15", "March 1-10": the last day is included. */
const readSpan: Hole<NamedDays> = (tokens, at, calendar) => {
  const between = matchLength(tokens, at, DAY_WORDS.between)
  const lead = between > 0 ? between : matchLength(tokens, at, DAY_WORDS.from)
  const first = readPoint(tokens, at + lead, calendar)
  if (first === null) return null
  const joint = at + lead + first.length
  // "compare March to February"
  const isCompared = lead === 0 && /^compar/.test(tokens[at - 1]?.text ?? '') && tokens[joint]?.text === 'to'
  if (isCompared) return null
  const index = joint + matchLength(tokens, joint, between > 0 ? DAY_WORDS.and : DAY_WORDS.to)
  const sameMonth = readSameMonth(tokens, index, first.value.days)
  const last = (index === joint ? null : readPoint(tokens, index, calendar)) ?? sameMonth
  if (last === null) return null
  const { days } = last.value
  const from = asOf(tokens, at + lead, days, calendar)?.from ?? first.value.days.from
  // "Saturday to last Saturday" is not from one to the other
  if (from === days.from && sameMonth === null) return null
  return from < days.until ? { value: { days: unnamed(from, days.until) }, length: index + last.length - at } : null
}

const GRAINS = [
  ['Day', (from: LocalDay) => addDays(from, 1)],
  ['Week', (from: LocalDay) => addDays(from, 7)],
  ['Month', (from: LocalDay) => addMonths(from, 1)],
  ['Quarter', (from: LocalDay) => addMonths(from, 3)],
  ['Year', (from: LocalDay) => addMonths(from, 12)],
] as const

interface Listed extends NamedDays {
  /** what tells several periods apart */
  readonly grain?: string
}

/** Periods of one length that follow each other, and that length. */
const joined = (points: readonly Days[]): Listed | null => {
  const sorted = points.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  const follows = sorted.every(({ from }, at) => at === 0 || from === sorted[at - 1]?.until)
  const grain = GRAINS.find(([, next]) => sorted.every(({ from, until }) => next(from) === until))
  return first && last && grain && follows ? { days: unnamed(first.from, last.until), grain: grain[0] } : null
}

const isMonth = ({ from, until }: Days): boolean => from.endsWith('-01') && addMonths(from, 1) === until

const listedPoints = (tokens: readonly Token[], at: number, calendar: AskCalendar) => {
  const points: { readonly days: Days; readonly at: number; readonly end: number }[] = []
  for (let index = at; ; ) {
    const point = readPoint(tokens, index, calendar)
    if (point === null) return points
    const end = index + point.length
    points.push({ days: point.value.days, at: index, end })
    const and = matchLength(tokens, end, 'and, &, plus')
    const isYears = [index, end].every((one) => yearHole(tokens, one, calendar) !== null)
    const isMonths = [point, readPoint(tokens, end, calendar)].every((one) => one !== null && isMonth(one.value.days))
    if (and === 0 && tokens[end]?.isApart !== true && !isYears && !isMonths) return points
    index = end + and
  }
}

/** "January, February and March", "Oct Nov Dec last year", "2023 and 2024": a row each. */
const readList: Hole<Listed> = (tokens, at, calendar) => {
  const listed = listedPoints(tokens, at, calendar)
  for (let count = listed.length; count > 1; count -= 1) {
    const some = listed.slice(0, count)
    const last = some.at(-1)
    if (last === undefined) return null
    const ofYear = some.slice(0, -1).map((one) => asOf(tokens, one.at, last.days, calendar) ?? one.days)
    const value = joined([...ofYear, last.days]) ?? joined(some.map(({ days }) => days))
    if (value !== null) return { value, length: last.end - at }
  }
  return null
}

const daysTag = ({ cost: _, ...named }: Listed, part: DaysTag['part'] = 'in'): Tag => ({ kind: 'days', ...named, part })

const BEGINNING = '1900-01-01'

const releasePoint: Hole<NamedDays> = (tokens, at, calendar) => {
  const found = releaseDay(tokens, at, calendar)
  return found && { value: { days: unnamed(found.value, addDays(found.value, 1)) }, length: found.length }
}

const open = patternsOf({ ...DAY_HOLES, point: longest(releasePoint, readPoint) })

/** Who has not ordered since last year may have ordered in it. */
const from = (first: LocalDay, { today }: AskCalendar, after = first): Tag | null =>
  first > today
    ? null
    : daysTag({ days: unnamed(first, addDays(today, 1)), since: first, ...(after > today ? {} : { notSince: after }) })

const backTo = (today: LocalDay, grain: PeriodGrain, count: number): LocalDay =>
  exactlyBefore(today, grain, grain === 'day' ? count + 1 : count)

/** "over 90 days ago", "more than a year ago" */
const agoOrLonger = (today: LocalDay, grain: PeriodGrain, count: number): Tag =>
  daysTag({ days: unnamed(BEGINNING, backTo(today, grain, count)) }, 'before')

/** The open side ends today, or has no start. */
const readOpen = longest<Tag>(
  ...(['{since} {point}', '{since} the {point}'] as const).map((words) =>
    open(words, ({ point: { days } }, calendar) =>
      from(days.from, calendar, days.until > addMonths(days.from, 1) ? days.until : days.from),
    ),
  ),
  ...(['{after} {point}', '{after} the {point}'] as const).map((words) =>
    open(words, ({ point: { days } }, calendar) => from(days.until, calendar)),
  ),
  open('{before} {the?} {point}', ({ point: { days } }) => daysTag({ days: unnamed(BEGINNING, days.from) }, 'before')),
  open('{until} {the?} {point}', ({ point: { days } }) => daysTag({ days: unnamed(BEGINNING, days.until) }, 'before')),
  open('{longer} {count} {grain} {ago}', ({ count, grain }, { today }) => agoOrLonger(today, grain, count)),
  open('{longer} {a} {grain} {ago}', ({ grain }, { today }) => agoOrLonger(today, grain, 1)),
  open('{shorter} {count} {grain} {ago}', ({ count, grain }, calendar) =>
    from(backTo(calendar.today, grain, count), calendar),
  ),
  open('{shorter} {a} {grain} {ago}', ({ grain }, calendar) => from(backTo(calendar.today, grain, 1), calendar)),
)

const length = patternsOf(DAY_HOLES)

/** "6 months", in "no order in 6 months". */
const readLength = longest<{ readonly tag: Tag; readonly cost: number }>(
  length('{count} {grain}', ({ count, grain }, { today }) => ({
    tag: { kind: 'span', since: exactlyBefore(today, grain, count) },
    cost: 0.4,
  })),
  length('{a} {grain}', ({ grain }, { today }) => ({
    tag: { kind: 'span', since: exactlyBefore(today, grain, 1) },
    cost: 1,
  })),
)

/** "Next Saturday" on a Monday may be that of this week as well. */
const readThisWeek = longest<Days>(
  length('next {weekday}', ({ weekday }, { today }) => thisWeek(today, weekday, 1)),
  length('next {weekend}', (_, { today }) => thisWeek(today, SATURDAY, 2)),
)

const SATURDAY = 6

const thisWeek = (today: LocalDay, weekday: number, days: number): Days | null => {
  const from = addDays(today, weekday - toWeekday(today))
  return from > today ? unnamed(from, addDays(from, days)) : null
}

/** "The last 4 Saturdays", "the past three weekends": before today, a row each. */
const readRepeated = longest<readonly Tag[]>(
  length('{which} {count} {weekdays}', ({ which, count, weekdays }, { today }) =>
    repeated(which, addDays(today, -7 * count), today, weekdayFilter(weekdays)),
  ),
  length('{which} {count} {weekends}', ({ which, count }, calendar) => {
    const saturday = thisSaturday(calendar)
    return repeated(which, addDays(saturday, -7 * count), addDays(saturday, -5), filterTag('isWeekend', 'IsTrue'))
  }),
)

const repeated = (which: string, from: LocalDay, until: LocalDay, filter: Tag): readonly Tag[] | null =>
  which === 'last' ? [daysTag({ days: unnamed(from, until) }), filter, { kind: 'grain', grain: 'Day' }] : null

const VERSUS = 'vs, versus, v, compared to, compared with, against, to'

const LAST_YEARS = 'last year’s, last year'

const COMPARED: Tag = { kind: 'compare', mode: null }

/** "January vs February last year": the first of two is of the year of the second. */
const readPair = (tokens: readonly Token[], at: number, first: Match<Listed>, calendar: AskCalendar): Reading[] => {
  const index = at + first.length + matchLength(tokens, at + first.length, VERSUS)
  const last = index === at + first.length ? null : readPoint(tokens, index, calendar)
  const hasYear =
    last !== null && tokens.slice(index, index + last.length).some(({ text }) => /^(\d{4}|year)$/.test(text))
  // "Easter vs last year" is compared with Easter
  if (last === null || !hasYear || last.value.days.until >= addMonths(last.value.days.from, 12)) return []
  const days = asOf(tokens, at, last.value.days, calendar)
  // "Q1 vs Q1 last year" is of two years
  if (days === null || days.from === first.value.days.from || days.from === last.value.days.from) return []
  return [{ tags: [daysTag({ days }), COMPARED, daysTag(last.value)], length: index + last.length - at, cost: 0 }]
}

const CHANGES =
  /^(?:change[ds]?|gr[eo]w|grown|growth|increased?|decreased?|dropp?(?:ed)?|fell|rose|risen|went|go|gone|difference)$/

/** "How did sales change from 2024 to 2025": the second against the first, and not both together. */
const readChange = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const lead = matchLength(tokens, at, DAY_WORDS.from)
  const first = lead === 0 ? null : readPoint(tokens, at + lead, calendar)
  const joint = at + lead + (first?.length ?? 0)
  const last = first === null || tokens[joint]?.text !== 'to' ? null : readPoint(tokens, joint + 1, calendar)
  if (first === null || last === null || !tokens.slice(0, at).some(({ text }) => CHANGES.test(text))) return []
  const [from, until] = [asOf(tokens, at + lead, last.value.days, calendar) ?? first.value.days, last.value.days]
  if (from.until > until.from) return []
  const tags = [daysTag(last.value), COMPARED, daysTag({ days: from })]
  return [{ tags, length: joint + 1 + last.length - at, cost: -1 }]
}

const readWhole: Hole<Listed> = (tokens, at, calendar) =>
  readSpan(tokens, at, calendar) ?? readList(tokens, at, calendar) ?? readPoint(tokens, at, calendar)

/** "Black Friday weekend 2025 vs 2024", "Black Friday vs last year's Black Friday": the same days of another year, which the later ones are compared with. */
const readOtherYear = (
  tokens: readonly Token[],
  at: number,
  first: Match<Listed>,
  calendar: AskCalendar,
): Reading[] => {
  const end = at + first.length
  const index = end + matchLength(tokens, end, VERSUS)
  const again = index + matchLength(tokens, index, LAST_YEARS)
  const isAgain =
    again > index &&
    index > end &&
    tokens.slice(at, end).every(({ text }, place) => text === tokens[again + place]?.text)
  if (isAgain)
    return [
      { tags: [daysTag(first.value), { kind: 'compare', mode: 'lastYear' }], length: again + end - 2 * at, cost: 0 },
    ]
  const [own, other] = [end - 1, index].map((one) => yearHole(tokens, one, calendar)?.value)
  const [token, named] = [tokens[end - 1], tokens[index]]
  if (index === end || first.length === 1 || own === undefined || other === undefined || !token || !named) return []
  const second = readWhole(tokens.with(end - 1, { ...token, text: named.text }), at, calendar)
  if (second?.length !== first.length) return []
  const [latest, earliest] = own > other ? [first, second] : [second, first]
  const compared: Tag[] =
    Math.abs(own - other) === 1 ? [{ kind: 'compare', mode: 'lastYear' }] : [COMPARED, daysTag(earliest.value)]
  return [{ tags: [daysTag(latest.value), ...compared], length: index + 1 - at, cost: 0 }]
}

const toReading = (tag: Tag, { length: count }: Match<unknown>, cost = 0): Reading => ({
  tags: [tag],
  length: count,
  cost,
})

/** The days named by the words at a position. */
export const readDays = (tokens: readonly Token[], at: number, calendar: AskCalendar): Reading[] => {
  const span = readLength(tokens, at, calendar)
  const nearer = readThisWeek(tokens, at, calendar)
  const others = [
    // both days that "3/4/2026" may be
    ...slashedDays(tokens, at, calendar).flatMap((days) =>
      days === null ? [] : toReading(daysTag({ days }), { value: null, length: 1 }),
    ),
    ...(span === null ? [] : [toReading(span.value.tag, span, span.value.cost)]),
    ...(nearer === null ? [] : [toReading(daysTag({ days: nearer.value }), nearer)]),
  ]
  const repeating = readRepeated(tokens, at, calendar)
  if (repeating !== null) return [{ tags: repeating.value, length: repeating.length, cost: 0 }]
  const opened = readOpen(tokens, at, calendar)
  // "over a year ago" compares with no year
  if (opened !== null)
    return [toReading(opened.value, opened, tokens[at + opened.length - 1]?.text === 'ago' ? -1 : 0), ...others]
  const found = readWhole(tokens, at, calendar)
  if (found === null) return others
  return [
    ...readChange(tokens, at, calendar),
    ...readPair(tokens, at, found, calendar),
    ...readOtherYear(tokens, at, found, calendar),
    toReading(daysTag(found.value), found, found.value.cost),
    ...others,
  ]
}
