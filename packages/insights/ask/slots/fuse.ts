import { lookupTable } from '#domain/lookup-table.ts'
import type { NounName } from '#domain/report-terms.ts'
import type { State } from '../language/language.ts'
import { type ColumnFilter, filterTag as filter, measureTag as measure, nounTag as noun, type Tag } from '../tag/tag.ts'
import { ordersByAmount } from './amounts.ts'
import { isKey, type Part } from './slots.ts'

const LAPSED: Tag = { kind: 'key', key: 'lapsed' }
const CUSTOMER = noun('customer')

type Rules = Readonly<Partial<Record<NounName, Readonly<Partial<Record<State, readonly Tag[]>>>>>>

/** What a noun and what became of it are together. */
const FUSED: Rules = {
  member: {
    leave: [noun('cancellation')],
    join: [noun('signup')],
    new: [noun('signup')],
    hold: [noun('onHoldMember')],
    inClub: [noun('member')],
    skip: [noun('skippedMember')],
    decline: [noun('declinedMember')],
  },
  person: {
    leave: [noun('cancellation')],
    join: [noun('signup')],
    hold: [noun('onHoldMember')],
    inClub: [noun('member')],
    new: [noun('newCustomer')],
    repeat: [noun('repeatCustomer')],
    lapsed: [CUSTOMER, LAPSED],
    skip: [noun('skippedMember')],
    decline: [noun('declinedMember')],
  },
  release: { skip: [measure('skipped')], decline: [measure('declined')] },
  customer: {
    new: [noun('newCustomer')],
    repeat: [noun('repeatCustomer')],
    join: [noun('signup')],
    leave: [noun('cancellation')],
    inClub: [CUSTOMER, filter('isClubMember', 'IsTrue')],
    lapsed: [CUSTOMER, LAPSED],
  },
  guest: {
    join: [measure('clubSignups')],
    noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  },
  order: {
    refund: [noun('refund')],
    leave: [measure('canceledOrders')],
    open: [measure('openOrders')],
  },
  reservation: {
    leave: [noun('reservation'), filter('status', 'Equal', 'cancelled')],
    noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  },
  hold: { open: [noun('hold'), filter('isCurrent', 'IsTrue')] },
}

/** A state without its noun. */
const ALONE: Readonly<Partial<Record<State, readonly Tag[]>>> = {
  leave: [noun('cancellation')],
  join: [noun('signup')],
  hold: [noun('onHoldMember')],
  inClub: [{ kind: 'filter', filters: [{ ids: ['isClubMember', 'isClubOrder'], comparison: 'IsTrue', value: null }] }],
  refund: [noun('refund')],
  noShow: [noun('reservation'), filter('status', 'Equal', 'no_show')],
  skip: [noun('skippedMember')],
  decline: [noun('declinedMember')],
}

interface Fused {
  readonly parts: readonly Part[]
  /** states of nothing */
  readonly unmatched: readonly string[]
  readonly cost: number
}

/** The noun that follows is nearer than the one before. */
const distanceTo = (at: number, other: number): number => Math.abs(at - other) + (other > at ? 0 : 0.1)

/** The nearest noun that the state can be of; -1: none. */
const nounFor = (parts: readonly Part[], at: number, state: State): number => {
  const candidates = parts.flatMap(({ tag }, index) =>
    tag.kind === 'noun' && FUSED[tag.noun]?.[state] !== undefined ? [index] : [],
  )
  const [nearest = -1] = candidates.toSorted((a, b) => distanceTo(at, a) - distanceTo(at, b))
  return nearest
}

const withTags = (part: Part, tags: readonly Tag[], words: string, isNegated = part.isNegated): Part[] =>
  tags.map((tag) => ({ ...part, tag, words, isNegated }))

const isGuestVerb = (parts: readonly Part[]): boolean =>
  parts.some(({ tag }) => tag.kind === 'verb' && tag.verb === 'visit')

/** "reservation cancellations", "cancellations of reservations": of the noun next to them. */
const asState = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part, at) => {
    const before = parts[at - 1]?.tag
    const after = parts[at + 1]?.tag
    const isOther = (tag: Tag | undefined): boolean =>
      tag?.kind === 'noun' && (tag.noun === 'reservation' || tag.noun === 'order')
    const isOfOther = isOther(before) || isOther(after)
    const isCancellation = part.tag.kind === 'noun' && part.tag.noun === 'cancellation'
    return isOfOther && isCancellation ? { ...part, tag: { kind: 'state' as const, state: 'leave' as const } } : part
  })

/** "members who left": a noun and its state become one noun, and what is left is placed by its context. */
export const fuse = (all: readonly Part[]): Fused => {
  let parts = asState(all)
  let cost = 0
  const unmatched: string[] = []
  for (;;) {
    const at = parts.findIndex(({ tag }) => tag.kind === 'state')
    const state = parts[at]
    if (state === undefined || state.tag.kind !== 'state') break
    const position = nounFor(parts, at, state.tag.state)
    const owner = parts[position]
    const fused = owner?.tag.kind === 'noun' ? FUSED[owner.tag.noun]?.[state.tag.state] : undefined
    const alone = ALONE[state.tag.state]
    if (owner !== undefined && fused !== undefined) {
      const words = `${owner.words} ${state.words}`
      const isNegated = owner.isNegated || state.isNegated
      const replaced = withTags(owner, fused, words, isNegated)
      parts = parts.flatMap((part, index) => (index === position ? replaced : index === at ? [] : [part]))
    } else if (alone !== undefined) {
      parts = parts.flatMap((part, index) => (index === at ? withTags(part, alone, part.words) : [part]))
      cost += 0.5
    } else {
      parts = parts.filter((_, index) => index !== at)
      unmatched.push(state.words)
    }
  }
  return { parts: RULES.reduce((read, rule) => rule(read), parts), unmatched, cost }
}

const VERB_NOUN: readonly (readonly [verb: string, tag: Tag])[] = [
  ['visit', noun('guest')],
  ['buy', CUSTOMER],
  ['book', noun('reservation')],
]

const isClubValue = ({ tag }: Part): boolean =>
  tag.kind === 'value' && tag.choices.some(({ columnId }) => columnId === 'clubName')

/** "more than 5 orders" */
const isLimitOfOrders = (parts: readonly Part[]): boolean =>
  parts.some(({ tag }, at) => {
    const next = parts[at + 1]?.tag
    return tag.kind === 'limit' && next?.kind === 'noun' && next.noun === 'order'
  })

/** "people who visited" are guests, and people who bought are customers; with a noun of their own, people are just words. */
const placePeople = (parts: readonly Part[]): Part[] => {
  const hasOther = parts.some(({ tag }) => tag.kind === 'noun' && tag.noun !== 'person')
  return parts.flatMap((part, at) => {
    if (part.tag.kind !== 'noun' || part.tag.noun !== 'person') return [part]
    // "tips by person"
    if (isKey(parts[at - 1], 'by')) return [{ ...part, tag: { kind: 'dimension', ids: ['teamMember'] } }]
    if (isLimitOfOrders(parts)) return [{ ...part, tag: CUSTOMER }]
    if (!hasOther && parts.some(isClubValue)) return [{ ...part, tag: noun('member') }]
    if (!hasOther && isBought(parts)) return [{ ...part, tag: noun('product') }]
    const verb = VERB_NOUN.find(([name]) => parts.some(({ tag }) => tag.kind === 'verb' && tag.verb === name))
    if (verb !== undefined && !(hasOther && !isGuestVerb(parts))) return [{ ...part, tag: verb[1] }]
    return hasOther || parts.some(({ tag }) => tag.kind === 'measure') ? [] : [part]
  })
}

const isVerb = ({ tag }: Part, ...verbs: string[]): boolean => tag.kind === 'verb' && verbs.includes(tag.verb)

/** "who's coming in today", "who is on hold": the records themselves, of which "who" are no staff. */
const whoIsBooked = (parts: readonly Part[]): readonly Part[] => {
  const isWho = parts.some((part) => isKey(part, 'who', 'list'))
  const hasNoun = parts.some(({ tag }) => tag.kind === 'noun' || tag.kind === 'dimension' || tag.kind === 'rank')
  const hasMeasure = parts.some(({ tag }) => tag.kind === 'measure')
  const isRanked = parts.some(({ tag }) => tag.kind === 'rank' || tag.kind === 'dimension')
  if (!isWho || isRanked) return parts
  return parts.map((part) => {
    const members = part.tag.kind === 'measure' ? MEMBERS_OF[part.tag.ids[0] ?? ''] : undefined
    if (members !== undefined) return { ...part, tag: noun(members) }
    return isVerb(part, 'visit', 'book') && !hasMeasure && !hasNoun ? { ...part, tag: noun('reservation') } : part
  })
}

/** Members of whom a measure is the number. */
const MEMBERS_OF: Readonly<Record<string, NounName>> = lookupTable({
  onHold: 'onHoldMember',
  skipped: 'skippedMember',
  declined: 'declinedMember',
})

const isPopular = ({ tag, words }: Part): boolean =>
  tag.kind === 'rank' && /popular|booked|favou?rite|best|top/i.test(words)

/** "what do new customers buy": products, of their orders. */
const whatIsBought = (parts: readonly Part[]): readonly Part[] => {
  if (!isBought(parts)) return parts
  return parts.flatMap((part) => {
    if (part.tag.kind !== 'noun') return [part]
    const type = CUSTOMER_TYPES[part.tag.noun]
    if (type !== undefined)
      return [
        { ...part, tag: filter('customerType', 'Equal', type) },
        { ...part, tag: noun('product') },
      ]
    return part.tag.noun === 'customer' ? [{ ...part, tag: noun('product') }] : [part]
  })
}

/** "sold the most memberships": new ones. */
const soldMemberships = (parts: readonly Part[]): readonly Part[] => {
  const isMembership = ({ tag, words }: Part): boolean =>
    tag.kind === 'noun' && tag.noun === 'member' && /memberships?$/i.test(words)
  if (!parts.some((part) => isVerb(part, 'sell')) || !parts.some(isMembership)) return parts
  return parts.flatMap((part) =>
    isVerb(part, 'sell') ? [] : isMembership(part) ? [{ ...part, tag: noun('signup') }] : [part],
  )
}

/** "release revenue by club", "shipment sales": those of the club. */
const releaseSales = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part, at) => {
    const next = parts[at + 1]
    const isOfSales = next?.tag.kind === 'measure' && next.tag.ids.includes('netSales') && !next.isApart
    const isRelease = part.tag.kind === 'noun' && part.tag.noun === 'release'
    return isRelease && isOfSales ? { ...part, tag: filter('channel', 'Equal', 'club') } : part
  })

/** "which tasting is most popular": the kinds of it are ranked. */
const popularTasting = (parts: readonly Part[]): readonly Part[] => {
  const isKind = ({ tag, words }: Part) =>
    tag.kind === 'noun' && tag.noun === 'reservation' && /^(tastings?|tours?|experiences?|flights?)$/i.test(words)
  const others = parts.some((part) => ['dimension', 'grain', 'measure'].includes(part.tag.kind))
  if (others || !parts.some(isPopular)) return parts
  return parts.map((part) => (isKind(part) ? { ...part, tag: { kind: 'dimension', ids: ['experience'] } } : part))
}

/** "what are people buying": what is bought are products. */
const isBought = (parts: readonly Part[]): boolean =>
  isKey(parts[0], 'what') && parts.some((part) => isVerb(part, 'buy', 'sell')) && !parts.some(isOfCount)

const isOfCount = (part: Part): boolean => part.tag.kind === 'measure' || isKey(part, 'count', 'howMuch', 'how')

/** "out of stock wines" names products twice. */
const oneProduct = (parts: readonly Part[]): readonly Part[] => {
  const first = parts.findIndex(({ tag }) => tag.kind === 'noun' && tag.noun === 'product')
  return parts.filter(({ tag }, at) => at <= first || tag.kind !== 'noun' || tag.noun !== 'product')
}

const isWine = ({ tag }: Part): boolean => tag.kind === 'filter' && tag.filters.some(({ value }) => value === 'wine')

const WINE_COLUMNS = ['varietal', 'category', 'brand']

/** "best selling Pinot Noir": the wines of it are ranked. */
const isSoldWine = (part: Part, before: Part | undefined): boolean =>
  part.tag.kind === 'value' &&
  WINE_COLUMNS.includes(part.tag.choices[0]?.columnId ?? '') &&
  before?.tag.kind === 'rank' &&
  /sell|sold|popular|moving/i.test(before.words)

const isOfMembership = (part: Part, comparison: ColumnFilter['comparison']): boolean =>
  part.tag.kind === 'filter' &&
  part.tag.filters.some((one) => one.ids[0] === 'isClubMember' && one.comparison === comparison)

/** "do members spend more than non members": both are customers. */
const againstOthers = (parts: readonly Part[]): Part[] => {
  const others = parts.some(
    (part) => isOfMembership(part, 'IsFalse') || (isOfMembership(part, 'IsTrue') && part.isNegated),
  )
  const isCompared = parts.some(({ tag }) => tag.kind === 'compare' && tag.mode === null)
  if (!others || !isCompared) return [...parts]
  return parts.map((part) =>
    part.tag.kind === 'noun' && part.tag.noun === 'member' ? { ...part, tag: filter('isClubMember', 'IsTrue') } : part,
  )
}

const isFilterOn = ({ tag }: Part, columnId: string): boolean =>
  tag.kind === 'filter' && tag.filters.some(({ ids }) => ids[0] === columnId)

const CLUB_ORDERS = [noun('order'), filter('channel', 'Equal', 'club')]

/** Orders of whom: those of members are orders of the club. */
const WAITING: Readonly<Partial<Record<NounName, readonly Tag[]>>> = {
  release: CLUB_ORDERS,
  customer: [noun('order')],
  person: [noun('order')],
  member: CLUB_ORDERS,
}

/** "Shipments" alone are of any channel, "club shipments" and "releases" of the club. A name says so itself. */
const isAnyShipment = ({ words }: Part, parts: readonly Part[]): boolean =>
  /^shipments?$/i.test(words) ||
  parts.some(({ tag }) => tag.kind === 'value' && tag.choices.some(({ columnId }) => columnId === 'releaseName'))

/** "shipments that haven't gone out", "members who haven't picked up their wine": orders. */
const waitingOrders = (parts: readonly Part[]): readonly Part[] => {
  if (!parts.some((part) => isFilterOn(part, 'isAwaiting'))) return parts
  const hasOrder = parts.some(({ tag }) => tag.kind === 'noun' && tag.noun === 'order')
  return parts.flatMap((part): readonly Part[] => {
    const tags = part.tag.kind === 'noun' && !hasOrder ? WAITING[part.tag.noun] : undefined
    if (tags !== undefined) return withTags(part, isAnyShipment(part, parts) ? [noun('order')] : tags, part.words)
    return isWine(part) && !part.isNegated ? [] : [part]
  })
}

/** "who joined in 2024 and are still members": memberships by their state now, of those that began then. */
const stillMembers = (parts: readonly Part[]): Part[] =>
  parts.some((part) => isFilterOn(part, 'status') && /still/i.test(part.words))
    ? parts.map((part) =>
        part.tag.kind === 'noun' && part.tag.noun === 'signup' ? { ...part, tag: measure('memberCount') } : part,
      )
    : [...parts]

/** "the most popular wine", "which wine": the wines are the rows. */
const withProducts = (parts: readonly Part[]): Part[] => {
  const hasNoun = parts.some(({ tag }) => tag.kind === 'noun' || tag.kind === 'dimension')
  return parts.flatMap((part, at): Part[] => {
    const before = parts[at - 1]
    const isRows = before?.tag.kind === 'rank' ? before.tag.of === 'subject' : isKey(before, 'which', 'what')
    const next = parts[at + 1]
    const isQualifier = next?.tag.kind === 'measure' || next?.tag.kind === 'noun'
    const isSellers =
      part.tag.kind === 'rank' &&
      /sellers?$|movers?$/i.test(part.words) &&
      !hasNoun &&
      !parts.some((one) => isKey(one, 'who'))
    const isRowsOfWine = isWine(part) && isRows && !hasNoun && !isQualifier
    return isSellers || isRowsOfWine || (isSoldWine(part, before) && !hasNoun && !isQualifier)
      ? [part, { ...part, tag: noun('product') }]
      : [part]
  })
}

/** "guests who bought a bottle": the visits tell, and a bottle is no number of bottles. */
const guestsWhoBuy = (parts: readonly Part[]): Part[] => {
  const isShare = parts.some((part) => isKey(part, 'share'))
  const isGuest = ({ tag }: Part) =>
    (tag.kind === 'noun' && (tag.noun === 'guest' || (isShare && tag.noun === 'reservation'))) ||
    (tag.kind === 'measure' && ['guests', 'tasters'].includes(tag.ids[0] ?? ''))
  const guest = parts.findIndex(isGuest)
  const verb = parts.findIndex(({ tag }) => tag.kind === 'verb' && tag.verb === 'buy')
  if (guest < 0 || verb < guest) return [...parts]
  return parts.flatMap((part, at): Part[] => {
    if (at === guest) return [{ ...part, tag: measure(isShare ? 'bottleConversion' : 'bottlePurchases') }]
    const isBottle = part.tag.kind === 'measure' && part.tag.ids.includes('unitsSold')
    const isDropped =
      at === verb || isGuest(part) || (at > verb && (isBottle || isWine(part))) || (isShare && isKey(part, 'share'))
    return isDropped ? [] : [part]
  })
}

const isOfMembers = ({ tag }: Part): boolean =>
  tag.kind === 'measure' &&
  tag.ids.some((id) => ['tenureDays', 'attritionRate', 'skipped', 'declined', 'processed'].includes(id))

const CUSTOMER_TYPES: Readonly<Partial<Record<NounName, string>>> = { newCustomer: 'new', repeatCustomer: 'returning' }

/** "average order of club members": the members limit the measure. */
const scopeMembers = (parts: readonly Part[]): Part[] =>
  parts.map((part, at) => {
    const before = parts.slice(0, at).findLast(({ tag }) => tag.kind !== 'value' && tag.kind !== 'days')
    const type = part.tag.kind === 'noun' ? CUSTOMER_TYPES[part.tag.noun] : undefined
    const isOfSales = before?.tag.kind === 'measure' && before.tag.ids.includes('netSales') && !part.isApart
    if (type !== undefined && isOfSales) return { ...part, tag: filter('customerType', 'Equal', type) }
    const isMember = part.tag.kind === 'noun' && part.tag.noun === 'member'
    if (!isMember || before?.tag.kind !== 'measure' || part.isApart) return part
    const members = filter('isClubMember', 'IsTrue')
    return isOfMembers(before) ? { ...part, tag: { kind: 'stop' as const } } : { ...part, tag: members }
  })

/** What the context says of a part, each rule on the parts that the one before left. */
const RULES: readonly ((parts: readonly Part[]) => readonly Part[])[] = [
  oneProduct,
  releaseSales,
  soldMemberships,
  whatIsBought,
  placePeople,
  whoIsBooked,
  popularTasting,
  withProducts,
  guestsWhoBuy,
  againstOthers,
  waitingOrders,
  stillMembers,
  scopeMembers,
  ordersByAmount,
]
