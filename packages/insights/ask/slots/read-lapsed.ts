import type { LocalDay } from '#domain/ranges/local-day.ts'
import { fixedRangeText } from '#domain/ranges/relative-range.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { NounName } from '#domain/report-terms.ts'
import { exactlyBefore } from '../tag/days/points.ts'
import type { ColumnFilter, DaysTag } from '../tag/tag.ts'
import { filterSlot, is, isKey, type Part, type Slots } from './slots.ts'
import { STOCK } from './stock-rules.ts'

const LAST_DATE: Readonly<Partial<Record<NounName, string>>> = { customer: 'lastOrderDate', product: 'lastSoldDate' }

const sinceOf = (parts: readonly Part[]): { readonly day: LocalDay; readonly words: string } | null => {
  for (const { tag, words } of parts) {
    if (tag.kind === 'span') return { day: tag.since, words }
    if (tag.kind === 'limit' && tag.since !== undefined) return { day: tag.since, words }
    if (tag.kind === 'days' && tag.part === 'in') return { day: tag.notSince ?? tag.since ?? tag.days.from, words }
  }
  return null
}

/** "Who didn't order last month" may have ordered since: null where the days go on. */
const didNotOrder = (parts: readonly Part[], today: LocalDay): NonNullable<Slots['histories']> | null => {
  const [part, ...more] = parts.filter((one): one is Part<DaysTag> => one.tag.kind === 'days')
  if (part === undefined || more.length > 0) return null
  const { days, since } = part.tag
  if (part.tag.part !== 'in' || since !== undefined || days.until > today) return null
  const dates = days.named ?? fixedRangeText(days)
  return [
    {
      words: part.words,
      condition: { of: 'Orders', which: 'any', filters: [], dates, count: { comparison: 'Equal', value: 0 } },
    },
  ]
}

const MEMBER: ColumnFilter = { ids: ['isClubMember'], comparison: 'IsTrue', value: null }

/** "who hasn't ordered in six months": a list of those whose last order is before that day; without days those who never have. */
export const readLapsed = (parts: readonly Part[], base: Slots, { today }: RangeCalendar): Slots | null => {
  const lapsed = parts.find((part) => isKey(part, 'lapsed'))
  if (lapsed === undefined) return null
  const nouns = parts.flatMap(({ tag }) => (tag.kind === 'noun' ? [tag.noun] : []))
  // "what hasn't sold" asks for wines, "who hasn't ordered" for people
  const isOfWines = isKey(parts[0], 'what', 'which') && /\bs(?:old|ell)/i.test(lapsed.words)
  const noun: NounName = nouns.includes('product') || isOfWines ? 'product' : 'customer'
  const column = LAST_DATE[noun] ?? ''
  const since = sinceOf(parts)
  const before = (day: LocalDay): ColumnFilter => ({ ids: [column], comparison: 'LessThan', value: day })
  // how long "inactive" is, the question does not say
  const isVague =
    since === null && /inactive|lapsed|dormant|risk|overdue|slipping|quiet|disappeared|used to/i.test(lapsed.words)
  // "guests who tasted but didn't buy": visits do not say who they were
  const isOfVisits = parts.some(
    ({ tag }) =>
      (tag.kind === 'verb' && tag.verb === 'visit') ||
      (tag.kind === 'noun' && ['guest', 'reservation'].includes(tag.noun)),
  )
  const filter: ColumnFilter =
    since !== null
      ? before(since.day)
      : isVague
        ? before(exactlyBefore(today, 'year', 1))
        : { ids: [column], comparison: 'IsNull', value: null }
  const words = since === null ? lapsed.words : `${lapsed.words} ${since.words}`
  const members = nouns.includes('member') ? [filterSlot('members', MEMBER)] : []
  const isCount = parts.some((part) => isKey(part, 'count'))
  const countIds = noun === 'product' ? ['productCount'] : ['customerCount']
  const limitedTo = (one: ColumnFilter): Slots['filters'] => [...base.filters, ...members, filterSlot(words, one)]
  const histories = noun === 'customer' ? didNotOrder(parts, today) : null
  return {
    ...base,
    ...(isVague ? { others: [{ filters: limitedTo(before(exactlyBefore(today, 'month', 6))) }] } : {}),
    measures: isCount ? [{ ids: countIds, noun, words }] : [],
    groups: [],
    ...(histories === null ? { filters: limitedTo(filter) } : { filters: [...base.filters, ...members], histories }),
    limits: base.limits.filter((limit) => limit.words !== since?.words),
    range: null,
    compare: null,
    list: isCount ? null : { noun, words },
    unmatched: [
      ...base.unmatched.filter((one) => one !== since?.words),
      ...(isOfVisits ? [lapsed.words] : []),
      // what is left of a wine is on record by SKU, and its last sale is not
      ...base.measures.flatMap((one) => (STOCK.some((id) => id === one.ids[0]) ? [one.words] : [])),
      // a refund that is spoken of as well is no part of it
      ...parts.flatMap((part) => (is(part, 'noun:refund', 'state:refund', 'noun:hold') ? [part.words] : [])),
      ...base.groups.filter(({ kind }) => kind !== 'noun').map((group) => group.words),
    ],
  }
}
