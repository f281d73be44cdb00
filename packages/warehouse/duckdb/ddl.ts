import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { derivedColumns, givenColumns, type StoredColumn, type StoredKind } from '../schema/stored-columns.ts'

const TYPES = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  date: 'DATE',
  quantity: 'DECIMAL(18,3)',
  money: 'BIGINT',
  price: 'DECIMAL(18,4)',
  timestamp: 'TIMESTAMP',
} as const satisfies Record<StoredKind, string>

export const sqlType = (kind: StoredKind): string => TYPES[kind]

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const textLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const columnList = (names: readonly string[], alias?: string): string =>
  names.map((name) => (alias ? `${alias}.${quoted(name)}` : quoted(name))).join(', ')

const key = (name: string): StoredColumn => ({ name, kind: 'text', derived: false, required: true })

const bookKeeping: readonly StoredColumn[] = [
  { name: 'source_updated_utc', kind: 'timestamp', derived: false, required: false },
  { name: 'time_basis', kind: 'text', derived: false, required: true },
]

/** Columns of a staging table, in the order in which rows are appended. */
export const stagingColumns = (table: CanonicalTable): StoredColumn[] => [
  key('source_id'),
  ...givenColumns(table),
  ...bookKeeping,
]

/** Columns of the account's table. */
export const tableColumns = (table: CanonicalTable): StoredColumn[] => [
  key('service_id'),
  ...stagingColumns(table),
  ...derivedColumns(table),
]

/** One side of a staged moment is always absent, so only the other columns can be required there. */
const definition = ({ name, kind, required, derived }: StoredColumn, staged: boolean): string => {
  const mayBeNull = !required || derived || (staged && kind === 'timestamp')
  return `${quoted(name)} ${TYPES[kind]}${mayBeNull ? '' : ' NOT NULL'}`
}

const createTable = (name: string, columns: readonly StoredColumn[], staged: boolean): string =>
  `CREATE ${staged ? 'TEMPORARY ' : ''}TABLE IF NOT EXISTS ${name} (${columns.map((column) => definition(column, staged)).join(', ')})`

// No primary keys: with one an upsert into a large table costs ten times as much and the file grows by a third.
export const createAccountTable = (table: CanonicalTable): string =>
  createTable(quoted(table), tableColumns(table), false)

export const stagingName = (table: CanonicalTable): string => `staged_${table}`

export const createStagingTable = (table: CanonicalTable): string =>
  createTable(`temp.main.${stagingName(table)}`, stagingColumns(table), true)
