import type { Mark, Placed } from '../read/meaning.ts'
import { ENTITIES, type Entity, type EntityName } from '../words/entities.ts'

/** What a noun is in its question: it is counted, it is what the rows are, or the number that a condition limits. */
export type Role = 'count' | 'group' | 'subject' | 'unit'

export const entityOf = (name: EntityName): Entity => ENTITIES[name]

const isPassedOver = ({ meaning }: Placed): boolean =>
  meaning.kind === 'filler' ||
  meaning.kind === 'limit' ||
  meaning.kind === 'value' ||
  (meaning.kind === 'mark' && meaning.mark === 'of')

/** The nearest one before that the place depends on. */
const before = (placed: readonly Placed[], at: number): Placed | undefined =>
  placed.slice(0, at).findLast((one) => !isPassedOver(one))

const behind = (placed: readonly Placed[], at: number): Placed | undefined =>
  placed.slice(at + 1).find(({ meaning }) => meaning.kind !== 'filler')

export const hasMark = (placed: readonly Placed[], mark: Mark): boolean =>
  placed.some(({ meaning }) => meaning.kind === 'mark' && meaning.mark === mark)

const isMark = (one: Placed | undefined, mark: Mark): boolean =>
  one?.meaning.kind === 'mark' && one.meaning.mark === mark

const isSubjectRank = (one: Placed | undefined): boolean => one?.meaning.kind === 'rank' && one.meaning.of === 'subject'

/** "customers, orders and sales": things said in a row are all counted. */
const isInARow = (placed: readonly Placed[], at: number): boolean => {
  const next = behind(placed, at)
  return (
    next !== undefined &&
    (isMark(next, 'and') || next.isApart) &&
    placed.slice(at + 1).some(({ meaning }) => meaning.kind === 'measure' || meaning.kind === 'entity')
  )
}

const isPlaced = (placed: readonly Placed[], wanted: (one: Placed) => boolean): boolean => placed.some(wanted)

/** What the noun at a place is. */
export const roleAt = (placed: readonly Placed[], at: number): Role => {
  const one = placed[at]
  if (one?.meaning.kind !== 'entity') return 'count'
  const { group, list } = entityOf(one.meaning.entity)
  const previous = before(placed, at)
  const head = placed.slice(0, at)
  if (previous?.meaning.kind === 'condition' && !previous.meaning.isMoney) return 'unit'
  if (previous?.meaning.kind === 'rank') {
    if (isSubjectRank(previous)) return group !== null ? 'group' : 'subject'
    const isAmongGroups =
      isPlaced(
        head,
        ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain' || meaning.kind === 'entity',
      ) || isPlaced(placed, ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain')
    return isAmongGroups ? 'count' : group !== null ? 'group' : 'subject'
  }
  if (isMark(previous, 'by')) {
    const isRankedBy = one.meaning.isPlural && isPlaced(head, isSubjectRank)
    return group !== null && !isRankedBy ? 'group' : 'count'
  }
  if (isMark(previous, 'count')) return 'count'
  const isFirst = !isPlaced(head, ({ meaning }) => meaning.kind === 'measure' || meaning.kind === 'entity')
  const isGrouped = isPlaced(placed, ({ meaning }) => meaning.kind === 'dimension' || meaning.kind === 'grain')
  if (!isFirst || isGrouped || list === null || isInARow(placed, at)) return 'count'
  return 'subject'
}
