import { describe, expect, test } from 'vitest'
import { toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { BcConsignments } from './order-schema.ts'

describe('payment status', () => {
  // Every status of https://developer.bigcommerce.com/docs/rest-management/orders/order-status, paid without a gateway.
  test.each([
    [1, 'pending'],
    [2, 'paid'],
    [3, 'paid'],
    [5, 'cancelled'],
    [6, 'cancelled'],
    [7, 'pending'],
    [8, 'paid'],
    [9, 'paid'],
    [10, 'paid'],
    [11, 'paid'],
    [12, 'pending'],
    [13, 'paid'],
    [14, 'paid'],
    [77, 'other'],
  ])('of an order with status %i and no payment status is %s', (status_id, expected) => {
    expect(toPaymentStatus({ status_id, payment_status: null, hasRefunds: false })).toBe(expected)
  })

  test.each([
    ['authorized', 'authorized'],
    ['captured', 'paid'],
    ['capture pending', 'paid'],
    ['declined', 'cancelled'],
    ['held for review', 'pending'],
    ['paid', 'paid'],
    ['partially refunded', 'paid'],
    ['pending', 'pending'],
    ['refunded', 'paid'],
    ['void', 'cancelled'],
    ['void pending', 'cancelled'],
    ['Captured', 'paid'],
    ['pawned', 'other'],
    ['constructor', 'other'],
  ])('%s is %s while goods are in the store', (payment_status, expected) => {
    expect(toPaymentStatus({ status_id: 11, payment_status, hasRefunds: false })).toBe(expected)
  })

  test('a canceled order stays canceled, whatever was captured', () => {
    expect(toPaymentStatus({ status_id: 5, payment_status: 'captured', hasRefunds: true })).toBe('cancelled')
  })

  test('an authorized order counts as paid once its goods have left', () => {
    expect(toPaymentStatus({ status_id: 2, payment_status: 'authorized', hasRefunds: false })).toBe('paid')
  })

  test('an order marked as refunded without a refund is no sale; with refunds they take it back', () => {
    expect(toPaymentStatus({ status_id: 4, payment_status: 'captured', hasRefunds: false })).toBe('cancelled')
    expect(toPaymentStatus({ status_id: 4, payment_status: 'refunded', hasRefunds: true })).toBe('paid')
  })
})

test.each([
  [1, 0, 'unfulfilled'],
  [2, 3, 'fulfilled'],
  [3, 1, 'partial'],
  [4, 0, 'unfulfilled'],
  [4, 3, 'fulfilled'],
  [5, 0, 'not_required'],
  [10, 0, 'fulfilled'],
  [14, 2, 'partial'],
  [77, 3, 'other'],
])('status %i with %i of 3 items shipped is %s', (status_id, items_shipped, expected) => {
  expect(toFulfillmentStatus({ status_id, items_total: 3, items_shipped })).toBe(expected)
})

test.each([
  ['www', null, 'web'],
  ['mobile', null, 'web'],
  ['checkout_api', null, 'web'],
  ['manual', null, 'phone'],
  ['ebay', null, 'marketplace'],
  ['facebookshop', null, 'marketplace'],
  ['external', 'POS (Square)', 'pos'],
  ['external', 'Wine Club App', 'club'],
  ['external', 'ERP (Acumatica)', 'other'],
  ['external', 'M-MIG', 'other'],
  ['external', 'Shipposter', 'other'],
  ['carrier pigeon', null, 'other'],
  [null, null, 'other'],
])('an order from %s (%s) came by %s', (order_source, external_source, expected) => {
  expect(toChannel({ order_source, external_source })).toBe(expected)
})

describe('delivery', () => {
  const consignments = (given: object) => BcConsignments.parse(given)
  const sent = (shipping_method: string | null) => consignments({ shipping: [{ shipping_method }] })

  test.each([
    ['a pickup', consignments({ pickups: [{ pickup_method_display_name: 'Dock' }] }), 'pickup', 'Dock'],
    ['a method named pickup', sent('Pick Up In Store'), 'pickup', 'Pick Up In Store'],
    ['freight that the customer pays', sent('Freight Collect'), 'ship', 'Freight Collect'],
    ['a shipment', sent('UPS Ground'), 'ship', 'UPS Ground'],
    ['a shipment without a method', sent(null), 'ship', null],
    ['a download', consignments({ downloads: [{ line_items: [] }] }), 'other', null],
  ] as const)('of %s', (_name, given, method, raw) => {
    expect(toDeliveryMethod({ consignments: given, order_is_digital: false }, 'web')).toEqual({ method, raw })
  })

  test('of a sale at the register is carry-out', () => {
    expect(toDeliveryMethod({ consignments: sent('None'), order_is_digital: false }, 'pos').method).toBe('carry_out')
  })
})
