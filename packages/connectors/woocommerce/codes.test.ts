import { expect, test } from 'vitest'
import {
  CHANNELS,
  isDraft,
  isKnownStatus,
  isUnpaidSubscription,
  toChannel,
  toDeliveryMethod,
  toFeeKind,
  toFulfillmentStatus,
  toMembershipStatus,
  toPaymentStatus,
} from './codes.ts'

// https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties lists the first seven.
test.each([
  ['pending', 'pending', 'unfulfilled'],
  ['processing', 'paid', 'unfulfilled'],
  ['on-hold', 'pending', 'unfulfilled'],
  ['completed', 'paid', 'fulfilled'],
  ['cancelled', 'cancelled', 'not_required'],
  ['refunded', 'paid', 'not_required'],
  ['failed', 'cancelled', 'not_required'],
  ['shipped', 'other', 'other'],
  ['constructor', 'other', 'other'],
])(
  'an unpaid order that is %s has the payment status %s and the fulfillment status %s',
  (status, payment, fulfillment) => {
    expect(toPaymentStatus(status, null)).toBe(payment)
    expect(toFulfillmentStatus(status)).toBe(fulfillment)
  },
)

test('an order of an unknown status is paid if it has a date of payment, and a canceled one is not', () => {
  expect(toPaymentStatus('shipped', 1)).toBe('paid')
  expect(toPaymentStatus('cancelled', 1)).toBe('cancelled')
})

test.each(['checkout-draft', 'auto-draft'])('an order that is %s is a draft', (status) => {
  expect(isDraft(status)).toBe(true)
  expect(isKnownStatus(status)).toBe(true)
})

test.each([
  ['checkout', 'web'],
  ['store-api', 'web'],
  ['admin', 'phone'],
  ['subscription', 'club'],
  ['pos-rest-api', 'pos'],
  ['point-of-sale', 'pos'],
  ['rest-api', 'other'],
  ['toString', 'other'],
  [null, 'other'],
])('an order created via %s is of the channel %s', (createdVia, channel) => {
  expect(toChannel(createdVia, false)).toBe(channel)
  expect(toChannel(createdVia, true)).toBe('club')
  expect(CHANNELS.has(createdVia ?? '')).toBe(channel !== 'other')
})

test.each([
  ['local_pickup', 'Local pickup', 'pickup'],
  ['pickup_location', 'Napa', 'pickup'],
  ['flat_rate', 'Pick up at the winery', 'pickup'],
  ['flat_rate', 'Click and collect', 'pickup'],
  ['flat_rate', 'Flat Rate', 'ship'],
])('the method %s named %s is the delivery method %s', (method_id, method_title, delivery) => {
  expect(toDeliveryMethod('web', [{ method_id, method_title }])).toBe(delivery)
})

test('without a shipping method, a sale at the register is carried out', () => {
  expect(toDeliveryMethod('pos', [])).toBe('carry_out')
  expect(toDeliveryMethod('web', [])).toBe('other')
})

test.each([
  ['Tip', 'tip'],
  ['Gratuity (18%)', 'tip'],
  ['Bottle Deposit', 'deposit'],
  ['CRV', 'deposit'],
  ['Handling Fee', 'shipping'],
  ['Adult Signature Fee', 'shipping'],
  ['Gift wrap', 'item'],
  ['Tipsy tote', 'item'],
  [null, 'item'],
])('the fee %s is of the kind %s', (name, kind) => {
  expect(toFeeKind(name)).toBe(kind)
})

// https://woocommerce.github.io/subscriptions-rest-api-docs/#subscription-properties lists them.
test.each([
  ['active', 'active'],
  ['on-hold', 'on_hold'],
  ['pending-cancel', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['expired', 'cancelled'],
  ['switched', 'other'],
])('a subscription that is %s is a membership that is %s', (status, membership) => {
  expect(toMembershipStatus(status)).toBe(membership)
  expect(isUnpaidSubscription(status)).toBe(false)
})

test('a subscription that was never paid is no membership', () => {
  expect(isUnpaidSubscription('pending')).toBe(true)
})
