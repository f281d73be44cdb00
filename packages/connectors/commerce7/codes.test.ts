import { expect, test } from 'vitest'
import {
  CHANNELS,
  c7ItemKind,
  DELIVERY_METHODS,
  FULFILLMENT_STATUSES,
  MEMBERSHIP_STATUSES,
  ORDER_TYPES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
} from './codes.ts'

const TABLES = {
  channel: CHANNELS,
  'order type': ORDER_TYPES,
  payment: PAYMENT_STATUSES,
  fulfillment: FULFILLMENT_STATUSES,
  delivery: DELIVERY_METHODS,
  membership: MEMBERSHIP_STATUSES,
  reservation: RESERVATION_STATUSES,
}

test.each([
  ['channel', 'POS', 'pos'],
  ['channel', 'Web', 'web'],
  ['channel', 'Club', 'club'],
  ['channel', 'Inbound', 'phone'],
  ['channel', 'Outbound', 'phone'],
  ['channel', 'Marketplace', 'marketplace'],
  ['order type', 'Regular', 'regular'],
  ['order type', 'Refund', 'refund'],
  ['order type', 'Exchange', 'exchange'],
  ['order type', 'Pickup To Ship', 'regular'],
  ['order type', 'Corporate Order', 'corporate'],
  ['payment', 'Paid', 'paid'],
  ['payment', 'Authorized', 'authorized'],
  ['payment', 'Cancelled', 'cancelled'],
  ['fulfillment', 'Fulfilled', 'fulfilled'],
  ['fulfillment', 'Not Fulfilled', 'unfulfilled'],
  ['fulfillment', 'Partially Fulfilled', 'partial'],
  ['fulfillment', 'No Fulfillment Required', 'not_required'],
  ['delivery', 'Pickup', 'pickup'],
  ['delivery', 'Carry Out', 'carry_out'],
  ['delivery', 'Ship', 'ship'],
  ['membership', 'Active', 'active'],
  ['membership', 'On Hold', 'on_hold'],
  ['membership', 'Cancelled', 'cancelled'],
  ['membership', 'Planning', 'other'],
  ['reservation', 'Hold', 'reserved'],
  ['reservation', 'Reserved', 'reserved'],
  ['reservation', 'Processing', 'reserved'],
  ['reservation', 'Paid', 'reserved'],
  ['reservation', 'Checked In', 'checked_in'],
  ['reservation', 'Closed Out', 'closed_out'],
  ['reservation', 'Cancelled', 'cancelled'],
  ['reservation', 'No Show', 'no_show'],
  ['reservation', 'Incomplete', 'other'],
  ['channel', 'Carrier Pigeon', 'other'],
  ['channel', 'constructor', 'other'],
  ['channel', null, 'other'],
] as const)('maps %s %s to %s', (table, written, code) => {
  expect(TABLES[table].read(written)).toBe(code)
})

test.each([
  ['Wine', 'Wine', 'wine'],
  ['General Merchandise', 'General Merchandise', 'merch'],
  ['General Merchandise', 'Prepared Food', 'food'],
  ['General Merchandise', 'Food', 'food'],
  ['Tasting', 'Not Taxable', 'tasting'],
  ['Bundle', 'Wine', 'wine'],
  ['Bundle', 'General Merchandise', 'other'],
  ['Reservation', 'Not Taxable', 'reservation'],
  ['Event Ticket', 'Not Taxable', 'event'],
  ['Gift Card', 'Not Taxable', 'gift_card'],
  ['Collateral', null, 'merch'],
  ['Rebate', null, 'other'],
  ['Cannabis', null, 'other'],
  [null, null, 'other'],
])('maps an item of type %s, taxed as %s, to %s', (type, taxType, kind) => {
  expect(c7ItemKind({ type, taxType, title: 'No. 7', category: null })).toBe(kind)
})
