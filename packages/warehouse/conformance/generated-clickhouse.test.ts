import { afterAll, beforeAll } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { type ClickHouse, onClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { compareGenerated } from './reference-run.fixture.ts'

onClickHouse('ClickHouse and the reference evaluator', () => {
  let clickHouse: ClickHouse
  beforeAll(async () => {
    clickHouse = await openClickHouse()
  })
  afterAll(() => clickHouse.close())

  compareGenerated('ClickHouse', volume({ normal: 2, full: 500 }), (accountId, duckDb) =>
    clickHouse.copy(accountId, duckDb.rows),
  )
})
