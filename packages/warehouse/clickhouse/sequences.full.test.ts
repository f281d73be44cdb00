import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { type TestWarehouse, testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { everyRow } from './every-row.fixture.ts'
import { generatedChanges } from './generated-changes.fixture.ts'

const SEQUENCES = 20
const CHANGES = 25
const seed = Number(process.env.SEED ?? 20_261_123)

onClickHouse(`random sequences of changes, SEED=${seed}`, () => {
  let clickHouse: TestClickHouse
  let duckDb: TestWarehouse
  beforeAll(async () => {
    clickHouse = await testClickHouse({ accounts: SEQUENCES })
    duckDb = await testWarehouse({}, afterAll)
  })
  afterAll(() => clickHouse.close())

  test.each(Array.from({ length: SEQUENCES }, (_, index) => index + 1))(
    'sequence %i leaves the same rows in ClickHouse as in DuckDB',
    { timeout: 600_000 },
    async (accountId) => {
      const done: string[] = []
      for (const change of generatedChanges(seed + accountId, CHANGES)) {
        done.push(change.name)
        const expected = await change.apply(duckDb.warehouse, accountId)
        expect(await change.apply(clickHouse.warehouse, accountId), done.join('\n')).toEqual(expected)
        const rows = await everyRow(clickHouse.warehouse, accountId)
        expect(rows, done.join('\n')).toEqual(await everyRow(duckDb.warehouse, accountId))
      }
    },
  )
})
