import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'

/** Rows of one canonical table. */
export interface SampleChunk<T extends CanonicalTable = CanonicalTable> {
  readonly table: T
  readonly rows: CanonicalRecord<T>[]
}

/** A row without what is the same in all: their times are the account's wall-clock times, and they were never changed. */
export type SampleRow<T extends CanonicalTable> = Omit<CanonicalRecord<T>, 'source_updated' | 'time_basis'>

type Buffers = { [T in CanonicalTable]: CanonicalRecord<T>[] }

/** Collects rows by table until a chunk is full. */
export interface Sink {
  push<T extends CanonicalTable>(table: T, row: SampleRow<T>): void
  /** returns full chunks, and with `isEnd` the rest too */
  drain(isEnd: boolean): Generator<SampleChunk>
}

const CHUNK_ROWS = 4096

export const createSink = (): Sink => {
  const buffers = Object.fromEntries(CANONICAL_TABLE_NAMES.map((table) => [table, []])) as unknown as Buffers

  function* drainTable<T extends CanonicalTable>(table: T, isEnd: boolean): Generator<SampleChunk<T>> {
    const rows: CanonicalRecord<T>[] = buffers[table]
    let taken = 0
    while (rows.length - taken >= CHUNK_ROWS || (isEnd && rows.length > taken)) {
      yield { table, rows: rows.slice(taken, taken + CHUNK_ROWS) }
      taken += CHUNK_ROWS
    }
    if (taken > 0) rows.splice(0, taken)
  }

  return {
    push: <T extends CanonicalTable>(table: T, row: SampleRow<T>) => {
      buffers[table].push({ source_updated: null, time_basis: 'local', ...row } as unknown as CanonicalRecord<T>)
    },
    *drain(isEnd) {
      for (const table of CANONICAL_TABLE_NAMES) yield* drainTable(table, isEnd)
    },
  }
}
