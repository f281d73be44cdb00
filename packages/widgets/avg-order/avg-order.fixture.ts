import { sampleComparison, sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { periodType: 'qtd', compareLastPeriod: true },
  range: sampleRange('2026-10-01', '2026-11-18', 'Quarter to date'),
  compareRange: sampleRange('2026-07-01', '2026-08-18', 'Quarter before', false),
  comparison: sampleComparison('previousPeriod'),
  data: {
    kpis: [sampleKpi('averageOrder', 'Average order', 'currency', [152.59, 146.1])],
    columns: [
      sampleDimension('channel', 'Sales channel'),
      sampleMeasure('averageOrder', 'Average order', 'currency'),
      sampleMeasure('orderCount', 'Orders', 'integer'),
    ],
    rows: [
      ['club', 212.4, 402],
      ['web', 168.9, 311],
      ['phone', 151.2, 44],
      ['pos', 118.7, 1133],
    ],
  },
}
