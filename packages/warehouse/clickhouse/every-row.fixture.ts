import type { SqlValue, Warehouse } from '../engine.ts'
import type { StoredColumn } from '../schema/stored-columns.ts'
import { ACCOUNT_TABLES, type AccountTable, accountColumns } from './tables.ts'

const textOf = (warehouse: Warehouse, { name, kind }: StoredColumn): string => {
  const { dialect } = warehouse
  const sql = dialect.quote(name)
  if (kind === 'timestamp') return dialect.instantText(sql)
  if (kind === 'date') return dialect.dayText(sql)
  return sql
}

const rowsOf = async (warehouse: Warehouse, accountId: number, table: AccountTable): Promise<SqlValue[][]> => {
  const columns = accountColumns(table)
  const selected = columns.map((column) => textOf(warehouse, column)).join(', ')
  const sql = `SELECT ${selected} FROM ${warehouse.dialect.table(table)} AS t ORDER BY service_id, source_id`
  return (await warehouse.query(accountId, { sql, params: [] })).rows
}

type Row = Readonly<Record<string, SqlValue>>

/** Everything that an account has in either engine, by table, as rows by column in order of their keys. */
export const everyRow = async (warehouse: Warehouse, accountId: number): Promise<Record<AccountTable, Row[]>> => {
  const found = new Map<AccountTable, Row[]>()
  for (const table of ACCOUNT_TABLES) {
    const names = accountColumns(table).map(({ name }) => name)
    const rows = await rowsOf(warehouse, accountId, table)
    found.set(
      table,
      rows.map((row) => Object.fromEntries(names.map((name, place) => [name, row[place] ?? null]))),
    )
  }
  return Object.fromEntries(found) as Record<AccountTable, Row[]>
}
