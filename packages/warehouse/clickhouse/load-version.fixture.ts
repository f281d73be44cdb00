import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import type { LoadOutcome, Warehouse } from '../engine.ts'

/** Loads the same orders in each version, which is their total. */
export const loadVersion = (
  warehouse: Pick<Warehouse, 'beginLoad'>,
  {
    accountId = 1,
    version,
    orders,
  }: { readonly accountId?: number; readonly version: number; readonly orders: number },
): Promise<LoadOutcome> => {
  const ids = Array.from({ length: orders }, (_, index) => `o${index}`)
  const batch = {
    orders: ids.map((id) => orderRow({ source_id: id, total: version })),
    order_lines: ids.map((id) => lineRow({ order_source_id: id, amount: version })),
  }
  const request = { accountId, serviceId: 's1', batchId: `v${version}`, calendar: { timeZone: 'UTC' } }
  return loadBatch(warehouse, { ...request, mode: 'merge' }, batch)
}
