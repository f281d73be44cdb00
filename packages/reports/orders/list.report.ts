import { defineReport } from '../kit/built-in-report.ts'

export const orderList = defineReport({
  group: 'orders',
  slug: 'list',
  menuName: 'Order List',
  menuQuery: { relativeDate: 'OrderDate-Last30Days' },
  description: 'Your orders, most recent first, with their channel and status',
  definition: {
    reportType: 'Orders',
    columns: [
      { columnId: 'orderId' },
      { columnId: 'orderNumber', hyperlink: '/reports/orders/order-detail?orderId={orderId}' },
      { columnId: 'orderDate' },
      { columnId: 'customerId' },
      {
        columnId: 'customerName',
        hyperlink: '/reports/orders/list?f.customerId=Equal:{customerId}&relativeDate=OrderDate-None',
      },
      { columnId: 'channel' },
      { columnId: 'orderType' },
      { columnId: 'fulfillmentStatus' },
      { columnId: 'netSales' },
      { columnId: 'total' },
    ],
    columnOrder: [
      'orderNumber',
      'orderDate',
      'customerName',
      'channel',
      'orderType',
      'fulfillmentStatus',
      'netSales',
      'total',
    ],
    orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  },
})
