import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileBridge } from '#semantic/lineage/bridge.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import { type Bridge, foldBridge } from '#semantic/lineage/fold-bridge.ts'
import { foldProof } from '#semantic/lineage/fold-proof.ts'
import { compileProof } from '#semantic/lineage/proof.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { customerRow, lineRow, membershipRow, orderRow } from '../duckdb/sample-rows.fixture.ts'
import { type TestWarehouse, testWarehouse } from '../duckdb/test-warehouse.fixture.ts'
import { asking, options } from './loaded-winery.fixture.ts'

const ORDERS = [
  orderRow({ source_id: 'wine', channel: 'pos', customer_source_id: 'c1', tax: 900, total: 10_900 }),
  orderRow({ source_id: 'gift', channel: 'pos', total: 15_000 }),
  orderRow({ source_id: 'free', channel: 'pos', total: 0 }),
  orderRow({ source_id: 'back', channel: 'pos', is_refund: true, tax: -90, total: -1_090 }),
  orderRow({ source_id: 'open', channel: 'pos', payment_status: 'authorized', tax: 300, total: 3_300 }),
  orderRow({ source_id: 'void', channel: 'pos', payment_status: 'cancelled', tax: 200, total: 2_200 }),
  orderRow({ source_id: 'euros', channel: 'pos', currency: 'EUR', total: 7_000 }),
  orderRow({ source_id: 'elsewhere', channel: 'web', total: 4_000 }),
]

const LINES = [
  lineRow({ order_source_id: 'wine', amount: 10_000, quantity: 4, cost: 2_800 }),
  lineRow({ order_source_id: 'gift', line_number: 1, amount: 10_000 }),
  lineRow({ order_source_id: 'gift', line_number: 2, amount: 5_000, item_kind: 'gift_card' }),
  lineRow({ order_source_id: 'free', amount: 0 }),
  lineRow({ order_source_id: 'back', amount: -1_000, quantity: -1, cost: -300 }),
  lineRow({ order_source_id: 'open', amount: 3_000 }),
  lineRow({ order_source_id: 'void', amount: 2_000 }),
  lineRow({ order_source_id: 'euros', amount: 7_000 }),
  lineRow({ order_source_id: 'elsewhere', amount: 4_000 }),
]

let winery: TestWarehouse
beforeAll(async () => {
  winery = await testWarehouse({}, afterAll)
  await winery.load({
    orders: ORDERS,
    order_lines: LINES,
    customers: [customerRow({ source_id: 'c1', name: 'Ann' })],
    memberships: [
      membershipRow({ source_id: 'm1' }),
      membershipRow({ source_id: 'm2', status: 'cancelled', cancelled: Date.UTC(2026, 0, 5) }),
    ],
  })
})

const bridgeOf = async (query: SemanticQuery, cell: Cell, { rows: run } = winery): Promise<Bridge | null> => {
  const settings = { ...options, context: { ...options.context, today: '2026-06-01' } }
  const plan = compileBridge(query, cell, settings)
  if (plan === null) return null
  const proof = compileProof(query, cell, settings)
  const [row = []] = await run(proof.statement.sql, proof.statement.params)
  const { cell: shown, parts } = foldProof(proof, row, 100)
  const expected = proof.formula.operator === 'none' ? shown : (parts[0]?.sum ?? null)
  const rows = await run(plan.statement.sql, plan.statement.params)
  return foldBridge(plan, { rows, minorUnits: 100, expected })
}

/** Label or kind, records, refunds and amount of each step. */
const steps = (bridge: Bridge | null) =>
  bridge?.steps.map(({ kind, label, records, refunds, amount }) => [label || kind, records, refunds, amount])

const ofChannel = async (reportType: string, measure: string, of = winery) => {
  const query = asking({ reportType, ask: [measure], groupBy: ['channel'] })
  return bridgeOf(query, { row: { channel: 'pos' }, measure, aggregation: 'None' }, of)
}

describe('a bridge leads from all records of a row to the figure', () => {
  test('net sales of orders: amounts of their lines, gift cards taken within the paid ones', async () => {
    const bridge = await ofChannel('Orders', 'netSales')
    expect(steps(bridge)).toEqual([
      ['all', 7, 1, null],
      ['Other currencies', 1, 0, null],
      ['Open orders', 1, 0, 30],
      ['Canceled orders', 1, 0, 20],
      ['Gift cards on these orders', 1, null, -50],
      ['figure', 4, 1, 190],
    ])
    expect(bridge?.matches).toBe(true)
  })

  test('tax', async () => {
    expect(steps(await ofChannel('Orders', 'tax'))?.slice(2)).toEqual([
      ['Open orders', 1, 0, 3],
      ['Canceled orders', 1, 0, 2],
      ['figure', 4, 1, 8.1],
    ])
  })

  test('the number of orders: refunds and orders without net sales are left out too', async () => {
    const bridge = await ofChannel('Orders', 'orderCount')
    expect(steps(bridge)?.slice(4)).toEqual([
      ['Refunds', 1, 1, null],
      ['Orders without net sales', 1, 0, null],
      ['figure', 2, 0, null],
    ])
    expect(bridge?.matches).toBe(true)
  })

  test('gross profit: lines without a cost are taken within the paid orders', async () => {
    const expected = [
      ['all', 7, 1, null],
      ['Other currencies', 1, 0, null],
      ['Open orders', 1, 0, 30],
      ['Canceled orders', 1, 0, 20],
      ['Gift cards on these orders', 1, null, -50],
      ['Lines without a cost', 1, null, -100],
      ['figure', 4, 1, 65],
    ]
    expect(steps(await ofChannel('Orders', 'grossProfit'))).toEqual(expected)
    for (const measure of ['grossProfit', 'grossMargin', 'costCoverage', 'costOfGoods'])
      for (const reportType of ['Orders', 'OrderLines'])
        expect([reportType, measure, (await ofChannel(reportType, measure))?.matches]).toEqual([
          reportType,
          measure,
          true,
        ])
  })

  test('a ratio: its numerator', async () => {
    const bridge = await ofChannel('Orders', 'averageOrder')
    expect(steps(bridge)?.at(-1)).toEqual(['figure', 2, 0, 200])
    expect(bridge?.matches).toBe(true)
  })

  test('net sales of order lines: gift cards are lines of their own', async () => {
    expect(steps(await ofChannel('OrderLines', 'netSales'))).toEqual([
      ['all', 8, 1, null],
      ['Other currencies', 1, 0, null],
      ['Lines of open orders', 1, 0, 30],
      ['Lines of canceled orders', 1, 0, 20],
      ['Gift cards', 1, 0, 50],
      ['figure', 4, 1, 190],
    ])
  })

  test('sales of customers: the orders of the row’s customers', async () => {
    const query = asking({ reportType: 'Customers', ask: ['netSales'], groupBy: ['customerName'] })
    const bridge = await bridgeOf(query, { row: { customerName: 'Ann' }, measure: 'netSales', aggregation: 'None' })
    expect(bridge?.reportType).toBe('Orders')
    expect(steps(bridge)).toEqual([
      ['all', 1, 0, 100],
      ['figure', 1, 0, 100],
    ])
  })

  test('memberships: how many of the records are counted', async () => {
    const query = asking({ reportType: 'Memberships', ask: ['activeMembers'] })
    const total: SemanticQuery = { ...query, grain: 'groups' }
    const bridge = await bridgeOf(total, { row: {}, measure: 'activeMembers', aggregation: 'None' })
    expect(steps(bridge)).toEqual([
      ['all', 2, null, null],
      ['Not included in this number', 1, null, null],
      ['figure', 1, null, null],
    ])
  })

  test('nothing at all', async () => {
    const query = asking({ reportType: 'Orders', ask: ['netSales'], groupBy: ['channel'] })
    const bridge = await bridgeOf(query, { row: { channel: 'phone' }, measure: 'netSales', aggregation: 'None' })
    expect(steps(bridge)).toEqual([
      ['all', 0, 0, 0],
      ['figure', 0, 0, 0],
    ])
  })
})

test('a stored amount that the loader derived wrongly shows as a difference', async () => {
  const damaged = await testWarehouse()
  await damaged.load({ orders: ORDERS, order_lines: LINES })
  await damaged.warehouse.withConnection(1, async (connection) => {
    await connection.run("UPDATE orders SET net_sales = net_sales + 1 WHERE source_id = 'wine'")
  })
  const query = asking({ reportType: 'Orders', ask: ['netSales'], groupBy: ['customerName'] })
  const bridge = await bridgeOf(
    query,
    { row: { customerName: null }, measure: 'netSales', aggregation: 'None' },
    damaged,
  )
  expect(bridge?.matches).toBe(false)
})

test('says what rounding each line to cents took from the total', async () => {
  const rounded = await testWarehouse()
  // 0.333 × 1 = 33.3 cents, of which 0.3 are lost on each line
  await rounded.load({
    orders: [orderRow({ source_id: 'o1' })],
    order_lines: Array.from({ length: 10 }, (_, index) =>
      lineRow({ order_source_id: 'o1', line_number: index + 1, quantity: 1, unit_price: 0.333, amount: 33 }),
    ),
  })
  for (const reportType of ['Orders', 'OrderLines']) {
    const bridge = await ofChannel(reportType, 'netSales', rounded)
    expect(bridge?.rounding).toBeCloseTo(0.03, 9)
  }
})

test('an amount that the source gave itself is no rounding', async () => {
  const given = await testWarehouse()
  await given.load({
    orders: [orderRow({ source_id: 'o1' })],
    order_lines: [lineRow({ order_source_id: 'o1', quantity: 2, unit_price: 12, amount: 2_100 })],
  })
  const bridge = await ofChannel('Orders', 'netSales', given)
  expect(bridge?.rounding).toBeNull()
})
