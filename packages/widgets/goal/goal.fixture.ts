import { sampleKpi, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { title: 'Goal', metric: 'netSales', period: 'month' },
  range: sampleRange('2026-11-01', '2026-12-01', 'November 2026'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [sampleKpi('netSales', 'Non-club net sales', 'currency', [61200, null])],
    columns: [],
    rows: [],
    goal: { metric: 'netSales', period: 'month', target: 100000, daysLeft: 13, elapsed: 17 / 30 },
  },
}
