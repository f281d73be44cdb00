import { expect, test } from 'vitest'
import {
  draftOf,
  draftProblem,
  experienceToggled,
  guestsSet,
  productToggled,
  sentTastings,
  wireOf,
} from './tasting-draft.ts'

const STORED = {
  products: [
    { sku: 'TST-A', guestsPerUnit: 1 },
    { sku: 'TST-B', guestsPerUnit: 2 },
  ],
  excludedExperiences: ['Dinner'],
}

test('a product chosen for the first time counts one guest a unit', () => {
  expect(sentTastings(productToggled(draftOf(STORED), 'TST-C')).products.at(-1)).toEqual({
    sku: 'TST-C',
    guestsPerUnit: 1,
  })
})

test('what is chosen and let go again leaves no change', () => {
  const draft = draftOf(STORED)
  const there = productToggled(experienceToggled(draft, 'Picnic'), 'TST-C')
  expect(wireOf(there)).not.toBe(wireOf(draft))
  expect(wireOf(productToggled(experienceToggled(there, 'Picnic'), 'TST-C'))).toBe(wireOf(draft))
})

test('the order of clicks is no change', () => {
  const again = productToggled(productToggled(draftOf(STORED), 'TST-A'), 'TST-A')
  expect(wireOf(again)).toBe(wireOf(draftOf(STORED)))
})

test.each([
  [1, true],
  [100, true],
  [null, false],
  [0, false],
  [101, false],
  [1.5, false],
])('%j guests a unit can be saved: %s', (count, can) => {
  expect(draftProblem(guestsSet(draftOf(STORED), 'TST-A', count)) === null).toBe(can)
})
