import type { DuckDBConnection } from '@duckdb/node-api'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { readSqlMigrations } from '../sql-migrations.ts'
import { inTransaction } from './connection.ts'
import { createAccountTable } from './ddl.ts'
import { CODE_RULE_TABLES } from './load/code-rules.ts'
import { SOURCE_ORDERS } from './load/source-orders.ts'
import { VISIT_RULE_TABLES } from './load/visit-rules.ts'
import { createRollup } from './rollup-ddl.ts'

/** Each runs in one transaction. Append only: `checksums.json` pins each. */
export const ACCOUNT_MIGRATIONS = readSqlMigrations(new URL('migrations/', import.meta.url))

/** The version of a file is the number of migrations it has had; this is the version that the program reads and writes. */
export const SCHEMA_VERSION = ACCOUNT_MIGRATIONS.length

/** The schema that all migrations lead to, for new files. Derived from the catalog; a test compares it with the migrations. */
const CURRENT_SCHEMA: readonly string[] = [
  'CREATE TABLE data_version (version BIGINT NOT NULL)',
  'INSERT INTO data_version VALUES (0)',
  'CREATE TABLE account_key (key VARCHAR NOT NULL)',
  'CREATE TABLE calendar (time_zone VARCHAR NOT NULL, separate_customers BOOLEAN)',
  `CREATE TABLE loads (batch_id VARCHAR NOT NULL, service_id VARCHAR NOT NULL, applied_at TIMESTAMP NOT NULL,
     changed BOOLEAN NOT NULL, data_version BIGINT NOT NULL, counts VARCHAR NOT NULL)`,
  ...CANONICAL_TABLE_NAMES.map(createAccountTable),
  ...ROLLUP_NAMES.map(createRollup),
  ...VISIT_RULE_TABLES,
  ...CODE_RULE_TABLES,
  SOURCE_ORDERS,
  createAccountTable('segment_members'),
]

/** The version of an account file; 0: it has no tables yet. */
export const readVersion = async (connection: DuckDBConnection): Promise<number> => {
  const rows = await connection.runAndReadAll('SELECT version::INTEGER FROM schema_version').catch((error: unknown) => {
    // The list of tables takes the engine five times as long.
    if (error instanceof Error && /Table with name schema_version does not exist/.test(error.message)) return null
    throw error
  })
  if (rows === null) return 0
  return Number(rows.getRows()[0]?.[0] ?? 0)
}

const writeSchema = (connection: DuckDBConnection, statements: readonly string[], version: number): Promise<void> =>
  inTransaction(connection, async () => {
    for (const sql of statements) await connection.run(sql)
    await connection.run('CREATE OR REPLACE TABLE schema_version AS SELECT $1::INTEGER AS version', [version])
  })

/** Creates all tables of an empty file, in one transaction. */
export const createSchema = (connection: DuckDBConnection): Promise<void> =>
  writeSchema(connection, CURRENT_SCHEMA, SCHEMA_VERSION)

/**
 * Applies the missing migrations up to version `to`, each in a transaction that also writes its version: after a kill the next
 * call continues with the first that is missing. Throws an error that names the migration and has what failed as its cause.
 */
export const applyMigrations = async (connection: DuckDBConnection, to = SCHEMA_VERSION): Promise<void> => {
  const from = await readVersion(connection)
  for (const [index, { name, statements }] of ACCOUNT_MIGRATIONS.slice(0, to).entries()) {
    if (index < from) continue
    try {
      await writeSchema(connection, statements, index + 1)
      // Else the log of changes grows with every migration.
      await connection.run('CHECKPOINT')
    } catch (cause) {
      throw new Error(`Migration ${name} failed`, { cause })
    }
  }
}
