import { expect, test } from 'vitest'
import {
  draftProblem,
  serializeDraft,
  toDraft,
  toRequest,
  withExperienceToggled,
  withGuests,
  withProductToggled,
} from './tasting-draft.ts'

const STORED = {
  products: [
    { sku: 'TST-A', guestsPerUnit: 1 },
    { sku: 'TST-B', guestsPerUnit: 2 },
  ],
  excludedExperiences: ['Dinner'],
}

test('a newly selected product counts one guest per unit', () => {
  expect(toRequest(withProductToggled(toDraft(STORED), 'TST-C')).products.at(-1)).toEqual({
    sku: 'TST-C',
    guestsPerUnit: 1,
  })
})

test('selecting and deselecting leaves no change', () => {
  const draft = toDraft(STORED)
  const there = withProductToggled(withExperienceToggled(draft, 'Picnic'), 'TST-C')
  expect(serializeDraft(there)).not.toBe(serializeDraft(draft))
  expect(serializeDraft(withProductToggled(withExperienceToggled(there, 'Picnic'), 'TST-C'))).toBe(
    serializeDraft(draft),
  )
})

test('the order of selection is not a change', () => {
  const again = withProductToggled(withProductToggled(toDraft(STORED), 'TST-A'), 'TST-A')
  expect(serializeDraft(again)).toBe(serializeDraft(toDraft(STORED)))
})

test.each([
  [1, true],
  [100, true],
  [null, false],
  [0, false],
  [101, false],
  [1.5, false],
])('%j guests per unit are valid: %s', (count, can) => {
  expect(draftProblem(withGuests(toDraft(STORED), 'TST-A', count)) === null).toBe(can)
})
