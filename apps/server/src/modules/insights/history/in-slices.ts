import { addDays, earlierDay } from '#domain/ranges/local-day.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Cell } from '#server/modules/analytics/index.ts'
import type { HistorySession } from './history-reader.ts'

/**
 * The rows of a long range, asked for in slices of so many days: none keeps others waiting for long. Only for queries with a
 * row a record, or groups that lie within a day of the range's date: their rows are those of the whole, in the order of slices.
 */
export const inSlices = async (session: HistorySession, query: SemanticQuery, days: number): Promise<Cell[][]> => {
  const { range } = query
  if (range === null) return session.rows(query)
  const slices: Cell[][][] = []
  for (let { from } = range; from < range.until; from = addDays(from, days)) {
    const until = earlierDay(addDays(from, days), range.until)
    slices.push(await session.rows({ ...query, range: { ...range, from, until } }))
  }
  return slices.flat()
}
