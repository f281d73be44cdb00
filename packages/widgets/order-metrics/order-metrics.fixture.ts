import { sampleDimension, sampleKpi, sampleMeasure, sampleRange, sampleWeeksByChannel } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { periodType: 'qtd', compareLastPeriod: false },
  range: sampleRange('2026-10-01', '2026-11-18', 'Quarter to date'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [
      sampleKpi('orderCount', 'Orders', 'integer', [1890, null]),
      sampleKpi('averageOrder', 'Average order', 'currency', [152.59, null]),
      sampleKpi('unitsPerOrder', 'Units per order', 'number', [3.1, null]),
      sampleKpi('refundRate', 'Refund rate', 'percent', [0.012, null], 'down'),
    ],
    columns: [
      sampleDimension('orderWeek', 'Order week'),
      sampleDimension('channel', 'Sales channel'),
      sampleMeasure('orderCount', 'Orders', 'integer'),
    ],
    rows: sampleWeeksByChannel([140, 255, 268, 291, 260, 305, 287, 84]),
  },
}
