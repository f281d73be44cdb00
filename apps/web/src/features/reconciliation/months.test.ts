import { expect, test } from 'vitest'
import { isMonth, monthAfter, monthOf, monthsBack } from './months.ts'

test.each([
  ['2026-03', 1, '2026-04'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-01', -25, '2023-12'],
])('%s and %i months is %s', (month, by, after) => expect(monthAfter(month, by)).toBe(after))

test.each([
  ['America/Los_Angeles', '2026-02'],
  ['UTC', '2026-03'],
])('the month of an instant is that of the zone: in %s %s', (zone, month) => {
  expect(monthOf(Date.parse('2026-03-01T05:00:00Z'), zone)).toBe(month)
})

test('months go back from the newest', () => {
  expect(monthsBack('2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})

test.each([
  ['2026-03', true],
  ['2026-13', false],
  ['2026-3', false],
  [undefined, false],
])('%j is a month: %s', (text, is) => expect(isMonth(text)).toBe(is))
