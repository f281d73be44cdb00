import { sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

export const fixture: WidgetFixture = {
  settings: { dateRange: 'ThisMonth', compareLastPeriod: false },
  range: sampleRange('2026-11-01', '2026-12-01', 'This month'),
  compareRange: null,
  data: {
    kpis: [
      sampleKpi('signups', 'Club signups', 'integer', [46, null]),
      sampleKpi('tasters', 'Tasting guests', 'integer', [512, null]),
      sampleKpi('signupConversion', 'Signup conversion', 'percent', [0.0898, null]),
    ],
    columns: [
      sampleDimension('teamMember', 'Team member'),
      sampleMeasure('clubSignups', 'Club signups', 'integer'),
      sampleMeasure('tasters', 'Tasting guests', 'integer'),
      sampleMeasure('signupConversion', 'Signup conversion', 'percent'),
    ],
    rows: [
      ['Elena Marsh', 17, 142, 0.1197],
      ['Tom Okafor', 12, 131, 0.0916],
      ['Priya Nair', 9, 118, 0.0763],
      ['Jonas Weil', 6, 84, 0.0714],
      [null, 2, 37, 0.0541],
    ],
  },
}
