import { addDays } from '#domain/ranges/local-day.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { AskedEvents, AskedHistory } from '../definition/answerable.ts'
import { has, is, isKey, type Part, type Slots, toPart } from '../slots/slots.ts'
import type { AskCalendar } from '../tag/pattern.ts'
import type { TaggedQuestion } from '../tag/tag-question.ts'
import { type Clause, deedIn, limitsOf, oppositeOf, readClauses } from './clauses.ts'
import {
  type Deed,
  type DeedFilter,
  deedOf,
  EXPECTED,
  HAS_BOOKED,
  IN_TASTING_ROOM,
  isOfItem,
  isOfWine,
  JOINED,
  LEFT,
  ON_HOLD,
  ORDERED,
  PAUSED,
  TAKEN,
  VISITED,
  WINE,
} from './deeds.ts'
import { asTagged, isFirstVisit, isOfChannel, readSubject } from './subject.ts'
import { rangeOf, withLastYears, withPeriods, withReleases } from './when.ts'

/** A question about people by what they did. */
export interface PeopleQuestion {
  /** the question without it, about the people themselves */
  readonly rest: TaggedQuestion
  readonly histories: NonNullable<Slots['histories']>
  /** what the words may say as well */
  readonly otherHistories: NonNullable<Slots['histories']> | null
  /** no other reading can say it: several deeds, or the first or last of them */
  readonly isNeeded: boolean
  /** whether the people are named, and not only what they did */
  readonly hasSubject: boolean
}

interface Known {
  readonly deed: Deed
  readonly filters: readonly DeedFilter[]
  /** the day after which "since" is; null: the clause names none */
  readonly since: string | null
  /** what was done, so that something else may have come after it; null: no one condition, or none that was met */
  readonly events: AskedEvents | null
  readonly which: AskedHistory['which']
  readonly days: Clause['days']
}

const NONE: NonNullable<AskedHistory['count']> = { comparison: 'Equal', value: 0 }

const sinceOf = (
  { days }: Clause,
  filters: readonly DeedFilter[],
  { clubReleases = [] }: AskCalendar,
): string | null => {
  const last = days.at(-1)
  if (last?.kind === 'days') return last.days.until
  const release = filters.find(({ columnId }) => columnId === 'releaseName')?.value
  return clubReleases.find(({ name }) => name === release)?.day ?? null
}

/** Nobody skips both of "the last two releases" where each is of another club. */
const areOfSeveralClubs = (filters: readonly DeedFilter[], { clubReleases = [] }: AskCalendar): boolean => {
  const names = filters.flatMap(({ columnId, value }) => (columnId === 'releaseName' ? [value] : []))
  const clubs = clubReleases.flatMap(({ name, clubName }) => (names.includes(name) ? [clubName ?? null] : []))
  return new Set(clubs).size > 1
}

/** One condition for each of two values of one column: no bottle is both Pinot Noir and Chardonnay. */
const apart = (filters: readonly DeedFilter[]): readonly (readonly DeedFilter[])[] => {
  const named = filters.filter(({ comparison }) => comparison === 'Equal')
  const again = named.filter(({ columnId }, at) => named.findIndex((one) => one.columnId === columnId) !== at)
  const [second] = again
  if (second === undefined) return [filters]
  const isAlike = (one: DeedFilter): boolean => named.includes(one) && one.columnId === second.columnId
  return filters.filter(isAlike).map((one) => filters.filter((other) => other === one || !isAlike(other)))
}

const countOf = (
  { isNegated, count, which, days, isSince, isLater }: Clause,
  { least }: Deed,
): AskedHistory['count'] | null => {
  if (which !== 'any') return count !== null || isNegated ? null : undefined
  if (isNegated && count !== null) return null
  // who never came back ordered once
  if (isNegated) return least === undefined || days.length > 0 || isSince ? NONE : { comparison: 'Equal', value: 1 }
  if (count !== null) return count
  // "came back this year" after an earlier order
  return least === undefined || days.length > 0 || isSince || isLater
    ? undefined
    : { comparison: 'GreaterThanOrEqual', value: least }
}

/** "only buy white wine": no other wine; null where what they did besides is no one condition. */
const besides = (
  { isNegated, count, which }: Clause,
  deed: Deed,
  limits: readonly DeedFilter[],
): readonly DeedFilter[] | null => {
  const [limit, ...more] = limits
  const other = limit === undefined || more.length > 0 ? null : oppositeOf(limit)
  if (other === null || isNegated || count !== null || which !== 'any') return null
  return [...deed.filters, ...(isOfWine(other.columnId) ? [WINE] : []), other]
}

interface ReadClause {
  readonly conditions: readonly AskedHistory[]
  readonly known: Known
}

/** "hasn't been back": since what was done before. */
const isBack = ({ isNegated, deed, parts }: Clause): boolean =>
  isNegated && deed?.of === 'Orders' && parts.some(({ words }) => /\bback\b/i.test(words))

/** "never ordered again", "bought Pinot and hasn't ordered": after that, as who bought it did order. */
const isNeverAgain = ({ isNegated, filters, days, parts }: Clause, deed: Deed, before: Known): boolean =>
  isNegated &&
  filters.length + days.length === 0 &&
  (parts.some(({ words }) => /\bagain\b/i.test(words)) ||
    (deed === ORDERED && before.deed === ORDERED && before.filters.length > 0))

const ONCE = { which: 'any', filters: [], dates: null, count: { comparison: 'Equal', value: 1 } } as const

/** "whose first order was in February and who didn't order again": they ordered once. */
const isOnlyFirst = (
  { isNegated, isSince, isLater, days, filters, parts }: Clause,
  deed: Deed,
  before: Known,
): boolean =>
  before.which === 'first' &&
  before.deed.of === ORDERED.of &&
  deed.of === ORDERED.of &&
  isNegated &&
  (isSince || isLater || parts.some(({ words }) => /\b(?:back|again)\b/i.test(words))) &&
  days.length + filters.length === 0

/** "visited in February and didn't buy": in February, while "never" is at any time. */
const isThen = ({ isNegated, days, isSince, parts }: Clause): boolean =>
  isNegated &&
  days.length === 0 &&
  !isSince &&
  !parts.some(({ words }) => /never|ever|yet|ha(?:s|ve)(?:n|\b)/i.test(words))

const VINTAGE = /\b(?:19|20)\d\d\b/

/** "bought the 2023 but not the 2024": of the same wine. */
const asVintage = (clause: Clause, { filters }: Known): Clause => {
  const [day, ...more] = clause.days
  const wine = filters.find(({ columnId, value }) => columnId === 'productTitle' && VINTAGE.test(String(value)))
  const year = day?.kind === 'days' ? day.year : undefined
  if (wine === undefined || year === undefined || more.length + clause.filters.length > 0) return clause
  if (!clause.parts.some(({ words }) => /^the$/i.test(words))) return clause
  return { ...clause, days: [], filters: [{ ...wine, value: String(wine.value).replace(VINTAGE, String(year)) }] }
}

const readClause = (
  said: Clause,
  { before, isFollowed }: { readonly before: Known | null; readonly isFollowed: boolean },
  calendar: AskCalendar,
): ReadClause | null => {
  const own = isBack(said) && before !== null ? before.deed : deedIn(said, before !== null)
  // "skipped spring but took fall"
  const isTaken = said.parts.some(({ words }) => /^(?:took|got|received|accepted|kept)$/i.test(words))
  const taken = isTaken && own === null && before?.deed.of === TAKEN.of ? TAKEN : null
  const done = own ?? taken ?? before?.deed ?? null
  if (done === null) return null
  const isAhead =
    said.days.length > 0 && said.days.every((one) => one.kind === 'days' && one.days.from > calendar.today)
  const isThenOnHold = done === ON_HOLD && (said.days.length > 0 || said.isSince || isFollowed)
  const goesOn = said.days.some((one) => one.kind === 'days' && one.days.until > addDays(calendar.today, 1))
  const isBooked = goesOn && said.parts.some(({ words }) => /reserv|book|appointment/i.test(words))
  const visit = isAhead ? EXPECTED : isBooked ? HAS_BOOKED : VISITED
  const deed = done === VISITED ? visit : isThenOnHold ? PAUSED : done
  // who didn't join then may have been a member
  const takesDays = isThen(said) && !isBack(said) && deed.of !== JOINED.of
  const asSaid = before === null ? said : takesDays ? { ...said, days: before.days } : asVintage(said, before)
  const clause = withPeriods(deed.of === 'ReleaseMembers' ? withReleases(asSaid, calendar) : asSaid, calendar)
  // after a first order every other one is later, who has left does nothing more, and who rejoined joined twice
  const isKnownLater =
    deed === LEFT ||
    (before?.which === 'first' && before.deed.of === deed.of) ||
    (before?.deed === LEFT && clause.count !== null)
  // "but nothing since": not only nothing of what was named before
  const isNothing = clause.parts.some(({ words }) => /\bnothing\b/i.test(words))
  const isSame = clause.filters.length === 0 && (clause.refersBack || (clause.deed === null && !isNothing))
  const filters = [...deed.filters, ...(isSame ? (before?.filters ?? []) : limitsOf(clause, deed))]
  const of = deed.of === 'Orders' && filters.some(({ columnId }) => isOfItem(columnId)) ? 'OrderLines' : deed.of
  const type = findReportType(of)
  // how a visit was booked is no channel of sales
  const isBooking = of === 'Reservations' && filters.some(({ columnId }) => columnId === 'channel')
  if (isBooking || type === null || filters.some(({ columnId }) => findColumn(type, columnId) === null)) return null
  if (areOfSeveralClubs(filters, calendar)) return null
  if (before !== null && isOnlyFirst(clause, deed, before))
    return { conditions: [{ ...ONCE, of: deed.of }], known: before }
  const count = countOf(clause, deed)
  const isSince =
    clause.isSince ||
    (before !== null && clause.days.length === 0 && (isBack(clause) || isNeverAgain(clause, deed, before)))
  const isAfter = (isSince && clause.days.length === 0) || (clause.isLater && !isKnownLater)
  const { since: from = null, events: earlier = null } = isAfter && before !== null ? before : {}
  const isAsBefore = earlier?.of === of && JSON.stringify(earlier.filters) === JSON.stringify(filters)
  // "ordered and never came back": once
  if (isAsBefore && count === NONE && from === null && before !== null)
    return { conditions: [{ ...ONCE, of, filters }], known: before }
  const events = isAsBefore && from !== null ? null : earlier
  const isOfNothing = clause.deed === null && clause.filters.length === 0 && !clause.isNegated
  // of days up to today nothing is known since
  const isUnknown = events === null ? from === null || from > calendar.today : isOfNothing
  if (count === null || (isAfter && isUnknown)) return null
  // "still order": of late
  const isBuying = clause.parts.some((part) => is(part, 'verb:buy'))
  const isStill =
    deed.of === 'Orders' && isBuying && !clause.isNegated && clause.parts.some(({ words }) => /^still$/i.test(words))
  const since = isAfter && events === null ? `${from}/` : isStill && !isAfter ? 'Last365Days' : null
  const ranges = clause.days.length === 0 ? [since] : clause.days.map((one) => rangeOf(one, clause.isNegated))
  // "exactly once, over a year ago": once in all, and then
  const isOnceBefore =
    count?.comparison === 'Equal' && count.value > 0 && ranges.every((range) => range?.startsWith('/'))
  const { which } = clause
  // who joined or bought after a tasting did so on the day of it as well
  const isVisit = events?.of === VISITED.of
  const conditions = (isOnceBefore ? [null, ...ranges] : ranges).flatMap((dates) =>
    apart(filters).map(
      (all): AskedHistory => ({
        of,
        which,
        filters: [...new Map(all.map((one) => [JSON.stringify(one), one])).values()],
        dates,
        ...(count === undefined || (isOnceBefore && dates !== null) ? {} : { count }),
        ...(events === null
          ? {}
          : { after: { ...events, sameDay: isVisit && count !== NONE && deed.of !== VISITED.of } }),
      }),
    ),
  )
  const limits = filters.filter((one) => !deed.filters.includes(one))
  const others = clause.isOnly ? besides(clause, deed, limits) : []
  if (others === null) return null
  const never = clause.isOnly ? conditions.map((one) => ({ ...one, filters: others, count: NONE })) : []
  const isNeverIn = deed === VISITED && count === NONE && limits.length === 0
  const neverIn = isNeverIn ? conditions.map((one) => ({ ...one, ...IN_TASTING_ROOM })) : []
  return {
    conditions: [...conditions, ...neverIn, ...never],
    known: {
      deed,
      filters: limits,
      since: sinceOf(clause, filters, calendar) ?? (clause.isNegated ? (before?.since ?? null) : null),
      events: eventsIn(conditions),
      which,
      days: clause.days,
    },
  }
}

/** What was done by who meets one condition, however often. */
const eventsIn = ([only, ...more]: readonly AskedHistory[]): AskedEvents | null => {
  if (only === undefined || only.which !== 'any' || only.count !== undefined || more.length > 0) return null
  const { of, filters, dates } = only
  return { of, filters, dates }
}

/** "spent over $1,000 last year but nothing this year": the second clause goes on with the orders of the first. */
const totalKnown = (clause: Clause, calendar: AskCalendar): Known | null => {
  const { deed } = clause
  return deed && { deed, filters: [], since: sinceOf(clause, [], calendar), events: null, which: 'any', days: [] }
}

/** "joined last week and who signed them up": it asks for something else. */
const saysNothing = ({ isNegated, count, which, days, filters, isSince }: Clause, known: Known, before: Known | null) =>
  known.deed === before?.deed &&
  !isNegated &&
  !isSince &&
  count === null &&
  which === before.which &&
  days.length + filters.length === 0

const STARTS = ['verb:buy', 'verb:visit', 'verb:book', 'state', 'key:not', 'key:first', 'key:final'] as const

const PEOPLE = ['noun:customer', 'noun:member', 'noun:signup', 'noun:person', 'noun:guest', 'noun:newCustomer'] as const

const isPassed = (part: Part): boolean =>
  is(part, 'noun', 'filter', 'value', 'stop', 'state', 'days', 'rank') ||
  isKey(part, 'count', 'list', 'which', 'with', 'and')

const isDeedNoun = ([first, second]: readonly Part[]): boolean =>
  is(first, 'limit')
    ? deedOf(second) !== null
    : is(first, 'noun')
      ? deedOf(first) !== null
      : (isKey(first, 'per') || is(first, 'stop')) && deedOf(second) !== null

/** Where the first clause begins: after "who", or at what was done. */
const startOf = (parts: readonly Part[]): number => {
  const who = parts.findIndex((part) => isKey(part, 'who'))
  if (who >= 0) return who + 1
  // "who had a reservation"
  const having = parts.findIndex((part, at) => isKey(part, 'with') && isDeedNoun(parts.slice(at + 1)))
  if (having >= 0) return having
  // "canceled members" are named, and "members canceled" are said to have
  const isName = (at: number): boolean => is(parts[at + 1], ...PEOPLE)
  const first = parts.findIndex(
    (part, at) => is(part, ...STARTS) && ((deedOf(part) !== null && !isName(at)) || is(part, 'key')),
  )
  const head = parts.slice(0, first)
  const isOfPeople = head.every(isPassed) && (has(head, ...PEOPLE) || !has(head, 'noun'))
  // "only ever bought", "still buy"
  const before = parts.slice(0, Math.max(0, first)).findLastIndex(({ words }) => !/^(?:still|only|ever)$/i.test(words))
  return first >= 0 && isOfPeople ? before + 1 : -1
}

/** "members that still buy" */
const asWho = (part: Part, at: number, parts: readonly Part[]): Part =>
  is(part, 'stop') && /^that$/i.test(part.words) && is(parts[at - 1], ...PEOPLE, 'noun:cancellation')
    ? { ...part, tag: { kind: 'key', key: 'who' } }
    : part

/**
 * A question about people with what they did: "members who have not ordered since spring", "customers who first bought at the tasting
 * room, then online". Null without such clauses, or where a word of them is none of a history.
 */
export const readPeople = (tagged: TaggedQuestion, calendar: AskCalendar): PeopleQuestion | null => {
  const parts = tagged.parts.map(toPart).map(asWho)
  // "and when do they come back": another question
  if (parts.some((part, at) => isKey(parts[at - 1], 'and') && /^when\b/i.test(part.words))) return null
  const start = startOf(parts)
  const head = start < 0 ? parts : parts.slice(0, start)
  const isUnsaid = (isFirstVisit(head) && has(head, 'days')) || isOfChannel(head)
  const said = start >= 0 ? readClauses(parts.slice(start)) : isUnsaid ? [] : null
  const subject = said && readSubject(head, said)
  if (subject === null) return null
  const clauses = withLastYears(subject.clauses)
  const isLapsed = has(head, 'state:lapsed') && !has(head, 'noun:member')
  if (isLapsed && !clauses.some(({ which, isNegated }) => which === 'last' || isNegated)) return null
  const histories: PeopleQuestion['histories'][number][] = []
  let before: Known | null = null
  for (const clause of clauses) {
    if (clause.isTotal) {
      before = totalKnown(clause, calendar)
      continue
    }
    if (clause.traits.length > 0 && deedIn(clause, before !== null) === null && clause.days.length === 0) continue
    const isFollowed = clauses[clauses.indexOf(clause) + 1]?.isLater === true
    const read = readClause(clause, { before, isFollowed }, calendar)
    if (read === null || clause.traits.length > 0 || saysNothing(clause, read.known, before)) return null
    const words = clause.parts.map((one) => one.words).join(' ')
    for (const condition of read.conditions)
      if (!histories.some((one) => JSON.stringify(one.condition) === JSON.stringify(condition)))
        histories.push({ words, condition })
    before = read.known
  }
  if (histories.length === 0) return null
  // "visited more than 3 times": with a reservation, or seen when something was ordered
  const isOfVisits = ({ condition: { of, count } }: (typeof histories)[number]) =>
    of === VISITED.of && count !== undefined && count.value > 1
  const inTastingRoom = histories.map((one) =>
    isOfVisits(one) ? { ...one, condition: { ...one.condition, ...IN_TASTING_ROOM } } : one,
  )
  const traits = clauses.flatMap((one) => (one.isTotal ? one.parts.map(({ tag }) => tag) : one.traits))
  const isNeeded =
    traits.length > 0 ||
    has(head, 'noun:cancellation', 'noun:onHoldMember') ||
    clauses.some(({ deed, days }) => deed === ON_HOLD && days.some(({ kind }) => kind === 'days')) ||
    histories.length > 1 ||
    clauses.some(({ parts: own }) => has(own, 'dimension:email')) ||
    head.some((part) => isKey(part, 'list') && /email|mailing|contact/i.test(part.words)) ||
    // how often something other than an order was done
    histories.some(({ condition: { count, filters } }) => count !== undefined && filters.length > 0) ||
    // an amount of one order, which as a limit would be of all together
    histories.some(({ condition }) => condition.filters.some(({ value }) => typeof value === 'number')) ||
    histories.some(({ condition }) => condition.which !== 'any')
  const hasSubject = traits.length > 0 || !head.every((part) => isKey(part, 'who'))
  return {
    rest: { ...tagged, parts: [...subject.parts, ...traits.map((tag) => asTagged(tag, 'are'))] },
    histories,
    otherHistories: histories.some(isOfVisits) ? inTastingRoom : null,
    isNeeded,
    hasSubject,
  }
}
