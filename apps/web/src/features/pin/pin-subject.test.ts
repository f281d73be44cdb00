import { expect, test } from 'vitest'
import { pinnableMeasures, supportedDisplays } from './pin-subject.ts'

const CATALOG = { reportTypes: [] }
const netSales = { columnId: 'netSales', aggregation: 'Sum' as const, displayName: 'Sales' }
const MEASURES = [{ columnId: 'netSales', label: 'Sales' }]

test('finds each number once: aggregated columns and calculations', () => {
  const calculations = [{ columnId: 'share', displayName: 'Share', of: { columnId: 'netSales' } }]
  const columns = [
    { columnId: 'channel' },
    netSales,
    { ...netSales, aggregation: 'Max' as const },
    { columnId: 'share' },
  ]
  expect(pinnableMeasures({ reportType: 'Orders', columns, calculations }, CATALOG)).toEqual([
    ...MEASURES,
    { columnId: 'share', label: 'Share' },
  ])
})

test.each([
  [{ groupColumns: ['channel'], chart: { kind: 'bar' as const } }, ['chart', 'table', 'number']],
  [{ groupColumns: ['channel'], pivot: { columns: ['channel'] } }, ['pivot', 'table', 'number']],
  [{ groupColumns: ['channel'], chart: { kind: 'none' as const } }, ['table', 'number']],
  [{}, ['number', 'table']],
])('a report with %j is shown as %j', (more, shows) => {
  expect(supportedDisplays({ reportType: 'Orders', columns: [netSales], ...more }, MEASURES)).toEqual(shows)
})

test('records without numbers are a table', () => {
  expect(supportedDisplays({ reportType: 'Orders', columns: [{ columnId: 'orderId' }] }, [])).toEqual(['table'])
})
