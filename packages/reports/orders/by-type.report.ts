import { defineReport } from '../kit/built-in-report.ts'

export const ordersByType = defineReport({
  group: 'orders',
  slug: 'by-type',
  menuName: 'By Type',
  title: 'Orders by Type',
  description: 'Regular orders, club shipments, refunds, and other types, and share of total',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'orderType' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
      { columnId: 'averageOrder' },
      { columnId: 'share', displayName: 'Share of net sales' },
    ],
    groupColumns: ['orderType'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'orderType', series: ['netSales'] },
  },
})
