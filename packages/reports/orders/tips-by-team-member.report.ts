import { defineReport } from '../kit/built-in-report.ts'

export const tipsByTeamMember = defineReport({
  group: 'orders',
  slug: 'tips-by-team-member',
  description: 'The tips that each of your team was given, for an order and beside what they sold',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'teamMember' },
      { columnId: 'tip' },
      { columnId: 'tipsPerOrder', displayName: 'Tips per order' },
      { columnId: 'tipRate', displayName: 'Tips of net sales' },
      { columnId: 'orderCount' },
      { columnId: 'netSales' },
    ],
    groupColumns: ['teamMember'],
    orderColumns: [{ columnId: 'tip', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'teamMember', series: ['tip'] },
  },
})
