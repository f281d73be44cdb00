import { grouped, kpi } from '../kit/planned-query.ts'
import { aggregationField, allowedOrFirst } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const GROUPS = { club: 'clubName', status: 'standing' } as const
const MEMBERSHIPS = { reportType: 'Memberships', rangeColumn: 'signupDate' } as const

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
    kpis: { ...MEMBERSHIPS, items: [kpi('activeMembers'), kpi('onHold')] },
    rows: grouped({
      ...MEMBERSHIPS,
      by: [GROUPS[settings.aggregation]],
      measures: ['activeMembers'],
      largestFirst: 'activeMembers',
    }),
    trend: {
      query: grouped({ ...MEMBERSHIPS, rangeColumn: null, by: ['asOfMonth'], measures: ['activeMembers'] }),
      months: 12,
    },
  }),
})
