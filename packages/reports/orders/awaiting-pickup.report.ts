import { defineReport } from '../kit/built-in-report.ts'

export const ordersAwaitingPickup = defineReport({
  group: 'orders',
  slug: 'awaiting-pickup',
  menuName: 'Awaiting Pickup',
  title: 'Orders Awaiting Pickup',
  description: 'Paid orders waiting for pickup, in whole or in part, longest wait first',
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
      { columnId: 'clubName' },
      { columnId: 'itemCount' },
      { columnId: 'total' },
      { columnId: 'daysWaiting' },
    ],
    filters: [
      { columnId: 'isAwaiting', comparison: 'IsTrue' },
      { columnId: 'deliveryMethod', comparison: 'Equal', value: 'pickup' },
    ],
    columnOrder: ['orderNumber', 'orderDate', 'customerName', 'clubName', 'itemCount', 'total', 'daysWaiting'],
    orderColumns: [
      { columnId: 'daysWaiting', direction: 'desc' },
      { columnId: 'orderDate', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  },
})
