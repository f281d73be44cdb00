import { expect, test } from 'vitest'
import { formProblems } from './documented-form.fixture.ts'

const SAMPLE = { id: 1, at: '2026-11-27T10:00:00Z', note: null, lines: [{ sku: 'A' }], tags: [] }
const FORM = { samples: [SAMPLE, { ...SAMPLE, gift: true }], parts: [{ note: 'Paid' }] }

test.each([
  [{}, []],
  [{ note: 'Corked', gift: false, lines: [{ sku: 'B' }, { sku: 'C' }], at: null }, []],
  [{ vintage: 2020 }, ['answer.vintage isn’t documented']],
  [{ lines: [{}, { sku: 'B', cost: 1 }] }, ['answer.lines[].sku is missing', 'answer.lines[].cost isn’t documented']],
  [{ id: '1' }, ['answer.id is string, documented as number']],
  [{ at: '2026-11-27 10:00' }, ['answer.at is 9999-99-99 99:99, documented as 9999-99-99T99:99:99Z']],
  [{ lines: null }, ['answer.lines is null, documented as list']],
  [{ tags: ['red'] }, ['answer.tags[] is string, documented as nothing']],
])('compares an answer with its documented form: %j', (changes, problems) => {
  expect(formProblems({ ...SAMPLE, ...changes }, FORM)).toEqual(problems)
})

test('names a field that all samples have and the answer lacks', () => {
  const { lines, ...sent } = SAMPLE
  expect(formProblems(sent, FORM)).toEqual(['answer.lines is missing'])
})
