import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { LoadOutcome, LoadRequest, SqlParam, SqlValue } from '../engine.ts'
import type { DuckDbWarehouse, DuckDbWarehouseOptions } from './duckdb-warehouse.ts'
import { type Batch, type BatchLeaving, loadBatch } from './load-batch.fixture.ts'
import { openDuckDbWarehouse } from './open-warehouse.ts'
import { accountPaths } from './paths.ts'

export interface TestWarehouse {
  readonly warehouse: DuckDbWarehouse
  readonly dataDir: string
  /** loads into account 1, service `s1`, in Los Angeles, under a batch id of its own by default */
  load(batch: Batch, request?: Partial<LoadRequest>, leaving?: BatchLeaving): Promise<LoadOutcome>
  rows(sql: string, params?: readonly SqlParam[]): Promise<SqlValue[][]>
}

/** Registers what is to be done at the end: of the test, or by `afterAll` of the file. */
type AtEnd = (finish: () => Promise<void>) => void

export const temporaryFolder = async (atEnd: AtEnd = onTestFinished): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'cuvee-warehouse-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let template: Promise<string> | null = null

/** An account file with the current schema and no rows. Copying it takes a tenth of the time of creating the tables. */
export const templateFile = (): Promise<string> => {
  template ??= createTemplate()
  return template
}

const createTemplate = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuvee-template-'))
  const warehouse = await openDuckDbWarehouse({ minFreeDisk: 0, dataDir })
  await warehouse.withConnection(1, (connection) => connection.run('CHECKPOINT'))
  await warehouse.close()
  return accountPaths(dataDir, 1).file
}

/** An account file with rows, for the option `template` of `testWarehouse`; for tests that all begin with the same loads. */
export const filledFile = async (fill: (warehouse: TestWarehouse) => Promise<unknown>): Promise<string> => {
  const dataDir = await temporaryFolder(afterAll)
  const atEnd: (() => Promise<void>)[] = []
  const filling = await testWarehouse({ dataDir, checkpointOnClose: true }, (finish) => atEnd.push(finish))
  await fill(filling)
  for (const finish of atEnd) await finish()
  return accountPaths(dataDir, 1).file
}

/** A real warehouse in a temporary folder; both are removed at the end. */
export const testWarehouse = async (
  options: Partial<DuckDbWarehouseOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestWarehouse> => {
  const dataDir = options.dataDir ?? (await temporaryFolder(atEnd))
  // Test data is small: a second thread costs more than it saves.
  const quick = { threads: 1, template: await templateFile(), checkpointOnClose: false }
  const warehouse = await openDuckDbWarehouse({ minFreeDisk: 0, ...quick, ...options, dataDir })
  atEnd(() => warehouse.close())
  let batches = 0
  return {
    warehouse,
    dataDir,
    load: (batch, request = {}, leaving = {}) => {
      batches += 1
      const defaults: LoadRequest = {
        accountId: 1,
        serviceId: 's1',
        batchId: `batch-${batches}`,
        calendar: { timeZone: 'America/Los_Angeles' },
        mode: 'merge',
      }
      return loadBatch(warehouse, { ...defaults, ...request }, batch, leaving)
    },
    rows: async (sql, params = []) => (await warehouse.query(1, { sql, params })).rows,
  }
}

/** All rows and rollups of an account, in an order independent of how they were loaded. */
export const everythingStored = async (
  rows: (sql: string) => Promise<SqlValue[][]>,
): Promise<Record<string, SqlValue[]>> => {
  const stored: Record<string, SqlValue[]> = {}
  for (const table of [...CANONICAL_TABLE_NAMES, ...ROLLUP_NAMES])
    stored[table] = (await rows(`SELECT CAST(t AS VARCHAR) FROM ${table} t ORDER BY 1`)).flat()
  return stored
}
