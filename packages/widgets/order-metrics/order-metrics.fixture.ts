import { sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

const WEEKS = [
  '2026-09-28',
  '2026-10-05',
  '2026-10-12',
  '2026-10-19',
  '2026-10-26',
  '2026-11-02',
  '2026-11-09',
  '2026-11-16',
]
const SHARES = [
  ['pos', 0.46],
  ['web', 0.17],
  ['club', 0.31],
  ['phone', 0.06],
] as const
const WEEKLY = [140, 255, 268, 291, 260, 305, 287, 84]

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
    rows: WEEKS.flatMap((week, index) =>
      SHARES.map(([channel, share]) => [week, channel, Math.round((WEEKLY[index] ?? 0) * share)]),
    ),
  },
}
