import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { givenMoments, type StoredKind } from '../../schema/stored-columns.ts'
import { createStagingTable, stagingColumns, stagingName } from '../ddl.ts'
import { toDuckDb } from './row-values.ts'

/** DuckDB's vector size: a chunk never holds more. */
const CHUNK_ROWS = 2048

type Row = Readonly<Record<string, unknown>>

interface ColumnWriter {
  readonly kind: StoredKind
  readonly pick: (row: Row) => unknown
}

const columnWriters = (table: CanonicalTable): ColumnWriter[] => {
  const moments = new Map(
    givenMoments(table).flatMap((name) => [
      [`${name}_utc`, { name, basis: 'utc' }],
      [`${name}_local`, { name, basis: 'local' }],
    ]),
  )
  return stagingColumns(table).map(({ name, kind }) => {
    const moment = moments.get(name)
    if (moment) return { kind, pick: (row) => (row.time_basis === moment.basis ? row[moment.name] : null) }
    const given = name === 'source_updated_utc' ? 'source_updated' : name
    return { kind, pick: (row) => row[given] }
  })
}

/** Writes canonical records to one staging table of a connection, a chunk at a time. */
export class StagingWriter {
  readonly #appender: DuckDBAppender
  readonly #writers: readonly ColumnWriter[]
  private constructor(appender: DuckDBAppender, writers: readonly ColumnWriter[]) {
    this.#appender = appender
    this.#writers = writers
  }

  static async open(connection: DuckDBConnection, table: CanonicalTable): Promise<StagingWriter> {
    await connection.run(createStagingTable(table))
    const appender = await connection.createAppender(stagingName(table), 'main', 'temp')
    return new StagingWriter(appender, columnWriters(table))
  }

  async write(rows: readonly Row[], signal?: AbortSignal): Promise<void> {
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      this.#writeChunk(rows.slice(start, start + CHUNK_ROWS))
      // The binding appends on the event loop, so others get their turn between chunks.
      await nextTurn()
      signal?.throwIfAborted()
    }
  }

  close(): void {
    this.#appender.flushSync()
    this.#appender.closeSync()
  }

  #writeChunk(rows: readonly Row[]): void {
    const chunk = DuckDBDataChunk.create(
      this.#writers.map((_, column) => this.#appender.columnType(column)),
      rows.length,
    )
    this.#writers.forEach(({ kind, pick }, column) => {
      chunk.setColumnValues(
        column,
        rows.map((row) => toDuckDb(kind, pick(row))),
      )
    })
    this.#appender.appendDataChunk(chunk)
  }
}
