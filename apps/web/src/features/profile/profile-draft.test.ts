import { expect, test } from 'vitest'
import { draftProblem, type ProfileDraft, serializeDraft, toChange } from './profile-draft.ts'

const stored: ProfileDraft = { firstName: 'Robin', lastName: 'Winter', culture: null }

test('surrounding whitespace is not a change', () => {
  expect(serializeDraft({ ...stored, firstName: ' Robin ' })).toBe(serializeDraft(stored))
})

test.each([
  [{}, {}],
  [{ firstName: ' Rob ' }, { firstName: 'Rob' }],
  [{ culture: 'fr-FR' }, { culture: 'fr-FR' }],
  [{ lastName: 'Summer', culture: null }, { lastName: 'Summer' }],
])('for %j sends only the change: %j', (edit, sent) => {
  expect(toChange({ ...stored, ...edit }, stored)).toEqual(sent)
})

test('resetting to the account’s culture is a change', () => {
  expect(toChange(stored, { ...stored, culture: 'fr-FR' })).toEqual({ culture: null })
})

test.each([
  [{ firstName: ' ' }, 'Enter your first and last name'],
  [{ lastName: '' }, 'Enter your first and last name'],
  [{ lastName: 'x' }, null],
])('%j: %j', (edit, problem) => {
  expect(draftProblem({ ...stored, ...edit })).toBe(problem)
})
