import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { REPORT_RANGES } from '#domain/ranges/relative-range.ts'
import { parseSearch, stringifySearch } from '#web/app/urls.ts'
import { readAddress } from './read-address.ts'
import { LAYOUTS, OWN_VIEW, type ReportSubject, type ReportView, writeAddress } from './report-view.ts'

const column = (columnId: string, type: string, kind: 'dimension' | 'measure' = 'dimension'): CatalogColumn => ({
  columnId,
  columnName: columnId.charAt(0).toUpperCase() + columnId.slice(1),
  displayName: columnId,
  kind,
  type,
  format: 'text',
  additive: false,
  description: '',
  goodDirection: 'neutral',
  aggregations: [],
  filterOnly: false,
})

const subject: ReportSubject = {
  definition: {
    columns: [
      { columnId: 'brand', aggregation: 'None', total: true, totalAggregation: 'sum' },
      { columnId: 'netSales', aggregation: 'None', total: true, totalAggregation: 'sum' },
    ],
    groupColumns: ['brand'],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    compare: null,
  },
  columns: [
    column('brand', 'text'),
    column('netSales', 'currency', 'measure'),
    column('orderDate', 'dateTime'),
    column('shipDate', 'date'),
    column('isRefund', 'boolean'),
    column('orderId', 'text'),
  ],
  dateColumns: ['orderDate', 'shipDate'],
}

const throughTheBar = (view: ReportView) => readAddress(parseSearch(stringifySearch(writeAddress(view))), subject)

const nasty = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a:b', 'x&y=z', '-', 'é,#?', '  ', '100', 'true'))
const filter = fc.oneof(
  fc.record({
    columnId: fc.constantFrom('brand', 'orderId'),
    comparison: fc.constantFrom('Equal' as const, 'NotContains' as const),
    value: nasty,
  }),
  fc.record({
    columnId: fc.constant('netSales'),
    comparison: fc.constantFrom('GreaterThan' as const, 'Equal' as const),
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  }),
  fc.record({
    columnId: fc.constant('netSales'),
    comparison: fc.constantFrom('LessThan' as const),
    value: fc.constant(7),
    appliesTo: fc.constantFrom('records' as const, 'groups' as const),
  }),
  fc.record({
    columnId: fc.constant('isRefund'),
    comparison: fc.constantFrom('IsTrue' as const, 'IsNull' as const),
    value: fc.constant(null),
  }),
)
const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2098-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const range = fc.oneof(
  fc.constant({ kind: 'own' as const }),
  fc
    .record({
      kind: fc.constant('relative' as const),
      column: fc.constantFrom('orderDate', 'shipDate'),
      range: fc.constantFrom(...REPORT_RANGES),
    })
    .filter(({ column: of, range: named }) => !(of === 'orderDate' && named === 'ThisYear')),
  fc.record({
    kind: fc.constant('days' as const),
    column: fc.constantFrom(null, 'shipDate'),
    from: day,
    until: fc.constant('2099-01-01'),
  }),
)
const view: fc.Arbitrary<ReportView> = fc.record({
  range,
  compare: fc.constantFrom(null, ...COMPARE_MODES),
  filters: fc
    .array(filter, { maxLength: 4 })
    .map((list) => list.toSorted((a, b) => (a.columnId < b.columnId ? -1 : a.columnId > b.columnId ? 1 : 0))),
  dimensionFilters: fc.uniqueArray(
    fc.record({
      columnId: fc.constantFrom('brand', 'isRefund'),
      values: fc.array(fc.oneof(nasty, fc.constant(null)), { minLength: 1, maxLength: 3 }),
      exclude: fc.boolean(),
    }),
    { maxLength: 2, selector: ({ columnId }) => columnId },
  ),
  includeClubOrders: fc.boolean(),
  sort: fc.option(
    fc.array(
      fc.record(
        {
          columnId: fc.constantFrom('brand', 'netSales'),
          direction: fc.constantFrom('asc', 'desc'),
          by: fc.constant('change' as const),
        },
        { requiredKeys: ['columnId', 'direction'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  columns: fc.option(fc.constantFrom(['brand'], ['netSales', 'brand'])),
  layout: fc.constantFrom(...LAYOUTS),
  page: fc.integer({ min: 1, max: 20_000 }),
})

test("round-trips every difference from the report's own view through the URL, and nothing else", () => {
  fc.assert(
    fc.property(view, (before) => {
      const reading = throughTheBar(before)
      expect(reading.problems).toEqual([])
      expect(reading.view.filters.toSorted()).toHaveLength(before.filters.length)
      expect(groupedByColumn(reading.view)).toEqual(groupedByColumn(before))
    }),
  )
})

/** Filters of different columns are joined by And: only the order within a column is preserved. */
const groupedByColumn = ({ filters, ...rest }: ReportView) => ({
  ...rest,
  filters: Object.groupBy(filters, ({ columnId }) => columnId),
})

test("writes nothing for the report's own view", () => {
  expect(stringifySearch(writeAddress(OWN_VIEW))).toBe('')
  expect(readAddress({}, subject)).toEqual({ view: OWN_VIEW, problems: [] })
})

test("treats the menu's range as no difference if it is the report's own", () => {
  const search = parseSearch('?relativeDate=OrderDate-ThisYear')
  expect(readAddress(search, subject)).toEqual({ view: OWN_VIEW, problems: [] })
})

test('writes a readable URL', () => {
  const address =
    '?relativeDate=OrderDate-Last30Days&compare=previousYear&f.brand=Equal%3AA+%26+B&f.brand=NotEqual%3AC&sort=-NetSales%2CBrand&page=3'
  const { view: read, problems } = readAddress(parseSearch(address), subject)
  expect(problems).toEqual([])
  expect(stringifySearch(writeAddress(read))).toBe(address)
})

const UNKNOWN = [
  '?relativeDate=OrderDate-Last31Days',
  '?relativeDate=Brand-Last30Days',
  '?compare=nextYear',
  '?f.nothing=Equal:1',
  '?f.brand=Like:1',
  '?f.brand=Equal:',
  '?sort=Nothing',
  '?columns=OrderId',
  '?page=0',
  '?page=two',
  '?view=upsideDown',
  '?from=2026-02-30&until=2026-03-01',
  '?from=2026-03-02&until=2026-03-01',
]

test.each(UNKNOWN)('reports and ignores unknown parts: %s', (address) => {
  const { view: read, problems } = readAddress(parseSearch(address), subject)
  expect(read).toEqual(OWN_VIEW)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(new URLSearchParams(address).entries().next().value?.[0] ?? '?')
})

test('shows an order by its id completely, for all dates', () => {
  const { view: read } = readAddress({ orderId: 'A-7' }, subject)
  expect(read.filters).toEqual([{ columnId: 'orderId', comparison: 'Equal', value: 'A-7' }])
  expect(read.range).toEqual({ kind: 'relative', column: 'orderDate', range: 'None' })
  expect(throughTheBar(read).view).toEqual(read)
})

test.each([
  ['a column that is no measure', 'brand', subject],
  ['a report without groups', 'netSales', { ...subject, definition: { ...subject.definition, groupColumns: [] } }],
])('a filter that names records or groups is not for %s', (_, columnId, of) => {
  const { view, problems } = readAddress({ [`f.${columnId}`]: 'groups:Equal:10' }, of)
  expect(view.filters).toEqual([])
  expect(problems).toHaveLength(1)
})
