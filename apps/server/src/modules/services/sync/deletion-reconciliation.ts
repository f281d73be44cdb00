import type { SyncPage, SyncStream } from '#connectors/kit/connector.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { RunRow } from '../runs.repo.ts'
import { childTable, isChildTable } from './sync-chunk.ts'

/** Ids that a read of everything came by, so that the others are known to be gone. */
export interface SeenIds {
  add(page: SyncPage): void
  /** ids by table; null: nothing can be said, since a record that was set aside has no id */
  idsByTable(): ReadonlyMap<CanonicalTable, readonly string[]> | null
  /** orders from before then were not shown, epoch milliseconds; null: all were */
  readonly historyStart: number | null
}

/**
 * Tables of which a read of the stream names everything there is. Children go with their parents, unless they come without
 * each other; a table that other streams fill too is nobody's.
 */
const tablesOf = ({ tables, partial = [] }: SyncStream, others: readonly SyncStream[]): CanonicalTable[] =>
  tables.filter((table) => {
    const isShared = others.some((other) => other.tables.includes(table))
    const goesWithParent =
      isChildTable(table) && !partial.includes(table) && tables.some((parent) => childTable(parent) === table)
    return !isShared && !goesWithParent
  })

export const createSeenIds = (stream: SyncStream, streams: readonly SyncStream[]): SeenIds => {
  const others = streams.filter((other) => other !== stream)
  const seen = new Map(tablesOf(stream, others).map((table) => [table, new Set<string>()]))
  const aside = new Set<string>()
  let isSure = true
  let historyStart: number | null = null
  return {
    get historyStart() {
      return historyStart
    },
    add: ({ rows, removed, quarantined: setAside, historyStart: shownFrom }) => {
      if (shownFrom !== undefined) historyStart = Math.max(historyStart ?? shownFrom, shownFrom)
      for (const { table, row } of rows) seen.get(table)?.add(row.source_id)
      for (const { table, sourceIds } of removed) for (const id of sourceIds) seen.get(table)?.delete(id)
      for (const { sourceId } of setAside) {
        if (sourceId === null) isSure = false
        else aside.add(sourceId)
      }
    },
    // What was set aside is still there at the platform.
    idsByTable: () => (isSure ? new Map([...seen].map(([table, ids]) => [table, [...ids, ...aside]])) : null),
  }
}

const HIDDEN_ORDERS_SQL = `WITH older AS (
    SELECT source_id FROM orders WHERE service_id = $1 AND ordered_utc < make_timestamp(CAST($2 AS BIGINT) * 1000)
  )
  SELECT source_id FROM older UNION
  SELECT source_id FROM orders WHERE service_id = $1 AND refund_of_source_id IN (SELECT source_id FROM older)`

/**
 * Ids of all rows that there still are, by table, after a read of everything; null: nothing can be said. Orders that the
 * platform no longer shows because of their age are still there, and so are later refunds of them.
 */
export const findRetainedIds = async (
  { warehouse }: Pick<Deps, 'warehouse'>,
  { account_id, service_id }: RunRow,
  seen: SeenIds,
): Promise<ReadonlyMap<CanonicalTable, readonly string[]> | null> => {
  const ids = seen.idsByTable()
  const orders = ids?.get('orders')
  if (!ids || !orders || seen.historyStart === null) return ids
  const { rows } = await warehouse.query(account_id, {
    sql: HIDDEN_ORDERS_SQL,
    params: [service_id, seen.historyStart],
  })
  return new Map(ids).set('orders', [...orders, ...rows.map(([id]) => String(id))])
}
