import { expect, test } from 'vitest'
import { SAVED } from './settings.fixture.ts'
import { readKept, writeKept } from './stored-draft.ts'

const DRAFT = { ...SAVED, name: 'Oak Hill Estate', definitions: { ...SAVED.definitions, refundDate: 'refund' } }

test('a draft comes back as it was', () => {
  expect(readKept(writeKept(DRAFT, SAVED), SAVED)).toEqual(DRAFT)
})

test('what a colleague saved in the meantime stays, beside what was being changed', () => {
  const stored = {
    ...SAVED,
    weekStart: 'sunday',
    definitions: { activeMember: 'withoutHolds', refundDate: 'order' },
  } as const
  expect(readKept(writeKept(DRAFT, SAVED), stored)).toEqual({
    ...stored,
    name: 'Oak Hill Estate',
    definitions: { activeMember: 'withoutHolds', refundDate: 'refund' },
  })
})

test('a choice that was never made before is kept too', () => {
  expect(readKept(writeKept(DRAFT, SAVED), { ...SAVED, definitions: {} })?.definitions).toEqual({
    refundDate: 'refund',
  })
})

test.each([null, 'no draft', '{"form":0,"plain":{"name":"A"}}', '[]', '"text"'])('%s holds no draft', (text) => {
  expect(readKept(text, SAVED)).toBeNull()
})

test('a field of another kind is not taken over', () => {
  expect(readKept('{"form":1,"plain":{"name":7,"city":"Sonoma"},"definitions":null}', SAVED)).toEqual({
    ...SAVED,
    city: 'Sonoma',
  })
})
