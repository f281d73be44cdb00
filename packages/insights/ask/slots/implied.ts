import { lookupTable } from '#domain/lookup-table.ts'
import type { NounName } from '#domain/report-terms.ts'
import type { Verb } from '../language/language.ts'
import { NOUNS } from '../language/nouns.ts'
import { canBeGrouped, isAmount, nounRole } from './roles.ts'
import { type GroupSlot, has, is, isKey, isNamed, type MeasureSlot, type Part, type Slots } from './slots.ts'
import { STOCK } from './stock-rules.ts'

interface VerbMeaning {
  readonly measure: readonly string[]
  /** after "how many" */
  readonly counted: readonly string[]
  /** what "who" is */
  readonly who:
    | Omit<Extract<GroupSlot, { kind: 'column' }>, 'words'>
    | Omit<Extract<GroupSlot, { kind: 'noun' }>, 'words'>
  /** what "what" is */
  readonly what: NounName | null
}

const TEAM = { kind: 'column', ids: ['teamMember'] } as const
const CUSTOMER = { kind: 'noun', noun: 'customer' } as const

const CUSTOMER_MEASURES = ['lifetimeValue', 'medianLifetimeValue', 'daysBetweenOrders', 'repeatRate']

/** What a verb asks for where the question names no measure. */
const VERBS: Readonly<Partial<Record<Verb, VerbMeaning>>> = {
  sell: { measure: ['netSales', 'revenue'], counted: ['unitsSold'], who: TEAM, what: 'product' },
  buy: { measure: ['netSales'], counted: ['unitsSold'], who: CUSTOMER, what: 'product' },
  visit: { measure: ['guests'], counted: ['guests'], who: TEAM, what: null },
  book: { measure: ['reservationCount'], counted: ['reservationCount'], who: TEAM, what: null },
  earn: { measure: ['netSales', 'revenue'], counted: ['netSales'], who: TEAM, what: null },
  discount: { measure: ['discount', 'lineDiscount'], counted: ['discount'], who: TEAM, what: null },
  tip: { measure: ['tip'], counted: ['tip'], who: TEAM, what: null },
}

/** What a group may be ranked by as well, where the question does not say. */
const OTHER_MEASURES: Readonly<Record<string, readonly string[]>> = lookupTable({ clubName: ['activeMembers'] })

/** What a group is ranked by, where the question does not say. */
const DEFAULT_MEASURES: readonly (readonly [columnId: string, measures: readonly string[]])[] = [
  ['cancellationReason', ['cancellations']],
  ['holdReason', ['holdCount']],
  ['experience', ['guests']],
  ['location', ['available']],
  ['deliveryMethod', ['orderCount']],
]

export const defaultMeasure = (groups: readonly GroupSlot[], filters: Slots['filters'] = []): readonly string[] => {
  if (filters.some(({ choices }) => choices[0]?.columnId === 'experience')) return ['guests']
  const ids = groups.flatMap((group) => (group.kind === 'column' ? group.ids : []))
  return DEFAULT_MEASURES.find(([columnId]) => ids.includes(columnId))?.[1] ?? ['netSales']
}

const toMeasureSlot = (ids: readonly string[], words: string): MeasureSlot => ({ ids, noun: null, words })

const verbOf = (parts: readonly Part[]) => {
  const verbs = parts.flatMap(({ tag, words }) => {
    const meaning = tag.kind === 'verb' ? VERBS[tag.verb] : undefined
    return tag.kind === 'verb' && meaning !== undefined ? [{ verb: tag.verb, words, meaning }] : []
  })
  return verbs.find(({ verb }) => verb !== 'earn') ?? verbs[0] ?? null
}

/** "who sold the most", "what sells best": the rows that the question asks for without naming them. */
const impliedGroups = (parts: readonly Part[], base: Slots): GroupSlot[] => {
  const verb = verbOf(parts)
  const hasNoun = parts.some(({ tag }) => tag.kind === 'noun')
  if (base.groups.length > 0) return []
  // "how many who joined" is a number, and "guests who joined" asks for no person
  const who = parts.find((part, at) => isKey(part, 'who') && !isKey(parts[at - 1], 'count') && !isAmount(parts[at - 1]))
  const tipped = base.measures.some(({ ids }) => ids.includes('tip') || ids.includes('clubSignups'))
  const ranked = parts.some(({ tag }) => tag.kind === 'rank' && tag.of === 'amount')
  const counted = parts.some(({ tag }) => tag.kind === 'noun' && !canBeGrouped(tag.noun))
  if (who !== undefined && ranked && counted) return [{ ...TEAM, words: who.words }]
  // "who's my top seller"
  const isSeller = base.rank !== null && /seller|performer|employee|salesperson/i.test(base.rank.words)
  if (who !== undefined && isSeller && !hasNoun) return [{ ...TEAM, words: who.words }]
  if (hasNoun) return []
  // "top 20 by lifetime spend"
  const isOfCustomers = base.measures.some(({ ids }) => ids.some((id) => CUSTOMER_MEASURES.includes(id)))
  if (base.rank !== null && isOfCustomers && who === undefined) return [{ ...CUSTOMER, words: base.rank.words }]
  if (who !== undefined && (verb !== null || base.measures.length > 0)) {
    const meaning = isOfCustomers ? CUSTOMER : tipped || verb === null ? TEAM : verb.meaning.who
    return [{ ...meaning, words: who.words }]
  }
  const what = parts.find((part) => isKey(part, 'which', 'what'))
  // "what's in stock" asks for products, "what's our stock" for their number
  const isInStock =
    base.limits.some(isOfStock) ||
    base.measures.some((one) => isOfStock(one) && /stock$|hand$|left$|available$|remaining$/i.test(one.words))
  if (what !== undefined && isInStock && isKey(parts[0], 'what', 'which'))
    return [{ kind: 'noun', noun: 'product', words: what.words }]
  // "what sold" asks for products, "what did we sell" for the amount
  const isWhatSold = parts.some((part, at) => isKey(part, 'what') && parts[at + 1]?.words === 'sold')
  const isRanked = base.rank !== null || isWhatSold
  const isBought = verb?.verb === 'buy' && isKey(parts[0], 'what')
  const isSelling = verb !== null && verb.meaning.what !== null && (isRanked || isBought) && base.measures.length === 0
  return what !== undefined && isSelling && verb.meaning.what !== null
    ? [{ kind: 'noun', noun: verb.meaning.what, words: what.words }]
    : []
}

const isOfStock = ({ ids }: { readonly ids: readonly string[] | null }): boolean => STOCK.some((id) => id === ids?.[0])

const impliedMeasures = (
  parts: readonly Part[],
  base: Slots,
  groups: readonly GroupSlot[],
  hasSubject: boolean,
): MeasureSlot[] => {
  const verb = verbOf(parts)
  // "products that sold less than 10 bottles"
  // "orders placed today"
  if (verb?.verb === 'buy' && parts.some(({ tag }) => tag.kind === 'noun' && tag.noun === 'order')) return []
  const limited = base.limits.find(({ ids }) => ids !== null && ids.length > 0)
  const isGroupLimit =
    limited !== undefined && base.measures.length === 0 && (verb?.verb === 'sell' || isOfStock(limited))
  if (isGroupLimit && limited.ids !== null) return [toMeasureSlot(limited.ids, limited.words)]
  const isCount = parts.some((part) => isKey(part, 'count'))
  const counted = parts.some(({ tag }, at) => tag.kind === 'noun' && nounRole(parts, at) === 'count')
  if (base.measures.length > 0 && !(verb?.verb === 'sell' && counted && isCount && onlyProducts(base))) return []
  const giftCards = base.filters.find(({ filters }) => filters.some(({ value }) => value === 'gift_card'))
  if (verb?.verb === 'sell' && giftCards !== undefined) return [toMeasureSlot(['unitsSold'], verb.words)]
  const visited = base.filters.find(({ choices }) => choices[0]?.columnId === 'experience')
  if (isCount && base.measures.length === 0 && visited !== undefined && !hasSubject)
    return [toMeasureSlot(['reservationCount'], visited.words)]
  if (verb !== null && isCount && !hasSubject) return [toMeasureSlot(verb.meaning.counted, verb.words)]
  if (verb !== null && (!hasSubject || verb.verb !== 'earn')) return [toMeasureSlot(verb.meaning.measure, verb.words)]
  const asked = parts.find((part) => isKey(part, 'how', 'howMuch', 'change', 'why', 'forecast'))
  if (asked !== undefined && !hasSubject) return [toMeasureSlot(defaultMeasure(groups), asked.words)]
  const isRanked = base.rank !== null && groups.length > 0
  // by how much went on, and not by its money
  const isBusiestTime = base.isBusiest && groups.every(({ kind }) => kind === 'grain')
  const isCompared = base.compare !== null || base.comparesValues
  const reason = groups.find(
    (group) => group.kind === 'column' && DEFAULT_MEASURES.some(([id]) => group.ids.includes(id)),
  )
  if (reason !== undefined && !hasSubject) return [toMeasureSlot(defaultMeasure(groups), reason.words)]
  if (isRanked && !hasSubject)
    return [
      toMeasureSlot(isBusiestTime ? ['orderCount'] : defaultMeasure(groups, base.filters), base.rank?.words ?? ''),
    ]
  return isCompared && !hasSubject ? [toMeasureSlot(defaultMeasure(groups), base.compare?.words ?? '')] : []
}

const onlyProducts = ({ measures }: Slots): boolean => measures.every(({ noun }) => noun === 'product')

const findSubject = (parts: readonly Part[]): { readonly noun: NounName; readonly words: string } | null => {
  const at = parts.findIndex(({ tag }, index) => tag.kind === 'noun' && nounRole(parts, index) === 'subject')
  const part = parts[at]
  return part?.tag.kind === 'noun' ? { noun: part.tag.noun, words: part.words } : null
}

const countMeasure = (noun: NounName, words: string): MeasureSlot => ({ ids: NOUNS[noun].count, noun, words })

/** Completes what a question leaves out: the measure of a verb, the rows of "who", what a noun is there for. */
export const impliedSlots = (parts: readonly Part[], base: Slots): Slots => {
  const groups = [...base.groups, ...impliedGroups(parts, base)]
  const subject = findSubject(parts)
  const implied = impliedMeasures(parts, base, groups, subject !== null && !canBeGrouped(subject.noun))
  const isSold = implied.length > 0 && onlyProducts(base)
  const measures = isSold ? implied : [...base.measures, ...implied]
  const isUnnamed = base.measures.length === 0 && base.rank !== null && verbOf(parts) === null
  const others = isUnnamed ? otherMeasuresOf(groups, base.rank?.words ?? '').map((one) => ({ measures: [one] })) : []
  if (others.length > 0) return { ...base, measures, others, groups }
  if (isAboutClub(parts, base, groups))
    return { ...base, measures, groups, others: [{ measures: [toMeasureSlot(['activeMembers'], 'club')] }] }
  if (base.intent === 'why') return explained({ ...base, measures, groups }, subject)
  const isOfRecords =
    measures.length > 0 && measures[0]?.noun !== null && !canBeGrouped(measures[0]?.noun ?? 'customer')
  const isCount = parts.some((part) => isKey(part, 'count'))
  if (subject === null)
    return limitedRows({ ...waitingOrders(base, isCount, measures, groups), limitsRecords: isOfRecords })
  return { ...base, ...placeSubject(parts, { ...base, measures, groups }, subject) }
}

/** "How is the club doing", "is Reserve up or down": by its sales, or by its members. */
const isAboutClub = (parts: readonly Part[], { measures, filters }: Slots, groups: readonly GroupSlot[]): boolean => {
  const [only, ...more] = parts.filter(isNamed)
  const isClub = is(only, 'value:clubName') || filters[0]?.filters[0]?.value === 'club'
  const isEarning = parts.some((part) => is(part, 'verb') && !/^(do|did|doing|does)$/i.test(part.words))
  const isOpen = more.length === 0 && measures.length === 0 && groups.length === 0 && !has(parts, 'noun')
  return isClub && isOpen && !isEarning && has(parts, 'key:how', 'key:change')
}

/** "how many customers ordered more than once": they are the rows, whose number is shown. */
const limitedRows = (slots: Slots): Slots => {
  const [only, ...more] = slots.measures
  const noun = only?.noun ?? null
  const [limit] = slots.limits
  const isCount = noun !== null && canBeGrouped(noun) && more.length === 0 && slots.groups.length === 0
  if (!isCount || only === undefined || only.dividedBy !== undefined || limit === undefined || slots.list !== null)
    return slots
  const measured = toMeasureSlot(limit.ids ?? ['netSales'], limit.words)
  return { ...slots, measures: [measured], groups: [{ kind: 'noun', noun, words: only.words }] }
}

const otherMeasuresOf = (groups: readonly GroupSlot[], words: string): MeasureSlot[] => {
  const [only, ...more] = groups
  const ids = only?.kind === 'column' && more.length === 0 ? OTHER_MEASURES[only.ids[0] ?? ''] : undefined
  return ids === undefined ? [] : [toMeasureSlot(ids, words)]
}

/** "What needs to ship": what waits is an order. */
const waitingOrders = (
  base: Slots,
  isCount: boolean,
  measures: readonly MeasureSlot[],
  groups: readonly GroupSlot[],
): Slots => {
  const waiting = base.filters.find(({ filters }) => filters.some(({ ids }) => ids.includes('isAwaiting')))
  if (measures.length > 0 || groups.length > 0 || waiting === undefined) return { ...base, measures, groups }
  if (isCount) return { ...base, measures: [countMeasure('order', waiting.words)], groups }
  return { ...base, measures, groups, list: { noun: 'order', words: waiting.words } }
}

/** What drives a measure: its parts next to those of the period before, or the reasons that people gave. */
const explained = (slots: Slots, subject: { readonly noun: NounName; readonly words: string } | null): Slots => {
  const measures =
    slots.measures.length > 0 ? slots.measures : subject === null ? [] : [countMeasure(subject.noun, subject.words)]
  const [first] = measures
  const isLeaving = first?.ids.some((id) => ['cancellations', 'attritionRate'].includes(id)) ?? false
  const isHeld = first?.ids.includes('onHold') || first?.ids.includes('holdCount')
  if (slots.groups.length > 0) return { ...slots, measures }
  const words = slots.compare?.words ?? ''
  const filtered = slots.filters.flatMap(({ filters }) => filters.flatMap(({ ids }) => ids))
  const parted = ['channel', 'customerType', 'clubName', 'experience'].filter((id) => !filtered.includes(id))
  const driver = isLeaving ? ['cancellationReason'] : isHeld ? ['holdReason'] : parted
  const held = isHeld ? [{ ids: ['holdCount'], noun: null, words }] : measures
  const range = slots.range?.words === words ? null : slots.range
  // "what changed most"
  const changed = { count: null, direction: 'desc', isOfDate: false, isOfChange: true, words } as const
  const unasked = isLeaving || isHeld ? { compare: null, range, rank: null } : { rank: slots.rank ?? changed }
  return { ...slots, ...unasked, measures: held, groups: [{ kind: 'column', ids: driver, words }] }
}

/** "customers named Smith", "customers without an email": few, so that they are listed. */
const isPicked = ({ tag }: Part): boolean =>
  tag.kind === 'filter' &&
  tag.filters.some(
    ({ ids, comparison }) =>
      (ids[0] === 'customerName' && comparison === 'Contains') || (ids[0] === 'email' && comparison === 'IsNull'),
  )

/** "club members in Texas": people who are described are looked up, where nothing else is asked of them. */
const isDescribed = (parts: readonly Part[]): boolean =>
  is(
    parts.find((part) => !isNamed(part) && !isKey(part, 'with')),
    ...DESCRIBED,
  ) &&
  parts.some((part) => (isNamed(part) && !is(part, 'filter:channel')) || isState(part, parts)) &&
  parts.every((part) => isNamed(part) || is(part, 'noun', 'days', 'limit') || isKey(part, 'and', 'or', 'with', 'now'))

/** "on hold right now", "members for more than 2 years" */
const isState = (part: Part, parts: readonly Part[]): boolean =>
  (is(part, 'limit') && part.tag.kind === 'limit' && part.tag.since !== undefined) ||
  (isKey(part, 'now') && has(parts, 'noun:onHoldMember'))

const DESCRIBED = [
  'noun:member',
  'noun:customer',
  'noun:onHoldMember',
  'noun:declinedMember',
  'noun:skippedMember',
  'noun:person',
] as const

const isAsked = (parts: readonly Part[]): boolean =>
  isDescribed(parts) ||
  parts.some(isPicked) ||
  parts.some(
    (part, at) => isKey(part, 'list', 'which', 'who') || (isKey(part, 'what') && parts[at + 1]?.tag.kind === 'noun'),
  )

/** A question about a noun: it is grouped by, listed or counted. */
const placeSubject = (
  parts: readonly Part[],
  slots: Slots,
  { noun, words }: { readonly noun: NounName; readonly words: string },
): Partial<Slots> => {
  const { measures, groups, limits, rank } = slots
  const own = countMeasure(noun, words)
  const isList = NOUNS[noun].list !== null
  const isCount = parts.some((part) => isKey(part, 'count'))
  if (canBeGrouped(noun) && (measures.length > 0 || rank !== null)) {
    const hasCount = measures.length === 1 && measures[0]?.ids.join() === own.ids.join()
    const ranked = measures.length === 0 ? [toMeasureSlot(['netSales'], rank?.words ?? words)] : measures
    return { measures: ranked, groups: hasCount ? groups : [{ kind: 'noun', noun, words }, ...groups] }
  }
  const isLimited = limits.length > 0 || rank !== null
  const isListed =
    isList &&
    (isAsked(parts) || isLimited) &&
    !isCount &&
    (measures.length === 0 || isLimited) &&
    slots.groups.length === 0
  if (!isListed) return { measures: withoutRepeats([own, ...measures]), groups, limitsRecords: !canBeGrouped(noun) }
  if (canBeGrouped(noun) && limits.length > 0)
    return { measures: [toMeasureSlot(limits[0]?.ids ?? ['netSales'], words)], groups: [{ kind: 'noun', noun, words }] }
  // "the biggest order" is one
  const single =
    rank !== null && rank.count === null && !rank.isOfDate && !/s$/i.test(words) ? { ...rank, count: 1 } : rank
  return { measures, groups: [], list: { noun, words }, rank: single }
}

export const withoutRepeats = (measures: readonly MeasureSlot[]): MeasureSlot[] =>
  measures.filter((one, at) => measures.findIndex((other) => other.ids.join() === one.ids.join()) === at)
