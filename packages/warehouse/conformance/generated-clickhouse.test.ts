import { afterAll, beforeAll } from 'vitest'
import { type ClickHouse, onClickHouse, openClickHouse } from './clickhouse-engine.fixture.ts'
import { judgeGenerated } from './judged-run.fixture.ts'

onClickHouse('ClickHouse and the judge', () => {
  let clickHouse: ClickHouse
  beforeAll(async () => {
    clickHouse = await openClickHouse()
  })
  afterAll(() => clickHouse.close())

  judgeGenerated('ClickHouse', 50, (accountId, duckDb) => clickHouse.copy(accountId, duckDb.rows))
})
