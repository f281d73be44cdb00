import { expect, test } from 'vitest'
import { fullTitle, kindColumns } from './product-kind.ts'

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
