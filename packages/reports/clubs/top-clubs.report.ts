import { defineReport } from '../kit/built-in-report.ts'

export const topClubs = defineReport({
  group: 'clubs',
  slug: 'top-clubs',
  menuName: 'Top Clubs',
  description: 'What each club’s orders bring in, and how many members placed them',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'clubName' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'customerCount', displayName: 'Members' },
    ],
    groupColumns: ['clubName'],
    filters: [{ columnId: 'clubName', comparison: 'IsNotNull' }],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'clubName', series: ['netSales'] },
  },
})
