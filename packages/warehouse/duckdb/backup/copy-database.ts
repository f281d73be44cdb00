import type { DuckDBConnection } from '@duckdb/node-api'
import { inTransaction } from '../connection.ts'
import { quoted, textLiteral } from '../ddl.ts'

const COPY = 'account_copy'

const tablesOf = async (connection: DuckDBConnection, database: string): Promise<string[]> => {
  const reader = await connection.runAndReadAll(
    'SELECT table_name FROM duckdb_tables() WHERE database_name = $1 AND NOT internal AND NOT temporary ORDER BY 1',
    [database],
  )
  return reader.getRows().map(([name]) => String(name))
}

/**
 * Copies one snapshot of the connection's database into the new file `target`. Table by table in one transaction, so that each
 * statement holds the buffers of one table only.
 */
export const copyDatabase = async (connection: DuckDBConnection, target: string): Promise<void> => {
  const reader = await connection.runAndReadAll('SELECT current_database()')
  const source = String(reader.getRows()[0]?.[0])
  await connection.run(`ATTACH ${textLiteral(target)} AS ${COPY}`)
  try {
    await inTransaction(connection, async () => {
      await connection.run(`COPY FROM DATABASE ${quoted(source)} TO ${COPY} (SCHEMA)`)
      for (const table of await tablesOf(connection, source)) {
        await connection.run(`INSERT INTO ${COPY}.${quoted(table)} SELECT * FROM ${quoted(source)}.${quoted(table)}`)
      }
    })
  } catch (error) {
    await connection.run(`DETACH ${COPY}`).catch(() => undefined)
    throw error
  }
  await connection.run(`DETACH ${COPY}`)
}
