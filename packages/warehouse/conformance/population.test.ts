import { beforeAll, describe, expect, test } from 'vitest'
import { lineRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { asking, type LoadedWinery, loadWinery } from './loaded-winery.fixture.ts'

/** Ten orders of $100.00 and $10.00 tax, of which four are paid. */
const STATUSES = [
  ...Array<string>(4).fill('paid'),
  ...['authorized', 'pending', 'other'],
  ...Array<string>(3).fill('cancelled'),
]

const tenOrders = STATUSES.map((payment_status, place) =>
  orderRow({
    source_id: `o${place}`,
    order_number: String(place),
    payment_status,
    subtotal: 12_000,
    discount: 2_000,
    shipping: 500,
    tax: 1_000,
    tip: 300,
    total: 11_800,
  }),
)

const tenLines = STATUSES.map((_, place) =>
  lineRow({ order_source_id: `o${place}`, amount: 10_000, discount: 2_000, quantity: 2, unit_price: 60 }),
)

const MONEY = ['netSales', 'subtotal', 'discount', 'shipping', 'tax', 'tip', 'total']
const UNITS = ['itemCount', 'unitsSold', 'orderCount']
const REST = ['openOrders', 'openOrderValue', 'canceledOrders', 'canceledValue']

/** Sums are kept by channel; nothing is kept by customer. */
const SOURCES = ['channel', 'customerName'] as const

describe('four paid of ten orders', () => {
  let winery: LoadedWinery
  beforeAll(async () => {
    winery = await loadWinery({ orders: tenOrders, order_lines: tenLines })
  })
  const ask = async (reportType: string, columnIds: string[], groupBy: string) => {
    const [row = []] = await winery.rows(asking({ reportType, ask: columnIds, groupBy: [groupBy] }))
    return row.slice(1)
  }

  test.each(SOURCES)('by %s: every measure of money and units counts the paid ones', async (groupBy) => {
    expect(await ask('Orders', MONEY, groupBy)).toEqual([40_000, 48_000, 8_000, 2_000, 4_000, 1_200, 47_200])
    expect(await ask('Orders', UNITS, groupBy)).toEqual([8, 8, 4])
  })

  test.each(SOURCES)('by %s: open and canceled orders have measures of their own', async (groupBy) => {
    expect(await ask('Orders', REST, groupBy)).toEqual([3, 35_400, 3, 35_400])
  })

  test.each(SOURCES)('by %s: quantity and discount of lines count the paid ones', async (groupBy) => {
    expect(await ask('OrderLines', ['quantity', 'unitsSold', 'lineDiscount', 'netSales'], groupBy)).toEqual([
      8, 8, 8_000, 40_000,
    ])
    expect(await ask('OrderLines', ['unitPrice', 'lineCount'], groupBy)).toEqual([60, 10])
  })

  test.each<['Sum' | 'Avg' | 'Min' | 'Max' | 'Count', number]>([
    ['Sum', 47_200],
    ['Avg', 11_800],
    ['Min', 11_800],
    ['Max', 11_800],
    ['Count', 4],
  ])('%s of totals counts the paid ones', async (aggregation, expected) => {
    const query = asking({ reportType: 'Orders', ask: [] })
    const columns = [{ columnId: 'total', aggregation }]
    expect(await winery.rows({ ...query, grain: 'groups', columns })).toEqual([[expected]])
  })

  test('tips per order and the tip rate divide tips of paid orders', async () => {
    expect(await ask('Orders', ['tipsPerOrder', 'tipRate'], 'channel')).toEqual([300, 0.03])
  })

  test('a list shows the total of each order, and its total row that of the paid ones', async () => {
    const list = asking({ reportType: 'Orders', ask: ['orderNumber', 'total', 'itemCount', 'openOrderValue'] })
    const rows = await winery.rows(list)
    expect(rows).toHaveLength(10)
    expect(rows.map(([, total, items]) => [total, items])).toEqual(Array(10).fill([11_800, 2]))
    expect(rows.map(([, , , open]) => open)).toEqual(
      STATUSES.map((_, place) => (place > 3 && place < 7 ? 11_800 : null)),
    )
    expect(await winery.totals(list)).toEqual([47_200, 8, 35_400])
    expect(await winery.notCounted(list)).toEqual([
      ['open', 3, null, 35_400, 6, 0],
      ['canceled', 3, null, 35_400, 6, 0],
    ])
  })

  test('a list of order lines says what its total row leaves out', async () => {
    const list = asking({ reportType: 'OrderLines', ask: ['lineId', 'quantity', 'lineDiscount', 'lineCount'] })
    expect(await winery.totals(list)).toEqual([8, 8_000, 10])
    expect(await winery.notCounted(list)).toEqual([
      ['open', 3, null, 6, 6_000, null],
      ['canceled', 3, null, 6, 6_000, null],
    ])
  })

  test('groups, and lists without money or units, leave nothing out', async () => {
    expect(await winery.notCounted(asking({ reportType: 'Orders', ask: ['total'], groupBy: ['channel'] }))).toEqual([])
    expect(await winery.notCounted(asking({ reportType: 'Orders', ask: ['orderNumber'] }))).toEqual([])
  })
})

test('refunds that were paid are subtracted, gift cards are no sales, other currencies are left out', async () => {
  const winery = await loadWinery({
    orders: [
      orderRow({ source_id: 'sale', subtotal: 15_000, tax: 900, total: 15_900 }),
      orderRow({ source_id: 'back', is_refund: true, subtotal: -4_000, tax: -360, total: -4_360 }),
      orderRow({ source_id: 'waiting', is_refund: true, payment_status: 'pending', tax: -90, total: -1_090 }),
      orderRow({ source_id: 'euros', currency: 'EUR', subtotal: 7_000, tax: 700, total: 7_700 }),
    ],
    order_lines: [
      lineRow({ order_source_id: 'sale', line_number: 1, amount: 10_000, quantity: 4 }),
      lineRow({ order_source_id: 'sale', line_number: 2, amount: 5_000, quantity: 1, item_kind: 'gift_card' }),
      lineRow({ order_source_id: 'back', amount: -4_000, quantity: -1 }),
      lineRow({ order_source_id: 'waiting', amount: -1_000, quantity: -1 }),
      lineRow({ order_source_id: 'euros', amount: 7_000, quantity: 7 }),
    ],
  })
  for (const groupBy of SOURCES) {
    const ask = ['netSales', 'subtotal', 'tax', 'total', 'itemCount', 'openOrders', 'openOrderValue']
    const [row = []] = await winery.rows(asking({ reportType: 'Orders', ask, groupBy: [groupBy] }))
    expect(row.slice(1)).toEqual([6_000, 11_000, 540, 11_540, 4, 1, -1_090])
  }
})

test('days waiting counts orders that are paid or open, and no canceled ones', async () => {
  const waiting = [
    ['paid', 'unfulfilled', 1],
    ['authorized', 'partial', 3],
    ['cancelled', 'unfulfilled', 8],
    ['paid', 'fulfilled', 9],
  ] as const
  const winery = await loadWinery({
    orders: waiting.map(([payment_status, fulfillment_status, ago]) =>
      orderRow({
        source_id: `${payment_status} ${fulfillment_status}`,
        payment_status,
        fulfillment_status,
        ordered: Date.UTC(2026, 2, 10 - ago, 20),
      }),
    ),
  })
  const records = asking({
    reportType: 'Orders',
    ask: ['daysWaiting'],
    sort: [{ columnId: 'orderDate', direction: 'desc' }],
  })
  expect(await winery.rows(records)).toEqual([[1], [3], [null], [null]])
  expect(await winery.totals(records)).toEqual([2])
})
