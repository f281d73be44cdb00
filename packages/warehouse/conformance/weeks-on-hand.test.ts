import { beforeAll, expect, test } from 'vitest'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { stockRow } from './club-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery } from './loaded-winery.fixture.ts'

const sale = (id: string, ordered: string, sku: string, quantity: number, more: { paid?: false } = {}) => ({
  order: orderRow({
    source_id: id,
    order_number: id,
    time_basis: 'local',
    ordered,
    payment_status: more.paid === false ? 'pending' : 'paid',
    is_refund: quantity < 0,
  }),
  line: lineRow({ order_source_id: id, sku, quantity, amount: quantity * 1000 }),
})

const SALES = [
  sale('too early', '2025-12-10 23:59:59', 'PN-19', 500),
  sale('first day', '2025-12-11 00:00:00', 'PN-19', 20),
  sale('today', '2026-03-10 23:59:59', 'PN-19', 8),
  sale('returned', '2026-03-01 12:00:00', 'PN-19', -2),
  sale('unpaid', '2026-03-01 12:00:00', 'PN-19', 300, { paid: false }),
  sale('tomorrow', '2026-03-11 00:00:00', 'PN-19', 700),
  sale('sold', '2026-02-01 12:00:00', 'CH-20', 13),
  sale('came back', '2026-02-02 12:00:00', 'RO-21', -1),
  sale('in lower case', '2026-02-02 12:00:00', 'pn-19', 900),
]

let winery: LoadedWinery
beforeAll(async () => {
  winery = await loadWinery({
    orders: SALES.map(({ order }) => order),
    order_lines: SALES.map(({ line }) => line),
    inventory: [
      stockRow({ sku: 'PN-19', location: 'Cellar', available: 40 }),
      stockRow({ sku: 'PN-19', location: 'Shop', available: 12 }),
      stockRow({ sku: 'CH-20', location: 'Shop', available: 13 }),
      stockRow({ sku: 'RO-21', location: 'Shop', available: 5 }),
      stockRow({ sku: 'SY-18', location: 'Cellar', available: 7 }),
    ],
  })
})

const PINOT = 26 / 12.86
const CHARDONNAY = 13 / 12.86

const close = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell)))

test('weeks on hand are what all locations have ÷ what they sell a week, from 89 days ago to today, at every location', async () => {
  const query = asking({ reportType: 'Inventory', ask: ['sku', 'location', 'weeklyUnits', 'weeksOnHand'] })
  expect(close(await winery.rows(query))).toEqual(
    close([
      ['CH-20', 'Shop', CHARDONNAY, 13 / CHARDONNAY],
      ['PN-19', 'Cellar', PINOT, 52 / PINOT],
      ['PN-19', 'Shop', PINOT, 52 / PINOT],
      ['RO-21', 'Shop', null, null],
      ['SY-18', 'Cellar', null, null],
    ]),
  )
})

test("counts each SKU's stock and sales once, whatever its number of locations, and includes stock that does not sell", async () => {
  const ask = ['available', 'weeklyUnits', 'weeksOnHand']
  const query = asking({ reportType: 'Inventory', ask, groupBy: ['location'] })
  expect(close(await winery.rows(query))).toEqual(
    close([
      ['Cellar', 47, PINOT, (52 + 7) / PINOT],
      ['Shop', 30, PINOT + CHARDONNAY, (52 + 13 + 5) / (PINOT + CHARDONNAY)],
    ]),
  )
  expect(close([await winery.totals(query)])).toEqual(close([[77, PINOT + CHARDONNAY, 77 / (PINOT + CHARDONNAY)]]))
})

test('a group in which nothing sold has no weeks on hand', async () => {
  const query = asking({ reportType: 'Inventory', ask: ['weeksOnHand'], groupBy: ['sku'] })
  expect((await winery.rows(query)).slice(2)).toEqual([
    ['RO-21', null],
    ['SY-18', null],
  ])
})
