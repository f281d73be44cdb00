import { afterAll } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { isFullLane } from '#testkit/lane.ts'
import { type Batch, loadBatch } from '../duckdb/load-batch.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type EngineSettings, loadedEngine, type TestEngine } from './engines.fixture.ts'

/** DuckDB, which the rest of the suite verifies, and ClickHouse with the same rows. */
export type Engines = readonly [duckDb: TestEngine, clickHouse: TestEngine]

const TODAY = '2026-03-10'

type Calendar = EngineSettings & { readonly name: string }

const calendar = (weekStart: 'monday' | 'sunday', fiscalYearStartMonth: number): Calendar => ({
  name: `weeks from ${weekStart}, years from month ${fiscalYearStartMonth}`,
  context: { today: TODAY, weekStart, fiscalYearStartMonth, currency: 'USD' },
})

export const PLAIN_CALENDAR = calendar('monday', 1)

/** Both week starts, and a fiscal year that is not the calendar's. */
export const CALENDARS: readonly Calendar[] = [
  PLAIN_CALENDAR,
  calendar('monday', 7),
  calendar('sunday', 1),
  calendar('sunday', 7),
]

const open = async (): Promise<ClickHouse> => {
  const clickHouse = await openClickHouse()
  afterAll(() => clickHouse.close())
  return clickHouse
}

/** ClickHouse in this process keeps its rows for the next file, which has an account of its own. */
let accounts = 0

/** Both engines with these rows. To be called within `beforeAll`. */
export const openEngines = async (batch: Batch): Promise<Engines> => {
  const duckDb = await loadDuckDb(batch)
  accounts += 1
  return [duckDb, await (await open()).copy(accounts, duckDb.rows)]
}

const loadDuckDb = async (batch: Batch): Promise<TestEngine> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(batch)
  return duckDbEngine(({ sql, params }) => rows(sql, params))
}

/**
 * A made-up winery of two years, loaded as any other. ClickHouse gets it from its own loader in the full lane, else as a copy of the
 * stored rows, which is faster. To be called within `beforeAll`.
 */
export const openSampleEngines = async (): Promise<Engines> => {
  const winery = sampleRows({ seed: 7, today: TODAY, orders: 2_000, years: 2, currency: 'USD' })
  return isFullLane ? [await loadDuckDb(winery), await loaded(winery)] : openEngines(winery)
}

const loaded = async (winery: Batch): Promise<TestEngine> => {
  const clickHouse = await testClickHouse()
  afterAll(() => clickHouse.close())
  const calendar = { timeZone: 'America/Los_Angeles' }
  await loadBatch(
    clickHouse.warehouse,
    { accountId: 1, serviceId: 's1', batchId: 'b', calendar, mode: 'merge' },
    winery,
  )
  return loadedEngine(clickHouse.warehouse, 1)
}
