import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { FIXTURE } from './questions/question-core.fixture.ts'
import { findCorrections } from './text/spelling.ts'

const corrected = (question: string) => {
  const answer = ask(question, FIXTURE)
  return 'definition' in answer ? answer.corrections.map(({ read }) => read) : null
}

test.each([
  ['slaes by chanel', ['sales', 'channel']],
  ['tastng room revnue last saterday', ['tasting', 'revenue', 'saturday']],
  ['chardonay sales', ['chardonnay']],
  ['salesby channel', ['sales by']],
  ['sales by channel', []],
])('%s is read with %j', (question, words) => {
  expect(corrected(question)).toEqual(words)
})

test('a known word stays: "last" is never "lost"', () => {
  const last = ask('members last month', FIXTURE)
  const lost = ask('members lost last month', FIXTURE)
  expect('definition' in last && last.definition.columns[0]?.columnId).toBe('activeMembers')
  expect('definition' in lost && lost.definition.columns[0]?.columnId).toBe('cancellations')
})

test('a name is no misspelled word that says nothing', () => {
  expect(ask('show me everything sold to Johnsen', FIXTURE)).toMatchObject({
    notUnderstood: expect.arrayContaining(['Johnsen']),
  })
})

test.each([
  ['sales by Mariah last month', 'Mariah'],
  ['orders of Lopes', 'Lopes'],
])('%s: "%s" is no misspelled name of a person', (question, word) => {
  expect(ask(question, FIXTURE)).toMatchObject({ notUnderstood: expect.arrayContaining([word]) })
})

test.each([
  ['how many shirts did we sell', 'shirts'],
  ['how much do we owe for tax', 'owe'],
  ['orders with a cork', 'cork'],
])('%s: "%s" is English and no other word misspelled', (question, word) => {
  expect(ask(question, FIXTURE)).toMatchObject({ notUnderstood: expect.arrayContaining([word]) })
})

test.each([
  ['sales form texas', ['from']],
  ['sales i nQ2', ['in q2']],
])('%s: a slip away from a word of nearly every question is read with %j', (question, words) => {
  expect(corrected(question)).toEqual(words)
})

test('corrections can be left out', () => {
  expect(ask('sales by chanel', { ...FIXTURE, correctsSpelling: false })).toMatchObject({ notUnderstood: ['chanel'] })
})

test.each([
  ['teh', 'the', 'two letters in the wrong order', 0.7],
  ['sakes', 'sales', 'a neighboring key', 0.7],
  ['saless', 'sales', 'a doubled letter', 0.5],
  ['sles', 'sales', 'a missing letter', 0.9],
])('%s is near %s: %s', (typed, word, _why, distance) => {
  expect(findCorrections(typed, [word], 1)).toEqual([{ word, distance: expect.closeTo(distance) }])
})
