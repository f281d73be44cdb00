import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openPlacedStores } from '#testkit/clickhouse/placed-stores.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { volume } from '#testkit/lane.ts'
import { everyRow } from '../clickhouse/every-row.fixture.ts'
import { generatedChanges } from '../clickhouse/generated-changes.fixture.ts'
import { loadVersion } from '../clickhouse/load-version.fixture.ts'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { accountPaths } from '../duckdb/paths.ts'
import { orderRow } from '../duckdb/sample-rows.fixture.ts'
import {
  everythingStored,
  type TestWarehouse,
  temporaryFolder,
  testWarehouse,
} from '../duckdb/test-warehouse.fixture.ts'
import type { Warehouse } from '../engine.ts'
import { copyAccount } from './copy-account.ts'

const seed = Number(process.env.SEED ?? 20_261_123)
/** between two moves */
const CHANGES = volume({ normal: 1, full: 12 })
const OTHER = { files: 'clickhouse', clickhouse: 'files' } as const

onClickHouse(`moves between files and ClickHouse, SEED=${seed}`, () => {
  let clickHouse: TestClickHouse
  let dataDir: string
  let placed: Awaited<ReturnType<typeof openPlacedStores>>
  let unmoved: TestWarehouse

  beforeAll(async () => {
    dataDir = await temporaryFolder(afterAll)
    clickHouse = await testClickHouse({ accounts: 4 })
    placed = await openPlacedStores({ ...clickHouse.stores, dataDir })
    unmoved = await testWarehouse({}, afterAll)
  })
  afterAll(async () => {
    await placed.close()
    await clickHouse.close()
  })

  const moveOn = async (accountId: number) => {
    const engine = await placed.warehouse.findEngine(accountId)
    return placed.warehouse.move(accountId, OTHER[engine ?? 'files'])
  }

  test('keep all rows, rules and batches, and what later loads make of them', { timeout: 600_000 }, async () => {
    const { warehouse, places } = placed
    await places.settle(1, 'files')
    let version = 0
    for (const [order, change] of generatedChanges(seed, 2 * CHANGES).entries()) {
      const expected = await change.apply(unmoved.warehouse, 1)
      const outcome = await change.apply(warehouse, 1)
      expect({ ...outcome, dataVersion: 0 }, change.name).toEqual({ ...expected, dataVersion: 0 })
      expect(await everyRow(warehouse, 1), change.name).toEqual(await everyRow(unmoved.warehouse, 1))
      if (order % CHANGES > 0) continue
      const before = await warehouse.status(1)
      const moved = await moveOn(1)
      expect(Object.keys(moved?.totals.columns ?? {}).length).toBeGreaterThan(0)
      const after = await warehouse.status(1)
      expect([after.loadedAt, after.timeZone]).toEqual([before.loadedAt, before.timeZone])
      expect(after.dataVersion).toBeGreaterThan(Math.max(before.dataVersion, version))
      version = after.dataVersion
      expect(await warehouse.hasBatch(1, 'b0')).toBe(true)
      expect(await everyRow(warehouse, 1), `moved after ${change.name}`).toEqual(await everyRow(unmoved.warehouse, 1))
    }
    if ((await warehouse.findEngine(1)) === 'clickhouse') await moveOn(1)
    const stored = (of: TestWarehouse['warehouse'] | typeof warehouse) =>
      everythingStored(async (sql) => (await of.query(1, { sql, params: [] })).rows)
    expect(await stored(warehouse)).toEqual(await stored(unmoved.warehouse))
  })

  test('begin with new accounts in ClickHouse, leave nothing where the account was, and change no text', async () => {
    const { warehouse, places } = placed
    const loadNamed = (source_id: string) =>
      loadBatch(
        warehouse,
        { accountId: 2, serviceId: 's', batchId: source_id, calendar: { timeZone: 'UTC' }, mode: 'merge' },
        { orders: [orderRow({ source_id, customer_name: '\uFEFFZoë' })] },
      )
    const bytesIn = async (store: Pick<Warehouse, 'query'>) =>
      (await store.query(2, { sql: 'SELECT hex(customer_name) FROM orders', params: [] })).rows.flat()
    const name = Buffer.from('\uFEFFZoë').toString('hex').toUpperCase()
    const { file } = accountPaths(dataDir, 2)
    expect(await warehouse.findEngine(2)).toBeNull()
    expect((await warehouse.status(2)).dataVersion).toBe(0)
    await loadNamed('o1')
    expect(await warehouse.findEngine(2)).toBe('clickhouse')
    expect(existsSync(file)).toBe(false)
    expect(await bytesIn(clickHouse.warehouse)).toEqual([name])
    await warehouse.move(2, 'files')
    expect(existsSync(file)).toBe(true)
    expect(await bytesIn(clickHouse.warehouse)).toEqual([])
    expect(await places.find(2)).toEqual({ engine: 'files', other: null })
    await loadNamed('o2')
    expect(await bytesIn(warehouse)).toEqual([name, name])
    await warehouse.move(2, 'clickhouse')
    expect(existsSync(file)).toBe(false)
    expect(await warehouse.move(2, 'clickhouse')).toBeNull()
    expect(await bytesIn(warehouse)).toEqual([name, name])
  })

  test('fail no read and no load that comes meanwhile', async () => {
    const { warehouse, places } = placed
    await places.settle(3, 'files')
    await loadVersion(warehouse, { accountId: 3, version: 1, orders: 50 })
    let isOver = false
    let seen = 1
    const load = async () => {
      for (let version = 2; !isOver; version++) {
        await loadVersion(warehouse, { accountId: 3, version, orders: 50 })
        seen = version
      }
    }
    const read = async () => {
      let last = 0
      while (!isOver) {
        const least = seen
        const { rows, dataVersion } = await warehouse.query(3, (dialect) => ({
          sql: `SELECT count(*), min(total), max(total) FROM ${dialect.table('orders')} AS t`,
          params: [],
        }))
        const [[count, low, high] = []] = rows
        expect([count, low]).toEqual([50, high])
        expect(Number(low)).toBeGreaterThanOrEqual(least)
        expect(dataVersion).toBeGreaterThanOrEqual(last)
        last = dataVersion
      }
    }
    const running = [load(), read(), read()]
    const move = async () => {
      for (let move = 0; move < volume({ normal: 2, full: 10 }); move++)
        expect((await moveOn(3))?.totals.rows).toMatchObject({ orders: 50 })
    }
    await move().finally(() => {
      isOver = true
      return Promise.all(running)
    })
    expect(seen).toBeGreaterThan(1)
    expect(await warehouse.hasBatch(3, `v${seen}`)).toBe(true)
  })

  test('do not put a copy in force that lacks a row', async () => {
    const { warehouse, places, files } = placed
    await places.settle(4, 'clickhouse')
    await loadVersion(warehouse, { accountId: 4, version: 1, orders: 5 })
    const copy = copyAccount({
      accountId: 4,
      to: 'files',
      source: {
        readStored: (accountId, use) =>
          placed.remote.readStored(accountId, (stored) =>
            use({
              ...stored,
              rows: (table) => (table === 'orders' ? withoutLast(stored.rows(table)) : stored.rows(table)),
            }),
          ),
      },
      target: files,
      places,
    })
    await expect(copy).rejects.toThrow(/orders of s1: rows 4 instead of 5/)
    expect(await places.find(4)).toEqual({ engine: 'clickhouse', other: 'files' })
    await warehouse.finishMoves()
    expect(await places.find(4)).toEqual({ engine: 'clickhouse', other: null })
    expect(existsSync(accountPaths(dataDir, 4).file)).toBe(false)
  })
})

async function* withoutLast<Row>(parts: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of parts) yield rows.slice(0, -1)
}
