import { expect, test } from 'vitest'
import { CHANNELS, FULFILLMENT_STATUSES, fullTitle, kindColumns, toDeliveryMethod, toPaymentStatus } from './codes.ts'

test.each([
  ['web', 'web'],
  ['pos', 'pos'],
  ['iphone', 'pos'],
  ['shopify_draft_order', 'phone'],
  ['subscription_contract', 'club'],
  ['subscription_contract_checkout_one', 'club'],
  ['instagram', 'marketplace'],
  ['580111', 'other'],
  ['constructor', 'other'],
  [null, 'other'],
])('maps the source %s to the channel %s', (source, channel) => {
  expect(CHANNELS.read(source)).toBe(channel)
})

test.each([
  ['PAID', null, 'paid'],
  ['PARTIALLY_REFUNDED', null, 'paid'],
  ['REFUNDED', null, 'paid'],
  ['REFUNDED', 1, 'cancelled'],
  ['PAID', 1, 'cancelled'],
  ['VOIDED', null, 'cancelled'],
  ['EXPIRED', null, 'cancelled'],
  ['AUTHORIZED', null, 'authorized'],
  ['PENDING', null, 'pending'],
  ['PARTIALLY_PAID', null, 'paid'],
  ['BARTERED', null, 'other'],
  [null, null, 'other'],
])('maps financial status %s, cancelled at %s, to %s', (displayFinancialStatus, cancelledAt, status) => {
  expect(toPaymentStatus({ displayFinancialStatus, cancelledAt }, false)).toBe(status)
})

test.each([
  ['FULFILLED', 'fulfilled'],
  ['PARTIALLY_FULFILLED', 'partial'],
  ['RESTOCKED', 'not_required'],
  ['ON_HOLD', 'unfulfilled'],
  ['IN_PROGRESS', 'unfulfilled'],
  ['TELEPORTED', 'other'],
  [null, 'other'],
])('maps fulfillment status %s to %s', (status, code) => {
  expect(FULFILLMENT_STATUSES.read(status)).toBe(code)
})

const line = (title: string, deliveryCategory: string | null = null) => ({ title, code: null, deliveryCategory })

test.each([
  ['pos', null, false, 'carry_out'],
  ['pos', line('Ground'), true, 'ship'],
  ['web', line('Ground'), true, 'ship'],
  ['web', line('Pickup at the cellar'), false, 'pickup'],
  ['web', line('Cellar door', 'pick-up'), false, 'pickup'],
  ['web', line('Will call'), true, 'pickup'],
  ['web', line('Click & Collect'), true, 'pickup'],
  ['web', null, false, 'other'],
  ['club', null, true, 'ship'],
] as const)(
  'maps channel %s, shipping line %j, has address: %s to %s',
  (channel, shippingLine, hasShippingAddress, method) => {
    expect(toDeliveryMethod({ channel, shippingLine, hasShippingAddress })).toBe(method)
  },
)

const WINE = 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine'
const CHEESE = 'Food, Beverages & Tobacco > Food Items > Dairy Products > Cheese'

test.each([
  ['Estate', 'Wine', WINE, { category: 'Wine', item_kind: 'wine', vintage: null }],
  ['Syrah 2019', 'Reds', null, { category: 'Reds', item_kind: 'wine', vintage: '2019' }],
  ['Estate Red', null, WINE, { category: 'Wine', item_kind: 'wine', vintage: null }],
  ['Vacherin', null, CHEESE, { category: 'Cheese', item_kind: 'food', vintage: null }],
  ['Harvest Supper 2024', 'Wine', null, { category: 'Wine', item_kind: 'event', vintage: null }],
  ['2019 Syrah', null, null, { category: null, item_kind: 'wine', vintage: '2019' }],
])('%s of type %s in the taxonomy %s: %j', (title, productType, taxonomy, columns) => {
  expect(kindColumns({ isGiftCard: false, title, productType, taxonomy })).toEqual(columns)
})

test('maps a gift card of Shopify to gift_card whatever its names', () => {
  const card = { isGiftCard: true, title: 'Wine for you', productType: 'Wine', taxonomy: null }
  expect(kindColumns(card).item_kind).toBe('gift_card')
})

test.each(['Pinot Noir', 'Cabernet Sauvignon', 'Chardonnay', 'Zinfandel', 'Blend'])(
  'a shop’s type %s is wine',
  (productType) => {
    const wine = { isGiftCard: false, title: 'Home Block', productType, taxonomy: null }
    expect(kindColumns(wine)).toMatchObject({ category: productType, item_kind: 'wine' })
  },
)

test('omits the variant name of a product with one variant', () => {
  expect(fullTitle('Cap', 'Default Title')).toBe('Cap')
  expect(fullTitle('Cap', null)).toBe('Cap')
  expect(fullTitle('Cap', 'Green')).toBe('Cap - Green')
})
