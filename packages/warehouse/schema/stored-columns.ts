import { CANONICAL_TABLES, type CanonicalTable, type ColumnKind, type TableSpec } from '#domain/canonical/tables.ts'

/** A canonical timestamp is stored as two columns of this kind. */
export type StoredKind = Exclude<ColumnKind, 'instant'> | 'timestamp'

export interface StoredColumn {
  readonly name: string
  readonly kind: StoredKind
  readonly derived: boolean
  readonly required: boolean
  /** the migration that added it at the end of the table; 0: it came with the table */
  readonly since: number
}

const MOMENT_SIDES = ['utc', 'local'] as const

const specsOf = (table: CanonicalTable) => {
  const { columns }: TableSpec = CANONICAL_TABLES[table]
  return Object.entries(columns).map(([name, spec]) => ({ name, ...spec }))
}

const storedColumns = (table: CanonicalTable, derived: boolean): StoredColumn[] =>
  specsOf(table)
    .filter((spec) => (spec.derived ?? false) === derived)
    .flatMap(({ name, kind, required = false, since = 0 }): StoredColumn[] =>
      kind === 'instant'
        ? MOMENT_SIDES.map((side) => ({ name: `${name}_${side}`, kind: 'timestamp', derived, required, since }))
        : [{ name, kind, derived, required, since }],
    )

/** What a source gives, in canonical order, timestamps as pairs. Without keys and book-keeping. */
export const givenColumns = (table: CanonicalTable): StoredColumn[] => storedColumns(table, false)

/** What the loader computes, timestamps as pairs. */
export const derivedColumns = (table: CanonicalTable): StoredColumn[] => storedColumns(table, true)

/** Names of the timestamps that a source gives. */
export const sourceTimestamps = (table: CanonicalTable): string[] =>
  specsOf(table)
    .filter((spec) => spec.kind === 'instant' && !spec.derived)
    .map((spec) => spec.name)

const key = (name: string): StoredColumn => ({ name, kind: 'text', derived: false, required: true, since: 0 })

const bookKeeping: readonly StoredColumn[] = [
  { name: 'source_updated_utc', kind: 'timestamp', derived: false, required: false, since: 0 },
  { name: 'time_basis', kind: 'text', derived: false, required: true, since: 0 },
]

/** Columns of a staging table, in the order in which rows are appended. */
export const stagingColumns = (table: CanonicalTable): StoredColumn[] => [
  key('source_id'),
  ...givenColumns(table),
  ...bookKeeping,
]

/** Columns of an account's table, in order. */
export const tableColumns = (table: CanonicalTable): StoredColumn[] =>
  [key('service_id'), ...stagingColumns(table), ...derivedColumns(table)].toSorted((a, b) => a.since - b.since)

export const stagingNames = (table: CanonicalTable): string[] => stagingColumns(table).map(({ name }) => name)
