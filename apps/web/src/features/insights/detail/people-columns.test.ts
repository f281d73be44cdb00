import { expect, test } from 'vitest'
import type { InsightFigure } from '#contract/insights.ts'
import { peopleColumns, personFigure } from './people-section.tsx'

const figure = (id: string, label: string): InsightFigure => ({
  id,
  label,
  value: 1,
  format: 'number',
  text: '1',
  receipt: { kind: 'method', words: 'counted' },
})
const figures = [
  figure('person1.chance', 'Ana: Chance of canceling'),
  figure('person2.chance', 'Bert: Chance of canceling'),
  figure('person2.daysSince', 'Bert: Days since last order'),
]
const people = [
  { name: 'Ana', figures: ['person1.chance'] },
  { name: 'Bert', figures: ['person2.chance', 'person2.daysSince', 'person2.gone'] },
]

test('groups figures of people into columns without the name of the owner', () => {
  expect(peopleColumns(people, figures).map(({ title }) => title)).toEqual([
    'Chance of canceling',
    'Days since last order',
  ])
})

test('finds the figure of a person in a column, or null', () => {
  expect(people.map((one) => personFigure(one, { key: 'chance' }, figures)?.id)).toEqual([
    'person1.chance',
    'person2.chance',
  ])
  expect(people.map((one) => personFigure(one, { key: 'daysSince' }, figures)?.id ?? null)).toEqual([
    null,
    'person2.daysSince',
  ])
})
