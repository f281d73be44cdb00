import { grouped, kpi } from '../kit/planned-query.ts'
import { compareField, compareMode, compareWithField, periodField, periodSettings } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

export const memberCancellation = defineWidget('memberCancellation', 'Club Member Cancellations', {
  description: 'Members who left, their share of the club, and why',
  size: { w: 3, h: 4 },
  minSize: { w: 2, h: 3 },
  settings: periodSettings,
  fields: [periodField, compareField, compareWithField],
  chart: () => ({ kind: 'breakdown', measureId: 'cancellations' }),
  plan: (settings) => ({
    range: settings.periodType,
    compare: compareMode(settings),
    kpis: {
      reportType: 'Memberships',
      rangeColumn: 'cancelledDate',
      items: [kpi('cancellations'), kpi('attritionRate')],
    },
    rows: grouped({
      reportType: 'Memberships',
      rangeColumn: 'cancelledDate',
      by: ['cancellationReason'],
      measures: ['cancellations'],
      largestFirst: 'cancellations',
    }),
  }),
})
