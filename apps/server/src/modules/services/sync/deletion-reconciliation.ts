import type { SyncPage, SyncStream } from '#connectors/kit/connector.ts'
import { findChildTable, isChildTable } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Deps } from '#server/deps.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import type { RunRow } from '../runs.repo.ts'

/** Ids seen in a full read; stored rows that were not seen are deleted at the platform. */
export interface SeenIds {
  add(page: SyncPage): void
  /** null: deletions cannot be determined, because a quarantined record has no id */
  idsByTable(): ReadonlyMap<CanonicalTable, readonly string[]> | null
  /** older orders were not listed, epoch milliseconds; null: all were */
  readonly historyStart: number | null
}

/**
 * Tables that a full read of the stream covers completely. Child tables follow their parents unless they are read
 * separately; tables that other streams fill too are excluded.
 */
const tablesOf = ({ tables, partial = [] }: SyncStream, others: readonly SyncStream[]): CanonicalTable[] =>
  tables.filter((table) => {
    const isShared = others.some((other) => other.tables.includes(table))
    const followsParent =
      isChildTable(table) && !partial.includes(table) && tables.some((parent) => findChildTable(parent) === table)
    return !isShared && !followsParent
  })

export const createSeenIds = (stream: SyncStream, streams: readonly SyncStream[]): SeenIds => {
  const others = streams.filter((other) => other !== stream)
  const seen = new Map(tablesOf(stream, others).map((table) => [table, new Set<string>()]))
  const quarantinedIds = new Set<string>()
  let isComplete = true
  let historyStart: number | null = null
  return {
    get historyStart() {
      return historyStart
    },
    add: ({ rows, removed, quarantined, historyStart: listedFrom }) => {
      if (listedFrom !== undefined) historyStart = Math.max(historyStart ?? listedFrom, listedFrom)
      for (const { table, row } of rows) seen.get(table)?.add(row.source_id)
      for (const { table, sourceIds } of removed) for (const id of sourceIds) seen.get(table)?.delete(id)
      for (const { sourceId } of quarantined) {
        if (sourceId === null) isComplete = false
        else quarantinedIds.add(sourceId)
      }
    },
    // Quarantined records still exist at the platform.
    idsByTable: () =>
      isComplete ? new Map([...seen].map(([table, ids]) => [table, [...ids, ...quarantinedIds]])) : null,
  }
}

const hiddenOrdersSql = ({ placeholder }: Dialect): string => {
  const ofService = `SELECT source_id FROM orders WHERE service_id = ${placeholder(1, 'text')}`
  const older = `${ofService} AND ordered_utc < ${placeholder(2, 'timestamp')}`
  return `${older} UNION DISTINCT ${ofService} AND refund_of_source_id IN (${older})`
}

/** A stored timestamp as text, in epoch milliseconds; null without one. */
export const epochOfText = (stored: SqlValue): number | null =>
  stored === null ? null : Date.parse(`${String(stored).replace(' ', 'T').slice(0, 23)}Z`)

/** The same the other way, in UTC. */
export const textOfEpoch = (epochMs: number): string =>
  new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '')

/**
 * Ids of all rows that still exist, by table, after a full read; null when deletions cannot be determined. Orders too old
 * to be listed by the platform still exist, and so do later refunds of them.
 */
export const findRetainedIds = async (
  { warehouse }: Deps,
  { account_id, service_id }: RunRow,
  seen: SeenIds,
): Promise<ReadonlyMap<CanonicalTable, readonly string[]> | null> => {
  const ids = seen.idsByTable()
  const orders = ids?.get('orders')
  if (!ids || !orders || seen.historyStart === null) return ids
  const params = [service_id, textOfEpoch(seen.historyStart)]
  const { rows } = await warehouse.query(account_id, (dialect) => ({ sql: hiddenOrdersSql(dialect), params }))
  return new Map(ids).set('orders', [...orders, ...rows.map(([id]) => String(id))])
}
