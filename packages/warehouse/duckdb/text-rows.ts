import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import type { TextRow } from '../places/account-store.ts'
import { type AccountTable, accountColumns, columnNames } from '../schema/account-tables.ts'
import { columnList, quoted, sqlType } from './ddl.ts'
import { CHUNK_ROWS, VectorWriter } from './load/vector-writer.ts'

/** Rows that wait as text before they are stored: some tens of megabytes of a wide table. */
const WAITING_ROWS = 16 * CHUNK_ROWS
const WAITING = 'text_rows'

const asText = (value: TextRow[number] | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

/** Gathers rows, some at a time, into arrays of a size; the last one may be shorter. */
async function* inParts(rows: AsyncIterable<readonly TextRow[]>, size: number): AsyncGenerator<TextRow[]> {
  let part: TextRow[] = []
  for await (const some of rows) {
    for (const row of some) {
      part.push(row)
      if (part.length < size) continue
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}

const storeWaiting = async (connection: DuckDBConnection, table: AccountTable): Promise<void> => {
  const values = accountColumns(table).map(({ name, kind }) => `CAST(${quoted(name)} AS ${sqlType(kind)})`)
  await connection.run(
    `INSERT INTO main.${quoted(table)} (${columnList(columnNames(table))}) SELECT ${values.join(', ')} FROM temp.main.${WAITING}`,
  )
}

/** Inserts rows of text into an account's table, whatever the types of its columns. */
export const writeTextRows = async (
  connection: DuckDBConnection,
  table: AccountTable,
  rows: AsyncIterable<readonly TextRow[]>,
): Promise<void> => {
  const names = columnNames(table)
  const vectors = new VectorWriter()
  for await (const waiting of inParts(rows, WAITING_ROWS)) {
    await connection.run(
      `CREATE OR REPLACE TEMPORARY TABLE ${WAITING} (${names.map((name) => `${quoted(name)} VARCHAR`).join(', ')})`,
    )
    const appender = await connection.createAppender(WAITING, 'main', 'temp')
    const chunk = DuckDBDataChunk.create(
      names.map((_, index) => appender.columnType(index)),
      CHUNK_ROWS,
    )
    for (let start = 0; start < waiting.length; start += CHUNK_ROWS) {
      const part = waiting.slice(start, start + CHUNK_ROWS)
      duckdb.data_chunk_reset(chunk.chunk)
      duckdb.data_chunk_set_size(chunk.chunk, part.length)
      names.forEach((_, index) => {
        const vector = duckdb.data_chunk_get_vector(chunk.chunk, index)
        vectors.writeText(
          vector,
          part.map((row) => asText(row[index])),
        )
      })
      appender.appendDataChunk(chunk)
      // The binding appends on the event loop, so it yields between chunks.
      await nextTurn()
    }
    appender.flushSync()
    appender.closeSync()
    await storeWaiting(connection, table)
  }
  await connection.run(`DROP TABLE IF EXISTS temp.main.${WAITING}`)
}
