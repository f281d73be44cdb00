import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/start-server.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { loadBatch } from '../duckdb/load-batch.fixture.ts'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const ORDERS = 500
const STORED = `SELECT count(*), count(DISTINCT source_id), min(total), max(total) FROM orders`
const STORED_LINES = `SELECT count(*), count(DISTINCT source_id), min(net_sales), max(net_sales) FROM order_lines`

onClickHouse('ClickHouse killed during a load', () => {
  let clickHouse: TestClickHouse
  beforeAll(async () => {
    clickHouse = await testClickHouse()
  })
  afterAll(() => clickHouse.close())

  const loadVersion = (version: number) => {
    const ids = Array.from({ length: ORDERS }, (_, place) => `o${place}`)
    const batch = {
      orders: ids.map((id) => orderRow({ source_id: id, total: version })),
      order_lines: ids.map((id) => lineRow({ order_source_id: id, amount: version })),
    }
    const request = { accountId: 1, serviceId: 's1', batchId: `v${version}`, calendar: { timeZone: 'UTC' } }
    return loadBatch(clickHouse.warehouse, { ...request, mode: 'merge' }, batch)
  }

  const rowsOf = async (sql: string) => (await clickHouse.warehouse.query(1, { sql, params: [] })).rows

  test(`${ROUNDS} times, it holds each batch whole or not at all, and the repeated batch once`, {
    timeout: 3_600_000,
  }, async () => {
    const first = performance.now()
    await loadVersion(1)
    const usual = performance.now() - first
    for (let version = 2; version <= ROUNDS + 1; version++) {
      const delay = Math.random() * usual
      const description = `version ${version}, killed after ${delay.toFixed(0)} of about ${usual.toFixed(0)} ms`
      const [committed] = await Promise.allSettled([loadVersion(version), pause(delay).then(clickHouse.server.kill)])
      await clickHouse.server.restart()
      const isStored = await clickHouse.warehouse.hasBatch(1, `v${version}`)
      if (committed.status === 'fulfilled') expect(isStored, description).toBe(true)
      const whole = isStored ? version : version - 1
      expect(await rowsOf(STORED), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      expect(await rowsOf(STORED_LINES), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      await loadVersion(version)
      expect(await rowsOf(STORED), description).toEqual([[ORDERS, ORDERS, version, version]])
      expect(await rowsOf(STORED_LINES), description).toEqual([[ORDERS, ORDERS, version, version]])
      expect((await clickHouse.warehouse.status(1)).dataVersion, description).toBe(version)
    }
  })
})
