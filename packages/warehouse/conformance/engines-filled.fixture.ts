import { afterAll } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { duckDbEngine, type EngineSettings, type TestEngine } from './engines.fixture.ts'

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

/** A made-up winery of two years, loaded as any other. To be called within `beforeAll`. */
export const openSampleEngines = async (): Promise<Engines> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(sampleRows({ seed: 7, today: TODAY, orders: 2_000, years: 2, currency: 'USD' }))
  const duckDb = duckDbEngine(({ sql, params }) => rows(sql, params))
  return [duckDb, await (await open()).copy(1, duckDb.rows)]
}
