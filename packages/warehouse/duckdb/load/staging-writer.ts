import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DuckDBAppender, type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import duckdb from '@duckdb/node-bindings'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type ColumnSource, columnSources, type SourceRow } from '../../schema/stored-values.ts'
import { createStagingTable, stagingName } from '../ddl.ts'
import { CHUNK_ROWS, VectorWriter } from './vector-writer.ts'

/** Rows after which the appender flushes: by default it buffers 204,800, over 100 MB of a wide table. */
const FLUSH_ROWS = 16 * CHUNK_ROWS

/** Writes canonical records to one staging table of a connection, a chunk at a time. */
export class StagingWriter {
  readonly #appender: DuckDBAppender
  readonly #sources: readonly ColumnSource[]
  readonly #vectors = new VectorWriter()
  /** reused for every chunk, since its memory is outside the garbage collector's heap */
  readonly #chunk: DuckDBDataChunk

  #unflushed = 0

  private constructor(appender: DuckDBAppender, sources: readonly ColumnSource[]) {
    this.#appender = appender
    this.#sources = sources
    const types = sources.map((_, column) => appender.columnType(column))
    this.#chunk = DuckDBDataChunk.create(types, CHUNK_ROWS)
  }

  static async open(connection: DuckDBConnection, table: CanonicalTable): Promise<StagingWriter> {
    await connection.run(createStagingTable(table))
    const appender = await connection.createAppender(stagingName(table), 'main', 'temp')
    return new StagingWriter(appender, columnSources(table))
  }

  /** Throws a TypeError that shows a value of the wrong kind; the load is of no use then. */
  async write(rows: readonly SourceRow[], signal?: AbortSignal): Promise<void> {
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      this.#writeChunk(rows.slice(start, start + CHUNK_ROWS))
      // The binding appends on the event loop, so it yields between chunks.
      await nextTurn()
      signal?.throwIfAborted()
    }
  }

  close(): void {
    this.#appender.flushSync()
    this.#appender.closeSync()
  }

  #writeChunk(rows: readonly SourceRow[]): void {
    const { chunk } = this.#chunk
    duckdb.data_chunk_reset(chunk)
    duckdb.data_chunk_set_size(chunk, rows.length)
    this.#sources.forEach(({ kind, pick }, column) => {
      const vector = duckdb.data_chunk_get_vector(chunk, column)
      const values = rows.map((row) => pick(row) ?? null)
      if (kind === 'text') this.#vectors.writeText(vector, values)
      else this.#vectors.writeNumbers(vector, kind, values)
    })
    this.#appender.appendDataChunk(this.#chunk)
    this.#unflushed += rows.length
    if (this.#unflushed < FLUSH_ROWS) return
    this.#appender.flushSync()
    this.#unflushed = 0
  }
}
