import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type AccountTable, accountColumns } from '../schema/account-tables.ts'
import { type StoredColumn, type StoredKind, stagingColumns } from '../schema/stored-columns.ts'

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

/** One side of a staged timestamp is always absent, so only the other columns can be required there. */
const definition = ({ name, kind, required, derived }: StoredColumn, staged: boolean): string => {
  const mayBeNull = !required || derived || (staged && kind === 'timestamp')
  return `${quoted(name)} ${TYPES[kind]}${mayBeNull ? '' : ' NOT NULL'}`
}

const createTable = (name: string, columns: readonly StoredColumn[], staged: boolean): string =>
  `CREATE ${staged ? 'TEMPORARY ' : ''}TABLE IF NOT EXISTS ${name} (${columns.map((column) => definition(column, staged)).join(', ')})`

// No primary keys: with one an upsert into a large table costs ten times as much and the file grows by a third.
export const createAccountTable = (table: AccountTable): string =>
  createTable(quoted(table), accountColumns(table), false)

export const stagingName = (table: CanonicalTable): string => `staged_${table}`

export const createStagingTable = (table: CanonicalTable): string =>
  createTable(`temp.main.${stagingName(table)}`, stagingColumns(table), true)
