import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { LoadOutcome, LoadRequest, SqlParam, SqlValue } from '../engine.ts'
import type { DuckDbWarehouse, DuckDbWarehouseOptions } from './duckdb-warehouse.ts'
import { type Batch, loadBatch } from './load-batch.fixture.ts'
import { openDuckDbWarehouse } from './open-warehouse.ts'

export interface TestWarehouse {
  readonly warehouse: DuckDbWarehouse
  readonly dataDir: string
  /** loads into account 1, service `s1`, in Los Angeles, under a batch id of its own unless told otherwise */
  load(batch: Batch, request?: Partial<LoadRequest>): Promise<LoadOutcome>
  rows(sql: string, params?: readonly SqlParam[]): Promise<SqlValue[][]>
}

export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-warehouse-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A real warehouse in a folder of its own; both are gone when the test ends. */
export const testWarehouse = async (options: Partial<DuckDbWarehouseOptions> = {}): Promise<TestWarehouse> => {
  const dataDir = options.dataDir ?? (await temporaryFolder())
  const warehouse = await openDuckDbWarehouse({ minFreeDisk: 0, ...options, dataDir })
  onTestFinished(() => warehouse.close())
  let batches = 0
  return {
    warehouse,
    dataDir,
    load: (batch, request = {}) => {
      batches += 1
      const defaults: LoadRequest = {
        accountId: 1,
        serviceId: 's1',
        batchId: `batch-${batches}`,
        calendar: { timeZone: 'America/Los_Angeles' },
        mode: 'merge',
      }
      return loadBatch(warehouse, { ...defaults, ...request }, batch)
    },
    rows: async (sql, params = []) => (await warehouse.query(1, { sql, params })).rows,
  }
}
