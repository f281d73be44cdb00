import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { breakdownOfReport, isWholeRow } from './mark-addresses.ts'

const mark = (row: Record<string, string | null>) => ({ row, label: 'Mark', measure: 'netSales' })

test.each<[what: string, row: Record<string, string | null>, groups: string[], isWhole: boolean]>([
  ['its only group', { channel: 'web' }, ['Channel'], true],
  ['one of two groups', { orderMonth: '2026-06' }, ['orderMonth', 'channel'], false],
  ['a key instead of its name', { customerId: 'c1' }, ['customerName', 'customerId'], true],
  ['a name without its key', { customerName: 'Leif Ito' }, ['customerName', 'customerId'], false],
  ['a blank', { teamMember: null }, ['teamMember'], true],
  ['nothing, in a report without groups', {}, [], false],
])('a mark that names %s', (_what, row, groups, isWhole) => {
  expect(isWholeRow(mark(row), groups)).toBe(isWhole)
})

const REPORT = ReportDefinition.parse({
  reportType: 'Orders',
  columns: [
    { columnName: 'OrderMonth' },
    { columnId: 'total', aggregation: 'Avg' },
    { columnId: 'running', displayName: 'So far' },
  ],
  groupColumns: ['orderMonth'],
  calculations: [
    {
      columnId: 'running',
      displayName: 'So far',
      kind: 'runningTotal',
      of: { columnId: 'total' },
      along: 'orderMonth',
    },
  ],
  filters: [{ columnId: 'state', value: 'CA' }],
  pivot: { columns: ['orderMonth'] },
})

test.each([
  ['an aggregated column', 'total', 'Avg'],
  ['a calculation', 'running', 'None'],
])('breaks %s of a report down by another dimension, with the filters of the report', (_what, measure, aggregation) => {
  const found = ReportDefinition.parse(breakdownOfReport(REPORT, measure, 'channel'))
  expect(found).toMatchObject({
    columns: [{ columnId: 'channel' }, { columnId: measure, aggregation }],
    groupColumns: ['channel'],
    calculations: [{ columnId: 'running', along: null }],
    filters: [{ columnId: 'state', value: 'CA' }],
    pivot: null,
    chart: { kind: 'bar', x: 'channel', series: [measure] },
  })
})
