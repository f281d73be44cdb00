import { expect, test } from 'vitest'
import { SAVED } from './settings.fixture.ts'
import { parseStoredDraft, serializeStoredDraft } from './stored-draft.ts'

const DRAFT = { ...SAVED, name: 'Oak Hill Estate', definitions: { ...SAVED.definitions, refundDate: 'refund' } }

test('restores a draft unchanged', () => {
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), SAVED)).toEqual(DRAFT)
})

test('keeps concurrent changes of other settings', () => {
  const stored = {
    ...SAVED,
    weekStart: 'sunday',
    definitions: { activeMember: 'withoutHolds', refundDate: 'order' },
  } as const
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), stored)).toEqual({
    ...stored,
    name: 'Oak Hill Estate',
    definitions: { activeMember: 'withoutHolds', refundDate: 'refund' },
  })
})

test('restores a definition that was never changed before', () => {
  expect(parseStoredDraft(serializeStoredDraft(DRAFT, SAVED), { ...SAVED, definitions: {} })?.definitions).toEqual({
    refundDate: 'refund',
  })
})

test.each([null, 'no draft', '{"form":0,"plain":{"name":"A"}}', '[]', '"text"'])('ignores %s', (text) => {
  expect(parseStoredDraft(text, SAVED)).toBeNull()
})

test('ignores a field of another type', () => {
  expect(parseStoredDraft('{"form":1,"plain":{"name":7,"city":"Sonoma"},"definitions":null}', SAVED)).toEqual({
    ...SAVED,
    city: 'Sonoma',
  })
})
