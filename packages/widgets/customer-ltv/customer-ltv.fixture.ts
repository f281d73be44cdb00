import { sampleDimension, sampleKpi, sampleMeasure } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { column: 'mean' },
  range: null,
  compareRange: null,
  comparison: null,
  data: {
    kpis: [
      sampleKpi('meanLifetimeValue', 'Average lifetime value', 'currency', [642.3, null]),
      sampleKpi('medianLifetimeValue', 'Median lifetime value', 'currency', [214.8, null]),
      sampleKpi('customerCount', 'Customers', 'integer', [18420, null]),
    ],
    columns: [
      sampleDimension('segment', 'Segment'),
      sampleMeasure('lifetimeValue', 'Lifetime value', 'currency'),
      sampleMeasure('medianLifetimeValue', 'Median lifetime value', 'currency'),
      sampleMeasure('customerCount', 'Customers', 'integer'),
    ],
    rows: [
      ['member', 2315.4, 1682.5, 1094],
      ['former_member', 1204.2, 803.1, 862],
      ['never', 188.7, 121.4, 16464],
    ],
  },
}
