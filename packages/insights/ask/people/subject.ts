import type { NounName } from '#domain/report-terms.ts'
import { has, is, isKey, type Part } from '../slots/slots.ts'
import { nounTag, type Tag, type TaggedWords } from '../tag/tag.ts'
import { type Clause, clauseOf, deedIn, namedFilters } from './clauses.ts'
import { JOINED, LEFT, ORDERED, VISITED } from './deeds.ts'

/** Of whom the question is, and what their name alone says that they did. */
export interface Subject {
  readonly parts: readonly TaggedWords[]
  readonly clauses: readonly Clause[]
}

const PERSONS: readonly NounName[] = ['person', 'guest', 'newCustomer']

export const asTagged = (tag: Tag, words: string): TaggedWords => ({ tag, words, isApart: false })

const isNew = (part: Part): boolean => is(part, 'noun:newCustomer', 'state:new')

/** "first-time visitors in March": their first visit was then. */
export const isFirstVisit = (head: readonly Part[]): boolean =>
  head.some((part, at) => is(part, 'state:new') && is(head[at + 1], 'noun:guest'))

/** "web customers" */
export const isOfChannel = (head: readonly Part[]): boolean =>
  head.some((part, at) => is(part, 'filter:channel') && is(head[at + 1], 'noun:customer'))

/** "online customers in Texas", "online customers who have not ordered since": they ordered there, and since then nowhere. */
const channelsIn = (head: readonly Part[], said: readonly Clause[]): readonly Part[] =>
  has(head, 'noun:customer') && (said.length === 0 || said.some(({ isNegated }) => isNegated))
    ? head.filter((part) => is(part, 'filter:channel'))
    : []

/** What a name says: guests visited, first-time buyers of March had their first order then, canceled members who came back joined again. */
const impliedBy = (head: readonly Part[], said: readonly Clause[]): readonly Clause[] => {
  // a lapsed member has left, and how long a customer has been lapsed a clause must say
  if (has(head, 'state:lapsed') && has(head, 'noun:member')) return [clauseOf(LEFT), ...said]
  const days = head.flatMap(({ tag, words }) => (tag.kind === 'days' ? [{ ...tag, words }] : []))
  if (has(head, 'state:leave', 'noun:cancellation') && said[0]?.deed?.least !== undefined)
    return [clauseOf(LEFT), { ...said[0], deed: JOINED, isLater: true }, ...said.slice(1)]
  if (isFirstVisit(head))
    return [{ ...clauseOf(VISITED), which: 'first', days: days.length > 0 ? days : (said[0]?.days ?? []) }, ...said]
  if (head.some(isNew) && has(head, 'noun:member') && days.length > 0) return [{ ...clauseOf(JOINED), days }, ...said]
  if (head.some(isNew) && days.length > 0) {
    const filters = head.flatMap((part) => namedFilters(part) ?? [])
    return [{ ...clauseOf(ORDERED), which: 'first', filters, days }, ...said]
  }
  // "members from the November signups"
  if (has(head, 'noun:signup') && days.length > 0) return [{ ...clauseOf(JOINED), days }, ...said]
  const isVisited = said.some((one) => deedIn(one, true)?.of === VISITED.of)
  if (has(head, 'noun:guest', 'measure:tasters') && !isVisited)
    return [{ ...clauseOf(VISITED), days: said[0]?.days ?? [] }, ...said]
  return said
}

/** "members who …" asks for a list of them, "how many members who …" for their number; "who …" is about customers. */
export const readSubject = (head: readonly Part[], said: readonly Clause[]): Subject => {
  const implied = impliedBy(head, said)
  const isImplied = implied !== said
  const channels = isImplied ? [] : channelsIn(head, said)
  const ordered = channels.map((part) => ({ ...clauseOf(ORDERED), filters: namedFilters(part) ?? [] }))
  const clauses = [...ordered, ...implied]
  // what a clause has taken over is said
  const named = head.filter(
    (part) =>
      !(isKey(part, 'who') || is(part, 'state:lapsed') || channels.includes(part)) &&
      !(
        isImplied &&
        (is(part, 'days', 'state:leave', 'noun:signup') ||
          (head.some(isNew) && is(part, 'state:new', 'filter', 'value')))
      ),
  )
  const isAsked = has(named, 'key:count', 'key:list', 'key:which', 'key:share', 'rank')
  const hasSubject = has(named, 'noun', 'measure')
  // who has left is no current member
  const hasLeft = clauses.some(({ deed, isNegated }) => deed === LEFT && !isNegated)
  const isCustomers = (isImplied && has(named, 'noun:cancellation')) || hasLeft
  return {
    clauses,
    parts: [
      ...(isAsked ? [] : [asTagged({ kind: 'key', key: 'list' }, 'list')]),
      ...named.map(({ tag, words, isApart }) => ({
        tag:
          (tag.kind === 'noun' && (isCustomers || PERSONS.includes(tag.noun))) ||
          (tag.kind === 'measure' && tag.ids[0] === 'tasters')
            ? nounTag('customer')
            : tag,
        words,
        isApart,
      })),
      ...(hasSubject ? [] : [asTagged(nounTag('customer'), 'customers')]),
    ],
  }
}
