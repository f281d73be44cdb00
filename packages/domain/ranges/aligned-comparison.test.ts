import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompareMode } from './comparison-mode.ts'
import { lastYearMode, resolveComparison } from './comparison-range.ts'
import { addDays, type LocalDay } from './local-day.ts'
import { WEEK_STARTS, type WeekStart } from './period.ts'
import type { RangeChoice } from './relative-range.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from './resolve-range.ts'

const calendarOn = (today: LocalDay, more: Partial<RangeCalendar> = {}): RangeCalendar => ({
  today,
  weekStart: 'monday',
  fiscalYearStartMonth: 1,
  ...more,
})

const resolved = (range: RangeChoice, calendar: RangeCalendar): ResolvedRange => {
  const result = resolveRange(range, calendar)
  if (result === null) throw new Error('no days')
  return result
}

const compared = (range: RangeChoice, calendar: RangeCalendar, mode: CompareMode) =>
  resolveComparison(range, resolved(range, calendar), calendar, mode)

const formatRange = ({ range }: ReturnType<typeof compared>): string => `${range.from} ${range.until}`

const LAST_WEEKEND = { from: '2026-11-14', until: '2026-11-16' }

test.each<[string, RangeChoice, LocalDay, string, WeekStart?]>([
  ['last weekend', LAST_WEEKEND, '2026-11-17', '2025-11-15 2025-11-17'],
  ['a weekend after a leap day', { from: '2024-03-02', until: '2024-03-04' }, '2024-03-05', '2023-03-04 2023-03-06'],
  [
    'a Saturday a year after a leap year',
    { from: '2025-03-01', until: '2025-03-02' },
    '2025-03-05',
    '2024-03-02 2024-03-03',
  ],
  ['a leap day', 'Today', '2024-02-29', '2023-03-02 2023-03-03'],
  ['New Year’s Day', 'Today', '2026-01-01', '2025-01-02 2025-01-03'],
  ['yesterday on New Year’s Day', 'Yesterday', '2026-01-01', '2025-01-01 2025-01-02'],
  ['a week across New Year', { from: '2025-12-29', until: '2026-01-05' }, '2026-01-06', '2024-12-30 2025-01-06'],
  ['week 53 of 2020', 'LastWeek', '2021-01-05', '2019-12-30 2020-01-06'],
  ['the week after week 53', 'LastWeek', '2021-01-12', '2020-01-06 2020-01-13'],
  ['this week from Sunday', 'ThisWeek', '2026-03-11', '2025-03-09 2025-03-13', 'sunday'],
  ['this week from Monday', 'ThisWeek', '2026-03-11', '2025-03-10 2025-03-13'],
  ['week to date from Saturday', 'wtd', '2026-03-11', '2025-03-08 2025-03-13', 'saturday'],
  ['30 days', 'Last30Days', '2026-03-11', '2025-02-11 2025-03-13'],
])('same weekdays of %s', (_, range, today, expected, weekStart = 'monday') => {
  expect(formatRange(compared(range, calendarOn(today, { weekStart }), 'sameWeekdays'))).toBe(expected)
})

test('the weekdays of both ranges agree, day by day', () => {
  const calendar = fc.record({
    today: fc
      .date({ min: new Date('2010-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    weekStart: fc.constantFrom(...WEEK_STARTS),
    fiscalYearStartMonth: fc.integer({ min: 1, max: 12 }),
  })
  const weekday = (day: LocalDay) => new Date(`${day}T12:00:00Z`).getUTCDay()
  fc.assert(
    fc.property(calendar, fc.integer({ min: 1, max: 364 }), fc.integer({ min: 0, max: 400 }), (on, days, back) => {
      const from = addDays(on.today, -back - days)
      const { range } = compared({ from, until: addDays(from, days) }, on, 'sameWeekdays')
      expect([weekday(range.from), addDays(range.from, 364), addDays(range.until, 364)]).toEqual([
        weekday(from),
        from,
        addDays(from, days),
      ])
    }),
    { numRuns: 200 },
  )
})

test('a range of more than 364 days is compared with the same dates, so that both do not overlap', () => {
  const { mode, range } = compared('Last365Days', calendarOn('2026-06-17'), 'sameWeekdays')
  expect([mode, range.from, range.until]).toEqual(['previousYear', '2024-06-18', '2025-06-18'])
})

test.each<[string, RangeChoice, LocalDay, string]>([
  [
    'July–September with April–June',
    { from: '2025-07-01', until: '2025-10-01' },
    '2026-03-11',
    '2025-04-01 2025-07-01',
  ],
  ['March with February', { from: '2026-03-01', until: '2026-04-01' }, '2026-04-11', '2026-02-01 2026-03-01'],
  [
    'February of a leap year with January',
    { from: '2024-02-01', until: '2024-03-01' },
    '2026-03-11',
    '2024-01-01 2024-02-01',
  ],
  [
    'January–May with August–December',
    { from: '2026-01-01', until: '2026-06-01' },
    '2026-06-11',
    '2025-08-01 2026-01-01',
  ],
  ['a fiscal year from July', { from: '2024-07-01', until: '2025-07-01' }, '2026-03-11', '2023-07-01 2024-07-01'],
  ['a running month', { from: '2026-03-01', until: '2026-04-01' }, '2026-03-10', '2026-02-01 2026-02-11'],
  ['part of a month by its days', { from: '2026-03-01', until: '2026-03-11' }, '2026-04-10', '2026-02-19 2026-03-01'],
])('the previous period compares %s', (_, range, today, expected) => {
  expect(formatRange(compared(range, calendarOn(today), 'previousPeriod'))).toBe(expected)
})

test.each<[RangeChoice, LocalDay, string, string]>([
  // Easter Sunday: 2026-04-05 and 2025-04-20
  [{ from: '2026-04-03', until: '2026-04-06' }, '2026-04-10', '2025-04-18 2025-04-21', 'Easter weekend'],
  [{ from: '2026-03-30', until: '2026-04-06' }, '2026-04-10', '2025-04-14 2025-04-21', 'Easter weekend'],
  [{ from: '2025-04-18', until: '2025-04-21' }, '2026-04-10', '2024-03-29 2024-04-01', 'Easter weekend'],
  ['Yesterday', '2026-11-28', '2025-11-28 2025-11-29', 'Thanksgiving week'],
  ['LastWeek', '2024-12-03', '2023-11-20 2023-11-27', 'Thanksgiving week'],
  [{ from: '2026-05-09', until: '2026-05-11' }, '2026-06-01', '2025-05-10 2025-05-12', 'Mother’s Day weekend'],
  [{ from: '2026-05-23', until: '2026-05-26' }, '2026-06-01', '2025-05-24 2025-05-27', 'Memorial Day weekend'],
  [{ from: '2026-09-05', until: '2026-09-08' }, '2026-10-01', '2025-08-30 2025-09-02', 'Labor Day weekend'],
  [{ from: '2025-12-20', until: '2025-12-27' }, '2026-01-01', '2024-12-20 2024-12-27', 'Christmas week'],
  // Two days of Thanksgiving week, seven of Christmas week
  [{ from: '2026-11-28', until: '2026-12-27' }, '2027-01-01', '2025-11-28 2025-12-27', 'Christmas week'],
])('the same holiday of %j on %s is %s, %s', (range, today, expected, name) => {
  const result = compared(range, calendarOn(today), 'sameHoliday')
  const { mode, alignedOn } = result
  expect([mode, formatRange(result), alignedOn?.current.replace(/ \d{4}$/, '')]).toEqual([
    'sameHoliday',
    expected,
    name,
  ])
})

test('a comparison on a holiday names both years', () => {
  const { alignedOn } = compared('Yesterday', calendarOn('2026-04-05'), 'sameHoliday')
  expect(alignedOn).toEqual({ current: 'Easter weekend 2026', previous: 'Easter weekend 2025' })
})

test.each<[RangeChoice, LocalDay, CompareMode]>([
  [{ from: '2026-02-02', until: '2026-02-09' }, '2026-03-01', 'sameWeekdays'],
  ['LastMonth', '2026-03-01', 'previousYear'],
  ['ThisYear', '2026-12-24', 'previousYear'],
])('a range without a holiday, or too long for one, falls back: %j on %s to %s', (range, today, expected) => {
  const { mode, alignedOn } = compared(range, calendarOn(today), 'sameHoliday')
  expect([mode, alignedOn]).toEqual([expected, null])
})

test('the same release is aligned on the process date', () => {
  const release = (name: string, from: LocalDay) => ({ name, from, until: addDays(from, 1) })
  const releases = [
    {
      clubName: 'Reserve',
      current: release('Spring 2026', '2026-03-10'),
      previous: release('Spring 2025', '2025-03-25'),
    },
  ]
  const days = { from: '2026-03-08', until: '2026-03-15' }
  const result = compared(days, calendarOn('2026-03-20', { releases }), 'sameRelease')
  expect([formatRange(result), result.alignedOn]).toEqual([
    '2025-03-23 2025-03-30',
    { current: 'Spring 2026', previous: 'Spring 2025' },
  ])
  expect(compared(days, calendarOn('2026-03-20'), 'sameRelease').mode).toBe('sameWeekdays')
})

test.each<[RangeChoice, LocalDay, 'sameWeekdays' | 'previousYear']>([
  ['Today', '2026-06-17', 'sameWeekdays'],
  ['LastWeek', '2026-06-17', 'sameWeekdays'],
  ['wtd', '2026-06-17', 'sameWeekdays'],
  ['Last30Days', '2026-06-17', 'sameWeekdays'],
  ['Last365Days', '2026-06-17', 'previousYear'],
  ['mtd', '2026-06-17', 'previousYear'],
  ['qtd', '2026-06-17', 'previousYear'],
  ['LastQuarter', '2026-06-17', 'previousYear'],
  ['ThisYear', '2026-06-17', 'previousYear'],
  [LAST_WEEKEND, '2026-11-17', 'sameWeekdays'],
  [{ from: '2026-02-01', until: '2026-05-01' }, '2026-06-17', 'previousYear'],
  [{ from: '2026-06-01', until: '2026-06-18' }, '2026-06-17', 'previousYear'],
  [{ from: '2026-06-01', until: '2026-06-08' }, '2026-06-17', 'sameWeekdays'],
  [{ from: '2025-01-02', until: '2026-01-03' }, '2026-06-17', 'previousYear'],
])('last year of %j on %s has the %s', (range, today, expected) => {
  expect(lastYearMode(range, today)).toBe(expected)
})
