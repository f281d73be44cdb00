import { expect, test } from 'vitest'
import { firstProductCategory, wooItemKind } from './catalog.ts'

test.each([
  ['simple', ['Featured', 'Red Wine'], 'Harlan', 'wine'],
  ['simple', ['Uncategorized'], '2021 Estate Pinot Noir', 'wine'],
  ['subscription', ['Wine'], 'Case Club', 'club_fee'],
  ['gift-card', ['Wine'], 'Any amount', 'gift_card'],
  ['booking', ['Visit'], 'Cave Tour', 'tasting'],
  ['booking', ['Visit'], 'Garden Table', 'reservation'],
] as const)('a %s product in %j named %s is of the kind %s', (type, categories, title, kind) => {
  expect(wooItemKind({ type, categories, title })).toBe(kind)
})

test('the category of products without one is no category', () => {
  expect(firstProductCategory(['Uncategorized', 'Reds'])).toBe('Reds')
  expect(firstProductCategory(['Uncategorised'])).toBeNull()
})
