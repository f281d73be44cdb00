import { lookupTable } from '#domain/lookup-table.ts'
import { addDays } from '#domain/ranges/local-day.ts'
import type { NounName } from '#domain/report-terms.ts'
import { NOUNS } from '../language/nouns.ts'
import { filterTag as filter, measureTag as measure, nounTag as noun, type Tag } from '../tag/tag.ts'
import { isWine, type PartRule, type Position, says } from './part-rule.ts'
import { has, is, isKey, type Part } from './slots.ts'
import { STOCK_RULES } from './stock-rules.ts'

const CUSTOMER = noun('customer')
const BY: Tag = { kind: 'key', key: 'by' }
const AND: Tag = { kind: 'key', key: 'and' }
const WEEK: Tag = { kind: 'grain', grain: 'Week' }
const ofMembers = filter('isClubMember', 'IsTrue')
const ofClub = filter('channel', 'Equal', 'club')

const isWeekend = (part: Part | undefined): boolean => is(part, 'filter:isWeekend') && says(part, /^weekends?$/i)

const isConverted = (part: Part): boolean => is(part, 'measure:bottleConversion') && says(part, /^convert/i)

const isWhere = (part: Part): boolean => is(part, 'dimension:state') && says(part, /^where$/i)

const isOfGoods = (part: Part): boolean => isWine(part) || is(part, 'noun:product')

/** "what are people buying": what is bought are products. */
const isBought = (parts: readonly Part[]): boolean =>
  (isKey(parts[0], 'what') || (isKey(parts[0], 'which') && parts.slice(1, 2).some(isOfGoods))) &&
  has(parts, 'verb:buy', 'verb:sell') &&
  !has(parts, 'measure', 'key:count', 'key:howMuch', 'key:how')

const CUSTOMER_TYPES: Readonly<Partial<Record<NounName, string>>> = { newCustomer: 'new', repeatCustomer: 'returning' }

const typeOf = ({ tag }: Part): string | undefined => (tag.kind === 'noun' ? CUSTOMER_TYPES[tag.noun] : undefined)

const hasOtherNoun = (parts: readonly Part[]): boolean =>
  parts.some((part) => is(part, 'noun') && !is(part, 'noun:person'))

/** What people who did something are called. */
const PEOPLE = [
  ['verb:visit', noun('guest')],
  ['verb:buy', CUSTOMER],
  ['verb:book', noun('reservation')],
] as const

/** Members of whom a measure is the number. */
const MEMBERS_OF: Readonly<Record<string, NounName>> = lookupTable({
  onHold: 'onHoldMember',
  skipped: 'skippedMember',
  declined: 'declinedMember',
})

/** Orders of whom: those of members are orders of the club. */
const WAITING: Readonly<Partial<Record<NounName, readonly Tag[]>>> = {
  release: [noun('order'), ofClub],
  customer: [noun('order')],
  person: [noun('order')],
  member: [noun('order'), ofClub],
}

const SOLD_WINES = ['value:varietal', 'value:category', 'value:brand'] as const

const isGuest = (part: Part | undefined): boolean => is(part, 'noun:guest', 'measure:guests', 'measure:tasters')

const OF_MEMBERS = [
  ...(['measure:attritionRate', 'measure:skipped'] as const),
  ...(['measure:declined', 'measure:processed'] as const),
]

const isMoney = (part: Part | undefined): boolean =>
  is(part, 'measure:netSales') && says(part, /dollar|money|cash|amount|value|\$/i)

const isPriced = (position: Pick<Position, 'parts' | 'at'>): boolean =>
  has(position.parts, 'key:howMuch') ||
  [position.at - 1, position.at].some((at) => {
    const pair = [position.parts[at], position.parts[at + 1]]
    return pair.some(isMoney) && pair[1]?.isApart === false
  })

const listColumns = (noun: NounName): readonly string[] => {
  const { list, otherwise } = NOUNS[noun]
  return [...(list?.columns ?? []), ...(otherwise === undefined ? [] : listColumns(otherwise.noun))]
}

const listedBy = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap(({ tag }) => (tag.kind === 'noun' ? listColumns(tag.noun) : []))

/** What the context says of each part. A rule reads the parts as the rules before it left them. */
export const PART_RULES: readonly PartRule[] = [
  {
    // the kind of a name is no group
    examples: ['sales of the reserve wine club'],
    read: (part, { parts, at, before, next }) => {
      const isGroup = isKey(before, 'by', 'per', 'which') || is(before, 'rank')
      if (part.tag.kind !== 'dimension' || isGroup) return null
      const ofColumn = part.tag.ids.map((id) => `value:${id}` as const)
      return is(before, ...ofColumn) || (is(next, ...ofColumn) && !isKey(parts[at - 1], 'and')) ? [] : null
    },
  },
  {
    // members are kept, and customers come again
    examples: ['retention by club', 'member retention this year'],
    when: (parts) => has(parts, 'dimension:clubName', 'value:clubName', 'noun:member', 'filter:channel'),
    read: (part) => (is(part, 'measure:repeatRate') && says(part, /retention/i) ? [measure('attritionRate')] : null),
  },
  {
    // those of the past are known by their sales, those ahead by who has booked
    examples: ['events next weekend'],
    when: (parts) =>
      parts.some((part) => is(part, 'days') && says(part, /next|tomorrow|coming/i)) && !has(parts, 'measure'),
    read: (part) => (is(part, 'filter:channel') && says(part, /^events?$/i) ? [noun('reservation')] : null),
  },
  {
    // a column that the list of them shows anyway
    examples: ['list members who cancelled with their reason', 'first time buyers from last weekend with email'],
    when: (parts) => has(parts, 'noun') && !has(parts, 'measure', 'grain', 'rank', 'key:by', 'key:count', 'key:share'),
    read: ({ tag }, { parts, at, before }) => {
      const isListed = tag.kind === 'dimension' && tag.ids.some((id) => listedBy(parts).includes(id))
      const lead = isKey(before, 'what', 'which') ? parts[at - 2] : before
      return isListed && isKey(lead, 'with', 'and') ? [{ kind: 'key', key: 'list' }] : null
    },
  },
  {
    examples: ['out of stock wines'],
    read: (part, { parts, at }) => (is(part, 'noun:product') && has(parts.slice(0, at), 'noun:product') ? [] : null),
  },
  {
    examples: ['release revenue by club'],
    read: (part, { next }) =>
      is(part, 'noun:release') && is(next, 'measure:netSales') && next?.isApart === false ? [ofClub] : null,
  },
  {
    examples: ['who sold the most memberships'],
    when: (parts) => parts.some((part) => is(part, 'noun:member') && says(part, /memberships?$/i)),
    read: (part, { parts }) => {
      if (!has(parts, 'verb:sell')) return null
      if (is(part, 'verb:sell')) return []
      return is(part, 'noun:member') && says(part, /memberships?$/i) ? [noun('signup')] : null
    },
  },
  {
    examples: ['what do new customers buy', 'which wines do members buy most'],
    when: isBought,
    read: (part, { parts }) => {
      const type = typeOf(part)
      if (is(part, 'noun:member')) return has(parts, 'noun:product') ? [ofMembers] : [ofMembers, noun('product')]
      if (type !== undefined) return [filter('customerType', 'Equal', type), noun('product')]
      return is(part, 'noun:customer') ? [noun('product')] : null
    },
  },
  {
    // what they spent in some days, or on some wine, is in their orders
    examples: ['which members spent the most this year', 'how much chardonnay do members buy'],
    when: (parts) =>
      has(parts, 'verb:buy') &&
      has(parts, 'rank', 'key:howMuch') &&
      !has(parts, 'measure', 'noun:product', 'dimension'),
    read: (part, { parts }) => {
      if (!is(part, 'noun:member')) return null
      return has(parts, 'rank') ? [CUSTOMER, ofMembers] : [ofMembers]
    },
  },
  {
    examples: ['how many people visited yesterday', 'people who bought last week', 'tips by person'],
    read: (part, { parts, before }) => {
      if (!is(part, 'noun:person')) return null
      const isTeam = isKey(before, 'by') || (isKey(before, 'per') && has(parts, 'measure:tip'))
      if (isTeam) return [{ kind: 'dimension', ids: ['teamMember'] }]
      const isLimitOfOrders = parts.some((one, at) => is(one, 'limit') && is(parts[at + 1], 'noun:order'))
      if (isLimitOfOrders) return [CUSTOMER]
      const hasOther = hasOtherNoun(parts)
      if (!hasOther && has(parts, 'value:clubName')) return [noun('member')]
      if (!hasOther && isBought(parts)) return [noun('product')]
      if (!hasOther && has(parts, 'verb:book') && has(parts, 'key:count')) return [measure('bookedGuests')]
      const [, people] = PEOPLE.find(([verb]) => has(parts, verb)) ?? []
      if (people !== undefined && (!hasOther || has(parts, 'verb:visit'))) return [people]
      return hasOther || has(parts, 'measure') ? [] : null
    },
  },
  {
    examples: ["who's coming tomorrow", 'who is on hold'],
    when: (parts) => has(parts, 'key:who', 'key:list') && !has(parts, 'rank', 'dimension'),
    read: ({ tag }, { parts }) => {
      const members = tag.kind === 'measure' ? MEMBERS_OF[tag.ids[0] ?? ''] : undefined
      if (members !== undefined) return [noun(members)]
      const isVisit = tag.kind === 'verb' && ['visit', 'book'].includes(tag.verb)
      return isVisit && !has(parts, 'measure', 'noun') ? [noun('reservation')] : null
    },
  },
  {
    examples: [
      'which tasting is most popular',
      'which tasting makes us the most money',
      'which tasting sells the most',
    ],
    when: (parts) =>
      !has(parts, 'dimension', 'grain') &&
      (!has(parts, 'measure') || (has(parts, 'key:which') && has(parts, 'verb:earn', 'verb:sell'))) &&
      parts.some((part) => is(part, 'rank') && says(part, /popular|booked|favou?rite|best|top|most|least/i)),
    read: (part) =>
      is(part, 'noun:reservation') && says(part, /^(tastings?|tours?|experiences?|flights?)$/i)
        ? [{ kind: 'dimension', ids: ['experience'] }]
        : null,
  },
  {
    examples: ['best selling Pinot Noir', 'most popular wine', 'top sellers', 'best selling wine by channel'],
    when: (parts) =>
      !has(parts, 'noun') && parts.every((part, at) => !is(part, 'dimension') || isKey(parts[at - 1], 'by')),
    read: (part, { parts, before, next }) => {
      const isSellers = is(part, 'rank') && says(part, /sellers?$|movers?$/i) && !has(parts, 'key:who')
      const isRows = is(before, 'rank:subject', 'rank:date')
        ? is(before, 'rank:subject')
        : isKey(before, 'which', 'what')
      const isSold = is(part, ...SOLD_WINES) && is(before, 'rank') && says(before, /sell|sold|popular|moving/i)
      const isRowsOfWine = ((isWine(part) && isRows) || isSold) && !is(next, 'measure', 'noun')
      return isSellers || isRowsOfWine ? [part.tag, noun('product')] : null
    },
  },
  {
    examples: ['what % of tasting guests end up buying wine'],
    when: (parts) => {
      const isShare = has(parts, 'key:share')
      const guest = parts.findIndex((part) => isGuest(part) || (isShare && is(part, 'noun:reservation')))
      return guest >= 0 && has(parts.slice(guest), 'verb:buy')
    },
    read: (part, { parts, at }) => {
      const isShare = has(parts, 'key:share')
      const isOne = (one: Part): boolean => isGuest(one) || (isShare && is(one, 'noun:reservation'))
      if (at === parts.findIndex(isOne)) return [measure(isShare ? 'bottleConversion' : 'bottlePurchases')]
      const verb = parts.findIndex((one) => is(one, 'verb:buy'))
      // a bottle is no number of bottles
      const isObject = at > verb && (is(part, 'measure:unitsSold') || isWine(part))
      return at === verb || isOne(part) || isObject || (isShare && isKey(part, 'share')) ? [] : null
    },
  },
  {
    examples: [
      'what percent of tasting guests sign up for the club',
      'how many tasting guests end up joining the club',
    ],
    when: (parts) => has(parts, 'key:share', 'key:count') && has(parts, 'noun:signup') && parts.some(isGuest),
    read: (part, { parts }) => {
      if (isGuest(part)) return [measure(has(parts, 'key:share') ? 'signupConversion' : 'clubSignups')]
      return is(part, 'noun:signup', 'key:share', 'key:count') ? [] : null
    },
  },
  {
    // the list has since when
    examples: ['how many are on hold and since when'],
    when: (parts) => parts.some((part) => isKey(part, 'list') && says(part, /^and/i)),
    read: (part) => (isKey(part, 'count') ? [] : null),
  },
  {
    // the best ones, each with where
    examples: ['where do our best customers live'],
    when: (parts) => parts.some(isWhere) && has(parts, 'rank') && has(parts, 'noun:customer'),
    read: (part, { parts }) => {
      const where = parts.find(isWhere)
      if (part === where) return []
      return is(part, 'noun:customer') && where ? [CUSTOMER, AND, where.tag] : null
    },
  },
  {
    examples: ['which host converts the most guests to club'],
    when: (parts) => is(parts.at(-1), 'noun:member', 'dimension:clubName') && parts.some(isConverted),
    read: (part, { next }) => (next === undefined ? [] : isConverted(part) ? [measure('signupConversion')] : null),
  },
  {
    // up in that time, and not compared with it
    examples: ['are signups up over the past year'],
    read: (part, { next }) => {
      const isLength = next?.tag.kind === 'days' && next.tag.since !== undefined && says(next, /past|^the last .* /i)
      return part.tag.kind === 'compare' && says(part, /^up over$/i) && isLength
        ? [{ kind: 'key', key: 'change' }]
        : null
    },
  },
  {
    examples: ['sales by weekend last month'],
    read: (part, { before, next }) => {
      if (isKey(part, 'by', 'per') && isWeekend(next)) return []
      return isWeekend(part) && isKey(before, 'by', 'per') ? [part.tag, BY, WEEK] : null
    },
  },
  {
    examples: ['do members spend more than non members'],
    when: (parts) =>
      parts.some(({ tag }) => tag.kind === 'compare' && tag.mode === null) &&
      parts.some(
        ({ tag, isNegated }) =>
          tag.kind === 'filter' &&
          tag.filters.some(
            ({ ids, comparison }) => ids[0] === 'isClubMember' && comparison === (isNegated ? 'IsTrue' : 'IsFalse'),
          ),
      ),
    read: (part) => (is(part, 'noun:member') ? [ofMembers] : null),
  },
  {
    // "shipments" alone are of any channel, "club shipments" and "releases" of the club
    examples: ['club shipments not picked up'],
    when: (parts) => has(parts, 'filter:isAwaiting'),
    read: (part, { parts }) => {
      const tags = part.tag.kind === 'noun' && !has(parts, 'noun:order') ? WAITING[part.tag.noun] : undefined
      const isAny = says(part, /^shipments?$/i) || has(parts, 'value:releaseName')
      if (tags !== undefined) return isAny ? [noun('order')] : tags
      return isWine(part) && !part.isNegated ? [] : null
    },
  },
  {
    examples: ['how many who joined in 2025 are still members'],
    when: (parts) => parts.some((part) => is(part, 'filter:status') && says(part, /still/i)),
    read: (part) => (is(part, 'noun:signup') ? [measure('memberCount')] : null),
  },
  {
    examples: [
      'club members share of sales',
      'what share of sales goes to club members',
      'what percent of orders are from members',
    ],
    when: (parts) =>
      has(parts, 'key:share') && has(parts, 'measure:netSales', 'noun:order') && has(parts, 'noun:member'),
    read: (part) => (is(part, 'noun:member') ? [ofMembers] : null),
  },
  {
    examples: ['top wines for members last year'],
    when: (parts) => has(parts, 'rank') && !has(parts, 'verb', 'measure', 'key:who'),
    read: (part, { parts, at }) => (is(part, 'noun:member') && parts.slice(0, at).some(isOfGoods) ? [ofMembers] : null),
  },
  {
    examples: ['average order of club members', 'sales to new customers'],
    read: (part, { parts, at }) => {
      const before = parts.slice(0, at).findLast((one) => !is(one, 'value', 'filter', 'days', 'verb:earn'))
      if (!is(before, 'measure') || part.isApart) return null
      const type = typeOf(part)
      if (type !== undefined) return is(before, 'measure:netSales') ? [filter('customerType', 'Equal', type)] : null
      if (!is(part, 'noun:member')) return null
      // members are those of today, and who has left is no member
      if (is(before, 'measure:tenureDays')) return [filter('standing', 'NotEqual', 'cancelled')]
      return is(before, ...OF_MEMBERS) ? [{ kind: 'stop' }] : [ofMembers]
    },
  },
  {
    examples: ['biggest discounts this quarter'],
    when: (parts) => !has(parts, 'noun', 'dimension', 'grain', 'key:who', 'key:which', 'key:by'),
    read: (part, { before }) => {
      const isOfOrders = is(part, 'measure:discount', 'measure:tip', 'measure:shipping', 'measure:tax')
      return isOfOrders && says(part, /s\b/i) && is(before, 'rank') ? [noun('order'), BY, part.tag] : null
    },
  },
  {
    examples: ['how many refunds did we do in feb and for how much', 'how much did we refund last month'],
    read: (part, position) => {
      const { parts, at } = position
      if (is(part, 'noun:refund') && isPriced(position)) {
        const counted = has(parts, 'key:count') ? [measure('refundCount'), AND] : []
        return [filter('isRefund', 'IsTrue'), ...counted, measure('netSales')]
      }
      const isOfRefund = [at - 1, at + 1].some((one) => is(parts[one], 'noun:refund'))
      return isMoney(part) && isOfRefund && has(parts, 'noun:refund') ? [] : null
    },
  },
  ...STOCK_RULES,
  {
    examples: ['sales to Texas including tax'],
    when: (parts) => parts.some((part) => is(part, 'measure:total') && says(part, /tax/i)),
    read: (part) => (is(part, 'measure:netSales') ? [] : null),
  },
  {
    // on that day, and not at the end of that year
    examples: ['how many members a year ago'],
    when: (parts) => has(parts, 'noun:member', 'noun:onHoldMember'),
    read: ({ tag, words }) => {
      if (tag.kind !== 'days' || tag.since === undefined || !/ago$/i.test(words)) return null
      return [{ ...tag, days: { from: tag.since, until: addDays(tag.since, 1), named: null } }]
    },
  },
]
