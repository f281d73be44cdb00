import { expect, test } from 'vitest'
import { differenceOf, differenceWords } from './difference.ts'

const ORDER = { sourceId: 'o1', orderNumber: '1001', day: '2026-03-04' }

test.each([
  [10.1, null, 'Only in Cuvee', 10.1],
  [null, 10.1, 'Only in Commerce7', -10.1],
  [10.3, 10.1, 'Amounts differ', 0.2],
  [null, -5, 'Only in Commerce7', 5],
])('ours %j beside the platform’s %j: %s, by %d', (ours, platform, words, by) => {
  const difference = { ...ORDER, ours, platform }
  expect(differenceWords(difference, 'Commerce7')).toBe(words)
  expect(differenceOf(difference)).toBe(by)
})
