import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { type ColumnSource, columnSources, type SourceRow, STORED_NUMBERS, storedText } from './stored-values.ts'

/** Columns of a table's rows: those with a value for each row, and those whose rows all have the same one. Others are empty. */
export interface PackedColumns {
  readonly lists: readonly string[]
  readonly same: readonly string[]
}

export type PackedTables = Partial<Readonly<Record<CanonicalTable, PackedColumns>>>

/**
 * Rows that wait for a load, in a sixth of the space of an object for each: as JSON, which the engine reads without the event loop.
 * By table and column it has the values as they are stored, text or the whole numbers of `STORED_NUMBERS`.
 */
export interface PackedRows {
  readonly tables: PackedTables
  readonly content: string
}

export type RowsByTable = { readonly [T in CanonicalTable]?: readonly CanonicalRecord<T>[] }

type Stored = string | number | null

const storedValues = ({ kind, pick }: ColumnSource, rows: readonly SourceRow[]): Stored[] => {
  const store = kind === 'text' ? storedText : STORED_NUMBERS[kind]
  return rows.map((row) => {
    const value = pick(row) ?? null
    return value === null ? null : store(value)
  })
}

const SOURCES = new Map(CANONICAL_TABLE_NAMES.map((table) => [table, columnSources(table)] as const))

const packTable = (table: CanonicalTable, rows: readonly SourceRow[]) => {
  const fields = new Set<string>()
  for (const row of rows) for (const field of Object.keys(row)) fields.add(field)
  const lists: Record<string, readonly Stored[]> = {}
  const same: Record<string, Stored> = {}
  for (const source of SOURCES.get(table) ?? []) {
    if (!fields.has(source.field)) continue
    const values = storedValues(source, rows)
    const [first = null] = values
    // The keys say how many rows there are.
    if (source.name === 'source_id' || values.some((value) => value !== first)) lists[source.name] = values
    else if (first !== null) same[source.name] = first
  }
  return { lists, same }
}

/** Throws a TypeError that shows a value of the wrong kind. */
export const packRows = (rows: RowsByTable): PackedRows => {
  const tables: Partial<Record<CanonicalTable, PackedColumns>> = {}
  const content: Partial<Record<CanonicalTable, object>> = {}
  for (const table of CANONICAL_TABLE_NAMES) {
    const given = rows[table] ?? []
    if (given.length === 0) continue
    const { lists, same } = packTable(table, given)
    tables[table] = { lists: Object.keys(lists), same: Object.keys(same) }
    content[table] = { lists, same }
  }
  return { tables, content: JSON.stringify(content) }
}
