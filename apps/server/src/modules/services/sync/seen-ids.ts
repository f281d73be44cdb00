import type { SyncPage, SyncStream } from '#connectors/kit/connector.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { childOf, isChild } from './row-family.ts'

/** Ids that a read of everything came by, so that the others are known to be gone. */
export interface SeenIds {
  add(page: SyncPage): void
  /** ids by table; null: nothing can be said, since a record that was set aside has no id */
  all(): ReadonlyMap<CanonicalTable, readonly string[]> | null
  /** orders from before then were not shown, epoch milliseconds; null: all were */
  readonly reachesBackTo: number | null
}

/**
 * Tables of which a read of the stream names everything there is. Children go with their parents, unless they come without
 * each other; a table that other streams fill too is nobody's.
 */
const tablesOf = ({ tables, partial = [] }: SyncStream, others: readonly SyncStream[]): CanonicalTable[] =>
  tables.filter((table) => {
    const isShared = others.some((other) => other.tables.includes(table))
    const goesWithParent =
      isChild(table) && !partial.includes(table) && tables.some((parent) => childOf(parent) === table)
    return !isShared && !goesWithParent
  })

export const createSeenIds = (stream: SyncStream, streams: readonly SyncStream[]): SeenIds => {
  const others = streams.filter((other) => other !== stream)
  const seen = new Map(tablesOf(stream, others).map((table) => [table, new Set<string>()]))
  const aside = new Set<string>()
  let isSure = true
  let reachesBackTo: number | null = null
  return {
    get reachesBackTo() {
      return reachesBackTo
    },
    add: ({ rows, removed, setAside, reachesBackTo: shownFrom }) => {
      if (shownFrom !== undefined) reachesBackTo = Math.max(reachesBackTo ?? shownFrom, shownFrom)
      for (const { table, row } of rows) seen.get(table)?.add(row.source_id)
      for (const { table, sourceIds } of removed) for (const id of sourceIds) seen.get(table)?.delete(id)
      for (const { sourceId } of setAside) {
        if (sourceId === null) isSure = false
        else aside.add(sourceId)
      }
    },
    // What was set aside is still there at the platform.
    all: () => (isSure ? new Map([...seen].map(([table, ids]) => [table, [...ids, ...aside]])) : null),
  }
}
