import { defineReport } from '../kit/built-in-report.ts'

export const ordersBySalesChannel = defineReport({
  group: 'orders',
  slug: 'by-sales-channel',
  menuName: 'By Sales Channel',
  title: 'Orders by Sales Channel',
  description: 'Sales through the tasting room, web, club, and other channels, and share of total',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'channel' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'share', displayName: 'Share of net sales' },
    ],
    groupColumns: ['channel'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'pie', x: 'channel', series: ['netSales'] },
  },
})
