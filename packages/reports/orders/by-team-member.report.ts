import { defineReport } from '../kit/built-in-report.ts'

export const ordersByTeamMember = defineReport({
  group: 'orders',
  slug: 'by-team-member',
  description: 'Who on your team sells what; orders that nobody took, such as those of the web shop, share one row',
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
