import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { firstFreeMonth, offeredStarts, periodName } from './goal-periods.ts'

const calendar = { weekStart: 'monday', fiscalYearStartMonth: 7 } as const

test('a goal can be set for the month before, this one and the eleven after it', () => {
  const starts = offeredStarts({ period: 'month', from: '2026-03-01' }, '2026-03-15', calendar)
  expect(starts).toHaveLength(13)
  expect(starts[0]).toBe('2026-02-01')
  expect(starts.at(-1)).toBe('2027-02-01')
})

test('years are fiscal years, and an old goal keeps the one it has', () => {
  expect(offeredStarts({ period: 'year', from: '2024-09-30' }, '2026-03-15', calendar)).toEqual([
    '2024-07-01',
    '2025-07-01',
    '2026-07-01',
    '2027-07-01',
  ])
})

test('months are called by name, longer periods by their days', () => {
  const formats = createFormats({ culture: 'en-US', currency: 'USD' })
  expect(periodName('2026-03-01', 'month', formats)).toBe('Mar 2026')
  expect(periodName('2026-01-01', 'quarter', formats).replaceAll('\u2009', ' ')).toBe('Jan 1 – Mar 31, 2026')
})

test('a new goal is for the first month that has none', () => {
  const goal = (from: string) => ({ metric: 'netSales', period: 'month', from }) as const
  const others = [
    { ...goal('2026-05-01'), metric: 'signups' } as const,
    { ...goal('2026-04-01'), period: 'quarter' } as const,
  ]
  expect(firstFreeMonth(others, '2026-03-15', calendar)).toBe('2026-03-01')
  expect(firstFreeMonth([...others, goal('2026-03-01'), goal('2026-04-01')], '2026-03-15', calendar)).toBe('2026-05-01')
})
