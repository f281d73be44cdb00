import { defineReport } from '../kit/built-in-report.ts'

export const topCustomers = defineReport({
  group: 'customers',
  slug: 'top-customers',
  menuName: 'Top Customers',
  description: 'The 100 customers who spend the most, with their lifetime value, and all others together',
  definition: {
    reportType: 'Customers',
    columns: [
      { columnId: 'customerId' },
      {
        columnId: 'customerName',
        hyperlink: '/reports/orders/list?f.customerId=Equal:{customerId}&relativeDate=OrderDate-None',
      },
      { columnId: 'orderCount' },
      { columnId: 'netSales' },
      { columnId: 'averageOrder' },
      { columnId: 'lifetimeValue' },
    ],
    groupColumns: ['customerId', 'customerName'],
    columnOrder: ['customerName', 'orderCount', 'netSales', 'averageOrder', 'lifetimeValue'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    top: 100,
    relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'customerName', series: ['netSales'] },
  },
})
