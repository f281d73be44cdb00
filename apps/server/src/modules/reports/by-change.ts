import type { SemanticQuery } from '#semantic/query.ts'
import type { Cell } from '#server/modules/analytics/index.ts'

/** Groups, each with its keys first, and next to each what it was in the compared range. */
interface ComparedRows {
  readonly rows: readonly Cell[][]
  readonly previous: (Cell[] | null)[]
}

/** The page of a query's groups, in the order of how much their value in a column changed; ascending: those first that lost the most. */
export const pageByChange = (
  { rows, previous }: ComparedRows,
  { column, keyCount, query }: { readonly column: number; readonly keyCount: number; readonly query: SemanticQuery },
): ComparedRows => {
  const sign = query.sort[0]?.direction === 'asc' ? 1 : -1
  const changes = rows.map((row, index) => Number(row[column + keyCount] ?? 0) - Number(previous[index]?.[column] ?? 0))
  const order = rows.map((_, index) => index).toSorted((a, b) => sign * ((changes[a] ?? 0) - (changes[b] ?? 0)))
  const { offset, limit } = query.page ?? { offset: 0, limit: order.length }
  const places = order.slice(0, query.top ?? undefined).slice(offset, offset + limit)
  return { rows: places.map((at) => rows[at] ?? []), previous: places.map((at) => previous[at] ?? null) }
}
