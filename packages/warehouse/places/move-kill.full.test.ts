import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openPlacedStores, type PlacedStores } from '#testkit/clickhouse/placed-stores.ts'
import { type TestClickHouse, testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { lastCommitted, runUntilKilled } from '#testkit/run-until-killed.ts'
import { loadVersion } from '../clickhouse/load-version.fixture.ts'
import { accountPaths } from '../duckdb/paths.ts'
import { temporaryFolder } from '../duckdb/test-warehouse.fixture.ts'

const MOVER = fileURLToPath(new URL('./moving-process.fixture.ts', import.meta.url))
/** kills in each direction */
const ROUNDS = Number(process.env.ROUNDS ?? 20)
const ORDERS = 400
const OTHER = { files: 'clickhouse', clickhouse: 'files' } as const
const STORED = `SELECT count(*), count(DISTINCT source_id), min(total), max(total) FROM orders`
const STORED_LINES = `SELECT count(*), count(DISTINCT source_id), min(net_sales), max(net_sales) FROM order_lines`

onClickHouse('moves that are killed', () => {
  let clickHouse: TestClickHouse
  let stores: PlacedStores
  beforeAll(async () => {
    clickHouse = await testClickHouse()
    stores = { ...clickHouse.stores, dataDir: await temporaryFolder(afterAll) }
  })
  afterAll(() => clickHouse.close())

  const opened = async <Result>(
    work: (placed: Awaited<ReturnType<typeof openPlacedStores>>) => Promise<Result>,
  ): Promise<Result> => {
    const placed = await openPlacedStores(stores)
    try {
      return await work(placed)
    } finally {
      await placed.close()
    }
  }

  const expectWhole = (version: number, acknowledged: number, description: string) =>
    opened(async ({ warehouse }) => {
      const queryRows = async (sql: string) => (await warehouse.query(1, { sql, params: [] })).rows
      const [[, , stored] = []] = await queryRows(STORED)
      const whole = Number(stored)
      expect([acknowledged, acknowledged + 1], description).toContain(whole)
      expect(whole, description).toBeGreaterThanOrEqual(version)
      expect(await queryRows(STORED), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      expect(await queryRows(STORED_LINES), description).toEqual([[ORDERS, ORDERS, whole, whole]])
      for (let one = 1; one <= whole; one++) expect(await warehouse.hasBatch(1, `v${one}`), description).toBe(true)
      expect(await warehouse.hasBatch(1, `v${whole + 1}`), description).toBe(false)
      return whole
    })

  /** Finishes what was begun, and returns the one place that has rows. */
  const finished = (description: string) =>
    opened(async ({ warehouse, places }) => {
      await warehouse.finishMoves()
      const placement = await places.find(1)
      expect(placement?.other, description).toBeNull()
      const engine = placement?.engine ?? 'files'
      const sql = 'SELECT count(*) FROM orders'
      const remote = (await clickHouse.warehouse.query(1, { sql, params: [] })).rows
      const found = { files: existsSync(accountPaths(stores.dataDir, 1).file), clickhouse: Number(remote[0]?.[0]) }
      const expected = { files: { files: true, clickhouse: 0 }, clickhouse: { files: false, clickhouse: ORDERS } }
      expect(found, description).toEqual(expected[engine])
      return engine
    })

  test(`${ROUNDS} times in each direction leave the account whole in one place`, { timeout: 3_600_000 }, async () => {
    const usual = await opened(async ({ warehouse, places }) => {
      await places.settle(1, 'files')
      await loadVersion(warehouse, { version: 1, orders: ORDERS })
      const start = performance.now()
      await warehouse.move(1, 'clickhouse')
      await warehouse.move(1, 'files')
      return performance.now() - start
    })
    const kills = { files: 0, clickhouse: 0 }
    const switched = { before: 0, after: 0 }
    let version = 1
    while (Math.min(kills.files, kills.clickhouse) < ROUNDS) {
      const from = await finished(`before the kill after version ${version}`)
      const to = OTHER[from]
      const delay = Math.random() * usual
      const description = `from ${from} after version ${version}, killed after ${delay.toFixed(0)} ms`
      const args = [JSON.stringify(stores), to, String(version + 1), String(ORDERS)]
      const { lines, isKilled } = await runUntilKilled(MOVER, args, { lifeMs: delay })
      if (isKilled) kills[to] += 1
      version = await expectWhole(version, lastCommitted(lines, version), description)
      const engine = await finished(description)
      switched[engine === to ? 'after' : 'before'] += 1
      if (engine === from) await opened(({ warehouse }) => warehouse.move(1, to))
      version = await expectWhole(version, version, description)
    }
    process.stdout.write(`${JSON.stringify({ kills, switched, version })}\n`)
    // Kills at random points meet both.
    if (ROUNDS >= 20) expect(Math.min(switched.before, switched.after)).toBeGreaterThan(0)
  })
})
