import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { REPORT_RANGES } from '#domain/ranges/relative-range.ts'
import { fileNameIn } from './export/download.ts'
import { formatFilter } from './filters/filter-labels.ts'
import {
  COMPARISONS_OF,
  emptyFilter,
  type FilterColumn,
  filterLevels,
  isComplete,
  type ReportFilter,
} from './filters/report-filter.ts'
import { namedRanges, toRangeCalendar } from './range/range-labels.ts'
import { nextSending, type Timing } from './schedules/schedule-timing.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })

const column = (columnId: string, displayName: string, type: string, format: FilterColumn['format'] = 'text') =>
  ({ columnId, displayName, type, format, kind: format === 'currency' ? 'measure' : 'dimension' }) as const

const SENTENCES: readonly (readonly [FilterColumn, Omit<ReportFilter, 'columnId'>, string])[] = [
  [column('channel', 'Sales channel', 'enum'), { comparison: 'Equal', value: 'pos' }, 'Sales channel is Tasting room'],
  [column('brand', 'Brand', 'text'), { comparison: 'StartsWith', value: 'St' }, 'Brand starts with St'],
  [column('brand', 'Brand', 'text'), { comparison: 'IsNull', value: null }, 'Brand is blank'],
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
  [column('isRefund', 'Refund', 'boolean'), { comparison: 'IsTrue', value: null }, 'Refund is Yes'],
]

test.each(SENTENCES)('describes a filter as a sentence: %#', (of, filter, sentence) => {
  expect(formatFilter({ columnId: of.columnId, ...filter }, of, formats)).toBe(sentence)
})

const quantity: FilterColumn = {
  ...column('quantity', 'Quantity', 'number', 'number'),
  kind: 'measure',
  additive: true,
  aggregations: ['None', 'Max'],
}
const ten = { columnId: 'quantity', comparison: 'GreaterThanOrEqual', value: 10 } as const

test.each([
  ['of a list', null, {}, 'Quantity is at least 10'],
  ['of groups', 'OrderLines', {}, 'Total quantity is at least 10'],
  ['of groups, as stored', 'OrderLines', { appliesTo: 'groups' }, 'Total quantity is at least 10'],
  ['of records before grouping', 'OrderLines', { appliesTo: 'records' }, 'Quantity of each line is at least 10'],
] as const)('a filter on a measure says what it compares: %s', (_, groupedType, level, sentence) => {
  expect(formatFilter({ ...ten, ...level }, quantity, formats, groupedType)).toBe(sentence)
})

test('a ratio has no value per record, so that only groups are filtered by it', () => {
  expect(filterLevels(quantity)).toEqual(['groups', 'records'])
  expect(filterLevels({ ...quantity, aggregations: ['None'] })).toEqual(['groups'])
  const average: FilterColumn = { ...quantity, displayName: 'Average order', additive: false }
  expect(formatFilter(ten, average, formats, 'Orders')).toBe('Average order is at least 10')
})

test("a new filter has its column's default comparison and is sent once complete", () => {
  const fresh = emptyFilter(column('brand', 'Brand', 'text'))
  expect(fresh.comparison).toBe('Contains')
  expect(isComplete(fresh)).toBe(false)
  expect(isComplete({ ...fresh, value: 'Stone' })).toBe(true)
  expect(isComplete(emptyFilter(column('isRefund', 'Refund', 'boolean')))).toBe(true)
  expect(COMPARISONS_OF.day).not.toContain('Contains')
})

const NAMES: readonly (readonly [string | null, string])[] = [
  [`attachment; filename="orders.csv"; filename*=UTF-8''Orders%20%E2%80%93%20May.csv`, 'Orders – May.csv'],
  ['attachment; filename="orders.csv"', 'orders.csv'],
  ['attachment; filename=orders.csv', 'orders.csv'],
  [`attachment; filename="orders.csv"; filename*=UTF-8''%E0%A4%A`, 'orders.csv'],
  ['attachment', 'report.csv'],
  [null, 'report.csv'],
]

test.each(NAMES)('takes the file name from the response: %s', (disposition, name) => {
  expect(fileNameIn(disposition, 'report.csv')).toBe(name)
})

const account = { timeZone: 'America/Los_Angeles', weekStart: 'monday', fiscalYearStartMonth: 7 } as const

test("uses the account's today and shows the days of every range", () => {
  // 03:00 UTC on the 21st is still the 20th at the winery.
  const calendar = toRangeCalendar(account, Date.parse('2026-11-21T03:00:00Z'))
  expect(calendar.today).toBe('2026-11-20')
  const ranges = namedRanges(calendar, createFormats({ culture: 'en-US', currency: 'USD' }))
  expect(ranges.map(({ range }) => range).toSorted()).toEqual(REPORT_RANGES.toSorted())
  expect([ranges[0]?.range, ranges.at(-1)?.range]).toEqual(['Today', 'None'])
  const days = (range: string) => ranges.find((one) => one.range === range)?.days.replaceAll('\u2009', ' ')
  expect(days('None')).toBe('')
  expect(days('Today')).toBe('Nov 20, 2026')
  expect(days('LastMonth')).toBe('Oct 1–31, 2026')
  expect(days('ThisYear')).toBe('Jul 1, 2026 – Jun 30, 2027')
})

const timing = (cadence: Timing['cadence'], rest: Partial<Timing> = {}): Timing => ({
  cadence,
  weekday: 1,
  day: 1,
  hour: 7,
  ...rest,
})

// 2026-03-11 is a Wednesday.
test.each<[string, Timing, string, number, string]>([
  ['daily, before its hour', timing('daily'), '2026-03-11', 6, '2026-03-11'],
  ['daily, at its hour', timing('daily'), '2026-03-11', 7, '2026-03-12'],
  ['weekly, later this week', timing('weekly', { weekday: 5 }), '2026-03-11', 12, '2026-03-13'],
  ['weekly, today before its hour', timing('weekly', { weekday: 3 }), '2026-03-11', 6, '2026-03-11'],
  ['weekly, today after its hour', timing('weekly', { weekday: 3 }), '2026-03-11', 8, '2026-03-18'],
  ['monthly, later this month', timing('monthly', { day: 20 }), '2026-03-11', 12, '2026-03-20'],
  ['monthly, past this month', timing('monthly', { day: 5 }), '2026-03-11', 12, '2026-04-05'],
  ['monthly, in a short month', timing('monthly', { day: 31 }), '2026-04-02', 12, '2026-04-30'],
  ['monthly, after the last day of a short month', timing('monthly', { day: 31 }), '2026-04-30', 12, '2026-05-31'],
  ['monthly, over the year', timing('monthly', { day: 1 }), '2026-12-31', 23, '2027-01-01'],
])('%s', (_, when, today, hour, expected) => expect(nextSending(when, { today, hour })).toBe(expected))
