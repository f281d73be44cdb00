import { ESTATE_AND_UP } from '#domain/plan.ts'
import { defineReport } from '../kit/built-in-report.ts'

export const ordersByBrand = defineReport({
  group: 'orders',
  slug: 'by-brand',
  menuName: 'By Brand',
  title: 'Orders by Brand',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders of each brand',
  definition: {
    reportType: 'OrderLines',
    columns: [{ columnId: 'brand' }, { columnId: 'netSales' }, { columnId: 'unitsSold' }, { columnId: 'orderCount' }],
    groupColumns: ['brand'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'brand', series: ['netSales'] },
  },
})
