import { grouped, kpi } from '../kit/planned-query.ts'
import { aggregationField, allowedOrFirst } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const GROUPS = { club: 'clubName', status: 'standing' } as const

export const clubMemberCount = defineWidget('clubMemberCount', 'Club Member Count', {
  description: 'Active members today by club or status, and their growth over twelve months',
  size: { w: 3, h: 6 },
  minSize: { w: 2, h: 4 },
  settings: (props) => ({
    aggregation: allowedOrFirst(props.aggregation, ['club', 'status']),
  }),
  fields: [
    aggregationField([
      { value: 'club', label: 'By club' },
      { value: 'status', label: 'By status' },
    ]),
  ],
  chart: () => ({ kind: 'breakdown', measureId: 'activeMembers' }),
  plan: (settings) => ({
    range: 'Today',
    isRangeFixed: true,
    compare: null,
    kpis: { reportType: 'Memberships', rangeColumn: 'signupDate', items: [kpi('activeMembers'), kpi('onHold')] },
    rows: grouped({
      reportType: 'Memberships',
      rangeColumn: 'signupDate',
      by: [GROUPS[settings.aggregation]],
      measures: ['activeMembers'],
      largestFirst: 'activeMembers',
    }),
    trend: {
      query: grouped({
        reportType: 'Memberships',
        rangeColumn: null,
        by: ['asOfMonth'],
        measures: ['activeMembers'],
      }),
      months: 12,
    },
  }),
})
