import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client'
import { CLICKHOUSE_SETTINGS } from '../clickhouse/clickhouse-ddl.ts'
import { clickHouseDialect, namedParams } from '../clickhouse/clickhouse-dialect.ts'
import { type JsonAnswer, readJsonRows } from '../clickhouse/connect.ts'
import { migrateClickHouse } from '../clickhouse/migrate.ts'
import { duckDbDialect } from '../duckdb/duckdb-dialect.ts'
import type { SqlValue } from '../engine.ts'
import { ACCOUNT_TABLES, type AccountTable, accountColumns } from '../schema/account-tables.ts'
import type { StoredColumn } from '../schema/stored-columns.ts'
import { type RunStatement, type TestEngine, testEngine } from './engines.fixture.ts'

/**
 * ClickHouse in this process. It has one data directory per process, so a test file opens it once and no two files share one.
 */
export interface ClickHouse {
  /**
   * Copies an account's rows, derived columns and all, out of a DuckDB file. Accounts share the tables; an account is
   * copied once.
   */
  copy(accountId: number, duckDb: RunStatement): Promise<TestEngine>
  /** a later version of a copied order */
  replaceOrder(order: OrderVersion): Promise<void>
  runWithoutAccount(sql: string, params: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

interface OrderVersion {
  readonly accountId: number
  readonly orderId: string
  /** minor units */
  readonly netSales: number
  readonly isDeleted: boolean
}

/** Every value as text: exact, and no number passes between two engines. */
const readAll = (table: AccountTable, columns: readonly StoredColumn[]): string =>
  `SELECT ${columns.map(({ name }) => `CAST(${duckDbDialect.quote(name)} AS VARCHAR)`).join(', ')} FROM ${duckDbDialect.quote(table)}`

const asInserted = (value: SqlValue, column: StoredColumn | undefined): SqlValue =>
  column?.kind === 'boolean' && value !== null ? value === 'true' : value

const openClient = async (): Promise<ClickHouseClient> => {
  // loads the engine, which not every platform has
  const { createChdbConnection } = await import('chdb/connection')
  // the connection is typed by a second copy of the client's own declarations, whose private fields never match
  const connection = createChdbConnection({
    path: ':memory:',
  }) as unknown as ClickHouseClientConfigOptions['connection']
  return createClient({ ...(connection ? { connection } : {}), clickhouse_settings: CLICKHOUSE_SETTINGS })
}

export const openClickHouse = async (): Promise<ClickHouse> => {
  const client = await openClient()
  const rows = async (query: string, query_params = {}): Promise<SqlValue[][]> => {
    const result = await client.query({ query, query_params, format: 'JSONCompact' })
    const answer: JsonAnswer = await result.json()
    return readJsonRows(answer)
  }
  const migrated = {
    rows,
    command: async (query: string) => void (await client.command({ query })),
    insert: async () => {},
  }
  await migrateClickHouse(migrated, { ledger: { exclusively: (work) => work() }, installation: 'conformance' })

  const statementRunner =
    (accountId: number): RunStatement =>
    ({ sql, params }) =>
      rows(sql, namedParams(accountId, params))

  const copyTable = async (accountId: number, table: AccountTable, duckDb: RunStatement): Promise<void> => {
    const columns = accountColumns(table)
    const rows = await duckDb({ sql: readAll(table, columns), params: [] })
    if (rows.length === 0) return
    await client.insert({
      table,
      columns: ['account_id', ...columns.map(({ name }) => name), 'version', 'is_deleted'],
      format: 'JSONCompactEachRow',
      values: rows.map((row) => [accountId, ...row.map((value, index) => asInserted(value, columns[index])), 1, 0]),
    })
  }

  return {
    copy: async (accountId, duckDb) => {
      for (const table of ACCOUNT_TABLES) await copyTable(accountId, table, duckDb)
      return testEngine(clickHouseDialect, statementRunner(accountId))
    },
    replaceOrder: async ({ accountId, orderId, netSales, isDeleted }) => {
      const query =
        'INSERT INTO orders SELECT * REPLACE ({netSales:Int64} AS net_sales, 2 AS version, {isDeleted:UInt8} AS is_deleted) FROM orders WHERE account_id = {accountId:UInt64} AND source_id = {orderId:String}'
      await client.command({ query, query_params: { accountId, orderId, netSales, isDeleted: Number(isDeleted) } })
    },
    runWithoutAccount: async (sql, params) => {
      await client.query({ query: sql, query_params: params })
    },
    close: () => client.close(),
  }
}
