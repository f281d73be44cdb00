import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { runUntilKilled } from '#testkit/run-until-killed.ts'
import { loadVersion } from './load-version.fixture.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const ORDERS = 500
const LOADER = fileURLToPath(new URL('./loading-process.fixture.ts', import.meta.url))
const STORED = `SELECT count(*), count(DISTINCT source_id), min(total), max(total) FROM orders`
const STORED_LINES = `SELECT count(*), count(DISTINCT source_id), min(net_sales), max(net_sales) FROM order_lines`

onClickHouse('loads into ClickHouse that are killed', () => {
  let clickHouse: TestClickHouse
  beforeAll(async () => {
    clickHouse = await testClickHouse()
  })
  afterAll(() => clickHouse.close())

  const queryRows = async (sql: string) => (await clickHouse.warehouse.query(1, { sql, params: [] })).rows

  /** Both return whether the load was reported as committed. */
  const kills = {
    'ClickHouse was': async (version: number, delay: number): Promise<boolean> => {
      const load = loadVersion(clickHouse.warehouse, { version, orders: ORDERS })
      const [{ status }] = await Promise.allSettled([load, pause(delay).then(clickHouse.server.kill)])
      await clickHouse.server.restart()
      return status === 'fulfilled'
    },
    'the loading process was': async (version: number, delay: number): Promise<boolean> => {
      const args = [JSON.stringify(clickHouse.stores), String(version), String(ORDERS)]
      const { isKilled } = await runUntilKilled(LOADER, args, { lifeMs: delay })
      return !isKilled
    },
  }

  test(`each of ${ROUNDS} is stored whole or not at all, and once when it is repeated`, {
    timeout: 3_600_000,
  }, async () => {
    const start = performance.now()
    await loadVersion(clickHouse.warehouse, { version: 1, orders: ORDERS })
    const usual = performance.now() - start
    const outcomes = { stored: 0, lost: 0 }
    for (let version = 2; version <= ROUNDS + 1; version++) {
      const delay = Math.random() * usual
      const [killed, kill] = Object.entries(kills)[version % 2] ?? ['', kills['ClickHouse was']]
      const description = `version ${version}: ${killed} killed after ${delay.toFixed(0)} of about ${usual.toFixed(0)} ms`
      const isReported = await kill(version, delay)
      const isStored = await clickHouse.warehouse.hasBatch(1, `v${version}`)
      if (isReported) expect(isStored, description).toBe(true)
      outcomes[isStored ? 'stored' : 'lost'] += 1
      const whole = isStored ? version : version - 1
      expect(await queryRows(STORED), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      expect(await queryRows(STORED_LINES), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      await loadVersion(clickHouse.warehouse, { version, orders: ORDERS })
      expect(await queryRows(STORED), description).toEqual([[ORDERS, ORDERS, version, version]])
      expect(await queryRows(STORED_LINES), description).toEqual([[ORDERS, ORDERS, version, version]])
      expect((await clickHouse.warehouse.status(1)).dataVersion, description).toBe(version)
    }
    // Kills at random points meet both.
    if (ROUNDS >= 50) expect(Math.min(outcomes.stored, outcomes.lost)).toBeGreaterThan(0)
  })
})
