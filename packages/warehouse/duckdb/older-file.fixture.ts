import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { SqlValue } from '../engine.ts'
import { readRows } from './connection.ts'
import { applyMigrations, readVersion } from './migrate.ts'

/** Version 1 rows of a winery whose every value follows from its number; `lines` is even. */
const insertRowsSql = (lines: number): readonly string[] => [
  `INSERT INTO orders BY NAME
   SELECT 's1' AS service_id, md5('o' || n) AS source_id, n::VARCHAR AS order_number,
          TIMESTAMP '2020-01-01' + INTERVAL (n * 7) MINUTE AS ordered_utc, ordered_utc - INTERVAL 8 HOUR AS ordered_local,
          CASE n % 3 WHEN 0 THEN 'pos' WHEN 1 THEN 'web' ELSE 'club' END AS channel, 'regular' AS order_type,
          CASE WHEN n % 10 = 0 THEN 'pending' ELSE 'paid' END AS payment_status,
          CASE WHEN n % 4 = 0 THEN 'partial' ELSE 'fulfilled' END AS fulfillment_status,
          CASE WHEN n % 2 = 0 THEN 'ship' ELSE 'pickup' END AS delivery_method,
          CASE WHEN n % 5 = 0 THEN 'APPROVED' END AS compliance_status, md5('c' || n // 2) AS customer_source_id,
          CASE WHEN n % 3 = 2 THEN 'r' || (n % 40) END AS release_source_id, 'CA' AS state, 'US' AS country,
          'USD' AS currency, 3000 AS subtotal, 0 AS discount, 0 AS shipping, n % 100 AS tax, 0 AS tip,
          3000 + n % 100 AS total, false AS is_refund, 'utc' AS time_basis, 3 AS item_count,
          CASE WHEN n % 10 = 0 THEN 0 ELSE 3000 END AS net_sales, n % 10 <> 0 AS is_counted
   FROM range(${lines / 2}) t(n)`,
  `INSERT INTO order_lines BY NAME
   SELECT 's1' AS service_id, md5('o' || n) || '/' || line AS source_id, md5('o' || n) AS order_source_id, line::VARCHAR AS line_id,
          line AS line_number, 'SKU-' || (n % 200) AS sku, 'p' || (n % 250) AS product_source_id,
          'Wine ' || (n % 200) AS product_title, 'Brand ' || (n % 20) AS brand, 'Red' AS category,
          CASE line WHEN 1 THEN 'wine' ELSE 'merchandise' END AS item_kind, line AS quantity, 0 AS discount,
          1000 * line AS amount, 'utc' AS time_basis, CASE WHEN n % 10 = 0 THEN 0 ELSE 1000 * line END AS net_sales,
          TIMESTAMP '2020-01-01' + INTERVAL (n * 7) MINUTE AS ordered_utc, ordered_utc - INTERVAL 8 HOUR AS ordered_local,
          CASE n % 3 WHEN 0 THEN 'pos' WHEN 1 THEN 'web' ELSE 'club' END AS channel, 'USD' AS currency,
          false AS is_refund, n % 10 <> 0 AS is_paid, n % 10 <> 0 AS is_counted
   FROM range(${lines / 2}) t(n), (VALUES (1), (2)) own(line)`,
  `INSERT INTO customers BY NAME
   SELECT 's1' AS service_id, md5('c' || n) AS source_id, 'Customer ' || n AS name, DATE '1940-01-01' + (n % 20000)::INTEGER AS birth,
          n AS lifetime_value_seed, 'utc' AS time_basis
   FROM range(${lines / 5}) t(n)`,
  `INSERT INTO products BY NAME
   SELECT 's1' AS service_id, 'p' || n AS source_id, 'Wine ' || n AS title, 'wine' AS item_kind, CASE WHEN n % 3 = 0 THEN 100 + n END AS cost, 'utc' AS time_basis
   FROM range(200) t(n)`,
  'UPDATE data_version SET version = 1',
  "INSERT INTO calendar VALUES ('America/Los_Angeles')",
]

/** Runs work on an account file that no warehouse has open. */
const onFile = async <Result>(
  file: string,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> => {
  const instance = await DuckDBInstance.create(file, { threads: '2' })
  const connection = await instance.connect()
  try {
    return await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** What each of the statements returns on a closed account file. */
export const readClosedFile = (file: string, statements: readonly string[]): Promise<SqlValue[][][]> =>
  onFile(file, async (connection) => {
    const results: SqlValue[][][] = []
    for (const sql of statements) results.push(await readRows(connection, { sql, params: [] }))
    return results
  })

export const storedVersion = (file: string): Promise<number> => onFile(file, readVersion)

interface OlderFile {
  readonly file: string
  readonly version: number
  readonly lines: number
  /** SQL that makes the file what a certain release wrote */
  readonly changes?: readonly string[]
}

/** Writes the file of an account as an earlier release left it; its rows came at version 1. */
export const writeOlderFile = async ({ file, version, lines, changes = [] }: OlderFile): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  await onFile(file, async (connection) => {
    await applyMigrations(connection, 1)
    for (const sql of insertRowsSql(lines)) await connection.run(sql)
    await applyMigrations(connection, version)
    for (const sql of changes) await connection.run(sql)
    await connection.run('CHECKPOINT')
  })
}
