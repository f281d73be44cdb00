import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Batch } from './load-batch.fixture.ts'
import { accountPaths } from './paths.ts'
import { lineRow, orderRow } from './sample-rows.fixture.ts'
import { testWarehouse } from './test-warehouse.fixture.ts'

const HOUR_MS = 3_600_000
const ORDERS = 8_000
/** A day of syncs, one every quarter of an hour. */
const SYNCS = 96
const CHANGED = 60

/** Orders of consecutive numbers with two lines each; `total` differs from sync to sync. */
const ordersFrom = (first: number, count: number, total: number): Batch => {
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  return {
    orders: numbers.map((number) =>
      orderRow({ source_id: `o${number}`, ordered: Date.UTC(2025, 0, 1) + number * HOUR_MS, total, subtotal: total }),
    ),
    order_lines: numbers.flatMap((number) =>
      [1, 2].map((line) =>
        lineRow({
          source_id: `o${number}/${line}`,
          order_source_id: `o${number}`,
          line_id: `${line}`,
          line_number: line,
          sku: `SKU-${number % 300}`,
        }),
      ),
    ),
  }
}

test('fault F39: days of syncs that change the same orders let an account’s file level off at twice the size of its rows', async () => {
  const { load, rows, warehouse, dataDir } = await testWarehouse()
  const size = async (): Promise<number> => {
    await warehouse.withConnection(1, (connection) => connection.run('CHECKPOINT'))
    return (await stat(accountPaths(dataDir, 1).file)).size
  }
  const syncForADay = async (day: number): Promise<number> => {
    for (let sync = 0; sync < SYNCS; sync += 1)
      await load(ordersFrom((sync * 977) % (ORDERS - CHANGED), CHANGED, 5_000 + day * SYNCS + sync))
    return size()
  }
  await load(ordersFrom(0, ORDERS, 5_000))
  const fresh = await size()
  const sizes = [await syncForADay(1), await syncForADay(2), await syncForADay(3)]
  expect(await rows('SELECT count(*) FROM orders')).toEqual([[ORDERS]])
  expect(Math.max(...sizes) / fresh, `${fresh} bytes, then ${sizes.join(', ')}`).toBeLessThan(2.2)
  expect(sizes[2]).toBeLessThanOrEqual(1.05 * (sizes[1] ?? 0))
}, 300_000)
