import type { SemanticQuery } from '#semantic/query.ts'
import type { Cell } from '#server/modules/analytics/index.ts'

/** Groups, each with its keys first, and next to each what it was in the compared range. */
interface ComparedRows {
  readonly rows: readonly Cell[][]
  readonly previous: (Cell[] | null)[]
}

/** Also of two infinities. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

interface Change {
  readonly column: number
  /** of a sum, a group without records is 0; a rate has no value then, and did not change */
  readonly isSum: boolean
  readonly keyCount: number
  readonly query: SemanticQuery
}

/**
 * The page of a query's groups, in the order of how much their value in a column changed; ascending: those first that lost the most.
 * What has no change comes last.
 */
export const pageByChange = (
  { rows, previous }: ComparedRows,
  { column, isSum, keyCount, query }: Change,
): ComparedRows => {
  const isRising = query.sort[0]?.direction === 'asc'
  const last = Number.POSITIVE_INFINITY
  const ranks = rows.map((row, index) => {
    const [now, before] = [row[column + keyCount] ?? null, previous[index]?.[column] ?? null]
    if (!isSum && (now === null || before === null)) return last
    return (Number(now) - Number(before)) * (isRising ? 1 : -1)
  })
  const order = rows.map((_, index) => index).toSorted((a, b) => compareNumbers(ranks[a] ?? last, ranks[b] ?? last))
  const { offset, limit } = query.page ?? { offset: 0, limit: order.length }
  const places = order.slice(0, query.top ?? undefined).slice(offset, offset + limit)
  return { rows: places.map((at) => rows[at] ?? []), previous: places.map((at) => previous[at] ?? null) }
}
