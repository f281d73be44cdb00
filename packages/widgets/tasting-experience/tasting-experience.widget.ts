import { grouped, kpi } from '../kit/planned-query.ts'
import { compareMode, dateRangeChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const MEASURES = ['guests', 'bottleConversion', 'signupConversion', 'revenuePerGuest'] as const
const VISITS = { reportType: 'Reservations', rangeColumn: 'reservationDate' } as const

export const tastingExperience = defineWidget('tastingExperience', 'Tasting Conversions', {
  description: 'What tastings lead to: bottles, members, and revenue per guest, by experience',
  ...dateRangeChoice,
  chart: () => ({ kind: 'breakdown', measureId: 'guests' }),
  plan: (settings) => ({
    range: settings.dateRange,
    compare: compareMode(settings),
    kpis: { ...VISITS, items: MEASURES.map(kpi) },
    rows: grouped({ ...VISITS, by: ['experience'], measures: MEASURES, largestFirst: 'guests' }),
  }),
})
