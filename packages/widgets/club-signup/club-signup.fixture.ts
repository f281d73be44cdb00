import { sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { dateRange: 'ThisMonth', compareLastPeriod: false },
  range: sampleRange('2026-11-01', '2026-12-01', 'This month'),
  compareRange: null,
  comparison: null,
  data: {
    kpis: [
      sampleKpi('signups', 'Signups', 'integer', [46, null]),
      sampleKpi('tasters', 'Tasting guests', 'integer', [512, null]),
      sampleKpi('signupConversion', 'Signup conversion', 'percent', [0.0801, null]),
    ],
    columns: [
      sampleDimension('teamMember', 'Team member'),
      sampleMeasure('signups', 'Signups', 'integer'),
      sampleMeasure('clubSignups', 'Tasting-room signups', 'integer'),
      sampleMeasure('tasters', 'Tasting guests', 'integer'),
      sampleMeasure('signupConversion', 'Signup conversion', 'percent'),
    ],
    rows: [
      ['Elena Marsh', 17, 15, 142, 0.1056],
      ['Tom Okafor', 12, 11, 131, 0.084],
      ['Priya Nair', 9, 8, 118, 0.0678],
      ['Jonas Weil', 6, 6, 84, 0.0714],
      [null, 2, 1, 37, 0.027],
    ],
  },
}
