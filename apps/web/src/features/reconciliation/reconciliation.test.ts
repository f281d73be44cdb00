import { expect, test } from 'vitest'
import { addMonths, currentMonth, differenceLabel, isMonth, monthsBack, roundedDifference } from './reconciliation.ts'

test.each([
  ['2026-03', 1, '2026-04'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-01', -25, '2023-12'],
])('%s plus %i months is %s', (month, by, after) => expect(addMonths(month, by)).toBe(after))

test.each([
  ['America/Los_Angeles', '2026-02'],
  ['UTC', '2026-03'],
])('the month of an instant in %s is %s', (zone, month) => {
  expect(currentMonth(Date.parse('2026-03-01T05:00:00Z'), zone)).toBe(month)
})

test('lists months from the newest back', () => {
  expect(monthsBack('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})

test.each([
  ['2026-03', true],
  ['2026-13', false],
  ['2026-3', false],
  [undefined, false],
])('%j is a month: %s', (text, is) => expect(isMonth(text)).toBe(is))

const ORDER = { sourceId: 'o1', orderNumber: '1001', day: '2026-03-04' }

test.each([
  [10.1, null, 'Only in Cuvee', 10.1],
  [null, 10.1, 'Only in Commerce7', -10.1],
  [10.3, 10.1, 'Amounts differ', 0.2],
  [null, -5, 'Only in Commerce7', 5],
])('Cuvee %j and platform %j: %s, by %d', (ours, platform, words, by) => {
  const difference = { ...ORDER, ours, platform }
  expect(differenceLabel(difference, 'Commerce7')).toBe(words)
  expect(roundedDifference(difference)).toBe(by)
})
