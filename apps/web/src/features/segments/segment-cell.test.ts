import { expect, test } from 'vitest'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { cellList } from './segment-cell.ts'

const cohorts: ReportDefinitionInput = {
  reportType: 'CustomerMonths',
  columns: [{ columnId: 'returnRate' }],
  groupColumns: ['firstOrderQuarter', 'monthsSinceFirstOrder'],
  pivot: { columns: ['monthsSinceFirstOrder'] },
  filters: [{ columnId: 'state', value: 'CA' }],
  relativeDateFilter: { relativeRange: 'ThisYear' },
}
const builtin = [{ group: 'customers', slug: 'cohorts', definition: ReportDefinition.parse(cohorts) }]
const catalog = { builtin, reportTypes: [] } as unknown as ReportCatalog
const row = { firstOrderQuarter: '2026-Q1', monthsSinceFirstOrder: 3 }
const ofCell = [
  { columnId: 'state', comparison: 'Equal', value: 'CA' },
  { columnId: 'firstOrderQuarter', comparison: 'Equal', value: '2026-Q1' },
  { columnId: 'monthsSinceFirstOrder', comparison: 'Equal', value: 3 },
]

test.each([
  ['returnRate', ofCell],
  ['returnedCustomers', [...ofCell, { columnId: 'hasReturned', comparison: 'IsTrue', value: null }]],
])('the people of a cell of %s are those that it counts', (measure, filters) => {
  for (const definition of [{ builtin: 'customers/cohorts' }, cohorts])
    expect(cellList({ definition, cell: { row, measure } }, catalog)).toMatchObject({
      ...{ reportType: 'CustomerMonths', groupColumns: [], pivot: null, relativeDateFilter: null },
      filters,
    })
})

test.each([
  ['of a measure of no people', { definition: cohorts, cell: { row, measure: 'salesToDate' } }],
  ['of the total', { definition: cohorts, cell: { measure: 'returnRate' } }],
  ['of a saved report', { definition: { id: 'r' }, cell: { row, measure: 'returnRate' } }],
  ['of another report', { definition: { ...cohorts, reportType: 'Orders' }, cell: { row, measure: 'returnRate' } }],
  ['of a tile', { widget: { type: 'sales' }, cell: { row, measure: 'returnRate' } }],
])('a cell %s can’t be saved', (_what, request) => {
  expect(cellList(request, catalog)).toBeNull()
})
