import type { CanonicalRow, QuarantinedRecord, SyncPage, SyncStream } from '#connectors/kit/connector.ts'
import { findChildTable, isChildTable, PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'

/** The parent row of a row; null: it has none. */
const findParent = ({ table, row }: CanonicalRow): { table: CanonicalTable; id: string } | null => {
  if (!isChildTable(table)) return null
  const { parent, key } = PARENTS[table]
  return { table: parent, id: String(row[key as keyof typeof row]) }
}

type RowsById = Map<string, CanonicalRow>

const isOfTable = <T extends CanonicalTable>(
  entry: CanonicalRow,
  table: T,
): entry is CanonicalRow & { table: T; row: CanonicalRecord<T> } => entry.table === table

/** Whether the earlier of two versions is newer at the platform; pages repeat records that move during the read. */
const isNewer = (existing: CanonicalRow | undefined, given: CanonicalRow): boolean => {
  const [before, now] = [existing?.row.source_updated ?? null, given.row.source_updated]
  return before !== null && now !== null && before > now
}

/** Pages of one stream that are committed together. Of duplicate records the newer one is used, with its children. */
export class SyncChunk {
  readonly #partial: readonly CanonicalTable[]
  readonly #rows = new Map<CanonicalTable, RowsById>()
  /** ids of children by table and parent */
  readonly #childIds = new Map<string, Set<string>>()
  readonly #removed = new Map<CanonicalTable, Set<string>>()
  readonly quarantined: QuarantinedRecord[] = []
  /** records that the pages held */
  read = 0
  /** rows and removals */
  size = 0

  constructor({ partial = [] }: Pick<SyncStream, 'partial'>) {
    this.#partial = partial
  }

  get isEmpty(): boolean {
    return this.read === 0 && this.size === 0 && this.quarantined.length === 0
  }

  add({ read, rows, removed, quarantined }: SyncPage): void {
    const stale = this.#dropReplaced(rows)
    for (const entry of rows) {
      const child = findParent(entry)
      if (stale.has(child === null ? rowKey(entry.table, entry.row.source_id) : rowKey(child.table, child.id))) continue
      this.#put(entry)
    }
    for (const { table, sourceIds } of removed) for (const id of sourceIds) this.#remove(table, id)
    this.quarantined.push(...quarantined)
    this.read += read
    this.size += rows.length + removed.length
  }

  tables(): CanonicalTable[] {
    return [...this.#rows.keys()]
  }

  rowsIn<T extends CanonicalTable>(table: T): CanonicalRecord<T>[] {
    const found: CanonicalRecord<T>[] = []
    for (const entry of this.#rows.get(table)?.values() ?? []) if (isOfTable(entry, table)) found.push(entry.row)
    return found
  }

  removals(): [CanonicalTable, string[]][] {
    return [...this.#removed].map(([table, ids]) => [table, [...ids]])
  }

  /** Drops children of records that arrive again with their children; returns the keys of records that arrive in an older version. */
  #dropReplaced(rows: readonly CanonicalRow[]): ReadonlySet<string> {
    const stale = new Set<string>()
    for (const entry of rows) {
      const { table, row } = entry
      const existing = this.#rows.get(table)?.get(row.source_id)
      if (isNewer(existing, entry)) stale.add(rowKey(table, row.source_id))
      else if (existing) this.#dropChildren(table, row.source_id)
    }
    return stale
  }

  #put(entry: CanonicalRow): void {
    const { table, row } = entry
    const rows: RowsById = this.#rows.get(table) ?? new Map()
    // A repeated record moves to its later position.
    rows.delete(row.source_id)
    this.#rows.set(table, rows.set(row.source_id, entry))
    this.#removed.get(table)?.delete(row.source_id)
    const parent = findParent(entry)
    if (!parent) return
    const parentKey = rowKey(parent.table, parent.id)
    this.#childIds.set(parentKey, (this.#childIds.get(parentKey) ?? new Set()).add(row.source_id))
  }

  #remove(table: CanonicalTable, id: string): void {
    this.#dropChildrenOf(table, id)
    this.#rows.get(table)?.delete(id)
    this.#removed.set(table, (this.#removed.get(table) ?? new Set()).add(id))
  }

  #dropChildren(table: CanonicalTable, id: string): void {
    const child = findChildTable(table)
    if (child && !this.#partial.includes(child)) this.#dropChildrenOf(table, id)
  }

  #dropChildrenOf(table: CanonicalTable, id: string): void {
    const child = findChildTable(table)
    if (!child) return
    const parentKey = rowKey(table, id)
    for (const childId of this.#childIds.get(parentKey) ?? []) this.#rows.get(child)?.delete(childId)
    this.#childIds.delete(parentKey)
  }
}

const rowKey = (table: CanonicalTable, id: string): string => `${table} ${id}`
