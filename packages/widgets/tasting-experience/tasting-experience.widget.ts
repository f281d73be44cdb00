import { grouped, kpi } from '../kit/planned-query.ts'
import { compareField, compareMode, compareWithField, dateRangeField, dateRangeSettings } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const MEASURES = ['guests', 'bottleConversion', 'signupConversion', 'revenuePerGuest'] as const

export const tastingExperience = defineWidget('tastingExperience', 'Tasting Conversions', {
  description: 'What tastings lead to: bottles, members, and revenue per guest, by experience',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: dateRangeSettings,
  fields: [dateRangeField, compareField, compareWithField],
  chart: () => ({ kind: 'breakdown', measureId: 'guests' }),
  plan: (settings) => ({
    range: settings.dateRange,
    compare: compareMode(settings),
    kpis: { reportType: 'Reservations', rangeColumn: 'reservationDate', items: MEASURES.map(kpi) },
    rows: grouped({
      reportType: 'Reservations',
      rangeColumn: 'reservationDate',
      by: ['experience'],
      measures: MEASURES,
      largestFirst: 'guests',
    }),
  }),
})
