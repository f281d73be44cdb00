import { findChildTable, isChildTable, PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type {
  CanonicalRow,
  PlatformSession,
  QuarantinedRecord,
  Removal,
  StreamState,
  SyncPage,
  SyncStream,
} from './connector.ts'

const parentOf = ({ table, row }: CanonicalRow): string | null =>
  isChildTable(table) ? String(row[PARENTS[table].key as keyof typeof row]) : null

/** Rows as the warehouse would store them, by table and source ID. */
export interface MemorySink {
  /** by stream name; a missing entry means that the stream was not read yet */
  readonly states: Map<string, StreamState>
  readonly quarantined: QuarantinedRecord[]
  readonly pages: SyncPage[]
  /** Reads the streams as a sync does; with `full`, from the beginning. A page counts once it is fully applied. */
  sync(session: PlatformSession, options?: { full?: boolean; streams?: readonly string[] }): Promise<void>
  /** sorted by table and source ID */
  rows(): CanonicalRow[]
  row(table: CanonicalTable, sourceId: string): CanonicalRow | undefined
}

const recordKey = (table: CanonicalTable, sourceId: string): string => `${table} ${sourceId}`

/** Returns the rows in a fixed order for comparison. */
export const sortedRows = (rows: Iterable<CanonicalRow>): CanonicalRow[] => {
  const keyed = [...rows].map((row) => ({ key: recordKey(row.table, row.row.source_id), row }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ row }) => row)
}

/** Stores what the streams return by the rules of the sync engine, without a database, so that connectors are tested alone. */
export const createMemorySink = (): MemorySink => {
  const rows = new Map<string, CanonicalRow>()
  const childKeys = new Map<string, Set<string>>()
  const states = new Map<string, StreamState>()
  const quarantined: QuarantinedRecord[] = []
  const pages: SyncPage[] = []

  const groupOf = (child: CanonicalTable, parentId: string): string => `${child} of ${parentId}`

  const drop = (table: CanonicalTable, sourceId: string): void => {
    const entry = rows.get(recordKey(table, sourceId))
    const parentId = entry && parentOf(entry)
    if (parentId) childKeys.get(groupOf(table, parentId))?.delete(recordKey(table, sourceId))
    rows.delete(recordKey(table, sourceId))
  }

  const dropChildren = (table: CanonicalTable, sourceId: string): void => {
    const child = findChildTable(table)
    if (!child) return
    const group = groupOf(child, sourceId)
    for (const key of childKeys.get(group) ?? []) rows.delete(key)
    childKeys.delete(group)
  }

  const remove = ({ table, sourceIds }: Removal): void => {
    for (const sourceId of sourceIds) {
      dropChildren(table, sourceId)
      drop(table, sourceId)
    }
  }

  const upsert = (entry: CanonicalRow): void => {
    const key = recordKey(entry.table, entry.row.source_id)
    drop(entry.table, entry.row.source_id)
    rows.set(key, entry)
    const parent = parentOf(entry)
    if (parent === null) return
    const group = groupOf(entry.table, parent)
    childKeys.set(group, (childKeys.get(group) ?? new Set()).add(key))
  }

  const apply = (page: SyncPage, partial: readonly CanonicalTable[]): void => {
    const comesWhole = (table: CanonicalTable): boolean => !partial.includes(findChildTable(table) ?? table)
    for (const { table, row } of page.rows) if (comesWhole(table)) dropChildren(table, row.source_id)
    for (const entry of page.rows) upsert(entry)
    for (const removal of page.removed) remove(removal)
    quarantined.push(...page.quarantined)
    pages.push(page)
  }

  // A quarantined record still exists on the platform, and so do its children.
  const removeUnseen = (
    stream: SyncStream,
    seen: ReadonlySet<string>,
    quarantinedIds: ReadonlySet<string | null>,
  ): void => {
    for (const [key, entry] of rows) {
      if (!stream.tables.includes(entry.table) || seen.has(key)) continue
      if (!quarantinedIds.has(entry.row.source_id) && !quarantinedIds.has(parentOf(entry) ?? entry.row.source_id))
        rows.delete(key)
    }
  }

  const read = async (stream: SyncStream, state: StreamState | null): Promise<void> => {
    const seen = new Set<string>()
    const quarantinedIds = new Set<string | null>()
    for await (const page of stream.read(state)) {
      apply(page, stream.partial ?? [])
      states.set(stream.name, page.next)
      for (const { table, row } of page.rows) seen.add(recordKey(table, row.source_id))
      for (const { sourceId } of page.quarantined) quarantinedIds.add(sourceId)
    }
    if (state === null && stream.removals === 'fullRead') removeUnseen(stream, seen, quarantinedIds)
  }

  return {
    states,
    quarantined,
    pages,
    async sync(session, { full = false, streams } = {}) {
      for (const stream of session.streams) {
        if (streams && !streams.includes(stream.name)) continue
        const state = full || stream.reads === 'whole' ? null : (states.get(stream.name) ?? null)
        await read(stream, state)
      }
    },
    rows: () => sortedRows(rows.values()),
    row: (table, sourceId) => rows.get(recordKey(table, sourceId)),
  }
}
