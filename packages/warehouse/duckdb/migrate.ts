import type { DuckDBConnection } from '@duckdb/node-api'
import { ROLLUP_NAMES, type Rollup } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { inTransaction } from './connection.ts'
import { createAccountTable } from './ddl.ts'
import { followEverywhere } from './load/denormalized-columns.ts'
import { IS_AWAITING } from './load/order-derivation.ts'
import { insertRollup } from './load/rollups.ts'
import { VISIT_RULE_TABLES } from './load/visit-rules.ts'
import { createRollup } from './rollup-ddl.ts'

/** Rollups that include the columns of the last step. */
const LATER_SUMS: readonly Rollup[] = ['lines_of_products', 'orders_by_release', 'orders_by_customer']
const EARLY_SUMS = ROLLUP_NAMES.filter((rollup) => !LATER_SUMS.includes(rollup))

/** Steps forward, in order; a released step is never changed. The file's version is the number of steps it has had. */
const STEPS: readonly (readonly string[])[] = [
  [
    'CREATE TABLE data_version (version BIGINT NOT NULL)',
    'INSERT INTO data_version VALUES (0)',
    'CREATE TABLE calendar (time_zone VARCHAR NOT NULL)',
    `CREATE TABLE loads (batch_id VARCHAR NOT NULL, service_id VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL,
       changed BOOLEAN NOT NULL, data_version BIGINT NOT NULL, counts VARCHAR NOT NULL)`,
    ...CANONICAL_TABLE_NAMES.map(createAccountTable),
  ],
  EARLY_SUMS.flatMap((rollup) => [createRollup(rollup), insertRollup(rollup)]),
  [
    // a file of today has the column from its first step
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS wine_count DECIMAL(18, 3)',
    `UPDATE orders o SET wine_count = CASE WHEN o.payment_status = 'paid' THEN coalesce((
       SELECT sum(l.quantity) FILTER (WHERE l.item_kind = 'wine') FROM order_lines l
       WHERE l.service_id = o.service_id AND l.order_source_id = o.source_id), 0) ELSE 0 END`,
  ],
  [
    'ALTER TABLE reservations ADD COLUMN IF NOT EXISTS order_line_source_id VARCHAR',
    'ALTER TABLE memberships ADD COLUMN IF NOT EXISTS order_line_source_id VARCHAR',
    ...VISIT_RULE_TABLES,
  ],
  // sums by customer, which the next step recreates
  [],
  [
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS is_awaiting BOOLEAN',
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS compliance VARCHAR',
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS has_customer BOOLEAN',
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_birth DATE',
    'ALTER TABLE orders ADD COLUMN IF NOT EXISTS customer_earlier_sales BIGINT',
    'ALTER TABLE order_lines ADD COLUMN IF NOT EXISTS has_product BOOLEAN',
    `UPDATE orders SET is_awaiting = ${IS_AWAITING}, compliance = lower(compliance_status)`,
    followEverywhere('customers'),
    followEverywhere('products'),
    // an earlier release wrote sums by customer without these
    'DROP TABLE IF EXISTS orders_by_customer',
    ...LATER_SUMS.flatMap((rollup) => [createRollup(rollup), insertRollup(rollup)]),
  ],
]

const readVersion = async (connection: DuckDBConnection): Promise<number> => {
  const tables = await connection.runAndReadAll(
    `SELECT 1 FROM duckdb_tables() WHERE schema_name = 'main' AND table_name = 'schema_version' AND NOT temporary`,
  )
  if (tables.currentRowCount === 0) return 0
  const rows = await connection.runAndReadAll('SELECT version::INTEGER FROM schema_version')
  return Number(rows.getRows()[0]?.[0] ?? 0)
}

/**
 * Brings an account file to the current schema, version row and DDL in one transaction.
 * Throws when the file was written by a newer release: it must not be touched.
 */
export const migrate = async (connection: DuckDBConnection): Promise<void> => {
  const version = await readVersion(connection)
  if (version === STEPS.length) return
  if (version > STEPS.length)
    throw new Error(`The account file has schema ${version}, this release knows up to ${STEPS.length}`)
  await inTransaction(connection, async () => {
    for (const sql of STEPS.slice(version).flat()) await connection.run(sql)
    await connection.run('CREATE OR REPLACE TABLE schema_version AS SELECT $1::INTEGER AS version', [STEPS.length])
  })
}
