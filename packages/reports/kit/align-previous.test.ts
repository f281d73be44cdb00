import { expect, test } from 'vitest'
import { describeRange } from '#domain/ranges/resolve-range.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import { alignPrevious, movedPeriods } from './align-previous.ts'

const dimensionOf = (columnId: string): Dimension => {
  const type = findReportType('Memberships')
  const column = type && findColumn(type, columnId)
  if (column?.kind !== 'dimension') throw new Error(`${columnId} is no dimension`)
  return column
}

const aligned = (columnId: string, dateColumn: string) =>
  alignPrevious(
    [['2026-03', 1]],
    [
      ['2026-03', 2],
      ['2026-02', 3],
    ],
    {
      dimensions: [dimensionOf(columnId)],
      dateColumn,
      range: describeRange('2026-03-01', '2026-04-01', '2026-04-02'),
      comparison: {
        mode: 'previousPeriod',
        range: describeRange('2026-02-01', '2026-03-01', '2026-04-02'),
        alignedOn: null,
      },
      calendar: { weekStart: 'monday', fiscalYearStartMonth: 1 },
    },
  )

test('aligns months of the range column by their offset from the start of the range', () => {
  expect(aligned('cancelledMonth', 'cancelledDate')).toEqual([['2026-02', 3]])
})

test('aligns months of another date with the same months', () => {
  expect(aligned('signupMonth', 'cancelledDate')).toEqual([['2026-03', 2]])
})

/** Days and the same weekdays a year before them. */
const weekdaysOf = (columnId: string, fiscalYearStartMonth = 1) => ({
  dimensions: [dimensionOf(columnId)],
  dateColumn: 'signupDate',
  range: describeRange('2026-02-28', '2026-03-28', '2026-04-02'),
  comparison: {
    mode: 'sameWeekdays' as const,
    range: describeRange('2025-03-01', '2025-03-29', '2026-04-02'),
    alignedOn: null,
  },
  calendar: { weekStart: 'monday' as const, fiscalYearStartMonth },
})

/** Rows of a range and of the same weekdays a year before it, each with its first day and its place. */
const alignedWeekdays = (columnId: string, current: readonly string[], previous: readonly string[]) =>
  alignPrevious<[string, number]>(
    current.map((bucket, index) => [bucket, index]),
    previous.map((bucket, index) => [bucket, index]),
    weekdaysOf(columnId),
  ).map((row) => row?.[0] ?? null)

test.each([
  ['signupDay', ['2026-02-28', '2026-03-07'], ['2025-03-01', '2025-03-08'], ['2025-03-01', '2025-03-08']],
  ['signupWeek', ['2026-02-23', '2026-03-02'], ['2025-02-24', '2025-03-03'], ['2025-02-24', '2025-03-03']],
  ['signupMonth', ['2026-02', '2026-03'], ['2025-03'], [null, '2025-03']],
  ['signupQuarter', ['2026-Q1'], ['2025-Q1'], ['2025-Q1']],
  ['signupYear', ['2026'], ['2025'], ['2025']],
])('aligns %s with the same weekdays: days by position, months by name', (columnId, current, previous, expected) => {
  expect(alignedWeekdays(columnId, current, previous)).toEqual(expected)
})

test.each([
  ['signupDay', 1, { count: 364, last: '2026-03-27' }],
  ['signupWeek', 1, { count: 52, last: '2026-03-23' }],
  ['signupMonth', 1, { count: 12, last: '2026-03-01' }],
  ['signupQuarter', 1, { count: 4, last: '2026-Q1' }],
  ['signupQuarter', 7, { count: 4, last: '2026-Q3' }],
  ['signupYear', 1, { count: 1, last: 2026 }],
  ['status', 1, undefined],
])('earlier groups of %s stand so many periods later in this range', (columnId, start, expected) => {
  expect(movedPeriods(weekdaysOf(columnId, start))[columnId]).toEqual(expected)
})
