import { sampleComparison, sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { periodType: 'qtd', compareLastPeriod: true },
  range: sampleRange('2026-10-01', '2026-11-18', 'Quarter to date'),
  compareRange: sampleRange('2026-07-01', '2026-08-18', 'Quarter before', false),
  comparison: sampleComparison('previousPeriod'),
  data: {
    kpis: [
      sampleKpi('cancellations', 'Cancellations', 'integer', [23, 19], 'down'),
      sampleKpi('attritionRate', 'Attrition', 'percent', [0.021, 0.018], 'down'),
    ],
    columns: [
      sampleDimension('cancellationReason', 'Reason'),
      sampleMeasure('cancellations', 'Cancellations', 'integer'),
    ],
    rows: [
      ['Too much wine', 9],
      ['Moved away', 6],
      ['Price', 5],
      [null, 3],
    ],
  },
}
