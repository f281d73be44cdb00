import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const tipsByTeamMember = defineReport({
  group: 'orders',
  slug: 'tips-by-team-member',
  menuName: 'Tips by Team Member',
  accountTypes: ESTATE_AND_UP,
  description: 'Tips received by each team member, per order and as a share of their sales',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'teamMember' },
      { columnId: 'tip' },
      { columnId: 'tipsPerOrder', displayName: 'Tips per order' },
      { columnId: 'tipRate', displayName: 'Tip rate' },
      { columnId: 'orderCount' },
      { columnId: 'netSales' },
    ],
    groupColumns: ['teamMember'],
    orderColumns: [{ columnId: 'tip', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'teamMember', series: ['tip'] },
  },
})
