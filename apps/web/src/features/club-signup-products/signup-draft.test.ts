import { expect, test } from 'vitest'
import { draftProblem, serializeDraft, toDraft, toRequest, withClubName, withProductToggled } from './signup-draft.ts'

const STORED = { products: [{ sku: 'CLUB-1', clubName: 'Estate Club' }] }

test('a product chosen for the first time signs up to a club of its name', () => {
  expect(toRequest(withProductToggled(toDraft(STORED), 'CLUB-2', 'Red Club signup')).products).toEqual([
    { sku: 'CLUB-1', clubName: 'Estate Club' },
    { sku: 'CLUB-2', clubName: 'Red Club signup' },
  ])
})

test('blanks around a name are no change', () => {
  const draft = toDraft(STORED)
  expect(serializeDraft(withClubName(draft, 'CLUB-1', ' Estate Club '))).toBe(serializeDraft(draft))
})

test.each([
  ['Estate Club', true],
  ['  ', false],
  ['c'.repeat(201), false],
])('with the club %j the choice can be saved: %s', (clubName, can) => {
  expect(draftProblem(withClubName(toDraft(STORED), 'CLUB-1', clubName)) === null).toBe(can)
})
