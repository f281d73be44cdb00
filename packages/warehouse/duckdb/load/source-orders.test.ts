import { expect, test } from 'vitest'
import { lineRow, orderRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const batch = {
  orders: [
    orderRow({ source_id: 'o1', total: 1100 }),
    orderRow({ source_id: 'o2', payment_status: 'authorized', total: 900 }),
  ],
  order_lines: [
    lineRow({ order_source_id: 'o1', line_number: 1, amount: 1000 }),
    lineRow({ order_source_id: 'o1', line_number: 2, amount: 500, item_kind: 'gift_card' }),
    lineRow({ order_source_id: 'o2', amount: 800 }),
  ],
}

const GIVEN = 'SELECT source_id, ordered_local::VARCHAR, net_sales, total FROM source_orders ORDER BY 1'
const LOCAL = '2026-05-04 13:00:00'

test('keeps what a source gave, order by order, and the last version of each', async () => {
  const { load, rows } = await testWarehouse()
  await load(batch)
  expect(await rows(GIVEN)).toEqual([
    ['o1', LOCAL, 1000, 1100],
    ['o2', LOCAL, 0, 0],
  ])
  const paid = {
    orders: [orderRow({ source_id: 'o2', total: 990 })],
    order_lines: [lineRow({ order_source_id: 'o2', amount: 900 })],
  }
  await load(paid)
  await load(paid)
  expect(await rows(GIVEN)).toEqual([
    ['o1', LOCAL, 1000, 1100],
    ['o2', LOCAL, 900, 990],
  ])
})

test('forgets removed orders, services and, where only lines came, the total that is no longer known', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(batch)
  await load({ order_lines: [lineRow({ order_source_id: 'o1', line_number: 3, amount: 100 })] })
  expect((await rows(GIVEN)).map(([id]) => id)).toEqual(['o2'])
  await load(batch)
  expect((await rows(GIVEN)).map(([id]) => id)).toEqual(['o1', 'o2'])
  await load({}, {}, { remove: { orders: ['o1'] } })
  expect((await rows(GIVEN)).map(([id]) => id)).toEqual(['o2'])
  await load({ orders: batch.orders.slice(0, 1) }, { mode: 'replace' })
  expect((await rows(GIVEN)).map(([id]) => id)).toEqual(['o1'])
  await warehouse.removeService(1, 's1')
  expect(await rows(GIVEN)).toEqual([])
})

test('a change of the time zone moves its days', async () => {
  const { load, rows, warehouse } = await testWarehouse()
  await load(batch)
  await warehouse.changeCalendar(1, { timeZone: 'Europe/Rome' })
  expect((await rows(GIVEN)).map(([, local]) => local)).toEqual(['2026-05-04 22:00:00', '2026-05-04 22:00:00'])
})
