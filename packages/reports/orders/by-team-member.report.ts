import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const ordersByTeamMember = defineReport({
  group: 'orders',
  slug: 'by-team-member',
  menuName: 'By Team Member',
  title: 'Orders by Team Member',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales by team member; orders without one, such as web orders, share one row',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'teamMember' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
    ],
    groupColumns: ['teamMember'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'teamMember', series: ['netSales'] },
  },
})
