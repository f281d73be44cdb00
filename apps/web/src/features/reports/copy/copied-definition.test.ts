import { expect, test } from 'vitest'
import { OWN_VIEW } from '../address/report-view.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { makeDefinition } from '../table/report-columns.fixture.ts'
import { canCopy, copiedDefinition } from './copied-definition.ts'

const report: LoadedReport = {
  ref: { builtin: 'orders/by-brand' },
  title: 'Orders by Brand',
  description: 'What each brand sells',
  definition: makeDefinition([{ columnId: 'brand' }, { columnId: 'netSales' }], {
    groupColumns: ['brand'],
    filters: [{ columnId: 'country', comparison: 'Equal', value: 'US' }],
    history: [{ of: 'Reservations', which: 'any', filters: [], dates: 'LastYear' }],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
  }),
  type: {
    reportType: 'Orders',
    title: 'Orders',
    dateColumns: ['orderDate'],
    hasClubOrders: true,
    history: null,
    columns: [],
  },
  rangeName: null,
  groupChoices: [],
  saved: null,
}
const resolved = { from: '2026-01-01', until: '2027-01-01' }

test("a copy of the report's own view equals its definition", () => {
  const copy = copiedDefinition(report, OWN_VIEW, resolved)
  const { name: _, ...own } = report.definition
  expect(copy).toEqual({ ...own, description: 'What each brand sells' })
})

test('a copy contains the current dates, filters, sort and columns', () => {
  const copy = copiedDefinition(
    report,
    {
      ...OWN_VIEW,
      range: { kind: 'relative', column: 'orderDate', range: 'LastMonth' },
      filters: [{ columnId: 'channel', comparison: 'Equal', value: 'web' }],
      sort: [{ columnId: 'brand', direction: 'asc' }],
      columns: ['netSales'],
    },
    resolved,
  )
  expect(copy.relativeDateFilter).toEqual({ relativeRange: 'LastMonth', columnName: 'OrderDate' })
  expect(copy.filters).toHaveLength(2)
  expect(copy.orderColumns).toEqual([{ columnId: 'brand', direction: 'asc' }])
  expect(copy.columnOrder).toEqual(['netSales'])
})

test('custom days become filters, and an open range continues from its first day', () => {
  const range = { kind: 'days', column: null, from: '2026-02-01', until: '2026-03-01' } as const
  const days = copiedDefinition(report, { ...OWN_VIEW, range }, range)
  expect(days.relativeDateFilter).toBeNull()
  expect(days.filters?.slice(1)).toEqual([
    { columnId: 'orderDate', comparison: 'GreaterThanOrEqual', value: '2026-02-01' },
    { columnId: 'orderDate', comparison: 'LessThan', value: '2026-03-01' },
  ])
  const unnamed = copiedDefinition({ ...report, rangeName: 'Three years' }, OWN_VIEW, resolved)
  expect(unnamed.filters?.slice(1)).toEqual([
    { columnId: 'orderDate', comparison: 'GreaterThanOrEqual', value: '2026-01-01' },
  ])
})

test('does not mix additional filters with those joined by Or', () => {
  const { definition } = report
  const either = {
    ...report,
    definition: {
      ...definition,
      filterOperator: 'Or' as const,
      filters: [...definition.filters, ...definition.filters],
    },
  }
  expect(canCopy(either, OWN_VIEW)).toBe(true)
  expect(canCopy(either, { ...OWN_VIEW, filters: [{ columnId: 'channel', comparison: 'IsNull', value: null }] })).toBe(
    false,
  )
})

test('a copy contains the values and the club switch of the filter bar', () => {
  const dimensionFilters = [{ columnId: 'channel', values: ['pos', null], exclude: false }]
  const saved = { columnId: 'state', values: ['CA'], exclude: true }
  const definition = { ...report.definition, dimensionFilters: [saved] }
  const copy = copiedDefinition(
    { ...report, definition },
    { ...OWN_VIEW, dimensionFilters, includeClubOrders: false },
    null,
  )
  expect(copy).toMatchObject({ dimensionFilters: [saved, ...dimensionFilters], includeClubOrders: false })
})
