import { expect, test } from 'vitest'
import { compileRows } from '#semantic/compiler/compile.ts'
import { asking, options } from '../../conformance/loaded-winery.fixture.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, orderRow, productRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const sale = (line: Parameters<typeof lineRow>[0] = {}, order: Parameters<typeof orderRow>[0] = {}): Batch => ({
  orders: [orderRow(order)],
  order_lines: [lineRow({ product_source_id: 'p1', quantity: 2, amount: 6000, ...line })],
})
const product = (cost: number | null, more: Parameters<typeof productRow>[0] = {}): Batch => ({
  products: [productRow({ source_id: 'p1', cost, ...more })],
})

/** Cost of the line, then cost, costed and uncosted sales of its order; cents. */
const CASES: readonly (readonly [rule: string, loads: readonly Batch[], stored: readonly unknown[]])[] = [
  ['neither the line nor its product has a cost', [{ ...product(null), ...sale() }], [null, null, 0, 6000]],
  ['the cost of the product, for each unit', [{ ...product(1100), ...sale() }], [2200, 2200, 6000, 0]],
  ['half a cent is rounded away from zero', [{ ...product(333), ...sale({ quantity: -1.5 }) }], [-500, -500, 6000, 0]],
  [
    'the cost of the line before that of the product',
    [{ ...product(1100), ...sale({ cost: 1800 }) }],
    [1800, 1800, 6000, 0],
  ],
  ['a cost of 0 is a cost', [{ ...product(1100), ...sale({ cost: 0 }) }], [0, 0, 6000, 0]],
  [
    'a product in another currency has none',
    [{ ...product(1100, { currency: 'EUR' }), ...sale() }],
    [null, null, 0, 6000],
  ],
  ['a product that comes later', [sale(), product(1100)], [2200, 2200, 6000, 0]],
  ['a cost that the product gets later', [{ ...product(null), ...sale() }, product(1100)], [2200, 2200, 6000, 0]],
  [
    'a new cost of the product changes no earlier sale',
    [{ ...product(1100), ...sale() }, product(1500)],
    [2200, 2200, 6000, 0],
  ],
  [
    'nor does another load of that sale',
    [{ ...product(1100), ...sale() }, product(1500), sale({ quantity: 3 })],
    [3300, 3300, 6000, 0],
  ],
  [
    'a line that becomes another product has its cost',
    [
      { ...product(1100), ...sale() },
      {
        products: [productRow({ source_id: 'p2', cost: 700 })],
        ...sale({ product_source_id: 'p2' }),
      },
    ],
    [1400, 1400, 6000, 0],
  ],
  [
    'an order that is not paid has no sales',
    [{ ...product(1100), ...sale({}, { payment_status: 'pending' }) }],
    [2200, 2200, 0, 0],
  ],
  ['a gift card is no sale', [{ ...product(1100), ...sale({ item_kind: 'gift_card' }) }], [2200, null, 0, 0]],
]

test.each(CASES)('%s', async (_rule, loads, stored) => {
  const { load, rows } = await testWarehouse()
  for (const batch of loads) await load(batch)
  expect(
    await rows(`SELECT l.cost_of_goods, o.cost_of_goods, o.costed_sales, o.uncosted_sales
      FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id`),
  ).toEqual([stored])
})

test('a removed product leaves the cost of its sales', async () => {
  const { load, rows } = await testWarehouse()
  await load({ ...product(1100), ...sale() })
  await load({}, {}, { remove: { products: ['p1'] } })
  expect(await rows('SELECT has_product, cost_of_goods FROM order_lines')).toEqual([[false, 2200]])
})

const MEASURES = ['costOfGoods', 'grossProfit', 'grossMargin', 'costCoverage']

/** Forty orders of two lines, about half of them with a cost; three of five orders are paid. */
const loadPartialCosts = async () => {
  const { load, rows } = await testWarehouse()
  const indexes = Array.from({ length: 40 }, (_, index) => index)
  const status = (index: number) => ['paid', 'paid', 'paid', 'authorized', 'cancelled'][index % 5] ?? 'paid'
  const sign = (index: number) => (index % 7 === 6 ? -1 : 1)
  await load({
    products: [
      productRow({ source_id: 'p0', cost: 1050 }),
      productRow({ source_id: 'p1', cost: 333, currency: 'USD' }),
      productRow({ source_id: 'p2' }),
    ],
    orders: indexes.map((index) =>
      orderRow({
        source_id: `o${index}`,
        payment_status: status(index),
        is_refund: sign(index) < 0,
        channel: index % 2 === 0 ? 'pos' : 'web',
        customer_source_id: 'c1',
        shipping: 700,
        tax: 300,
      }),
    ),
    order_lines: indexes.flatMap((index) =>
      [1, 2].map((line_number) =>
        lineRow({
          order_source_id: `o${index}`,
          line_number,
          product_source_id: `p${(index + line_number) % 3}`,
          item_kind: index % 11 === 10 && line_number === 2 ? 'gift_card' : 'wine',
          quantity: sign(index) * (1 + (index % 4) * 0.5),
          amount: sign(index) * (1000 + index * 37 + line_number),
          ...(index % 9 === 8 ? { cost: sign(index) * 410 } : {}),
        }),
      ),
    ),
  })
  return rows
}

test.each(['Orders', 'OrderLines'])(
  '%s: cost, gross profit, margin and coverage are sums by hand',
  async (reportType) => {
    const rows = await loadPartialCosts()
    const given = `SELECT o.channel, l.amount, CASE WHEN l.cost IS NOT NULL THEN l.cost
        ELSE CAST(round(p.cost * l.quantity) AS BIGINT) END AS c
      FROM order_lines l JOIN orders o ON o.source_id = l.order_source_id LEFT JOIN products p ON p.source_id = l.product_source_id
      WHERE o.payment_status = 'paid' AND l.item_kind <> 'gift_card'`
    const byHand =
      await rows(`SELECT channel, sum(c)::DOUBLE, (sum(amount) FILTER (WHERE c IS NOT NULL) - sum(c))::DOUBLE,
      (sum(amount) FILTER (WHERE c IS NOT NULL) - sum(c)) / (sum(amount) FILTER (WHERE c IS NOT NULL)),
      (sum(amount) FILTER (WHERE c IS NOT NULL)) / sum(amount)
    FROM (${given}) GROUP BY channel ORDER BY channel`)

    const query = asking({
      reportType,
      ask: MEASURES,
      groupBy: ['channel'],
      sort: [{ columnId: 'channel', direction: 'asc' }],
    })
    const { sql, params } = compileRows(query, options)
    const found = await rows(sql, params)
    expect(found).toHaveLength(2)
    for (const [index, [channel, ...values]] of found.entries()) {
      const [expected, ...sums] = byHand[index] ?? []
      expect(channel).toBe(expected)
      expect(values).toEqual(sums.map((value) => expect.closeTo(Number(value), 9)))
      expect(Number(values[3])).toBeGreaterThan(0.2)
      expect(Number(values[3])).toBeLessThan(0.95)
    }
  },
)
