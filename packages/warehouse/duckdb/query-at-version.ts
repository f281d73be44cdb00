import type { DuckDBConnection } from '@duckdb/node-api'
import type { QueryResult, Statement } from '../engine.ts'
import type { AccountFile } from './account-file.ts'
import { readState } from './account-file.ts'
import { readRows } from './connection.ts'

const inSnapshot = async (connection: DuckDBConnection, statement: Statement): Promise<QueryResult> => {
  await connection.run('BEGIN TRANSACTION READ ONLY')
  const { dataVersion } = await readState(connection)
  const rows = await readRows(connection, statement)
  await connection.run('COMMIT')
  return { rows, dataVersion }
}

/**
 * Rows and the version they were read at. A statement needs no transaction of its own, unless a commit ran at the same time:
 * then only a snapshot knows the version it read, so it is repeated in one.
 */
export const queryAtVersion = async (
  connection: DuckDBConnection,
  file: AccountFile,
  statement: Statement,
): Promise<QueryResult> => {
  const dataVersion = file.settledVersion
  if (dataVersion === null) return inSnapshot(connection, statement)
  const rows = await readRows(connection, statement)
  return file.settledVersion === dataVersion ? { rows, dataVersion } : inSnapshot(connection, statement)
}
