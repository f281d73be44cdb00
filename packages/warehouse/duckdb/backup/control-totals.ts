import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { FileKey } from '../../file-store.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { attachSql } from '../encryption/open-database.ts'

/** Figures of an account's data that a copy of it must repeat. */
export interface ControlTotals {
  /** rows by table */
  readonly rows: Readonly<Record<string, number>>
  /** net sales of all orders by currency, in minor units */
  readonly netSales: Readonly<Record<string, number>>
}

const MEMORY_LIMIT = '256MiB'

const pairs = async (connection: DuckDBConnection, sql: string): Promise<Record<string, number>> => {
  const reader = await connection.runAndReadAll(sql)
  return Object.fromEntries(reader.getRows().map(([name, number]) => [String(name), Number(number)]))
}

/** Reads the totals of the database in which the connection's statements run. */
export const controlTotals = async (connection: DuckDBConnection): Promise<ControlTotals> => {
  const names = await connection.runAndReadAll(
    `SELECT table_name FROM duckdb_tables()
     WHERE database_name = current_database() AND NOT internal AND NOT temporary ORDER BY 1`,
  )
  const counts = names
    .getRows()
    .map(([name]) => `SELECT ${textLiteral(String(name))}, count(*) FROM ${quoted(String(name))}`)
  return {
    rows: counts.length > 0 ? await pairs(connection, counts.join(' UNION ALL ')) : {},
    netSales: await pairs(
      connection,
      'SELECT currency, coalesce(sum(net_sales), 0)::DOUBLE FROM orders GROUP BY 1 ORDER BY 1',
    ),
  }
}

/** Reads an account file that no warehouse has open, without changing it; `key` is null if it is not encrypted. */
export const readClosedAccount = async <Result>(
  file: string,
  key: FileKey | null,
  read: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: MEMORY_LIMIT })
  const connection = await instance.connect()
  try {
    await connection.run(attachSql({ file, alias: 'account', key, isReadOnly: true }))
    await connection.run('USE account')
    return await read(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

export const controlTotalsOfFile = (file: string, key: FileKey | null): Promise<ControlTotals> =>
  readClosedAccount(file, key, controlTotals)
