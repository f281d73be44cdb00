import { expect, test } from 'vitest'
import { firstProductCategory, parseVintage, toItemKind } from './product-kind.ts'

test.each([
  ['simple', ['Wines'], 'Estate Red', 'wine'],
  ['simple', ['Uncategorized'], '2021 Estate Pinot Noir', 'wine'],
  ['simple', ['Featured', 'Red Wine'], 'Claret', 'wine'],
  ['simple', [], '2024 Harvest Dinner', 'event'],
  ['simple', ['Experiences'], 'Reserve', 'tasting'],
  ['subscription', ['Wine'], 'Case Club', 'club_fee'],
  ['gift-card', ['Wine'], 'Any amount', 'gift_card'],
  ['simple', ['Gifts'], 'Gift Card', 'gift_card'],
  ['booking', ['Visit'], 'Cave tour', 'reservation'],
  ['simple', ['Merchandise'], 'T-shirt', 'merch'],
  ['simple', ['Pantry'], 'Olive oil', 'food'],
  ['simple', [], 'Donation', 'other'],
] as const)('a %s product in %j named %s is of the kind %s', (type, categories, title, kind) => {
  expect(toItemKind({ type, categories, title })).toBe(kind)
})

test('a vintage is the first year in a name', () => {
  expect(parseVintage('Estate Pinot Noir 2021')).toBe('2021')
  expect(parseVintage('Case of 2100')).toBeNull()
})

test('the category of products without one is no category', () => {
  expect(firstProductCategory(['Uncategorized', 'Reds'])).toBe('Reds')
  expect(firstProductCategory(['Uncategorised'])).toBeNull()
})
