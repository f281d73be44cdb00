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
const WEEKLY = [21400, 38900, 41200, 44800, 39700, 46100, 43500, 12800]

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
    rows: WEEKS.flatMap((week, index) =>
      SHARES.map(([channel, share]) => [week, channel, Math.round((WEEKLY[index] ?? 0) * share)]),
    ),
  },
}
