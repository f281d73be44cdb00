import { diffDays } from '#domain/ranges/local-day.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { type NamedRange, namedDays } from '../tag/days/periods.ts'
import type { DaysTag } from '../tag/tag.ts'
import { defaultMeasure } from './implied.ts'
import { has, is, isKey, type MeasureSlot, type Part, type RangeSlot, type Slots } from './slots.ts'

const isOfSales = ({ ids, dividedBy }: MeasureSlot): boolean => ids.includes('netSales') && dividedBy === undefined

/** "How are we doing", "how is business": not only when is open, so that the usual answers are offered. */
const isVague = (parts: readonly Part[], slots: Slots): boolean =>
  parts.some((part) => isKey(part, 'how')) &&
  !parts.some((part) => isKey(part, 'howMuch', 'count', 'average', 'now', 'share')) &&
  slots.range === null &&
  slots.compare === null &&
  slots.groups.length === 0 &&
  slots.limits.length === 0 &&
  slots.rank === null &&
  slots.list === null &&
  slots.others.length === 0 &&
  !slots.comparesValues &&
  slots.intent === 'value' &&
  slots.measures.every(isOfSales)

const SALES: MeasureSlot = { ids: ['netSales'], noun: null, words: 'sales' }

const RELEASED = ['netSales', 'processed', 'skipped', 'declined'].map((id) => ({ ids: [id], noun: null, words: id }))

/** Offers today, the month and the year, these next to last year, where a question says neither when nor what; of a release, what became of it. */
export const offerPeriods = (parts: readonly Part[], slots: Slots, calendar: RangeCalendar): Slots => {
  if (!isVague(parts, slots)) return slots
  if (slots.filters.some((one) => filteredColumns(one).includes('releaseName')))
    return has(parts, 'measure', 'verb:sell') ? slots : { ...slots, measures: RELEASED }
  const words = parts.find((part) => isKey(part, 'how'))?.words ?? ''
  const over = (named: NamedRange): RangeSlot => ({ days: namedDays(named, calendar), part: 'in', words })
  const compare = { words, mode: 'previousYear' as const }
  const measures = slots.measures.length > 0 ? slots.measures : [SALES]
  return {
    ...slots,
    measures,
    range: over('Today'),
    others: [
      { measures, range: over('mtd'), compare },
      { measures, range: over('ytd'), compare },
    ],
  }
}

/** "Are we ahead of plan": in net sales. */
export const salesOfPlan = (slots: Slots): Slots =>
  slots.compare?.mode === 'plan' && slots.measures.length === 0 && slots.list === null
    ? { ...slots, measures: [SALES] }
    : slots

const ORDERS: MeasureSlot = { ids: ['orderCount'], noun: 'order', words: 'orders' }
const MEMBERS: MeasureSlot = { ids: ['activeMembers'], noun: 'member', words: 'members' }
const NET: readonly MeasureSlot[] = ['signups', 'cancellations'].map((id) => ({ ids: [id], noun: null, words: id }))
const GUESTS: MeasureSlot = { ids: ['guests'], noun: null, words: 'guests' }

/** Columns whose values sales are asked of by their names alone. */
const SOLD_BY = [
  'channel',
  'varietal',
  'category',
  'brand',
  'productTitle',
  'teamMember',
  'itemKind',
  'state',
  'vintage',
  'ownChannel',
  'orderWeekday',
  'isWeekend',
  'clubName',
  'releaseName',
]

const filteredColumns = ({ filters, choices }: Slots['filters'][number]): (string | undefined)[] => [
  ...filters.map(({ ids }) => ids[0]),
  choices[0]?.columnId,
]

/** "Spring 2026" is a season as well as a release. */
const NAME_COST = 0.3

/** "Q4 numbers", "web last month": of a time and nothing else the usual figures are offered, of names their sales. */
export const offerFigures = (parts: readonly Part[], slots: Slots): Slots => {
  const { measures, groups, filters, limits, rank, list, range, compare, share } = slots
  const isOfColumns = groups.length > 0 && groups.every(({ kind }) => kind !== 'noun')
  const isLimited = range !== null || filters.length > 0
  const isEmpty = measures.length + limits.length === 0 && rank === null && list === null && share === null
  const isBare = isEmpty && groups.length === 0
  const isAsked = parts.some(
    (part) => part.tag.kind === 'noun' || isKey(part, 'who', 'which', 'count', 'not', 'lapsed', 'why'),
  )
  // "weekends vs weekdays in the tasting room"
  if (isEmpty && isOfColumns && isLimited && !isAsked)
    return { ...slots, measures: [{ ...SALES, ids: defaultMeasure(groups, filters) }] }
  const isUnlimited = range === null ? filters.length === 0 : range.part === 'before'
  if (!isBare || isAsked || isUnlimited || slots.unmatched.length > 0) return slots
  if (filters.length === 0)
    return { ...slots, measures: [SALES], others: [{ measures: [ORDERS] }, { measures: [GUESTS] }] }
  const isOfSales = filters.every((slot) =>
    filteredColumns(slot).every((id) => id === undefined || SOLD_BY.includes(id)),
  )
  const isOfOrders = filters.every((slot) =>
    filteredColumns(slot).every((id) => id === undefined || id === 'orderType'),
  )
  if (isOfOrders) return { ...slots, measures: [ORDERS] }
  if (!isOfSales || compare !== null) return slots
  const isClub = filters.length === 1 && filters[0]?.filters[0]?.value === 'club'
  if (isClub && range === null)
    return {
      ...slots,
      measures: [SALES],
      others: [
        { measures: [MEMBERS], filters: [] },
        { measures: NET, filters: [] },
      ],
    }
  return { ...slots, measures: [SALES], cost: slots.cost + (range === null ? NAME_COST : 0) }
}

/** "Cancelled last weekend": memberships, unless something else is named, but it may be orders or reservations as well. */
export const offerCanceled = (parts: readonly Part[], slots: Slots): Slots => {
  const [only, ...more] = parts.filter((part) => !is(part, 'days'))
  const words = only?.words ?? ''
  if (more.length > 0 || !is(only, 'noun:cancellation') || !/^cancell?ed$/i.test(words)) return slots
  const canceled = (ids: string): Partial<Slots> => ({ measures: [{ ids: [ids], noun: null, words }] })
  return { ...slots, others: [canceled('canceledOrders')] }
}

/** Attrition divides by the members at a start: of all dates there is none, and the last 365 days are a year. */
export const yearOfAttrition = (slots: Slots, calendar: RangeCalendar): Slots => {
  const rate = slots.measures.find(({ ids }) => ids.includes('attritionRate'))
  const hasPeriods = slots.groups.some(({ kind }) => kind === 'grain')
  if (rate === undefined || hasPeriods || slots.range !== null) return slots
  return { ...slots, range: { words: rate.words, part: 'in', days: namedDays('Last365Days', calendar) } }
}

/** "Reservations tomorrow" are looked at one by one, and those of a month counted. */
const FEW_DAYS = 3

export const listAhead = (parts: readonly Part[], slots: Slots, { today }: RangeCalendar): Slots => {
  const [only, ...more] = slots.measures
  const { range } = slots
  const isPlain = only?.noun === 'reservation' && more.length + slots.groups.length + slots.limits.length === 0
  const isSoon = range !== null && range.days.from > today && diffDays(range.days.from, range.days.until) <= FEW_DAYS
  if (!isPlain || !isSoon || slots.list !== null || slots.compare !== null) return slots
  if (slots.share !== null || parts.some((part) => isKey(part, 'count', 'howMuch', 'average', 'how'))) return slots
  return { ...slots, measures: [], list: { noun: 'reservation', words: only.words }, limitsRecords: false }
}

/** "Who's our best": customers, or the people who sell to them. */
export const offerBest = (parts: readonly Part[], slots: Slots): Slots => {
  const { measures, groups, list, filters, rank } = slots
  const isBare = measures.length + groups.length + filters.length === 0 && list === null
  if (
    !isBare ||
    rank === null ||
    !has(parts, 'key:who') ||
    !parts.every((part) => isKey(part, 'who') || is(part, 'rank', 'days', 'noun:person'))
  )
    return slots
  const by = (group: Slots['groups'][number]): Partial<Slots> => ({ measures: [SALES], groups: [group] })
  const customers = by({ kind: 'noun', noun: 'customer', words: rank.words })
  return { ...slots, ...customers, others: [by({ kind: 'column', ids: ['teamMember'], words: rank.words })] }
}

/** "Members who joined more than 3 years ago": those who still are. */
export const stillMembers = (slots: Slots): Slots =>
  slots.list?.noun === 'signup' && slots.range?.part === 'before'
    ? { ...slots, list: { ...slots.list, noun: 'member' } }
    : slots

const grainOf = (group: Slots['groups'][number]): string =>
  group.kind === 'grain' ? group.grain : group.kind === 'column' ? (group.ids[0] ?? '') : ''

/** "The last six months" end today, and those by month or quarter with the last whole one. */
export const upToToday = (slots: Slots): Slots => {
  const { range, groups } = slots
  if (range?.rolling === undefined) return slots
  const has = (grain: RegExp): boolean => groups.map(grainOf).some((id) => grain.test(id))
  if (has(/Year$/)) return slots
  const { ofMonths, ofQuarters, upToToday: days } = range.rolling
  return { ...slots, range: { ...range, days: has(/Quarter$/) ? ofQuarters : has(/Month$/) ? ofMonths : days } }
}

const LONG_DAYS = 62
const YEAR_DAYS = 366

/** "Did tips change since January", "is it going up over the past year": how it went, and not only the year before. */
export const overTime = (parts: readonly Part[], slots: Slots, { today }: RangeCalendar): Slots => {
  const { range, compare, groups, rank, measures } = slots
  const change = parts.find((part) => isKey(part, 'change'))
  const days = parts.find((part): part is Part<DaysTag> => part.tag.kind === 'days')
  const isOpen = days?.tag.since !== undefined && (days.tag.days.until > today || /\b(?:past|over)\b/i.test(days.words))
  const isOfTime = groups.every(({ kind }) => kind === 'grain')
  const isImplied = change !== undefined && compare?.words === change.words && rank === null && isOfTime
  const length = range === null ? 0 : diffDays(range.days.from, range.days.until)
  // of more than a year, the year before is half the same days
  if (!(isOpen || length > YEAR_DAYS) || !isImplied || !(measures.length > 0 || has(parts, 'noun'))) return slots
  const grain = length > LONG_DAYS ? 'Month' : 'Week'
  return {
    ...slots,
    compare: null,
    groups: groups.length > 0 ? groups : [{ kind: 'grain', grain, words: change.words }],
  }
}

/** Who visited is known after a visit; of days ahead it is known who has booked. */
export const guestsAhead = (parts: readonly Part[], slots: Slots, { today }: RangeCalendar): Slots => {
  const [only, ...more] = slots.measures
  const { range } = slots
  const isExpected = parts.some(({ words }) => /\b(coming|expected|arriving|expecting)\b/i.test(words))
  const isOpen = range !== null && range.part === 'in' && range.days.until > today
  const isAhead = isOpen && (range.days.from > today || isExpected)
  const guests = slots.measures.find((one) => one.ids[0] === 'guests' && one.dividedBy === undefined)
  if (!isAhead || guests === undefined || slots.list !== null) return slots
  const counted: MeasureSlot = { ids: ['bookedGuests'], noun: null, words: guests.words }
  const isWithVisits = more.length > 0 && slots.measures.every((one) => one === guests || one.noun === 'reservation')
  if (isWithVisits)
    return { ...slots, measures: slots.measures.map((one) => (one === guests ? counted : one)), intent: 'value' }
  if (only !== guests || more.length > 0) return slots
  const listed = { measures: [], groups: [], list: { noun: 'reservation' as const, words: only.words } }
  const isCount = slots.groups.length > 0 || parts.some((part) => isKey(part, 'count'))
  return { ...slots, measures: [counted], intent: 'value', others: isCount ? [] : [listed] }
}

const SAID_OF_PAST = /\b(ended|expired|did|was|were|had|came|showed|hosted|happened|last|no.?shows?)\b/i
const SAID_OF_AHEAD =
  /\b(ends?|ending|expiring|coming off|are|is|booked|coming|upcoming|expected|expecting|arriving|books|calendar|have)\b/i

/** "Who is booked for Easter", "reservations in April": bookings are of the days ahead, unless the question speaks of the past. */
export const bookedAhead = (said: string, slots: Slots): Slots => {
  const { range, measures, list, compare, others } = slots
  const isOfVisits =
    list?.noun === 'reservation' ||
    list?.noun === 'holdEnd' ||
    measures.some(
      ({ noun, ids }) =>
        noun === 'reservation' ||
        noun === 'holdEnd' ||
        ids[0] === 'bookedGuests' ||
        (ids[0] === 'guests' && SAID_OF_AHEAD.test(said)),
    )
  if (range?.coming === undefined || range.part === 'before' || !isOfVisits || compare !== null) return slots
  if (SAID_OF_PAST.test(said)) return slots
  const ahead = { ...range, days: range.coming }
  if (SAID_OF_AHEAD.test(said)) return { ...slots, range: ahead }
  return others.length > 0 ? slots : { ...slots, others: [{ range: ahead }] }
}
