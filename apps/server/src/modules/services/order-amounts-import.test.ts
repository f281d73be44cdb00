import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PLATFORM_HEADERS } from '#connectors/csv/platform-headers.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

type Cells = readonly [order: string, quantity: number, price: number, off: number | string]

const DISCOUNTS: readonly (readonly [
  what: string,
  cells: readonly Cells[],
  lines: readonly (readonly [number, number])[],
])[] = [
  [
    'discount in proportion to amounts',
    [
      ['A', 1, 60, 10],
      ['A', 1, 30, ''],
      ['A', 1, 10, ''],
    ],
    [
      [5400, 600],
      [2700, 300],
      [900, 100],
    ],
  ],
  [
    'remaining cent to the largest remainder',
    [
      ['A', 1, 10, 0.05],
      ['A', 1, 20, ''],
    ],
    [
      [998, 2],
      [1997, 3],
    ],
  ],
  [
    'remaining cent to the first of equal remainders',
    [
      ['A', 1, 1, 1],
      ['A', 1, 1, ''],
      ['A', 1, 1, ''],
    ],
    [
      [66, 34],
      [67, 33],
      [67, 33],
    ],
  ],
  [
    'discount of either sign',
    [
      ['A', 1, 60, -6],
      ['A', 1, 40, ''],
    ],
    [
      [5640, 360],
      [3760, 240],
    ],
  ],
  [
    'discount of the full amount',
    [
      ['A', 1, 0.01, 0.04],
      ['A', 3, 0.01, ''],
    ],
    [
      [0, 1],
      [0, 3],
    ],
  ],
  ['a discount beyond the order takes no more than all of it', [['A', 1, 5, 900]], [[0, 500]]],
  [
    'returned bottle within a sale without a share',
    [
      ['A', 1, 100, 10],
      ['A', -1, 20, ''],
    ],
    [
      [9000, 1000],
      [-2000, 0],
    ],
  ],
  [
    'lines without a price without a share',
    [
      ['A', 1, 0, 2],
      ['A', 1, 10, ''],
    ],
    [
      [0, 0],
      [800, 200],
    ],
  ],
  ['an order of which nothing is paid stays as it is', [['A', 1, 0, 2]], [[0, 0]]],
  [
    'return reduced by its discount',
    [
      ['A', -1, 60, 10],
      ['A', -1, 40, ''],
    ],
    [
      [-5400, -600],
      [-3600, -400],
    ],
  ],
  [
    'separate discount per order, regardless of row order',
    [
      ['A', 1, 10, 1],
      ['B', 1, 10, 5],
      ['A', 1, 10, ''],
    ],
    [
      [950, 50],
      [950, 50],
      [500, 500],
    ],
  ],
]

// All cases in one file: an import takes a tenth of a second, whatever its size.
test('distributes an order discount over the lines', async () => {
  const lines = DISCOUNTS.flatMap(([, cells], index) =>
    cells.map(([id, quantity, price, off]) => `${index}-${id},2026-01-01,S,${quantity},${price},${off}`),
  )
  await importText(`Order ID,Order date,SKU,Quantity,Unit price,Order discount\n${lines.join('\n')}\n`)
  for (const [index, [what, , expected]] of DISCOUNTS.entries()) {
    const found = await rows(
      `SELECT amount, discount FROM order_lines WHERE starts_with(order_source_id, '${index}-') ORDER BY order_source_id, line_number`,
    )
    expect([what, found]).toEqual([what, expected])
    const orders = `SELECT sum(net_sales)::BIGINT, sum(subtotal - discount)::BIGINT, sum(total)::BIGINT FROM orders
      WHERE starts_with(source_id, '${index}-')`
    const net = expected.reduce((sum, [amount]) => sum + amount, 0)
    expect([what, await rows(orders)]).toEqual([what, [[net, net, net]]])
  }
})

test('takes the net amount before the order discount, and limits line discounts to the price', async () => {
  const mapping = {
    orderId: 'o',
    orderDate: 'd',
    sku: 's',
    quantity: 'q',
    unitPrice: 'p',
    discount: 'l',
    orderNet: 'n',
    orderDiscount: 'x',
  }
  const file = `o,d,s,q,p,l,n,x
repeated,2026-01-01,S,1,60,6,84,16
repeated,2026-01-01,T,1,40,,,
undone,2026-01-01,S,1,60,6,60,
beyond,2026-01-01,S,1,60,6,70,
none,2026-01-01,S,1,60,6,,4
`
  await importText(file, { kind: 'order_lines', mapping })
  const found = await rows('SELECT order_source_id, amount, discount FROM order_lines ORDER BY 1, line_number')
  expect(found).toEqual([
    ['beyond', 6000, 0],
    ['none', 5000, 1000],
    ['repeated', 4826, 1174],
    ['repeated', 3574, 426],
    ['undone', 6000, 0],
  ])
})

/** Cents of each line after `share` of the order, rounded half up, is taken off by largest remainders. */
const afterShare = (cents: readonly number[], share: number): number[] => {
  const total = cents.reduce((sum, one) => sum + one, 0)
  const off = Math.floor(total * share + 0.5)
  const exact = cents.map((one) => (off * one) / total)
  const taken = exact.map(Math.floor)
  const byRemainder = exact.map((one, at) => [one - Math.floor(one), at] as const).sort(([a], [b]) => b - a)
  const rest = off - taken.reduce((sum, one) => sum + one, 0)
  for (const [, at] of byRemainder.slice(0, rest)) taken[at] = (taken[at] ?? 0) + 1
  return cents.map((one, at) => one - (taken[at] ?? 0))
}

const COLUMNS = {
  orderId: 'Order ID',
  orderDate: 'Order date',
  sku: 'SKU',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
}

const SHARES = [20, 12.5, 0, 100, 33] as const
const PRICES = [
  [60, 30, 10],
  [19.99, 7.01],
  [12, 8],
  [5, 5, 5],
  [10.01, 20.02, 30.03],
] as const

test.each<[what: string, header: string, written: (percent: number) => string, format: string | null]>([
  ['percent signs', 'Order discount', (percent) => `${percent} %`, null],
  ['a percentage by its column name', 'Discount %', (percent) => String(percent), null],
  ['fractions', 'Order discount', (percent) => String(percent / 100), 'fraction'],
])('reads an order discount in %s as a share of the order’s lines', async (_what, header, written, format) => {
  const cells = PRICES.flatMap((prices, id) =>
    prices.map((price, at) => `${id},2026-01-01,S,1,${price},${at === 0 ? written(SHARES[id] ?? 0) : ''}`),
  )
  const mapping = { ...COLUMNS, orderDiscount: format === null ? header : { column: header, format } }
  const file = `Order ID,Order date,SKU,Quantity,Unit price,${header}\n${cells.join('\n')}\n`
  await importText(file, { kind: 'order_lines', mapping })
  const found = await rows('SELECT amount FROM order_lines ORDER BY order_source_id, line_number')
  const expected = PRICES.flatMap((prices, id) =>
    afterShare(
      prices.map((price) => Math.round(price * 100)),
      (SHARES[id] ?? 0) / 100,
    ),
  )
  expect(found.map(([amount]) => amount)).toEqual(expected)
})

test.each(['Order discount', 'Discount %'])('asks what %s is where no value exceeds 1', async (header) => {
  const file = `Order ID,Order date,SKU,Quantity,Unit price,${header}\n1,2026-01-01,S,1,10,0.2\n`
  const mapping = { ...COLUMNS, orderDiscount: header }
  await expect(importText(file, { kind: 'order_lines', mapping })).rejects.toThrow(
    'Choose what the discounts are: amounts, or fractions of the subtotal (0.2 is 20%)',
  )
})

const AMOUNTS = { ...COLUMNS, orderDiscount: { column: 'Order discount', format: 'amount' } }

test('distributes any discount exactly, proportionally within a cent, and without a change of sign', async () => {
  const order = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 }),
    off: fc.integer({ min: 0, max: 200_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 5 }), async (orders) => {
      const cells = orders.flatMap(({ prices, off }, id) =>
        prices.map((price, index) => `${id},2026-01-01,S,1,${price / 100},${index === 0 ? off / 100 : ''}`),
      )
      const file = `Order ID,Order date,SKU,Quantity,Unit price,Order discount\n${cells.join('\n')}\n`
      await importText(file, { kind: 'order_lines', mapping: AMOUNTS })
      for (const [id, { prices, off }] of orders.entries()) {
        const total = prices.reduce((sum, price) => sum + price, 0)
        const discountTotal = Math.min(off, total)
        const sql = `SELECT discount, amount FROM order_lines WHERE order_source_id = '${id}' ORDER BY line_number`
        const found = await rows(sql)
        expect(found.reduce((sum, [discount]) => sum + Number(discount), 0)).toBe(discountTotal)
        for (const [index, [discount, amount]] of found.entries()) {
          expect(Math.abs(Number(discount) - (discountTotal * (prices[index] ?? 0)) / total)).toBeLessThan(1)
          expect(Number(amount)).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: volume({ normal: 4, full: 15 }) },
  )
})

const SHOPIFY = PLATFORM_HEADERS.shopify_orders

const shopifyFile = (given: readonly Readonly<Record<string, string>>[]): string => {
  const lines = given.map((row) => SHOPIFY.map((name) => row[name] ?? '').join(','))
  return `${[SHOPIFY.join(','), ...lines].join('\n')}\n`
}

const line = (Name: string, quantity: string, price: string, sku: string) => ({
  Name,
  'Lineitem quantity': quantity,
  'Lineitem price': price,
  'Lineitem sku': sku,
})

/** Three orders with a discount code: 100.00 less 10.00; the second is refunded 27.60 of 54.00, the third in full. */
const DISCOUNTED = [
  {
    ...line('#1', '2', '30.00', 'PN'),
    'Created at': '2026-03-01 10:00:00 -0800',
    'Financial Status': 'paid',
    Subtotal: '90.00',
    Shipping: '10.00',
    Taxes: '8.00',
    'Discount Amount': '20.00',
    'Refunded Amount': '0.00',
    Source: 'web',
  },
  line('#1', '1', '40.00', 'CH'),
  {
    ...line('#2', '1', '30.00', 'PN'),
    'Created at': '2026-03-02 10:00:00 -0800',
    'Financial Status': 'partially_refunded',
    Subtotal: '45.00',
    Shipping: '6.00',
    Taxes: '3.00',
    'Discount Amount': '5.00',
    'Refunded Amount': '27.60',
    Source: 'pos',
  },
  line('#2', '1', '20.00', 'CH'),
  {
    ...line('#3', '3', '10.00', 'PN'),
    'Created at': '2026-03-03 10:00:00 -0800',
    'Financial Status': 'refunded',
    Subtotal: '27.00',
    Taxes: '2.16',
    'Discount Amount': '3.00',
    'Refunded Amount': '29.16',
    Source: 'web',
  },
]

test('matches the Subtotal of Shopify orders, and imports refunds with a reference to their order', async () => {
  const accountId = nextAccount()
  await importText(shopifyFile(DISCOUNTED), {}, { accountId })
  const columns = `source_id, refund_of_source_id, is_refund, payment_status, channel, ordered_local::VARCHAR, subtotal,
    discount, shipping, tax, total, net_sales, item_count::DOUBLE`
  const on = (day: number) => `2026-03-0${day} 10:00:00`
  // 27.60 of 54.00 is 23.00 of the 45.00 for goods; the other 4.60 is 3.06 of the shipping and 1.54 of the tax.
  expect(await rows(`SELECT ${columns} FROM orders ORDER BY ordered_local, source_id`)).toEqual([
    ['#1', null, false, 'paid', 'web', on(1), 10_000, 1000, 1000, 800, 10_800, 9000, 3],
    ['#2', null, false, 'paid', 'pos', on(2), 5000, 500, 600, 300, 5400, 4500, 2],
    ['#2 (refund)', '#2', true, 'paid', 'pos', on(2), -2300, 0, -306, -154, -2760, -2300, 0],
    ['#3', null, false, 'paid', 'web', on(3), 3000, 300, 0, 216, 2916, 2700, 3],
    ['#3 (refund)', '#3', true, 'paid', 'web', on(3), -3000, -300, 0, -216, -2916, -2700, -3],
  ])
  const lines = 'SELECT order_source_id, sku, quantity::DOUBLE, amount FROM order_lines ORDER BY 1, line_number'
  expect(await rows(lines)).toEqual([
    ['#1', 'PN', 2, 5400],
    ['#1', 'CH', 1, 3600],
    ['#2', 'PN', 1, 2700],
    ['#2', 'CH', 1, 1800],
    ['#2 (refund)', 'PN', 0, -1380],
    ['#2 (refund)', 'CH', 0, -920],
    ['#3', 'PN', 3, 2700],
    ['#3 (refund)', 'PN', -3, -2700],
  ])
  expect((await importText(shopifyFile(DISCOUNTED), {}, { accountId })).changed).toBe(false)
})

test('replaces a refund by its larger version of a later export', async () => {
  const accountId = nextAccount()
  await importText(shopifyFile(DISCOUNTED), {}, { accountId })
  const later = DISCOUNTED.map((row) =>
    row.Name === '#2' && 'Source' in row ? { ...row, 'Financial Status': 'refunded', 'Refunded Amount': '54.00' } : row,
  )
  await importText(shopifyFile(later), {}, { accountId })
  const sql = "SELECT source_id, net_sales, total FROM orders WHERE starts_with(source_id, '#2') ORDER BY 1"
  expect(await rows(sql)).toEqual([
    ['#2', 4500, 5400],
    ['#2 (refund)', -4500, -5400],
  ])
})

test('imports a refunded or voided order without a refund amount as zero, without a refund', async () => {
  const [first] = DISCOUNTED
  const file = shopifyFile([
    { ...first, Name: '#7', 'Financial Status': 'voided' },
    { ...first, Name: '#8', 'Financial Status': 'refunded', 'Refunded Amount': '' },
  ])
  await importText(file)
  expect(await rows('SELECT source_id, payment_status, net_sales FROM orders ORDER BY 1')).toEqual([
    ['#7', 'cancelled', 0],
    ['#8', 'cancelled', 0],
  ])
})

test('does not subtract refunded gift cards from sales', async () => {
  const file =
    'Order ID,Order date,SKU,Quantity,Unit price,Item kind,Refunded amount\nA,2026-01-01,S,1,50,Gift card,20\nB,2026-01-01,S,1,50,Wine,60\n'
  await importText(file)
  expect(await rows('SELECT source_id, net_sales, total FROM orders ORDER BY 1')).toEqual([
    ['A', 0, 5000],
    ['A (refund)', 0, -2000],
    ['B', 5000, 5000],
    ['B (refund)', -5000, -5000],
  ])
})
