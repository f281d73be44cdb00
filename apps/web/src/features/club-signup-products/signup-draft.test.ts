import { expect, test } from 'vitest'
import { draftProblem, serializeDraft, toDraft, toRequest, withClubName, withProductToggled } from './signup-draft.ts'

const STORED = { products: [{ sku: 'CLUB-1', clubName: 'Estate Club' }] }

test('a newly selected product gets a club of its own name', () => {
  expect(toRequest(withProductToggled(toDraft(STORED), 'CLUB-2', 'Red Club signup')).products).toEqual([
    { sku: 'CLUB-1', clubName: 'Estate Club' },
    { sku: 'CLUB-2', clubName: 'Red Club signup' },
  ])
})

test('surrounding whitespace is not a change', () => {
  const draft = toDraft(STORED)
  expect(serializeDraft(withClubName(draft, 'CLUB-1', ' Estate Club '))).toBe(serializeDraft(draft))
})

test.each([
  ['Estate Club', true],
  ['  ', false],
  ['c'.repeat(201), false],
])('club name %j is valid: %s', (clubName, can) => {
  expect(draftProblem(withClubName(toDraft(STORED), 'CLUB-1', clubName)) === null).toBe(can)
})
