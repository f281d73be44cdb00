import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { SqlValue, Warehouse } from '../engine.ts'
import { ACCOUNT_TABLES, type AccountTable, accountColumns } from '../schema/account-tables.ts'
import type { StoredColumn } from '../schema/stored-columns.ts'

const columnTextSql = (dialect: Dialect, { name, kind }: StoredColumn): string => {
  const sql = dialect.quote(name)
  if (kind === 'timestamp') return dialect.instantText(sql)
  if (kind === 'date') return dialect.dayText(sql)
  return sql
}

const readTable = async (
  warehouse: Pick<Warehouse, 'query'>,
  accountId: number,
  table: AccountTable,
): Promise<SqlValue[][]> => {
  const answer = await warehouse.query(accountId, (dialect) => {
    const selected = accountColumns(table).map((column) => columnTextSql(dialect, column))
    const sql = `SELECT ${selected.join(', ')} FROM ${dialect.table(table)} AS t ORDER BY service_id, source_id`
    return { sql, params: [] }
  })
  return answer.rows
}

type Row = Readonly<Record<string, SqlValue>>

/** Everything that an account has in either engine, by table, as rows by column in order of their keys. */
export const everyRow = async (
  warehouse: Pick<Warehouse, 'query'>,
  accountId: number,
): Promise<Record<AccountTable, Row[]>> => {
  const found = new Map<AccountTable, Row[]>()
  for (const table of ACCOUNT_TABLES) {
    const names = accountColumns(table).map(({ name }) => name)
    const rows = await readTable(warehouse, accountId, table)
    found.set(
      table,
      rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    )
  }
  return Object.fromEntries(found) as Record<AccountTable, Row[]>
}
