import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CanonicalRow } from '../kit/connector.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { shopifyLine, shopifyOrder, shopifyRefund } from './order.fixture.ts'
import { orderRows } from './order-rows.ts'
import type { ShopifyOrder, ShopifyRefund } from './order-schema.ts'

const ordersIn = (rows: readonly CanonicalRow[]) => rowsOfTable('orders', rows)
const linesIn = (rows: readonly CanonicalRow[]) => rowsOfTable('order_lines', rows)

/** The money columns and the line amounts, by order. */
const moneyOf = (order: ShopifyOrder, refunds: readonly ShopifyRefund[] = []) => {
  const rows = orderRows(order, refunds)
  return ordersIn(rows).map(({ source_id, subtotal, discount, shipping, tax, tip, total }) => {
    const lines = linesIn(rows).filter(({ order_source_id }) => order_source_id === source_id)
    return { subtotal, discount, shipping, tax, tip, total, lines: lines.map(({ amount }) => amount) }
  })
}

const NOTHING = { subtotal: 0, discount: 0, shipping: 0, tax: 0, tip: 0 }

describe('an order', () => {
  test.each([
    [
      'removes tax from tax-inclusive prices',
      shopifyOrder({
        lines: [shopifyLine({ unit: 10_800, discounts: [1080], taxes: [720] })],
        taxesIncluded: true,
        tax: 800,
        shipping: 1080,
        total: 10_800,
      }),
      { ...NOTHING, subtotal: 10_080, discount: 1080, shipping: 1000, tax: 800, total: 10_800, lines: [9000] },
    ],
    [
      'takes every discount allocation off its line',
      shopifyOrder({
        lines: [
          shopifyLine({ unit: 3333, discounts: [300, 33] }),
          shopifyLine({ id: '2', unit: 1000, discounts: [67] }),
        ],
        total: 3933,
      }),
      { ...NOTHING, subtotal: 4333, discount: 400, total: 3933, lines: [3000, 933] },
    ],
    [
      'derives shipping from the rest of the total',
      shopifyOrder({ lines: [shopifyLine({ unit: 4000 })], shipping: 1500, total: 4500 }),
      { ...NOTHING, subtotal: 4000, shipping: 500, total: 4500, lines: [4000] },
    ],
    [
      'counts a tip that is also a line once',
      shopifyOrder({
        lines: [
          shopifyLine({ unit: 4000 }),
          shopifyLine({ id: '2', unit: 600, title: 'Tip', sku: null, product: null, variant: null }),
        ],
        tip: 600,
        total: 4600,
      }),
      { ...NOTHING, subtotal: 4000, tip: 600, total: 4600, lines: [4000] },
    ],
    [
      'counts duties as tax',
      shopifyOrder({ lines: [shopifyLine({ unit: 4000 })], tax: 320, duties: 777, total: 5097 }),
      { ...NOTHING, subtotal: 4000, tax: 1097, total: 5097, lines: [4000] },
    ],
    [
      'puts an unexplained difference on a line of its own',
      shopifyOrder({ lines: [shopifyLine({ unit: 4000 })], total: 3990 }),
      { ...NOTHING, subtotal: 3990, total: 3990, lines: [4000, -10] },
    ],
    ['has zero amounts without items', shopifyOrder({ lines: [], total: 0 }), { ...NOTHING, total: 0, lines: [] }],
  ] as const)('%s', (_rule, order, expected) => {
    expect(moneyOf(order)).toEqual([expected])
  })

  test('is dated by its processing time, in the currency of its total', () => {
    const [row] = ordersIn(orderRows(shopifyOrder({ lines: [], total: 0 }), []))
    expect(row).toMatchObject({ ordered: 1000, source_updated: 2000, time_basis: 'utc', currency: 'USD' })
  })

  test('uses the shipping address, else the billing address', () => {
    const napa = { city: 'Napa', state: 'CA', country: 'US', postal_code: '94558' }
    const dijon = { city: 'Dijon', state: null, country: 'FR', postal_code: '21000' }
    const addressColumns = (order: Partial<ShopifyOrder>) =>
      ordersIn(orderRows(shopifyOrder({ lines: [], total: 0, ...order }), []))[0]?.city
    expect(addressColumns({ shippingAddress: napa, billingAddress: dijon })).toBe('Napa')
    expect(addressColumns({ billingAddress: dijon })).toBe('Dijon')
    expect(addressColumns({})).toBeNull()
  })

  test('has lines with product details', () => {
    const [line] = linesIn(
      orderRows(shopifyOrder({ lines: [shopifyLine({ unit: 4800, quantity: 3 })], total: 14_400 }), []),
    )
    expect(line).toMatchObject({
      source_id: '100/1',
      line_number: 1,
      sku: 'PN21',
      product_source_id: '44',
      product_title: '2021 Pinot Noir - 750ml',
      category: 'Wine',
      brand: 'Estate',
      vintage: '2021',
      item_kind: 'wine',
      quantity: 3,
      unit_price: 48,
    })
  })

  test('keeps the kind of an item whose product was deleted, as far as its name says it', () => {
    const kindOf = (title: string) => {
      const line = shopifyLine({ unit: 5000, title, product: null, variant: null })
      return linesIn(orderRows(shopifyOrder({ lines: [line], total: 5000 }), []))[0]?.item_kind
    }
    expect(['Estate Cabernet Sauvignon 2019', 'Rosé of Pinot Noir', 'Estate Tasting', 'Corkage'].map(kindOf)).toEqual([
      'wine',
      'wine',
      'tasting',
      'other',
    ])
  })
})

describe('a refund', () => {
  /** An order of which so much was received and not paid back. */
  const received = (netPayment: number, outstanding = 0) =>
    shopifyOrder({
      lines: [
        shopifyLine({ unit: 5000, quantity: 2, discounts: [1000], taxes: [720] }),
        shopifyLine({ id: '2', unit: 2500, taxes: [200] }),
      ],
      tax: 920,
      shipping: 1500,
      tip: 500,
      total: 14_420,
      netPayment,
      outstanding,
    })

  test.each([
    [
      'of one unit returns its share of price, discount and tax',
      shopifyRefund({ items: [{ lineId: '1', quantity: 1, subtotal: 4500, tax: 360 }], payout: 4860 }),
      { ...NOTHING, subtotal: -5000, discount: -500, tax: -360, total: -4860, lines: [-4500] },
    ],
    [
      'of shipping returns shipping',
      shopifyRefund({ shipping: 1500, payout: 1500 }),
      { ...NOTHING, shipping: -1500, total: -1500, lines: [] },
    ],
    [
      'of money only becomes a line of its own',
      shopifyRefund({ payout: 300 }),
      { ...NOTHING, subtotal: -300, total: -300, lines: [-300] },
    ],
    [
      'of less than the item prices keeps the difference on a line of its own',
      shopifyRefund({ items: [{ lineId: '2', quantity: 1, subtotal: 2500, tax: 200 }], payout: 2000 }),
      { ...NOTHING, subtotal: -1800, tax: -200, total: -2000, lines: [-2500, 700] },
    ],
    [
      'of zero keeps all of the item',
      shopifyRefund({ items: [{ lineId: '2', quantity: 1, subtotal: 2500, tax: 200 }] }),
      { ...NOTHING, subtotal: 200, tax: -200, total: 0, lines: [-2500, 2700] },
    ],
    [
      'of duties returns them as tax',
      shopifyRefund({ duties: 777, payout: 777 }),
      { ...NOTHING, tax: -777, total: -777, lines: [] },
    ],
    [
      'with several parts of one line becomes one line',
      shopifyRefund({
        items: [
          { lineId: '1', quantity: 1, subtotal: 4500, tax: 360 },
          { lineId: '1', quantity: 1, subtotal: 4500, tax: 360 },
        ],
        payout: 9720,
      }),
      { ...NOTHING, subtotal: -10_000, discount: -1000, tax: -720, total: -9720, lines: [-9000] },
    ],
  ] as const)('%s', (_rule, refund, expected) => {
    expect(moneyOf(received(14_420 - refund.totalRefundedSet.minor), [refund])[1]).toEqual(expected)
  })

  test('of a tip returns the tip', () => {
    const tip = shopifyLine({ id: '3', unit: 500, title: 'Tip', sku: null, product: null, variant: null })
    const tipped = shopifyOrder({ lines: [shopifyLine({ unit: 4000 }), tip], tip: 500, total: 4500 })
    const refund = shopifyRefund({ items: [{ lineId: '3', quantity: 1, subtotal: 500 }], payout: 500 })
    expect(moneyOf({ ...tipped, netPaymentSet: tipped.totalPriceSet }, [refund])[1]).toEqual({
      ...NOTHING,
      tip: -500,
      total: -500,
      lines: [],
    })
  })

  const item = { lineId: '2', quantity: 1, subtotal: 2500, tax: 200 }
  const later = shopifyRefund({ id: '8', payout: 2700 })
  const kept = shopifyRefund({ id: '8', payout: 2000 })

  test.each([
    ['still to be paid out counts when its items come back', received(14_420, -2700), [], [-2700]],
    ['paid out later counts when its items come back', received(11_720), [later], [-2700, 0]],
    ['paid out later in part counts what was paid', received(12_420), [kept], [-2000, 0]],
    ['of an unpaid order takes its items off', received(0, 11_720), [], [-2700]],
  ])('%s', (_rule, order, more, totals) => {
    const refunds = [shopifyRefund({ items: [item] }), ...more]
    expect(moneyOf(order, refunds).map(({ total }) => total)).toEqual([14_420, ...totals])
  })

  test('is an order of its own, dated by the refund and linked to the refunded order', () => {
    const refund = shopifyRefund({ shipping: 1500 })
    expect(ordersIn(orderRows(received(14_420), [refund]))[1]).toMatchObject({
      source_id: 'refund-7',
      order_number: '#1001-R1',
      ordered: 3000,
      order_type: 'refund',
      fulfillment_status: 'not_required',
      refund_of_source_id: '100',
      is_refund: true,
    })
  })

  const wholeRefund = {
    items: [
      { lineId: '1', quantity: 2, subtotal: 9000, tax: 720 },
      { lineId: '2', quantity: 1, subtotal: 2500, tax: 200 },
    ],
    shipping: 1500,
  }

  test.each([
    ['with nothing kept is cancelled', 13_920, 0, 'cancelled'],
    ['with money kept is a sale of that money', 11_920, 2000, 'paid'],
    ['that was never paid is cancelled', 0, 0, 'cancelled'],
  ])('of a canceled order %s, and so is the order', (_rule, payout, netPayment, status) => {
    const paid = received(netPayment)
    const none = { minor: 0, major: 0, currency: 'USD' }
    const total = { minor: 13_920, major: 139.2, currency: 'USD' }
    const cancelled = { ...paid, cancelledAt: 2500, totalTipReceivedSet: none, totalPriceSet: total }
    const rows = ordersIn(orderRows(cancelled, [shopifyRefund({ ...wholeRefund, payout })]))
    expect(rows.map(({ payment_status }) => payment_status)).toEqual([status, status])
  })
})

describe('money', () => {
  const amount = fc.nat(100_000)
  const line = fc
    .record({
      unit: amount,
      quantity: fc.integer({ min: 1, max: 24 }),
      discounts: fc.array(amount, { maxLength: 2 }),
      taxes: fc.array(amount, { maxLength: 2 }),
    })
    .map(shopifyLine)
  const order = fc
    .record({
      lines: fc.array(line, { maxLength: 6 }),
      total: amount,
      tax: amount,
      tip: amount,
      shipping: amount,
      duties: amount,
      netPayment: amount,
      outstanding: fc.integer({ min: -100_000, max: 100_000 }),
      taxesIncluded: fc.boolean(),
    })
    .map(({ lines, ...rest }) =>
      shopifyOrder({ ...rest, lines: lines.map((one, index) => ({ ...one, id: String(index) })) }),
    )
  const item = fc.record({ lineId: fc.nat(6).map(String), quantity: fc.nat(5), subtotal: amount, tax: amount })
  const refund = fc
    .record({
      items: fc.array(item, { maxLength: 4 }),
      shipping: amount,
      shippingTax: amount,
      payout: amount,
    })
    .map(shopifyRefund)

  test('of every order and refund adds up, whatever Shopify sends', () => {
    fc.assert(
      fc.property(order, fc.array(refund, { maxLength: 2 }), (placed, refunds) => {
        const apart = refunds.map((one, index) => ({ ...one, id: String(index) }))
        for (const { subtotal, discount, shipping, tax, tip, total, lines } of moneyOf(placed, apart)) {
          const net = lines.reduce((sum, one) => sum + one, 0)
          expect(net + shipping + tax + tip).toBe(total)
          expect(subtotal - discount).toBe(net)
        }
      }),
    )
  })

  test('of an order matches the total of Shopify', () => {
    fc.assert(
      fc.property(order, (placed) => {
        expect(moneyOf(placed)[0]?.total).toBe(placed.totalPriceSet.minor)
      }),
    )
  })
})
