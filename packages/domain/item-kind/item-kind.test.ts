import { expect, test } from 'vitest'
import { toItemKind, vintageIn } from './item-kind.ts'

test.each([
  [['New arrivals', 'Red Wines'], 'Home Block', null, 'wine'],
  [['Gift Cards', 'Merchandise'], 'Corkscrew', null, 'gift_card'],
  [[null], 'Home Block', 'reservation', 'reservation'],
  [['Experiences'], 'Home Block', 'reservation', 'tasting'],
  [[], 'Pinot Noir', 'food', 'food'],
  [[], '2021 Pinot Noir', 'food', 'wine'],
  [['Tastings'], '2021 Pinot Noir', null, 'tasting'],
  [[], '2018 Hat Trick Merlot', null, 'wine'],
  [[], 'Red Barn Painting', null, 'other'],
  [[], 'Wine Barrel Planter', null, 'other'],
  [['Home & Kitchen'], 'Spoon', null, 'other'],
  [['Kitchen'], 'Trout', null, 'food'],
  [[], null, null, 'other'],
] as const)('in %j, named %s, otherwise %s: %s', (categories, title, otherwise, kind) => {
  expect(toItemKind({ categories, title, otherwise })).toBe(kind)
})

test.each([
  ['Estate Pinot Noir 2021', 'wine', '2021'],
  ['2019 & 2020 Syrah', 'wine', '2019'],
  ['Case of 2100', 'wine', null],
  ['1850 Reserve', 'wine', null],
  ['Harvest Dinner 2024', 'event', null],
] as const)('the vintage of %s as %s is %s', (title, kind, vintage) => {
  expect(vintageIn(title, kind)).toBe(vintage)
})
