import { expect, test } from 'vitest'
import {
  countedAt,
  squareItemKind,
  toChannel,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  toVendor,
} from './codes.ts'
import { SquareOrder } from './order-schema.ts'
import { rawOrder, usd } from './square-order.fixture.ts'

const orderOf = (changes: object) => SquareOrder.parse(rawOrder(changes))

const card = (status: string, amount = 5200) => ({
  type: 'CARD',
  amount_money: usd(amount),
  card_details: { status, entry_method: 'KEYED' },
})

const OTHER = { type: 'OTHER', amount_money: usd(5200) }

test.each<readonly [string | null, string | null, object, string]>([
  [null, 'SQUARE_POS', {}, 'pos'],
  [null, 'TERMINAL_API', {}, 'pos'],
  [null, 'ONLINE_STORE', {}, 'web'],
  [null, 'VIRTUAL_TERMINAL', {}, 'phone'],
  [null, 'APPOINTMENTS', {}, 'reservation'],
  [null, 'INVOICES', {}, 'other'],
  ['Square Point of Sale', null, {}, 'pos'],
  ['Square Online', null, {}, 'web'],
  ['Exploretock via Tock', 'OTHER', {}, 'reservation'],
  ['Estate Wine Club', 'ECOMMERCE_API', {}, 'club'],
  ['DoorDash', 'OTHER', {}, 'marketplace'],
  ['Virtual Terminal', null, {}, 'phone'],
  ['Something Else', null, {}, 'other'],
  [null, null, {}, 'pos'],
  [null, null, { fulfillments: [{ type: 'PICKUP', state: 'PROPOSED' }] }, 'web'],
  [null, null, { fulfillments: [{ type: 'PICKUP', state: 'PROPOSED' }], tenders: [{ type: 'CASH' }] }, 'pos'],
])('maps source %s, product %s with %j to channel %s', (name, product, changes, channel) => {
  expect(toChannel(orderOf({ ...(name === null ? {} : { source: { name } }), ...changes }), product)).toBe(channel)
})

test.each([
  ['Tock', 'Tock'],
  ['CellarPass', 'CellarPass'],
  ['Stockroom', null],
  [null, null],
])('maps vendor of %s to %s', (source, vendor) => {
  expect(toVendor(source)).toBe(vendor)
})

test.each<readonly [string, object, string]>([
  ['COMPLETED', {}, 'paid'],
  ['CANCELED', { tenders: [card('VOIDED')] }, 'cancelled'],
  ['DRAFT', {}, 'pending'],
  ['OPEN', {}, 'pending'],
  ['OPEN', { tenders: [card('CAPTURED')] }, 'paid'],
  ['OPEN', { tenders: [card('CAPTURED', 5199)] }, 'pending'],
  ['OPEN', { tenders: [card('CAPTURED', 2600), card('AUTHORIZED', 2600)] }, 'authorized'],
  ['OPEN', { tenders: [card('FAILED')] }, 'pending'],
  ['OPEN', { tenders: [card('SETTLING')] }, 'pending'],
  ['OPEN', { tenders: [{ ...OTHER, bank_account_details: { status: 'PENDING' } }] }, 'pending'],
  ['OPEN', { tenders: [{ ...OTHER, bank_account_details: { status: 'COMPLETED' } }] }, 'paid'],
  ['OPEN', { tenders: [{ ...OTHER, buy_now_pay_later_details: { status: 'AUTHORIZED' } }] }, 'authorized'],
  ['OPEN', { tenders: [{ type: 'CASH', amount_money: usd(5200) }] }, 'paid'],
  ['ON_ICE', {}, 'other'],
])('maps an order in state %s with %j to %s', (state, changes, status) => {
  expect(toPaymentStatus(orderOf({ state, ...changes }))).toBe(status)
})

test.each<readonly [readonly (readonly [string, string])[], string, string]>([
  [[], 'not_required', 'carry_out'],
  [[['PICKUP', 'PREPARED']], 'unfulfilled', 'pickup'],
  [[['PICKUP', 'COMPLETED']], 'fulfilled', 'pickup'],
  [[['SHIPMENT', 'RESERVED']], 'unfulfilled', 'ship'],
  [[['DELIVERY', 'COMPLETED']], 'fulfilled', 'ship'],
  [
    [
      ['PICKUP', 'CANCELED'],
      ['SHIPMENT', 'COMPLETED'],
    ],
    'fulfilled',
    'ship',
  ],
  [
    [
      ['SHIPMENT', 'COMPLETED'],
      ['SHIPMENT', 'PROPOSED'],
    ],
    'partial',
    'ship',
  ],
  [[['PICKUP', 'FAILED']], 'not_required', 'pickup'],
  [[['PICKUP', 'SOMEWHERE']], 'other', 'pickup'],
  [[['DRONE', 'PROPOSED']], 'unfulfilled', 'other'],
])('maps fulfillments %j to %s, %s', (pairs, status, method) => {
  const { fulfillments } = orderOf({ fulfillments: pairs.map(([type, state]) => ({ type, state })) })
  expect(toFulfillmentStatus(fulfillments)).toBe(status)
  expect(toDeliveryMethod(fulfillments)).toBe(method)
})

test.each<readonly [category: string | null, title: string, productType: string, isAlcoholic: boolean | null, string]>([
  ['Experiences', 'Reserve', 'APPOINTMENTS_SERVICE', null, 'tasting'],
  [null, 'Cave Tour', 'APPOINTMENTS_SERVICE', null, 'tasting'],
  [null, 'Cellar Room', 'APPOINTMENTS_SERVICE', null, 'reservation'],
  ['Wine', 'Chardonnay', 'FOOD_AND_BEV', true, 'wine'],
  [null, 'Chardonnay', 'FOOD_AND_BEV', null, 'food'],
  [null, 'Cuvée 12', 'REGULAR', true, 'wine'],
  [null, 'No. 12', 'REGULAR', true, 'wine'],
  [null, 'No. 12', 'REGULAR', null, 'other'],
  [null, 'Pale Ale', 'REGULAR', true, 'food'],
  [null, 'Dry Cider', 'REGULAR', true, 'food'],
  [null, 'Vineyard Negroni', 'REGULAR', true, 'food'],
  ['Bookkeeping', 'Fee', 'REGULAR', null, 'other'],
])('maps category %s, item %s of type %s (alcoholic: %s) to %s', (category, title, productType, isAlcoholic, kind) => {
  expect(squareItemKind({ category, title, productType, isAlcoholic })).toBe(kind)
})

const MADE = '2026-02-01T18:29:24Z'
const DEPOSIT = '2026-02-02T16:00:00Z'
const REST = '2026-02-08T16:21:00Z'
const CLOSED = '2026-03-01T10:00:00Z'

const paid = (created_at: string, status = 'CAPTURED') => ({ ...card(status, 2600), created_at })

test.each<readonly [string, object, string]>([
  ['a ticket when it is paid', { tenders: [paid(DEPOSIT)] }, DEPOSIT],
  [
    'an order that waits for its shipment when it is paid',
    { state: 'OPEN', tenders: [paid(DEPOSIT), paid(REST)] },
    REST,
  ],
  ['a deposit when the order was made', { state: 'OPEN', tenders: [paid(DEPOSIT)] }, MADE],
  ['an order that costs nothing when it is closed', { closed_at: CLOSED }, CLOSED],
  ['an order without payment and closing when it was made', {}, MADE],
  ['a canceled order when it was made', { state: 'CANCELED', tenders: [paid(REST)] }, MADE],
  ['an order without its voided payment', { tenders: [paid(DEPOSIT), paid(REST, 'VOIDED')] }, DEPOSIT],
])('counts %s', (_what, changes, counted) => {
  expect(countedAt(orderOf({ created_at: MADE, ...changes }))).toBe(Date.parse(counted))
})
