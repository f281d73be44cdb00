import { defineReport } from '../kit/built-in-report.ts'

export const orderDetail = defineReport({
  group: 'orders',
  slug: 'order-detail',
  menuName: 'Order Detail',
  description: 'Every order line: what was bought, for how much, and by whom',
  definition: {
    reportType: 'OrderLines',
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
      { columnId: 'sku' },
      { columnId: 'productTitle' },
      { columnId: 'quantity' },
      { columnId: 'unitPrice', format: 'currency', total: false },
      { columnId: 'lineDiscount' },
      { columnId: 'netSales' },
      // not shown: tells apart two lines of one product in one order
      { columnId: 'lineId' },
    ],
    columnOrder: [
      'orderNumber',
      'orderDate',
      'customerName',
      'channel',
      'sku',
      'productTitle',
      'quantity',
      'unitPrice',
      'lineDiscount',
      'netSales',
    ],
    // Lines of one order stay together: what ends every sort of lines begins with their order.
    orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  },
})
