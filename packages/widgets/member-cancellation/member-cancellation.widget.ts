import { grouped, kpi } from '../kit/planned-query.ts'
import { compareMode, periodChoice } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const CANCELLATIONS = { reportType: 'Memberships', rangeColumn: 'cancelledDate' } as const

export const memberCancellation = defineWidget('memberCancellation', 'Club Member Cancellations', {
  description: 'Members who left, their share of the club, and why',
  ...periodChoice,
  chart: () => ({ kind: 'breakdown', measureId: 'cancellations' }),
  plan: (settings) => ({
    range: settings.periodType,
    compare: compareMode(settings),
    kpis: { ...CANCELLATIONS, items: [kpi('cancellations'), kpi('attritionRate')] },
    rows: grouped({
      ...CANCELLATIONS,
      by: ['cancellationReason'],
      measures: ['cancellations'],
      largestFirst: 'cancellations',
    }),
  }),
})
