import { expect, test } from 'vitest'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import { daySeries, indexFrom, listDays, periodStarts, seriesEnd, sumOfDays, sumPeriods } from './series.ts'

const CALENDAR: PeriodCalendar = { weekStart: 'monday', fiscalYearStartMonth: 1 }
const YEAR = { from: '2026-01-01', until: '2027-01-01' }

test('a day without records is zero for an additive metric and missing for a ratio', () => {
  const range = { from: '2026-03-01', until: '2026-03-04' }
  const given = [{ day: '2026-03-02', value: 5 }]
  expect([...daySeries(given, range, 'zero').values]).toEqual([0, 5, 0])
  expect([...daySeries(given, range, 'missing').values]).toEqual([Number.NaN, 5, Number.NaN])
})

test('ignores days outside the range and adds duplicate days', () => {
  const given = ['2026-02-28', '2026-03-01', '2026-03-01', '2026-03-02'].map((day) => ({ day, value: 2 }))
  expect([...daySeries(given, { from: '2026-03-01', until: '2026-03-02' }, 'zero').values]).toEqual([4])
})

test('sums complete weeks only', () => {
  const days = daySeries(
    listDays(YEAR).map((day) => ({ day, value: 1 })),
    YEAR,
    'zero',
  )
  const weeks = sumPeriods(days, 'week', CALENDAR)
  expect(weeks.from).toBe('2026-01-05')
  expect(seriesEnd(weeks)).toBe('2026-12-28')
  expect(new Set(weeks.values)).toEqual(new Set([7]))
})

test('sums complete months only', () => {
  const range = { from: '2026-01-15', until: '2026-04-30' }
  const months = sumPeriods(
    daySeries(
      listDays(range).map((day) => ({ day, value: 1 })),
      range,
      'zero',
    ),
    'month',
    CALENDAR,
  )
  expect(periodStarts(months)).toEqual(['2026-02-01', '2026-03-01'])
  expect([...months.values]).toEqual([28, 31])
})

test('a sum that includes a missing day is missing', () => {
  const days = daySeries([{ day: '2026-01-01', value: 1 }], YEAR, 'missing')
  expect(sumOfDays(days, { from: '2026-01-01', until: '2026-01-02' })).toBe(1)
  expect(sumOfDays(days, { from: '2026-01-01', until: '2026-01-03' })).toBeNaN()
})

test('indexFrom returns the period that starts on a day, else the next one', () => {
  const weeks = { grain: 'week', from: '2026-01-05', values: new Float64Array(8) } as const
  expect(['2026-01-05', '2026-01-06', '2026-01-12', '2026-01-13'].map((day) => indexFrom(weeks, day))).toEqual([
    0, 1, 1, 2,
  ])
  const months = { grain: 'month', from: '2026-01-01', values: new Float64Array(8) } as const
  expect(['2026-01-01', '2026-01-02', '2026-03-01'].map((day) => indexFrom(months, day))).toEqual([0, 1, 2])
})
