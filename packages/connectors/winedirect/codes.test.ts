import { expect, test } from 'vitest'
import {
  CHANNELS,
  isRefundType,
  MEMBERSHIP_STATUSES,
  toComplianceStatus,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  wineDirectItemKind,
} from './codes.ts'

test.each([
  ['Website', 'web'],
  ['Mobile', 'web'],
  ['iPad', 'pos'],
  ['POS', 'pos'],
  ['Admin Panel', 'phone'],
  ['AdminPanel', 'phone'],
  ['Club Order', 'club'],
  ['ClubOrder', 'club'],
  ['Reservation', 'reservation'],
  ['Marketplace', 'marketplace'],
  ['Carrier Pigeon', 'other'],
  ['constructor', 'other'],
  [null, 'other'],
])('maps an order of type %s to channel %s', (type, channel) => {
  expect(CHANNELS.read(type)).toBe(channel)
})

test.each([
  ['Paid', 'Completed', 'paid'],
  ['Refunded', 'Completed', 'paid'],
  ['Authorized', 'Submitted', 'authorized'],
  ['Submitted', 'Submitted', 'pending'],
  ['Pending', 'Pending', 'pending'],
  ['Declined', 'Hold', 'pending'],
  ['Voided', 'Completed', 'cancelled'],
  ['Paid', 'Cancelled', 'cancelled'],
  ['Bartered', 'Completed', 'other'],
  [null, null, 'other'],
])('maps payment %s of an order in state %s to %s', (payment, order, status) => {
  expect(toPaymentStatus(payment, order)).toBe(status)
})

test.each([
  ['Quarantine', 'Quarantined'],
  ['Completed', null],
  [null, null],
])('maps order status %s to compliance status %s', (status, expected) => {
  expect(toComplianceStatus(status)).toBe(expected)
})

const FACTS = { isPickup: false, isPendingPickup: false, hasPickupDate: false, hasShippingAddress: true }

test.each([
  ['web', {}, 'ship'],
  ['web', { isPickup: true, isPendingPickup: true }, 'pickup'],
  ['web', { isPickup: true }, 'pickup'],
  ['pos', { hasShippingAddress: false }, 'carry_out'],
  ['pos', { isPickup: true, hasShippingAddress: false }, 'carry_out'],
  ['pos', { isPickup: true, isPendingPickup: true }, 'pickup'],
  ['pos', { isPickup: true, hasPickupDate: true }, 'pickup'],
  ['pos', {}, 'ship'],
  ['club', { hasShippingAddress: false }, 'ship'],
] as const)('maps channel %s with %j to delivery method %s', (channel, facts, expected) => {
  expect(toDeliveryMethod({ channel, ...FACTS, ...facts })).toBe(expected)
})

const SHIP = {
  delivery: 'ship',
  shipping: 'NoStatus',
  isPendingPickup: false,
  isRefund: false,
  shippedLines: 0,
  lines: 2,
} as const

test.each([
  [{}, 'unfulfilled'],
  [{ shipping: null }, 'unfulfilled'],
  [{ shipping: 'Shipped' }, 'fulfilled'],
  [{ shipping: 'PickedUp' }, 'fulfilled'],
  [{ shipping: 'SentToFulfillment' }, 'unfulfilled'],
  [{ shipping: 'Teleported' }, 'other'],
  [{ shippedLines: 1 }, 'partial'],
  [{ shippedLines: 2 }, 'fulfilled'],
  [{ delivery: 'pickup', isPendingPickup: true }, 'unfulfilled'],
  [{ delivery: 'pickup' }, 'fulfilled'],
  [{ delivery: 'carry_out' }, 'fulfilled'],
  [{ isRefund: true, shipping: 'Shipped' }, 'not_required'],
] as const)('maps an order with %j to %s', (facts, expected) => {
  expect(toFulfillmentStatus({ ...SHIP, ...facts })).toBe(expected)
})

test.each([
  ['Wine', 'Red', 'wine'],
  ['WineProduct', null, 'wine'],
  ['Bundle', null, 'wine'],
  ['Wine', 'Tasting Room', 'wine'],
  ['Product', 'Shop', 'merch'],
  ['Product', 'Tastings', 'tasting'],
  ['EventTicket', 'Tasting', 'tasting'],
  ['EventTicket', 'Dinners', 'event'],
  ['GiftCard', 'Tasting', 'gift_card'],
  [null, null, 'other'],
])('maps an item of type %s in %s to %s', (type, department, kind) => {
  expect(wineDirectItemKind({ type, title: 'No. 7', department })).toBe(kind)
})

test.each([
  ['Refund', true],
  ['return', true],
  ['Sale', false],
  [null, false],
])('a transaction of type %s is a refund: %s', (type, expected) => {
  expect(isRefundType(type)).toBe(expected)
})

test.each([
  ['Active', 'active'],
  ['OnHold', 'on_hold'],
  ['On Hold', 'on_hold'],
  ['Cancelled', 'cancelled'],
  ['Asleep', 'other'],
  [null, 'other'],
])('maps membership status %s to %s', (status, expected) => {
  expect(MEMBERSHIP_STATUSES.read(status)).toBe(expected)
})
