import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const ordersByCategory = defineReport({
  group: 'orders',
  slug: 'by-category',
  menuName: 'By Category',
  title: 'Orders by Category',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders by department: wine, tastings, food, and others',
  definition: {
    reportType: 'OrderLines',
    columns: [
      { columnId: 'category' },
      { columnId: 'netSales' },
      { columnId: 'unitsSold' },
      { columnId: 'orderCount' },
    ],
    groupColumns: ['category'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'category', series: ['netSales'] },
  },
})
