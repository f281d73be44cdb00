import { sampleDimension, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

const ROWS: [string, number][] = [
  ['Estate', 148200],
  ['Reserve', 96400],
  ['Coastal', 41800],
]

export const fixture: WidgetFixture = {
  settings: { title: 'Orders by Brand', source: { builtin: 'orders/by-brand' }, show: 'chart', measure: null },
  range: sampleRange('2026-01-01', '2027-01-01', 'This year'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [],
    columns: [sampleDimension('brand', 'Brand'), sampleMeasure('netSales', 'Net sales', 'currency')],
    rows: ROWS,
    report: {
      show: 'chart',
      name: 'Orders by Brand',
      reportType: 'OrderLines',
      dateColumn: 'orderDate',
      groupColumns: ['brand'],
      chart: { kind: 'bar', x: 'brand', series: ['netSales'] },
      rowCount: ROWS.length,
      timeZone: 'America/Los_Angeles',
      request: { filters: [], dimensionFilters: [], includeClubOrders: true },
    },
  },
}
