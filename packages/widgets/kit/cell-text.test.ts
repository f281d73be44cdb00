import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import { cellText, nameOfValue, type TextColumn } from './cell-text.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'America/Los_Angeles' })

const dimension = (columnId: string, type = 'text', format: TextColumn['format'] = 'text'): TextColumn => ({
  columnId,
  kind: 'dimension',
  type,
  format,
})
const measure = (type: string, format: TextColumn['format']): TextColumn => ({
  columnId: 'm',
  kind: 'measure',
  type,
  format,
})

const CELLS: readonly (readonly [TextColumn, Cell, string])[] = [
  [measure('currency', 'currency'), 57_515, '$57,515.00'],
  [measure('currency', 'currency'), 0, '$0.00'],
  [measure('currency', 'currency'), null, '—'],
  [measure('percent', 'percent'), 0.125, '12.5%'],
  [measure('integer', 'integer'), 1234, '1,234'],
  [measure('date', 'date'), '2026-03-14', 'Mar 14, 2026'],
  [dimension('channel', 'enum'), 'pos', 'Tasting room'],
  [dimension('orderYear', 'integer', 'integer'), 2026, '2026'],
  [dimension('orderMonth'), '2026-03', 'Mar 2026'],
  [dimension('orderQuarter'), '2026-Q1', 'Q1 2026'],
  [dimension('orderWeekday', 'integer', 'integer'), 6, 'Saturday'],
  [dimension('orderMonthOfYear', 'integer', 'integer'), 3, 'March'],
  [dimension('isWeekend', 'boolean'), false, 'Weekday'],
  [dimension('birthDate', 'date', 'date'), '1980-02-29', 'Feb 29, 1980'],
  [dimension('orderDate', 'dateTime', 'dateTime'), '2026-03-14T23:30:00Z', 'Mar 14, 2026, 4:30 PM'],
  [dimension('unitPrice', 'currency', 'currency'), 32, '$32.00'],
]

test.each(CELLS)('formats a cell by its column: %#', (column, cell, written) => {
  expect(cellText(column, cell, formats, true).replaceAll('\u202f', ' ')).toBe(written)
})

test('an empty value has a name as a group and a dash as a record', () => {
  expect(cellText(dimension('brand'), null, formats, true)).toBe('No brand')
  expect(cellText(dimension('brand'), '', formats, false)).toBe('—')
})

test('only values with a label have a name for charts', () => {
  expect(nameOfValue('channel', 'pos')).toBe('Tasting room')
  expect(nameOfValue('brand', 'Stone')).toBeNull()
  expect(nameOfValue('brand', null)).toBe('No brand')
})
