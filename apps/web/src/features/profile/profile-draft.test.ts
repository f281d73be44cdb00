import { expect, test } from 'vitest'
import { changeOf, draftProblem, type ProfileDraft, wireOf } from './profile-draft.ts'

const stored: ProfileDraft = { firstName: 'Robin', lastName: 'Winter', culture: null }

test('spaces around a name are no change', () => {
  expect(wireOf({ ...stored, firstName: ' Robin ' })).toBe(wireOf(stored))
})

test.each([
  [{}, {}],
  [{ firstName: ' Rob ' }, { firstName: 'Rob' }],
  [{ culture: 'fr-FR' }, { culture: 'fr-FR' }],
  [{ lastName: 'Summer', culture: null }, { lastName: 'Summer' }],
])('of %j only the change is sent: %j', (edit, sent) => {
  expect(changeOf({ ...stored, ...edit }, stored)).toEqual(sent)
})

test('going back to the culture of the account is a change', () => {
  expect(changeOf(stored, { ...stored, culture: 'fr-FR' })).toEqual({ culture: null })
})

test.each([
  [{ firstName: ' ' }, 'Enter your first and last name'],
  [{ lastName: '' }, 'Enter your first and last name'],
  [{ lastName: 'x' }, null],
])('%j: %j', (edit, problem) => {
  expect(draftProblem({ ...stored, ...edit })).toBe(problem)
})
