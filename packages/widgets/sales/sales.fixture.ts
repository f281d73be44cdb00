import { sampleDimension, sampleKpi, sampleMeasure, sampleRange, sampleWeeksByChannel } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { periodType: 'qtd', compareLastPeriod: false },
  range: sampleRange('2026-10-01', '2026-11-18', 'Quarter to date'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [sampleKpi('netSales', 'Net sales', 'currency', [288400, null])],
    columns: [
      sampleDimension('orderWeek', 'Order week'),
      sampleDimension('channel', 'Sales channel'),
      sampleMeasure('netSales', 'Net sales', 'currency'),
    ],
    rows: sampleWeeksByChannel([21400, 38900, 41200, 44800, 39700, 46100, 43500, 12800]),
  },
}
