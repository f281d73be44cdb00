import { defineReport } from '../kit/built-in-report.ts'

export const topProducts = defineReport({
  group: 'products',
  slug: 'top-products',
  menuName: 'Top Products',
  description: 'The 50 best-selling products, and all others together',
  definition: {
    reportType: 'Products',
    columns: [
      { columnId: 'productId' },
      { columnId: 'productTitle' },
      { columnId: 'unitsSold' },
      { columnId: 'netSales' },
      { columnId: 'orderCount' },
    ],
    groupColumns: ['productId', 'productTitle'],
    columnOrder: ['productTitle', 'unitsSold', 'netSales', 'orderCount'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    top: 50,
    relativeDateFilter: { relativeRange: 'Last90Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'productTitle', series: ['netSales'] },
  },
})
