import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { formatFilter } from './filter-labels.ts'
import { COMPARISONS_OF, emptyFilter, type FilterColumn, isComplete, type ReportFilter } from './report-filter.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

const column = (columnId: string, displayName: string, type: string, format: FilterColumn['format'] = 'text') =>
  ({ columnId, displayName, type, format, kind: format === 'currency' ? 'measure' : 'dimension' }) as const

const SENTENCES: readonly (readonly [FilterColumn, Omit<ReportFilter, 'columnId'>, string])[] = [
  [column('channel', 'Sales channel', 'enum'), { comparison: 'Equal', value: 'pos' }, 'Sales channel is Tasting room'],
  [column('brand', 'Brand', 'text'), { comparison: 'StartsWith', value: 'St' }, 'Brand starts with St'],
  [column('brand', 'Brand', 'text'), { comparison: 'IsNull', value: null }, 'Brand is empty'],
  [
    column('netSales', 'Net sales', 'currency', 'currency'),
    { comparison: 'GreaterThan', value: 1000 },
    'Net sales is more than $1,000.00',
  ],
  [
    column('share', 'Share', 'percent', 'percent'),
    { comparison: 'LessThan', value: 0.125 },
    'Share is less than 12.5%',
  ],
  [
    column('orderDate', 'Order date', 'dateTime', 'dateTime'),
    { comparison: 'GreaterThanOrEqual', value: '2026-03-14' },
    'Order date is on or after Mar 14, 2026',
  ],
  [
    column('orderWeekday', 'Order weekday', 'integer', 'integer'),
    { comparison: 'Equal', value: 6 },
    'Order weekday is Saturday',
  ],
  [column('orderYear', 'Order year', 'integer', 'integer'), { comparison: 'Equal', value: 2026 }, 'Order year is 2026'],
  [column('isRefund', 'Refund', 'boolean'), { comparison: 'IsTrue', value: null }, 'Refund is yes'],
]

test.each(SENTENCES)('describes a filter as a sentence: %#', (of, filter, sentence) => {
  expect(formatFilter({ columnId: of.columnId, ...filter }, of, formats)).toBe(sentence)
})

test("a new filter has its column's default comparison and is sent once complete", () => {
  const fresh = emptyFilter(column('brand', 'Brand', 'text'))
  expect(fresh.comparison).toBe('Contains')
  expect(isComplete(fresh)).toBe(false)
  expect(isComplete({ ...fresh, value: 'Stone' })).toBe(true)
  expect(isComplete(emptyFilter(column('isRefund', 'Refund', 'boolean')))).toBe(true)
  expect(COMPARISONS_OF.day).not.toContain('Contains')
})
