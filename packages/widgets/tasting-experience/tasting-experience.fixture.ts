import { sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { dateRange: 'ThisMonth', compareLastPeriod: false },
  range: sampleRange('2026-11-01', '2026-12-01', 'This month'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [
      sampleKpi('guests', 'Guests', 'integer', [684, null]),
      sampleKpi('bottleConversion', 'Bottle conversion', 'percent', [0.62, null]),
      sampleKpi('signupConversion', 'Signup conversion', 'percent', [0.0898, null]),
      sampleKpi('revenuePerGuest', 'Revenue per guest', 'currency', [78.4, null]),
    ],
    columns: [
      sampleDimension('experience', 'Experience'),
      sampleMeasure('guests', 'Guests', 'integer'),
      sampleMeasure('bottleConversion', 'Bottle conversion', 'percent'),
      sampleMeasure('signupConversion', 'Signup conversion', 'percent'),
      sampleMeasure('revenuePerGuest', 'Revenue per guest', 'currency'),
    ],
    rows: [
      ['Estate tasting', 318, 0.66, 0.102, 84.2],
      ['Cave tour', 174, 0.61, 0.081, 92.5],
      ['Library flight', 96, 0.58, 0.094, 121],
      ['Picnic', 96, 0.49, 0.052, 41.3],
    ],
  },
}
