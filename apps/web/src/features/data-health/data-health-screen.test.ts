import { expect, test } from 'vitest'
import type { DataHealthItem } from '#contract/visits.ts'
import { byUrgency, countText, verdictOf } from './data-health-screen.tsx'

const anItem = (part: Partial<DataHealthItem>): DataHealthItem => ({
  id: 'i',
  title: 'Orders without a customer',
  effect: '',
  count: 1,
  of: 10,
  severity: 'notice',
  path: null,
  ...part,
})

test('sorts by severity, then by share', () => {
  const items = [
    anItem({ id: 'good', severity: 'good' }),
    anItem({ id: 'small' }),
    anItem({ id: 'large', count: 9 }),
    anItem({ id: 'bad', severity: 'bad', of: 1000 }),
  ]
  expect(byUrgency(items).map(({ id }) => id)).toEqual(['bad', 'large', 'small', 'good'])
})

test.each([
  ['bad', 9, 'bad'],
  ['notice', 1, 'notice'],
  ['good', 1, 'small'],
  ['good', 0, 'good'],
] as const)('a %s check with %i records has the verdict %s', (severity, count, verdict) =>
  expect(verdictOf(anItem({ severity, count }))).toBe(verdict),
)

test.each([
  [312, 20_410, '312 of 20,410 (1.5%)'],
  [1, 20_410, '1 of 20,410 (less than 0.1%)'],
  [0, 20_410, '0 of 20,410'],
  [0, 0, '0 of 0'],
])('%i of %i is shown as %s', (count, of, words) => expect(countText(anItem({ count, of }), 'en-US')).toBe(words))
