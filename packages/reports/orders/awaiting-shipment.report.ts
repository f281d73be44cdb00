import { defineReport } from '../kit/built-in-report.ts'

export const ordersAwaitingShipment = defineReport({
  group: 'orders',
  slug: 'awaiting-shipment',
  menuName: 'Awaiting Shipment',
  title: 'Orders Awaiting Shipment',
  description:
    'Paid orders that could ship today, longest wait first, excluding compliance holds and orders scheduled for a later date',
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
      { columnId: 'state' },
      { columnId: 'itemCount' },
      { columnId: 'total' },
      { columnId: 'daysWaiting' },
      { columnId: 'complianceStatus' },
      { columnId: 'requestedShipDate' },
    ],
    filters: [
      { columnId: 'isAwaiting', comparison: 'IsTrue' },
      { columnId: 'deliveryMethod', comparison: 'Equal', value: 'ship' },
      { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'quarantined' },
      { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'void' },
      { columnId: 'isScheduled', comparison: 'IsFalse' },
    ],
    columnOrder: [
      'orderNumber',
      'orderDate',
      'customerName',
      'state',
      'itemCount',
      'total',
      'daysWaiting',
      'complianceStatus',
      'requestedShipDate',
    ],
    orderColumns: [
      { columnId: 'daysWaiting', direction: 'desc' },
      { columnId: 'orderDate', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  },
})
