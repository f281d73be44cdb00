import { expect, test } from 'vitest'
import { codeOptions, formatCode } from './code-labels.ts'
import {
  CHANNELS,
  DELIVERY_METHODS,
  FULFILLMENT_STATUSES,
  ITEM_KINDS,
  MEMBERSHIP_STATUSES,
  ORDER_TYPES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
} from './commerce.ts'

const ENUMERATIONS = [
  ['Orders', 'channel', CHANNELS],
  ['Orders', 'orderType', ORDER_TYPES],
  ['Orders', 'deliveryMethod', DELIVERY_METHODS],
  ['Orders', 'fulfillmentStatus', FULFILLMENT_STATUSES],
  ['Orders', 'paymentStatus', PAYMENT_STATUSES],
  ['OrderLines', 'itemKind', ITEM_KINDS],
  ['Memberships', 'status', MEMBERSHIP_STATUSES],
  ['Reservations', 'status', RESERVATION_STATUSES],
] as const

test.each(ENUMERATIONS)(
  'every code of %s.%s has a label and is an option, and there are no other options',
  (type, id, codes) => {
    expect(codeOptions(type, id).map(({ value }) => value)).toEqual([...codes])
    for (const { value, label } of codeOptions(type, id)) {
      expect(formatCode(id, value)).toBe(label)
      expect(label).toMatch(/^[A-Z][^_]+$/)
    }
  },
)

test('labels a text without a code by itself, and null by its column', () => {
  expect(formatCode('brand', 'Stone Terrace')).toBe('Stone Terrace')
  expect(formatCode('clubName', null)).toBe('No club')
  expect(formatCode('sku', '')).toBe('No SKU')
  expect(formatCode('releaseName', null)).toBe('No release')
  expect(formatCode('birthDate', null)).toBe('No date')
  expect(formatCode('isWeekend', false)).toBe('Weekday')
  expect(codeOptions('Orders', 'brand')).toEqual([])
})

test.each(['constructor', 'toString', '__proto__'])('%s has no label of its own, as a value or as a column', (name) => {
  expect([formatCode('status', name), formatCode(name, 'web'), formatCode(name, true)]).toEqual([name, 'web', 'Yes'])
  expect([codeOptions(name, name), codeOptions('Orders', name)]).toEqual([[], []])
})

test('a state is written out, however its records have it', () => {
  expect(['CA', 'California', 'Bavaria', null].map((state) => formatCode('state', state))).toEqual([
    'California',
    'California',
    'Bavaria',
    'No state',
  ])
})
