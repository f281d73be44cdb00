import type { DuckDBConnection } from '@duckdb/node-api'
import type { FileKey } from '../../file-store.ts'
import { inTransaction } from '../connection.ts'
import { quoted } from '../ddl.ts'
import { attachSql, removeDatabase } from '../encryption/open-database.ts'

/** The name of the copy's database while it is written. */
export const COPY = 'account_copy'

const tablesOf = async (connection: DuckDBConnection, database: string): Promise<string[]> => {
  const reader = await connection.runAndReadAll(
    'SELECT table_name FROM duckdb_tables() WHERE database_name = $1 AND NOT internal AND NOT temporary ORDER BY 1',
    [database],
  )
  return reader.getRows().map(([name]) => String(name))
}

export const currentDatabase = async (connection: DuckDBConnection): Promise<string> => {
  const reader = await connection.runAndReadAll('SELECT current_database()')
  return String(reader.getRows()[0]?.[0])
}

/**
 * Copies one snapshot of the connection's database into the empty one that is attached as `COPY`. Table by table in one
 * transaction, so that each statement holds the buffers of one table only.
 */
export const copyTables = async (connection: DuckDBConnection): Promise<void> => {
  const source = await currentDatabase(connection)
  await inTransaction(connection, async () => {
    await connection.run(`COPY FROM DATABASE ${quoted(source)} TO ${COPY} (SCHEMA)`)
    for (const table of await tablesOf(connection, source)) {
      await connection.run(`INSERT INTO ${COPY}.${quoted(table)} SELECT * FROM ${quoted(source)}.${quoted(table)}`)
    }
  })
}

/**
 * Copies one snapshot of the connection's database into the file `target`, encrypted unless `key` is null. An earlier file is
 * replaced, and a failure leaves none.
 */
export const copyDatabase = async (
  connection: DuckDBConnection,
  target: string,
  key: FileKey | null,
): Promise<void> => {
  await removeDatabase(target)
  try {
    await connection.run(attachSql({ file: target, alias: COPY, key }))
    await copyTables(connection)
    // All of it must be in the file, which leaves without its log.
    await connection.run(`CHECKPOINT ${COPY}`)
    await connection.run(`DETACH ${COPY}`)
  } catch (error) {
    await connection.run(`DETACH ${COPY}`).catch(() => undefined)
    await removeDatabase(target)
    throw error
  }
}
