import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { apportion } from '../kit/order-amounts.ts'
import { readRecords } from '../kit/read-records.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { toLocalDay } from './fields.ts'
import { orderRows, releaseRows, totalOfParts } from './order-rows.ts'
import { Order } from './order-schema.ts'

const accounting = { currency: 'USD', timeZone: 'America/Los_Angeles' }
const facts = new Map([['p1', { category: 'Wine', brand: 'Estate', vintage: '2022', varietal: 'Pinot Noir' }]])

const ITEM = { id: 'i1', type: 'Wine', taxType: 'Wine', productId: 'p1', sku: '22-PN', price: 4800, quantity: 2 }

const ORDER = {
  id: 'o1',
  orderNumber: 10_482,
  orderSubmittedDate: '2026-03-14T21:02:11.120Z',
  purchaseType: 'Regular',
  paymentStatus: 'Paid',
  fulfillmentStatus: 'Fulfilled',
  channel: 'POS',
  orderDeliveryMethod: 'Carry Out',
  subTotal: 9600,
  taxTotal: 744,
  tipTotal: 1500,
  billTo: { firstName: 'Ana', lastName: 'P', city: 'Napa', stateCode: 'CA', zipCode: '94558', countryCode: 'US' },
  items: [ITEM],
}

/** An order whose parts add up to its total, unless `changes` has another. */
const wire = (changes: object) => {
  const order = { ...ORDER, ...changes }
  const total = order.subTotal + order.taxTotal
  return { total, totalAfterTip: total + order.tipTotal, ...order }
}

const read = (changes: object) =>
  readRecords([wire(changes)], { schema: Order, rows: (parsed) => orderRows(parsed, accounting, facts) })

const orderOf = (changes: object): CanonicalRecord<'orders'> => {
  const [order] = rowsOfTable('orders', read(changes).rows)
  if (!order) throw new Error('There is no order')
  return order
}

const linesOf = (changes: object): CanonicalRecord<'order_lines'>[] => rowsOfTable('order_lines', read(changes).rows)

test.each([
  ['keeps money in cents', {}, { subtotal: 9600, tax: 744, tip: 1500, total: 11_844, discount: 0 }],
  [
    'counts a price below the original price as a discount',
    { items: [{ ...ITEM, originalPrice: 6000 }] },
    { subtotal: 12_000, discount: 2400 },
  ],
  [
    'ignores an original price below the price',
    { items: [{ ...ITEM, originalPrice: 100 }] },
    { subtotal: 9600, discount: 0 },
  ],
  [
    'sums the tips of successful tenders without a tip total',
    {
      tipTotal: null,
      totalAfterTip: null,
      tenders: [
        { tip: 700, chargeStatus: 'Success' },
        { tip: 700, chargeStatus: 'Failed' },
        { tip: 300, chargeStatus: 'Success' },
      ],
    },
    { tip: 1000, total: 11_344 },
  ],
  [
    'passes duty and bottle deposits on like tax',
    { dutyTotal: 40, bottleDepositTotal: 60, total: 10_444, totalAfterTip: 11_944 },
    { subtotal: 9600, tax: 844, shipping: 0, total: 11_944 },
  ],
  [
    'maps an order of the club channel to type club',
    { channel: 'Club' },
    { order_type: 'club', channel: 'club', order_type_raw: 'Regular' },
  ],
  [
    'maps unknown codes to other',
    { purchaseType: 'Barter', channel: 'Drone' },
    { order_type: 'other', channel: 'other', channel_raw: 'Drone' },
  ],
  [
    'maps a missing payment status to pending',
    { paymentStatus: null },
    { payment_status: 'pending', payment_status_raw: null },
  ],
  [
    'maps a POS order without a delivery method to carry_out',
    { orderDeliveryMethod: null },
    { delivery_method: 'carry_out', delivery_method_raw: null },
  ],
  [
    'maps other orders without a delivery method to other',
    { orderDeliveryMethod: null, channel: 'Web' },
    { delivery_method: 'other' },
  ],
  ['keeps the vendor of a Tock booking', { externalOrderVendor: 'Tock' }, { external_vendor: 'Tock', channel: 'pos' }],
  [
    'uses the shipping address of a shipped order',
    { orderDeliveryMethod: 'Ship', shipTo: { stateCode: 'OR', city: 'Portland', zipCode: '97201', countryCode: 'US' } },
    { state: 'OR', city: 'Portland', customer_name: 'Ana P' },
  ],
  [
    'dates an order without a submission date by its payment',
    { orderSubmittedDate: null, orderPaidDate: '2026-03-14T22:00:00Z' },
    { ordered: Date.UTC(2026, 2, 14, 22) },
  ],
  [
    'links a refund to its previous order',
    { purchaseType: 'Refund', previousOrderId: 'o0' },
    { is_refund: true, order_type: 'refund', refund_of_source_id: 'o0' },
  ],
  [
    'links a refund to its linked order otherwise',
    { purchaseType: 'Refund', linkedOrders: [{ orderId: 'o9' }] },
    { refund_of_source_id: 'o9' },
  ],
  ['links only refunds to another order', { previousOrderId: 'o0' }, { is_refund: false, refund_of_source_id: null }],
  ['accepts a numeric ID', { id: 17, orderNumber: '10482' }, { source_id: '17', order_number: '10482' }],
])('%s', (_rule, changes, expected) => {
  expect(orderOf(changes)).toMatchObject(expected)
})

test.each([
  ['sold', {}, { quantity: 2, cost: 2200 }],
  ['returned', { purchaseType: 'Refund', subTotal: -9600 }, { quantity: -2, cost: -2200 }],
])('knows the cost of the units %s', (_what, changes, line) => {
  expect(linesOf({ ...changes, items: [{ ...ITEM, costOfGood: 1100 }] })).toMatchObject([line])
})

test('has no cost without permission to read it', () => {
  expect(linesOf({})[0]).not.toHaveProperty('cost')
})

test('completes a line with attributes of its product', () => {
  expect(linesOf({})).toMatchObject([
    {
      source_id: 'o1/i1',
      line_number: 1,
      category: 'Wine',
      brand: 'Estate',
      vintage: '2022',
      varietal: 'Pinot Noir',
      unit_price: 48,
      amount: 9600,
    },
  ])
})

test.each([
  ['quantities', { quantity: -2 }],
  ['prices', { price: -4800 }],
  ['neither', {}],
])('lines of a refund are negative when the platform negates %s', (_name, changes) => {
  const items = [{ ...ITEM, originalPrice: 5000, ...changes }]
  expect(linesOf({ purchaseType: 'Refund', subTotal: -9600, items })).toMatchObject([
    { quantity: -2, amount: -9600, discount: -400, unit_price: 50 },
  ])
})

test('returned items of an exchange become negative lines next to the new items', () => {
  const items = [
    { ...ITEM, purchaseType: 'Refund' },
    { ...ITEM, id: 'i2', purchaseType: 'Regular', quantity: 1 },
  ]
  expect(
    linesOf({ purchaseType: 'Exchange', subTotal: -4800, items }).map(({ amount, quantity }) => [amount, quantity]),
  ).toEqual([
    [-9600, -2],
    [4800, 1],
  ])
})

test('splits a bundle into its wines by their share of the list price', () => {
  const bundle = {
    ...ITEM,
    type: 'Bundle',
    price: 10_000,
    quantity: 2,
    bundleItems: [
      { productId: 'p1', productVariantId: 'v1', sku: '22-PN', type: 'Wine', price: 6000, quantity: 1 },
      { productId: 'p2', productVariantId: 'v2', sku: '23-CH', type: 'Wine', price: 1500, quantity: 4 },
    ],
  }
  expect(linesOf({ items: [bundle], subTotal: 20_000 })).toMatchObject([
    { line_id: 'i1.1', sku: '22-PN', quantity: 2, amount: 10_000, item_kind: 'wine', varietal: 'Pinot Noir' },
    { line_id: 'i1.2', sku: '23-CH', quantity: 8, amount: 10_000, item_kind: 'wine', unit_price: 12.5 },
  ])
})

const BUNDLE = { ...ITEM, type: 'Bundle', price: 10_000, quantity: 1 }
const thirds = ['v1', 'v2', 'v3'].map((productVariantId) => ({ productVariantId, price: 3333.33, quantity: 1 }))

// Three for $100 are 3333.33 cents each: 3 × 3333.33 = 9999.99.
test.each([
  ['three for $100 on one line', { items: [{ ...ITEM, price: 3333.333333, quantity: 3 }], subTotal: 10_000 }, [10_000]],
  [
    'three for $100 on three lines',
    { items: ['a', 'b', 'c'].map((id) => ({ ...ITEM, id, price: 3333.33, quantity: 1 })), subTotal: 9999.99 },
    [3334, 3333, 3333],
  ],
  ['parts of a bundle', { items: [{ ...BUNDLE, bundleItems: thirds }], subTotal: 10_000 }, [3333, 3334, 3333]],
  ['prices that were rounded', { items: [{ ...ITEM, price: 3333, quantity: 3 }], subTotal: 10_000 }, [10_000]],
  ['a credit that belongs to no item', { items: [ITEM], subTotal: 9100 }, [9600, -500]],
  [
    'returned items of an exchange',
    {
      items: [
        { ...ITEM, price: 3333.33, quantity: 3 },
        { ...ITEM, id: 'i2', price: 3333.33, quantity: 2, purchaseType: 'Refund' },
      ],
      subTotal: 3333.33,
    },
    [10_000, -6667],
  ],
])('%s adds up to the subtotal', (_what, changes, amounts) => {
  const order = { taxTotal: 0, tipTotal: 0, ...changes }
  const lines = linesOf(order)
  expect(lines.map(({ amount }) => amount)).toEqual(amounts)
  const { subtotal, discount, total } = orderOf(order)
  expect([subtotal - discount, total]).toEqual([Math.round(changes.subTotal), Math.round(changes.subTotal)])
})

test('splits a bundle by the parts that the customer took, in refunds too', () => {
  const parts = [
    { sku: '22-PN', price: 3333.333333, quantity: 3 },
    { sku: '23-CH', price: 3333.333333, quantity: 0 },
  ]
  const bundle = { ...ITEM, type: 'Bundle', price: 10_000, quantity: 1, bundleItems: parts }
  expect(linesOf({ items: [bundle], subTotal: 10_000 })).toMatchObject([{ sku: '22-PN', quantity: 3, amount: 10_000 }])
  const untaken = { ...bundle, bundleItems: parts.map((part) => ({ ...part, quantity: 0 })) }
  expect(linesOf({ items: [untaken], subTotal: 10_000 })).toMatchObject([
    { line_id: 'i1', quantity: 1, amount: 10_000 },
  ])
  const back = { ...bundle, quantity: -1, bundleItems: parts.map((part) => ({ ...part, quantity: -part.quantity })) }
  expect(linesOf({ purchaseType: 'Refund', items: [back], subTotal: -10_000 })).toMatchObject([
    { sku: '22-PN', quantity: -3, amount: -10_000 },
  ])
})

const coupon = (changes: object = {}) => ({
  title: '$10 off',
  inUse: true,
  productValue: 1000,
  totalValue: 1000,
  ...changes,
})

/** Two bottles at 50.00 and one at 20.00, of which the order's subtotal takes 10.00. */
const COUPONED = {
  items: [
    { ...ITEM, price: 5000 },
    { ...ITEM, id: 'i2', price: 2000, quantity: 1 },
  ],
  subTotal: 11_000,
}

test.each(['coupons', 'promotions'])('shares %s of a whole order among its items', (list) => {
  // 10.00 of 120.00: 8.33 of 100.00 and 1.67 of 20.00
  const order = { ...COUPONED, [list]: [coupon()] }
  expect(linesOf(order).map(({ amount, discount }) => [amount, discount])).toEqual([
    [9167, 833],
    [1833, 167],
  ])
  expect(orderOf(order)).toMatchObject({ subtotal: 12_000, discount: 1000, tax: 744, total: 13_244 })
})

test.each([
  ['isn’t in use', coupon({ inUse: false })],
  ['is smaller', coupon({ productValue: 900 })],
])('keeps what a subtotal lacks apart when its coupon %s', (_why, one) => {
  expect(linesOf({ ...COUPONED, coupons: [one] }).at(-1)).toMatchObject({ product_title: 'Adjustment', amount: -1000 })
})

test('counts modifiers that are only in the subtotal', () => {
  const burger = { ...ITEM, price: 3000, quantity: 1, modifiers: [{ title: 'Cheese', price: 500 }] }
  expect(linesOf({ items: [burger], subTotal: 3500 }).map(({ amount }) => amount)).toEqual([3000, 500])
  expect(orderOf({ items: [burger], subTotal: 3500 })).toMatchObject({ subtotal: 3500, discount: 0 })
})

// At 8 %: 10.80 for a glass at 10.00, 21.60 instead of 32.40 for a bottle, and 5.40 for shipping at 5.00.
test.each([
  ['sold', 1, {}],
  ['returned', -1, { purchaseType: 'Refund' }],
])('takes tax out of the prices of items %s', (_what, sign, changes) => {
  const taxed = {
    ...changes,
    items: [
      { ...ITEM, price: 1080, quantity: sign, tax: 80 * sign },
      { ...ITEM, id: 'i2', price: 2160, originalPrice: 3240, quantity: sign, tax: 160 * sign },
    ],
    shipping: [{ price: 540 * sign, tax: 40 * sign }],
    taxes: [{ title: 'GST', price: 280 * sign, isIncludedInPrice: true }],
    subTotal: 3240 * sign,
    shipTotal: 540 * sign,
    taxTotal: 280 * sign,
    tipTotal: 0,
    total: 3780 * sign,
    totalAfterTip: 3780 * sign,
  }
  expect(linesOf(taxed)).toMatchObject([
    { amount: 1000 * sign, unit_price: 10, discount: 0 },
    { amount: 2000 * sign, unit_price: 30, discount: 1000 * sign },
  ])
  expect(orderOf(taxed)).toMatchObject({
    subtotal: 4000 * sign,
    discount: 1000 * sign,
    shipping: 500 * sign,
    tax: 280 * sign,
    total: 3780 * sign,
  })
  expect(totalOfParts(Order.parse(wire(taxed)))).toBe(3780 * sign)
})

test('a fraction of a cent in tax, shipping, tip, costs and original prices is rounded', () => {
  const item = { ...ITEM, price: 3333.33, originalPrice: 4000.5, quantity: 3, costOfGood: 1100.4 }
  const changes = { items: [item], subTotal: 9999.99, taxTotal: 774.5, shipTotal: 0.4, tipTotal: 0.5, total: 10_774.49 }
  expect(orderOf({ ...changes, totalAfterTip: null })).toMatchObject({
    // 3 × 4000.5 = 12001.5, of which 2001.51 is discount; 10775 less 775 and 1 leaves 9999 for the goods
    subtotal: 12_001,
    discount: 2002,
    tax: 775,
    shipping: 0,
    tip: 1,
    total: 10_775,
  })
  expect(linesOf(changes)).toMatchObject([{ unit_price: 40.005, cost: 3301 }])
})

test('parts add up to the whole whatever the weights', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 }),
      (amount, weights) => {
        const parts = apportion(amount, weights)
        const isWeightless = weights.every((weight) => weight === 0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(isWeightless ? 0 : amount)
        expect(parts.every((part) => Number.isInteger(part) && !Object.is(part, -0))).toBe(true)
      },
    ),
  )
})

test.each([
  ['subTotal', { subTotal: undefined }, 'Sub total is missing'],
  ['subTotal', { subTotal: '96.00' }, 'Sub total must be a number'],
  ['items[0].price', { items: [{ ...ITEM, price: '48.5' }] }, 'Price must be a number'],
  ['orderSubmittedDate', { orderSubmittedDate: null }, 'Order submitted date is missing'],
  ['id', { id: null }, 'ID is empty'],
])('quarantines an order with an unusable %s: %j', (field, changes, reason) => {
  expect(read(changes).quarantined).toMatchObject([{ field, reason }])
})

const clubOrder = (id: string, at: string, changes: object = {}) =>
  orderOf({
    id,
    channel: 'Club',
    customerId: 'c1',
    orderSubmittedDate: at,
    club: { clubId: 'k1', clubTitle: 'Estate', clubPackageId: 'r1', clubPackageTitle: 'Spring' },
    ...changes,
  })

test('a release starts with its first order, in any reading order', () => {
  const later = releaseRows([clubOrder('b', '2026-03-02T00:00:00Z')], {})
  const earlier = releaseRows(
    [clubOrder('a', '2026-03-01T00:00:00Z'), clubOrder('c', '2026-03-03T00:00:00Z')],
    later.dates,
  )
  const last = releaseRows([clubOrder('d', '2026-03-04T00:00:00Z')], earlier.dates)
  const released = [later, earlier, last].map(({ rows }) =>
    rowsOfTable('club_releases', rows).map(({ released: at }) => at),
  )
  expect(released).toEqual([[Date.UTC(2026, 2, 2)], [Date.UTC(2026, 2, 1)], []])
})

test('removes a cancelled club order from its release and never adds a refund', () => {
  const { rows, removed } = releaseRows(
    [
      clubOrder('a', '2026-03-01T00:00:00Z', { paymentStatus: 'Cancelled' }),
      clubOrder('b', '2026-03-01T00:00:00Z', { purchaseType: 'Refund' }),
    ],
    {},
  )
  expect(rows.filter(({ table }) => table === 'release_members')).toEqual([])
  expect(removed).toEqual([{ table: 'release_members', sourceIds: ['a'] }])
})

test.each([
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01T00:00:00.000Z', '2026-03-01'],
  ['2026-03-01T08:00:00.000Z', '2026-03-01'],
  ['2026-03-01T02:00:00.000Z', '2026-02-28'],
  ['soon', null],
  ['2026-02-30', null],
  [null, null],
])('the local day of %s is %s in California', (text, day) => {
  expect(toLocalDay(text, 'America/Los_Angeles')).toBe(day)
})
