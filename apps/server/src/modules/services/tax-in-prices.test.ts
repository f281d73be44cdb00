import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'

const { importText, rows } = await csvImports()

/** Net sales, shipping, tax and total of each order, in cents. */
const importOrders = async (text: string, mapping = {}) => {
  await importText(text, mapping)
  return rows(
    `SELECT order_number, net_sales::INTEGER, shipping::INTEGER, tax::INTEGER, total::INTEGER FROM orders ORDER BY source_id`,
  )
}

const SHOPIFY_HEADER =
  'Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku'
const placed = '2026-05-03 11:00:00 -0700'

test('an order of a Shopify export whose total is without its tax has the tax inside its prices', async () => {
  // 119.00 of goods and 11.90 of shipping, both with 19 %: 20.90 of tax, of which 19.00 is of the goods.
  const text = [
    SHOPIFY_HEADER,
    `#1,ada@example.com,paid,USD,119.00,11.90,20.90,130.90,${placed},2,Riesling,59.50,R1`,
    `#2,ben@example.com,paid,USD,100.00,10.00,8.40,118.40,${placed},1,Cabernet,100.00,C1`,
    `#3,cia@example.com,paid,USD,50.00,0.00,0.00,50.00,${placed},1,Rosé,50.00,P1`,
  ].join('\n')
  expect(await importOrders(text)).toEqual([
    ['#1', 10_000, 1_000, 2_090, 13_090],
    ['#2', 10_000, 1_000, 840, 11_840],
    ['#3', 5_000, 0, 0, 5_000],
  ])
})

test('lines share the tax inside them, so that they add up to the order', async () => {
  const text = [
    SHOPIFY_HEADER,
    `#1,ada@example.com,paid,USD,30.00,0.00,5.01,30.00,${placed},1,Riesling,10.00,R1`,
    `#1,ada@example.com,,,,,,,${placed},1,Silvaner,10.00,S1`,
    `#1,ada@example.com,,,,,,,${placed},1,Rosé,10.00,P1`,
  ].join('\n')
  expect(await importOrders(text)).toEqual([['#1', 2_499, 0, 501, 3_000]])
  expect(await rows('SELECT amount::INTEGER, discount::INTEGER FROM order_lines ORDER BY line_number')).toEqual([
    [833, 0],
    [833, 0],
    [833, 0],
  ])
})

test('a full refund of an order with tax inside takes all of it back', async () => {
  const text = [
    `${SHOPIFY_HEADER},Refunded Amount`,
    `#1,ada@example.com,refunded,USD,119.00,0.00,19.00,119.00,${placed},1,Riesling,119.00,R1,119.00`,
  ].join('\n')
  expect(await importOrders(text)).toEqual([
    ['#1', 10_000, 0, 1_900, 11_900],
    ['#1 (refund)', -10_000, 0, -1_900, -11_900],
  ])
})

const ORDERS_HEADER = 'Order ID,Order Date,Subtotal,Discount,Shipping,Tax,Total'

test('of a list of orders some may have the tax inside, if others show that it is part of their total', async () => {
  const text = [
    ORDERS_HEADER,
    'A1,2026-05-01,100.00,0.00,0.00,9.00,109.00',
    'A2,2026-05-02,119.00,0.00,0.00,19.00,119.00',
    'A3,2026-05-03,119.00,0.00,11.90,20.90,130.90',
  ].join('\n')
  expect(await importOrders(text)).toEqual([
    ['A1', 10_000, 0, 900, 10_900],
    ['A2', 10_000, 0, 1_900, 11_900],
    ['A3', 10_000, 1_000, 2_090, 13_090],
  ])
})

const UNSURE = [
  ORDERS_HEADER,
  'A1,2026-05-01,50.00,0.00,0.00,0.00,50.00',
  'A2,2026-05-02,119.00,0.00,0.00,19.00,119.00',
].join('\n')

test('where every total lacks the tax, the import asks what the prices are, naming column and line', async () => {
  await expect(importOrders(UNSURE)).rejects.toThrow(
    /Tax: Do prices include tax\? 1 order matches Total only if Tax is already included/,
  )
})

test('one order that comes to its total with the tax is too little to tell it of all', async () => {
  const inside = Array.from({ length: 10 }, (_, day) => `B${day},2026-05-${10 + day},119.00,0.00,0.00,19.00,119.00`)
  const text = [ORDERS_HEADER, 'A1,2026-05-01,100.00,0.00,0.00,9.00,109.00', ...inside].join('\n')
  await expect(importOrders(text)).rejects.toThrow(/10 orders match Total only if Tax is already included/)
})

test('tax inside prices of a currency without decimals is found to the unit', async () => {
  const text = [
    ORDERS_HEADER,
    'A1,2026-05-01,1000,0,0,100,1100',
    'A2,2026-05-02,1100,0,0,100,1100',
    'A3,2026-05-03,1101,0,0,101,1100',
  ].join('\n')
  await importText(text, {}, { currency: 'JPY' })
  expect(await rows('SELECT net_sales::INTEGER, total::INTEGER FROM orders ORDER BY source_id')).toEqual([
    [1_000, 1_100],
    [1_000, 1_100],
    [1_000, 1_100],
  ])
})

test.each([
  ['added', [11_900, 0, 1_900, 11_900]],
  ['inside', [10_000, 0, 1_900, 11_900]],
] as const)('the answer %s settles it', async (format, expected) => {
  const mapping = {
    orderId: 'Order ID',
    orderDate: { column: 'Order Date', format: 'YYYY-MM-DD' },
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    tax: { column: 'Tax', format },
    total: 'Total',
  }
  expect((await importOrders(UNSURE, { kind: 'orders', mapping }))[1]?.slice(1)).toEqual(expected)
})
