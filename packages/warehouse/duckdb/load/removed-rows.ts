import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quoted } from '../ddl.ts'

const CHUNK_IDS = 2048

/** Adds ids to a temporary table of the connection, which is created if it does not exist. */
export const writeIds = async (
  connection: DuckDBConnection,
  name: string,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal | undefined },
): Promise<void> => {
  await connection.run(`CREATE TEMPORARY TABLE IF NOT EXISTS ${quoted(name)} (source_id VARCHAR NOT NULL)`)
  const appender = await connection.createAppender(name, 'main', 'temp')
  for (let start = 0; start < ids.length; start += CHUNK_IDS) {
    for (const id of ids.slice(start, start + CHUNK_IDS)) {
      appender.appendVarchar(id)
      appender.endRow()
    }
    // The binding appends on the event loop, so it yields between chunks.
    await nextTurn()
    signal?.throwIfAborted()
  }
  appender.closeSync()
}
