import { expect, test } from 'vitest'
import type { InsightFigure } from '#contract/insights.ts'
import { peopleColumns, personFigure } from './people-columns.ts'

const figure = (id: string, label: string): InsightFigure => ({
  id,
  label,
  value: 1,
  format: 'integer',
  text: '1',
  receipt: { kind: 'method', words: 'counted' },
})
const figures = [figure('a.chance', 'Chance'), figure('b.chance', 'Chance'), figure('b.days', 'Days away')]
const person = (id: string, ids: string[]) => ({
  id,
  name: id,
  detail: null,
  figures: ids,
  reasons: [],
  address: null,
})

test('people share a column for each kind of figure that one of them has', () => {
  const people = [person('a', ['a.chance']), person('b', ['b.chance', 'b.days', 'gone'])]
  expect(peopleColumns(people, figures).map(({ label }) => label)).toEqual(['Chance', 'Days away'])
  expect(people.map((one) => personFigure(one, 'Days away', figures)?.id ?? null)).toEqual([null, 'b.days'])
})
