import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { LoadOutcome, LoadRequest } from '../engine.ts'
import type { DuckDbWarehouse } from './duckdb-warehouse.ts'

export type Batch = { readonly [T in CanonicalTable]?: readonly CanonicalRecord<T>[] }

const appendTable = async <T extends CanonicalTable>(
  load: Awaited<ReturnType<DuckDbWarehouse['beginLoad']>>,
  table: T,
  batch: Batch,
): Promise<void> => {
  const rows: readonly CanonicalRecord<T>[] | undefined = batch[table]
  if (rows) await load.append(table, rows)
}

/** One whole load: begin, append, commit. */
export const loadBatch = async (
  warehouse: DuckDbWarehouse,
  request: LoadRequest,
  batch: Batch,
): Promise<LoadOutcome> => {
  const load = await warehouse.beginLoad(request)
  try {
    for (const table of CANONICAL_TABLE_NAMES) await appendTable(load, table, batch)
    return await load.commit()
  } finally {
    await load.discard()
  }
}
