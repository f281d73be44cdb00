import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { lastCommitted, runUntilKilled } from '#testkit/run-until-killed.ts'
import { loadBatch } from './load-batch.fixture.ts'
import { openDuckDbWarehouse } from './open-warehouse.ts'
import { lineRow, orderRow } from './sample-rows.fixture.ts'
import { temporaryFolder } from './test-warehouse.fixture.ts'

const LOADER = fileURLToPath(new URL('./loading-process.fixture.ts', import.meta.url))
const ROUNDS = volume({ normal: 2, full: 20 })
const ORDERS = 3000
const calendar = { timeZone: 'UTC' }

/** What the account holds after a kill, read by a new owner of the file. */
const inspect = async (dataDir: string) => {
  const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
  try {
    const { rows, dataVersion } = await warehouse.query(1, {
      sql: `SELECT (SELECT list_sort(list(DISTINCT total::INTEGER))::VARCHAR FROM orders), (SELECT count(*) FROM orders),
                   (SELECT list_sort(list(DISTINCT net_sales::INTEGER))::VARCHAR FROM order_lines),
                   (SELECT count(*) FROM order_lines), (SELECT count(*) FROM loads)`,
      params: [],
    })
    const hasLast = dataVersion === 0 || (await warehouse.hasBatch(1, `v${dataVersion}`))
    return { row: rows[0], dataVersion, hasLast, hasNext: await warehouse.hasBatch(1, `v${dataVersion + 1}`) }
  } finally {
    await warehouse.close()
  }
}

test(`F2 F3 killed ${ROUNDS} times while it loads, the account holds each batch whole or not at all`, {
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder()
  let version = 0
  for (let round = 0; round < ROUNDS; round++) {
    const delay = Math.random() * 500
    const { lines } = await runUntilKilled(LOADER, [dataDir, String(version + 1), String(ORDERS)], { lifeMs: delay })
    const acknowledged = lastCommitted(lines, version)
    const { row, dataVersion, hasLast, hasNext } = await inspect(dataDir)
    const description = `round ${round}, killed after ${delay.toFixed(1)} ms`
    expect([acknowledged, acknowledged + 1], description).toContain(dataVersion)
    expect({ hasLast, hasNext }, description).toEqual({ hasLast: true, hasNext: false })
    const whole = [`[${dataVersion}]`, ORDERS, `[${dataVersion}]`, ORDERS, dataVersion]
    expect(row, description).toEqual(dataVersion === 0 ? [null, 0, null, 0, 0] : whole)
    version = dataVersion
  }
  const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
  const request = { accountId: 1, serviceId: 's1', batchId: 'last', calendar, mode: 'replace' } as const
  await loadBatch(warehouse, request, { orders: [orderRow()], order_lines: [lineRow()] })
  const { rows } = await warehouse.query(1, { sql: 'SELECT count(*), sum(net_sales)::BIGINT FROM orders', params: [] })
  expect(rows).toEqual([[1, 1000]])
  await warehouse.close()
})
