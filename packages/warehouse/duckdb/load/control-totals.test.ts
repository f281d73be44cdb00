import { expect, test } from 'vitest'
import { lineRow, orderRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const request = {
  accountId: 1,
  serviceId: 's1',
  batchId: 'b',
  calendar: { timeZone: 'America/Los_Angeles' },
  mode: 'merge',
} as const

const at = (day: number, hour = 20) => Date.UTC(2026, 4, day, hour)

const orders = [
  orderRow({ source_id: 'paid', ordered: at(4), total: 1100 }),
  orderRow({ source_id: 'open', ordered: at(5), payment_status: 'authorized', total: 9900 }),
  orderRow({ source_id: 'void', ordered: at(6), payment_status: 'cancelled', total: 7700 }),
  // 6 a.m. UTC on the 9th is still the 8th in Los Angeles
  orderRow({ source_id: 'back', ordered: at(9, 6), is_refund: true, total: -440 }),
  orderRow({ source_id: 'unpaid back', ordered: at(6), is_refund: true, payment_status: 'pending', total: -100 }),
  orderRow({ source_id: 'abroad', ordered: at(7), currency: 'EUR', total: 220 }),
]

const lines = [
  lineRow({ order_source_id: 'paid', line_number: 1, amount: 1000 }),
  lineRow({ order_source_id: 'paid', line_number: 2, amount: 5000, item_kind: 'gift_card' }),
  lineRow({ order_source_id: 'open', line_number: 1, amount: 9000 }),
  lineRow({ order_source_id: 'void', line_number: 1, amount: 7000 }),
  lineRow({ order_source_id: 'back', line_number: 1, amount: -400 }),
  lineRow({ order_source_id: 'abroad', line_number: 1, amount: 200 }),
]

test('control totals count what a source gave: sales of paid orders without gift cards, by currency and local day', async () => {
  const { warehouse } = await testWarehouse()
  const load = await warehouse.beginLoad(request)
  await load.append('orders', orders)
  await load.append('order_lines', lines)
  expect(await load.controlTotals()).toEqual({
    rows: { orders: 6, order_lines: 6 },
    firstDay: '2026-05-04',
    lastDay: '2026-05-08',
    currencies: [
      { currency: 'EUR', orders: 1, refunds: 0, open: 0, canceled: 0, netSales: 200, total: 220 },
      { currency: 'USD', orders: 1, refunds: 1, open: 2, canceled: 1, netSales: 600, total: 660 },
    ],
  })
  await load.discard()
})

test('a row that was given twice counts once, as it was given last', async () => {
  const { warehouse } = await testWarehouse()
  const load = await warehouse.beginLoad(request)
  await load.append('orders', [orderRow({ source_id: 'o1', total: 100 }), orderRow({ source_id: 'o1', total: 300 })])
  await load.append('order_lines', [lineRow({ order_source_id: 'o1', amount: 300 })])
  const { rows, currencies } = await load.controlTotals()
  expect([rows.orders, currencies[0]?.orders, currencies[0]?.total]).toEqual([1, 1, 300])
  await load.discard()
})

test('a load can be counted, filled further and committed', async () => {
  const { warehouse, rows } = await testWarehouse()
  const load = await warehouse.beginLoad(request)
  await load.append('orders', orders.slice(0, 1))
  expect((await load.controlTotals()).rows).toEqual({ orders: 1 })
  await load.append('orders', orders.slice(1))
  expect((await load.controlTotals()).rows).toEqual({ orders: 6 })
  await load.commit()
  expect(await rows('SELECT count(*) FROM orders')).toEqual([[6]])
})

test('a load without orders has rows only', async () => {
  const { warehouse } = await testWarehouse()
  const load = await warehouse.beginLoad(request)
  expect(await load.controlTotals()).toEqual({ rows: {}, firstDay: null, lastDay: null, currencies: [] })
  await load.discard()
})
