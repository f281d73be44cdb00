import { expect, test } from 'vitest'
import { describeRange } from '#domain/ranges/resolve-range.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Dimension } from '#semantic/catalog/column.ts'
import { alignPrevious } from './align-previous.ts'

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
      compareRange: describeRange('2026-02-01', '2026-03-01', '2026-04-02'),
      calendar: { weekStart: 'monday', fiscalYearStartMonth: 1 },
    },
  )

test('aligns months of the range column by their offset from the start of the range', () => {
  expect(aligned('cancelledMonth', 'cancelledDate')).toEqual([['2026-02', 3]])
})

test('aligns months of another date with the same months', () => {
  expect(aligned('signupMonth', 'cancelledDate')).toEqual([['2026-03', 2]])
})
