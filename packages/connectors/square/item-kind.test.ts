import { expect, test } from 'vitest'
import { itemKindOf } from './item-kind.ts'

test.each<readonly [category: string | null, name: string, productType: string, isAlcoholic: boolean | null, string]>([
  ['Red Wine', '2021 Estate', 'REGULAR', null, 'wine'],
  ['Rosé', 'Estate', 'REGULAR', null, 'wine'],
  ['Wines by the Glass', 'Glass of Red', 'FOOD_AND_BEV', true, 'food'],
  [null, 'Estate Flight', 'REGULAR', null, 'tasting'],
  ['Experiences', 'Reserve Tasting', 'APPOINTMENTS_SERVICE', null, 'tasting'],
  ['Experiences', 'Cave Tour', 'APPOINTMENTS_SERVICE', null, 'reservation'],
  ['Merchandise', 'Wine Key', 'REGULAR', null, 'merch'],
  ['Wine Gifts', 'Decanter', 'REGULAR', null, 'merch'],
  ['Red Wine', 'Gift Card', 'GIFT_CARD', null, 'gift_card'],
  ['Harvest Event Tickets', 'Supper', 'EVENT', null, 'event'],
  [null, 'Supper', 'EVENT', null, 'event'],
  [null, 'Cuvée 12', 'REGULAR', true, 'wine'],
  [null, 'Cuvée 12', 'REGULAR', null, 'other'],
  [null, 'Cheese Board', 'FOOD_AND_BEV', null, 'food'],
  [null, 'Shipping', 'REGULAR', null, 'shipping'],
  ['Bookkeeping', 'Fee', 'REGULAR', null, 'other'],
])('category %s, item %s of type %s (alcoholic: %s) is %s', (category, name, productType, isAlcoholic, kind) => {
  expect(itemKindOf({ category, name, productType, isAlcoholic })).toBe(kind)
})
