import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { firstFreeMonth, offeredStarts, periodName } from './goal-periods.ts'

const calendar = { weekStart: 'monday', fiscalYearStartMonth: 7 } as const

test('offers the previous month, the current one and the next eleven', () => {
  const starts = offeredStarts({ period: 'month', from: '2026-03-01' }, '2026-03-15', calendar)
  expect(starts).toHaveLength(13)
  expect(starts[0]).toBe('2026-02-01')
  expect(starts.at(-1)).toBe('2027-02-01')
})

test('offers fiscal years, and keeps that of an old goal', () => {
  expect(offeredStarts({ period: 'year', from: '2024-09-30' }, '2026-03-15', calendar)).toEqual([
    '2024-07-01',
    '2025-07-01',
    '2026-07-01',
    '2027-07-01',
  ])
})

test('names months, and the days of longer periods', () => {
  const formats = createFormats({ culture: 'en-US', currency: 'USD' })
  expect(periodName('2026-03-01', 'month', formats)).toBe('Mar 2026')
  expect(periodName('2026-01-01', 'quarter', formats).replaceAll('\u2009', ' ')).toBe('Jan 1 – Mar 31, 2026')
})

test('defaults to the first month without a goal', () => {
  const goal = (from: string) => ({ metric: 'netSales', period: 'month', from }) as const
  const others = [
    { ...goal('2026-05-01'), metric: 'signups' } as const,
    { ...goal('2026-04-01'), period: 'quarter' } as const,
  ]
  expect(firstFreeMonth(others, '2026-03-15', calendar)).toBe('2026-03-01')
  expect(firstFreeMonth([...others, goal('2026-03-01'), goal('2026-04-01')], '2026-03-15', calendar)).toBe('2026-05-01')
})
