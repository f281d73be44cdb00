import { BOUTIQUE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const clubHolds = defineReport({
  group: 'clubs',
  slug: 'holds',
  menuName: 'Holds',
  title: 'Club Holds',
  accountTypes: BOUTIQUE_AND_UP,
  description: 'Members on hold today by club and reason, and the average length of their holds',
  definition: {
    reportType: 'MembershipHolds',
    columns: [
      { columnId: 'clubName', hyperlink: '/reports/clubs/hold-list?f.clubName=Equal:{clubName}' },
      { columnId: 'holdReason' },
      { columnId: 'holdCount' },
      { columnId: 'holdDays' },
    ],
    groupColumns: ['clubName', 'holdReason'],
    filters: [{ columnId: 'isCurrent', comparison: 'IsTrue' }],
    orderColumns: [
      { columnId: 'clubName', direction: 'asc' },
      { columnId: 'holdCount', direction: 'desc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'HoldStart' },
    chart: { kind: 'stackedBar', x: 'clubName', series: ['holdCount', 'holdReason'] },
  },
})
