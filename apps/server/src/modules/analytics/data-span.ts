import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { Deps } from '#server/deps.ts'

/** The local days of the account's first and last order, of all services and whatever their status. */
interface DataSpan {
  readonly first: LocalDay
  readonly last: LocalDay
}

/** Answered from the statistics of the column, without reading its rows. */
const SPAN_SQL = `SELECT CAST(CAST(min(ordered_local) AS DATE) AS VARCHAR), CAST(CAST(max(ordered_local) AS DATE) AS VARCHAR)
  FROM orders`

/** Null without orders. Errors: those of the warehouse's queries. */
export const readDataSpan = async (
  { warehouse }: Pick<Deps, 'warehouse'>,
  accountId: number,
): Promise<DataSpan | null> => {
  const [[first = null, last = null] = []] = (await warehouse.query(accountId, { sql: SPAN_SQL, params: [] })).rows
  return typeof first === 'string' && typeof last === 'string' ? { first, last } : null
}
