import type { Keyword, PlacedReading } from '../read/meaning.ts'
import { ENTITIES, type Entity, type EntityName } from '../words/entities.ts'

/** What a noun is in its question: counted, the subject of the rows, a group, or the unit of a condition. */
export type Role = 'count' | 'group' | 'subject' | 'unit'

export const entityOf = (name: EntityName): Entity => ENTITIES[name]

const isSkipped = ({ meaning }: PlacedReading): boolean =>
  meaning.kind === 'stopWord' ||
  meaning.kind === 'limit' ||
  meaning.kind === 'value' ||
  (meaning.kind === 'keyword' && meaning.keyword === 'of')

/** The nearest earlier reading that determines the role. */
const before = (placed: readonly PlacedReading[], at: number): PlacedReading | undefined =>
  placed.slice(0, at).findLast((one) => !isSkipped(one))

const following = (placed: readonly PlacedReading[], at: number): PlacedReading | undefined =>
  placed.slice(at + 1).find(({ meaning }) => meaning.kind !== 'stopWord')

export const hasKeyword = (placed: readonly PlacedReading[], keyword: Keyword): boolean =>
  placed.some(({ meaning }) => meaning.kind === 'keyword' && meaning.keyword === keyword)

const isKeyword = (one: PlacedReading | undefined, keyword: Keyword): boolean =>
  one?.meaning.kind === 'keyword' && one.meaning.keyword === keyword

const isSubjectRank = (one: PlacedReading | undefined): boolean =>
  one?.meaning.kind === 'rank' && one.meaning.of === 'subject'

/** "customers, orders and sales": nouns in a sequence are all counted. */
const isInARow = (placed: readonly PlacedReading[], at: number): boolean => {
  const next = following(placed, at)
  return (
    next !== undefined &&
    (isKeyword(next, 'and') || next.isApart) &&
    placed.slice(at + 1).some(({ meaning }) => meaning.kind === 'measure' || meaning.kind === 'entity')
  )
}

const isPlaced = (placed: readonly PlacedReading[], matches: (one: PlacedReading) => boolean): boolean =>
  placed.some(matches)

/** The role of the noun at a position. */
export const roleAt = (placed: readonly PlacedReading[], at: number): Role => {
  const one = placed[at]
  if (one?.meaning.kind !== 'entity') return 'count'
  const { group, list } = entityOf(one.meaning.entity)
  const previous = before(placed, at)
  const head = placed.slice(0, at)
  if (previous?.meaning.kind === 'condition' && !previous.meaning.isMoney) return 'unit'
  if (previous?.meaning.kind === 'rank') {
    if (isSubjectRank(previous)) return group !== undefined ? 'group' : 'subject'
    const isAmongGroups =
      isPlaced(
        head,
        ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain' || meaning.kind === 'entity',
      ) || isPlaced(placed, ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain')
    return isAmongGroups ? 'count' : group !== undefined ? 'group' : 'subject'
  }
  if (isKeyword(previous, 'by')) {
    const isRankedBy = one.meaning.isPlural && isPlaced(head, isSubjectRank)
    return group !== undefined && !isRankedBy ? 'group' : 'count'
  }
  if (isKeyword(previous, 'count')) return 'count'
  const isFirst = !isPlaced(head, ({ meaning }) => meaning.kind === 'measure' || meaning.kind === 'entity')
  const isGrouped = isPlaced(placed, ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain')
  if (!isFirst || isGrouped || list === null || isInARow(placed, at)) return 'count'
  return 'subject'
}

/** A reading with its position and its role. */
export interface Part {
  readonly one: PlacedReading
  readonly at: number
  readonly role: Role
}

export const toParts = (placed: readonly PlacedReading[]): Part[] =>
  placed.map((one, at): Part => ({ one, at, role: roleAt(placed, at) }))
