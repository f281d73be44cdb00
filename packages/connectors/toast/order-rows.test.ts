import { expect, test } from 'vitest'
import { rowsOfTable } from '../kit/rows.ts'
import type { OrderReferences } from './location.ts'
import { orderRows } from './order-rows.ts'
import { ToastOrder } from './order-schema.ts'
import { CHECK, ORDER, PAYMENT, SELECTION } from './samples.fixture.ts'

const ABOUT: OrderReferences = {
  timeZone: 'America/New_York',
  currency: 'USD',
  names: {
    diningOptions: new Map([
      ['dine', { name: 'Dine In', behavior: 'DINE_IN' }],
      ['tock', { name: 'Tock - To Go', behavior: 'TAKE_OUT' }],
    ]),
    revenueCenters: new Map([['patio', 'Patio']]),
    salesCategories: new Map(),
  },
  employees: new Map(),
  byGuid: new Map(),
  countsGuests: true,
  location: 'Cellar Door',
}

const rowsOf = (changes: object, about: Partial<OrderReferences> = {}) =>
  orderRows(ToastOrder.parse({ ...ORDER, ...changes }), { ...ABOUT, ...about })

const ordersOf = (changes: object) => rowsOfTable('orders', rowsOf(changes))
const linesOf = (changes: object) => rowsOfTable('order_lines', rowsOf(changes))

const check = (changes: object) => ({ checks: [{ ...CHECK, ...changes }] })

/** The order of https://doc.toasttab.com/doc/devguide/apiOrdersOrderObjectSummary.html: two sandwiches, a discount, and a delivery charge. */
const DOCUMENTED = {
  selections: [{ ...SELECTION, quantity: 2, preDiscountPrice: 16, price: 15, tax: 1.35 }],
  appliedServiceCharges: [{ guid: 'c1', name: 'Delivery', chargeAmount: 3, delivery: true, gratuity: false }],
  amount: 18,
  taxAmount: 1.35,
  totalAmount: 19.35,
  payments: [{ ...PAYMENT, amount: 19.35, tipAmount: 3 }],
}

test('the documented example of amounts adds up', () => {
  expect(ordersOf(check(DOCUMENTED))).toMatchObject([
    { subtotal: 1600, discount: 100, shipping: 300, tax: 135, tip: 300, total: 2235 },
  ])
  expect(linesOf(check(DOCUMENTED))).toMatchObject([{ quantity: 2, unit_price: 8, discount: 100, amount: 1500 }])
})

// The amounts of a check lack gratuities.
test.each([
  ['gratuity is a tip', { gratuity: true }, { amount: 1, totalAmount: 1.06 }, { tax: 6, tip: 300 }],
  [
    'donation is passed on like tax',
    { serviceChargeCategory: 'FUNDRAISING_CAMPAIGN' },
    { amount: 4, totalAmount: 4.06 },
    { tax: 306, tip: 0 },
  ],
])('a %s', (_, charge, amounts, expected) => {
  const appliedServiceCharges = [{ guid: 'c1', chargeAmount: 3, ...charge }]
  expect(ordersOf(check({ ...amounts, appliedServiceCharges }))).toMatchObject([
    { subtotal: 100, ...expected, total: 406 },
  ])
})

const back = (cents: number, transaction: string, at: string, day: number) => ({
  refundAmount: cents / 100,
  tipRefundAmount: 0,
  refundDate: at,
  refundBusinessDate: day,
  refundTransaction: { guid: transaction, entityType: 'RefundTransaction' },
})

const modified = (price: number, amount: number) =>
  check({
    selections: [
      {
        ...SELECTION,
        preDiscountPrice: price,
        price,
        modifiers: [
          { ...SELECTION, guid: 'm1', displayName: 'Reserve Pour', price: 5, preDiscountPrice: 5 },
          { ...SELECTION, guid: 'm2', displayName: 'No ice', price: 0, preDiscountPrice: 0 },
        ],
      },
    ],
    amount,
    taxAmount: 0,
    totalAmount: amount,
    payments: [],
  })

test.each([
  ['includes its modifiers', 25],
  ['comes without them', 20],
])('a modifier with a price is a line of its own where the price of the item %s', (_, price) => {
  expect(linesOf(modified(price, 25)).map(({ product_title, amount }) => [product_title, amount])).toEqual([
    ['test', 2000],
    ['Reserve Pour', 500],
  ])
  expect(ordersOf(modified(price, 25))).toMatchObject([{ subtotal: 2500, total: 2500 }])
})

test('a modifier is no unit of its own, in a sale and in its refund', () => {
  const modifiers = [{ ...SELECTION, guid: 'm1', displayName: 'Reserve Pour', price: 5, preDiscountPrice: 5 }]
  const order = check({
    selections: [{ ...SELECTION, quantity: 2, preDiscountPrice: 25, price: 25, modifiers }],
    appliedServiceCharges: [{ guid: 'c1', name: 'Corkage', chargeAmount: 10, delivery: false, gratuity: false }],
    amount: 35,
    taxAmount: 0,
    totalAmount: 35,
    payments: [{ ...PAYMENT, amount: 35, refund: back(3500, 'r1', '2019-02-25T18:00:00.000+0000', 20190225) }],
  })
  expect(linesOf(order).map(({ product_title, quantity, amount }) => [product_title, quantity, amount])).toEqual([
    ['test', 2, 2000],
    ['Reserve Pour', 0, 500],
    ['Corkage', 0, 1000],
    ['test', -2, -2000],
    ['Reserve Pour', 0, -500],
    ['Corkage', 0, -1000],
  ])
})

// Open and unpaid orders are sales too: https://doc.toasttab.com/doc/devguide/apiOrdersNetSalesCalculation.html
test.each([
  ['an order with a paid check', ['CLOSED', 'OPEN'], 'paid', 'CLOSED'],
  ['an order with a paid check that was opened later', ['OPEN', 'PAID'], 'paid', 'PAID'],
  ['an order of which nothing is paid', ['OPEN', 'OPEN'], 'pending', 'OPEN'],
  ['an order in a state that Toast has added', ['TABBED'], 'other', 'TABBED'],
])('%s counts with all its checks, as in Toast’s reports, once something is paid', (_, states, status, raw) => {
  const checks = states.map((paymentStatus, index) => ({ ...CHECK, guid: `check-${index}`, paymentStatus }))
  expect(ordersOf({ checks })).toMatchObject([
    { payment_status: status, payment_status_raw: raw, total: 106 * states.length },
  ])
})

test('what the parts of a check don’t explain is an adjustment', () => {
  const order = check({ amount: 1.5, totalAmount: 1.56 })
  expect(linesOf(order)).toMatchObject([{ amount: 100 }, { product_title: 'Adjustment', amount: 50, quantity: 0 }])
  expect(ordersOf(order)).toMatchObject([{ subtotal: 150, total: 156 }])
})

test('each refund counts on its own business day, with the items of its transaction', () => {
  const order = check({
    selections: [
      {
        ...SELECTION,
        refundDetails: { refundAmount: 1, taxRefundAmount: 0.06, refundTransaction: { guid: 'r1' } },
      },
    ],
    payments: [
      { ...PAYMENT, guid: 'p1', refund: back(106, 'r1', '2019-03-01T06:30:00.000+0000', 20190228) },
      { ...PAYMENT, guid: 'p2', refund: back(30, 'r2', '2019-03-05T18:00:00.000+0000', 20190305) },
    ],
  })
  const [, first, second] = ordersOf(order)
  // 1:30 in New York, before the end of the business day.
  expect(first).toMatchObject({
    source_id: `${ORDER.guid}:p1`,
    order_number: '2-R1',
    ordered: Date.parse('2019-02-28T23:59:59-05:00'),
    subtotal: -100,
    tax: -6,
    total: -106,
    refund_of_source_id: ORDER.guid,
  })
  expect(second).toMatchObject({
    source_id: `${ORDER.guid}:p2`,
    ordered: Date.UTC(2019, 2, 5, 18),
    total: -30,
  })
})

test('refunds of amounts that are the whole sale together take back all of it, line by line', () => {
  const order = check({
    payments: [
      { ...PAYMENT, guid: 'p1', refund: back(35, 'r1', '2019-02-25T18:00:00.000+0000', 20190225) },
      { ...PAYMENT, guid: 'p2', refund: back(35, 'r2', '2019-02-26T18:00:00.000+0000', 20190226) },
      { ...PAYMENT, guid: 'p3', refund: back(36, 'r3', '2019-02-27T18:00:00.000+0000', 20190227) },
    ],
  })
  const [sale, ...refunds] = ordersOf(order)
  const given = (column: 'subtotal' | 'discount' | 'tax' | 'total') =>
    refunds.reduce((sum, row) => sum - Number(row[column]), 0)
  expect(refunds.map(({ total }) => total)).toEqual([-35, -35, -36])
  for (const column of ['subtotal', 'discount', 'tax', 'total'] as const) expect(given(column)).toBe(sale?.[column])
  expect(linesOf(order).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(0)
})

test.each([
  ['a gift card', { deferred: true }],
  ['a payment of a house account', { selectionType: 'HOUSE_ACCOUNT_PAY_BALANCE' }],
])('%s is no sale', (_, changes) => {
  expect(linesOf(check({ selections: [{ ...SELECTION, ...changes }] }))).toMatchObject([{ item_kind: 'gift_card' }])
})

test('a glass of wine is no bottle', () => {
  const named = (displayName: string) =>
    linesOf(check({ selections: [{ ...SELECTION, displayName, item: null }] }))[0]?.item_kind
  expect(['2021 Pinot Noir', '2021 Pinot Noir - Glass', 'Rosé 5oz', 'Estate Flight'].map(named)).toEqual([
    'wine',
    'food',
    'food',
    'tasting',
  ])
})

test('a party at a table is a visit of its guests in the revenue center', () => {
  const seated = {
    diningOption: { guid: 'dine' },
    table: { guid: 't1' },
    revenueCenter: { guid: 'patio' },
    numberOfGuests: 4,
  }
  const visit = (changes: object, about = {}) =>
    rowsOf({ ...seated, ...changes }, about).filter(({ table }) => table === 'reservations')
  expect(visit({})).toMatchObject([
    { row: { experience: 'Patio', guests: 4, status: 'closed_out', order_source_id: ORDER.guid } },
  ])
  expect(visit({ voided: true })).toMatchObject([{ row: { status: 'cancelled' } }])
  const checks = [CHECK, { ...CHECK, guid: 'open', paymentStatus: 'OPEN', payments: [] }]
  expect(visit({ checks })).toMatchObject([{ row: { status: 'checked_in' } }])
  expect(visit({ table: null })).toEqual([])
  expect(visit({ diningOption: { guid: 'tock' } })).toEqual([])
  expect(visit({}, { countsGuests: false })).toEqual([])
})

test('a dining option names the program that sent an order', () => {
  expect(ordersOf({ source: 'API', diningOption: { guid: 'tock' } })).toMatchObject([
    { channel: 'reservation', external_vendor: 'Tock', delivery_method: 'pickup' },
  ])
})

test.each([
  ['voided', { voided: true }],
  ['never approved', { approvalStatus: 'NOT_APPROVED' }],
  ['voided check by check', check({ voided: true })],
])('an order that was %s is canceled', (_, changes) => {
  expect(ordersOf(changes)).toMatchObject([{ payment_status: 'cancelled', is_refund: false }])
})

test.each([
  ['deleted', { deleted: true }],
  ['made in test mode', { createdInTestMode: true }],
  ['food that was thrown away', { excessFood: true }],
])('an order that is %s gives no rows', (_, changes) => {
  expect(rowsOf(changes)).toEqual([])
})
