import { expect, test } from 'vitest'
import { fullTitle, parseVintage, productCategory, toItemKind } from './product-kind.ts'

const WINE = 'Food, Beverages & Tobacco > Beverages > Alcoholic Beverages > Wine'
const CHEESE = 'Food, Beverages & Tobacco > Food Items > Dairy Products > Cheese'

test.each([
  ['2021 Pinot Noir', 'Wine', null, 'wine'],
  ['Cuvée Blanche', 'White', null, 'wine'],
  ['Rosé', 'Rosé', null, 'wine'],
  ['Wine Tasting for Two', 'Wine Tasting', null, 'tasting'],
  ['Estate Club Fee', 'Wine Club', null, 'club_fee'],
  ['Harvest Party', 'Event Tickets', null, 'event'],
  ['Glass', 'Wine Glasses', null, 'merch'],
  ['Truffle Oil', 'Olive Oil', null, 'food'],
  ['Voucher', 'Gift Cards', null, 'gift_card'],
  ['Delivery', 'Shipping', null, 'shipping'],
  ['Table', 'Reservation', null, 'reservation'],
  ['Something', 'Curiosities', null, 'other'],
  ['Petite Sirah', null, WINE, 'wine'],
  ['Brie', null, CHEESE, 'food'],
  ['2019 Syrah', null, null, 'wine'],
  ['Syrah 2019', null, null, 'other'],
  ['2019 Anniversary Poster', 'Posters', null, 'other'],
] as const)('maps %s of type %s and category %s to %s', (title, productType, taxonomy, kind) => {
  expect(toItemKind({ isGiftCard: false, title, productType, taxonomy })).toBe(kind)
})

test('maps a gift card of Shopify to gift_card whatever its product type', () => {
  expect(toItemKind({ isGiftCard: true, title: 'Wine for you', productType: 'Wine', taxonomy: null })).toBe('gift_card')
})

test.each([
  ['2021 Pinot Noir', '2021'],
  ['1998', null],
  ['1850 Reserve', null],
  ['Pinot 2021', null],
  ['20211 Pinot', null],
])('the vintage of %s is %s', (title, vintage) => {
  expect(parseVintage(title)).toBe(vintage)
})

test('uses the product type of the shop as category, else the last level of the Shopify taxonomy', () => {
  expect(productCategory({ isGiftCard: false, title: '', productType: 'Reds', taxonomy: WINE })).toBe('Reds')
  expect(productCategory({ isGiftCard: false, title: '', productType: null, taxonomy: WINE })).toBe('Wine')
  expect(productCategory({ isGiftCard: false, title: '', productType: null, taxonomy: null })).toBeNull()
})

test('omits the variant name of a product with one variant', () => {
  expect(fullTitle('Cap', 'Default Title')).toBe('Cap')
  expect(fullTitle('Cap', null)).toBe('Cap')
  expect(fullTitle('Cap', 'Green')).toBe('Cap - Green')
})
