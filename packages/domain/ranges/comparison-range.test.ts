import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonRange } from './comparison-range.ts'
import { addDays, diffDays, type LocalDay } from './local-day.ts'
import { WEEK_STARTS } from './period.ts'
import { RANGE_RULES, type RangeChoice, RELATIVE_RANGES, type RelativeRange } from './relative-range.ts'
import { type RangeCalendar, type ResolvedRange, resolveRange } from './resolve-range.ts'

const calendarOn = (today: LocalDay, fiscalYearStartMonth = 1): RangeCalendar => ({
  today,
  weekStart: 'monday',
  fiscalYearStartMonth,
})

const resolved = (range: RangeChoice, calendar: RangeCalendar): ResolvedRange => {
  const result = resolveRange(range, calendar)
  if (result === null) throw new Error('no days')
  return result
}

const daysBefore = (range: RangeChoice, calendar: RangeCalendar): string => {
  const { from, until } = comparisonRange(range, resolved(range, calendar), calendar, 'previousPeriod')
  return `${from} ${until}`
}

const daysYearBefore = (range: RangeChoice, calendar: RangeCalendar): string => {
  const { from, until } = comparisonRange(range, resolved(range, calendar), calendar, 'previousYear')
  return `${from} ${until}`
}

test.each<[RangeChoice, LocalDay, string]>([
  ['mtd', '2026-03-15', '2026-02-01 2026-02-16'],
  ['ThisMonth', '2026-03-15', '2026-02-01 2026-02-16'],
  ['mtd', '2026-03-31', '2026-02-01 2026-03-01'],
  ['mtd', '2024-03-30', '2024-02-01 2024-03-01'],
  ['mtd', '2026-02-28', '2026-01-01 2026-01-29'],
  ['qtd', '2026-01-01', '2025-10-01 2025-10-02'],
  ['ThisQuarter', '2026-05-31', '2026-01-01 2026-03-03'],
  ['ytd', '2024-12-31', '2023-01-01 2024-01-01'],
  ['wtd', '2026-03-11', '2026-03-02 2026-03-05'],
  ['Today', '2026-03-01', '2026-02-28 2026-03-01'],
  ['Yesterday', '2026-03-01', '2026-02-27 2026-02-28'],
  ['LastMonth', '2026-03-15', '2026-01-01 2026-02-01'],
  ['LastQuarter', '2026-03-15', '2025-07-01 2025-10-01'],
  ['LastYear', '2026-03-15', '2024-01-01 2025-01-01'],
  ['LastWeek', '2026-03-11', '2026-02-23 2026-03-02'],
  ['Last7Days', '2026-03-11', '2026-02-26 2026-03-05'],
  [{ from: '2026-01-10', until: '2026-01-20' }, '2026-03-11', '2025-12-31 2026-01-10'],
  [{ from: '2026-03-01', until: '2026-04-01' }, '2026-03-10', '2026-02-01 2026-02-11'],
  [{ from: '2026-05-01', until: '2026-05-11' }, '2026-03-10', '2026-04-21 2026-05-01'],
])('compares %j on %s with %s as previous period', (range, today, expected) => {
  expect(daysBefore(range, calendarOn(today))).toBe(expected)
})

test.each<[RangeChoice, LocalDay, string]>([
  ['mtd', '2026-03-15', '2025-03-01 2025-03-16'],
  ['ThisMonth', '2026-03-15', '2025-03-01 2025-03-16'],
  ['mtd', '2024-02-29', '2023-02-01 2023-03-01'],
  ['mtd', '2024-02-28', '2023-02-01 2023-03-01'],
  ['mtd', '2025-02-28', '2024-02-01 2024-02-29'],
  ['LastMonth', '2025-03-10', '2024-02-01 2024-03-01'],
  ['LastMonth', '2024-03-10', '2023-02-01 2023-03-01'],
  ['Today', '2024-02-29', '2023-02-28 2023-03-01'],
  ['Today', '2025-02-28', '2024-02-28 2024-02-29'],
  ['Yesterday', '2025-03-01', '2024-02-28 2024-02-29'],
  ['LastYear', '2026-03-15', '2024-01-01 2025-01-01'],
  ['Last30Days', '2026-03-01', '2025-01-31 2025-03-02'],
  [{ from: '2024-02-01', until: '2024-02-29' }, '2026-03-11', '2023-02-01 2023-03-01'],
  [{ from: '2024-02-01', until: '2024-03-01' }, '2026-03-11', '2023-02-01 2023-03-01'],
])('compares %j on %s with %s as previous year', (range, today, expected) => {
  expect(daysYearBefore(range, calendarOn(today))).toBe(expected)
})

test('compares fiscal quarters and years with the previous fiscal ones', () => {
  expect(daysBefore('ytd', calendarOn('2026-08-10', 7))).toBe('2025-07-01 2025-08-11')
  expect(daysBefore('qtd', calendarOn('2026-02-10', 2))).toBe('2025-11-01 2025-11-11')
})

const someCalendar = fc.record({
  today: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  weekStart: fc.constantFrom(...WEEK_STARTS),
  fiscalYearStartMonth: fc.integer({ min: 1, max: 12 }),
})
const someRange = fc.constantFrom(
  ...RELATIVE_RANGES.filter((range): range is Exclude<RelativeRange, 'None'> => range !== 'None'),
)

test('fault F31: the previous period ends before the range, is not empty and is complete', () => {
  fc.assert(
    fc.property(someCalendar, someRange, (calendar, range) => {
      const now = resolved(range, calendar)
      const before = comparisonRange(range, now, calendar, 'previousPeriod')
      expect(before.from < before.until).toBe(true)
      expect(before.until <= now.from).toBe(true)
      expect(before.partial).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('compares a running period with the same number of elapsed days, or with the whole shorter period', () => {
  fc.assert(
    fc.property(someCalendar, someRange, (calendar, range) => {
      const now = resolved(range, calendar)
      if (!now.partial) return
      const before = comparisonRange(range, now, calendar, 'previousPeriod')
      const elapsed = diffDays(now.from, addDays(calendar.today, 1))
      const days = diffDays(before.from, before.until)
      expect(days === elapsed || (days < elapsed && before.until === now.from)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('compares a completed period with the adjacent previous one', () => {
  fc.assert(
    fc.property(someCalendar, someRange, (calendar, range) => {
      const now = resolved(range, calendar)
      if (now.partial || RANGE_RULES[range].kind !== 'whole') return
      const before = comparisonRange(range, now, calendar, 'previousPeriod')
      expect(before.until).toBe(now.from)
    }),
  )
})
