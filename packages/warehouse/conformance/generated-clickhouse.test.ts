import { afterAll, beforeAll } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { isFullLane } from '#testkit/lane.ts'
import { type ClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { loadedEngine } from './engines.fixture.ts'
import { compareGenerated } from './reference-run.fixture.ts'

onClickHouse('ClickHouse and the reference evaluator', () => {
  if (isFullLane) {
    let loaded: TestClickHouse
    beforeAll(async () => {
      loaded = await testClickHouse({ accounts: 100 })
    })
    afterAll(() => loaded.close())

    compareGenerated(
      'ClickHouse, filled by its own loader',
      { runs: 500, types: 1, kinds: 4, reports: 1, people: 7 },
      async (accountId, _duckDb, loadInto) => {
        await loadInto(loaded.warehouse)
        return loadedEngine(loaded.warehouse, accountId)
      },
    )
    return
  }
  let copied: ClickHouse
  beforeAll(async () => {
    copied = await openClickHouse()
  })
  afterAll(() => copied.close())

  compareGenerated('ClickHouse', { runs: 2, types: 1, kinds: 4, reports: 1, people: 1 }, (accountId, duckDb) =>
    copied.copy(accountId, duckDb.rows),
  )
})
