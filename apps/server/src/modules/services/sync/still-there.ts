import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { RunRow } from '../runs.repo.ts'
import type { SeenIds } from './seen-ids.ts'

const OLDER = `WITH older AS (
    SELECT source_id FROM orders WHERE service_id = $1 AND ordered_utc < make_timestamp(CAST($2 AS BIGINT) * 1000)
  )
  SELECT source_id FROM older UNION
  SELECT source_id FROM orders WHERE service_id = $1 AND refund_of_source_id IN (SELECT source_id FROM older)`

/**
 * Ids of all rows that there still are, by table, after a read of everything; null: nothing can be said. Orders that the
 * platform no longer shows because of their age are still there, and so are later refunds of them.
 */
export const stillThere = async (
  { warehouse }: Pick<Deps, 'warehouse'>,
  { account_id, service_id }: RunRow,
  seen: SeenIds,
): Promise<ReadonlyMap<CanonicalTable, readonly string[]> | null> => {
  const ids = seen.all()
  const orders = ids?.get('orders')
  if (!ids || !orders || seen.reachesBackTo === null) return ids
  const { rows } = await warehouse.query(account_id, { sql: OLDER, params: [service_id, seen.reachesBackTo] })
  return new Map(ids).set('orders', [...orders, ...rows.map(([id]) => String(id))])
}
