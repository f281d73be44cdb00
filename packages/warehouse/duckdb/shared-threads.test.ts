import { expect, test, vi } from 'vitest'
import { AccountActivity } from '../scheduling/account-activity.ts'
import type { DuckDbWarehouse } from './duckdb-warehouse.ts'
import { memoryKeys } from './encryption/memory-keys.fixture.ts'
import { testWarehouse } from './test-warehouse.fixture.ts'

const THREADS = "SELECT current_setting('threads')::INTEGER"

const LONG = 'SELECT count(*) FROM range(100000000000) a(i) WHERE i % 7 = 3'

const threadsOf = async (warehouse: DuckDbWarehouse, account: number): Promise<unknown> =>
  (await warehouse.query(account, { sql: THREADS, params: [] })).rows[0]?.[0]

const KINDS = [
  ['a plain', null],
  ['an encrypted', memoryKeys()],
] as const

test.each(KINDS)(
  'F28 %s file has half the threads for statements that begin while others are served',
  async (_, keys) => {
    const activity = new AccountActivity()
    const { warehouse } = await testWarehouse({ threads: 4, activity, keys })
    expect(await threadsOf(warehouse, 1)).toBe(4)
    activity.begin(2)
    expect(await threadsOf(warehouse, 1)).toBe(2)
    const both = await Promise.all([threadsOf(warehouse, 1), threadsOf(warehouse, 1)])
    expect(both).toEqual([2, 2])
    vi.spyOn(activity, 'isShared', 'get').mockReturnValue(false)
    expect(await threadsOf(warehouse, 1)).toBe(4)
  },
)

test('F28 the threads do not change amid a statement, which would hold back the account’s other statements', async () => {
  const activity = new AccountActivity()
  const { warehouse } = await testWarehouse({ threads: 4, activity })
  activity.begin(2)
  await warehouse.withConnection(1, async (connection) => {
    let isRunning = true
    const running = connection.run(LONG).catch(() => (isRunning = false))
    vi.spyOn(activity, 'isShared', 'get').mockReturnValue(false)
    expect(await threadsOf(warehouse, 1)).toBe(2)
    expect(isRunning).toBe(true)
    connection.interrupt()
    await running
  })
  expect(await threadsOf(warehouse, 1)).toBe(4)
})

test('F28 a file that opens next to another account’s call has half the threads, and so has a reader of its files', async () => {
  const { warehouse } = await testWarehouse({ threads: 4 })
  await warehouse.withConnection(1, async () => {
    expect(await threadsOf(warehouse, 2)).toBe(2)
    const staged = await warehouse.withStagedFiles(2, async (connection) =>
      (await connection.runAndReadAll(THREADS)).getRows(),
    )
    expect(staged).toEqual([[2]])
  })
})
