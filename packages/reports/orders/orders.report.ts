import { ESTATE_AND_UP } from '#domain/plan.ts'
import { CUSTOMER_NAME, defineReport, ORDER_NUMBER } from '../kit/built-in-report.ts'

export const ordersByBrand = defineReport({
  group: 'orders',
  slug: 'by-brand',
  menuName: 'By Brand',
  title: 'Orders by Brand',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders of each brand',
  definition: {
    reportType: 'OrderLines',
    columns: ['brand', 'netSales', 'unitsSold', 'orderCount'],
    groupColumns: ['brand'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'brand', series: ['netSales'] },
  },
})

export const ordersByCategory = defineReport({
  group: 'orders',
  slug: 'by-category',
  menuName: 'By Category',
  title: 'Orders by Category',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders by department: wine, tastings, food, and others',
  definition: {
    reportType: 'OrderLines',
    columns: ['category', 'netSales', 'unitsSold', 'orderCount'],
    groupColumns: ['category'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'category', series: ['netSales'] },
  },
})

export const ordersByTeamMember = defineReport({
  group: 'orders',
  slug: 'by-team-member',
  menuName: 'By Team Member',
  title: 'Orders by Team Member',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales by team member; orders without one, such as web orders, share one row',
  definition: {
    reportType: 'Orders',
    columns: ['teamMember', 'netSales', 'orderCount', 'averageOrder'],
    groupColumns: ['teamMember'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'teamMember', series: ['netSales'] },
  },
})

export const tipsByTeamMember = defineReport({
  group: 'orders',
  slug: 'tips-by-team-member',
  menuName: 'Tips by Team Member',
  accountTypes: ESTATE_AND_UP,
  description: 'Tips received by each team member, per order and as a share of their sales',
  definition: {
    reportType: 'Orders',
    columns: [
      'teamMember',
      'tip',
      { columnId: 'tipsPerOrder', displayName: 'Tips per order' },
      { columnId: 'tipRate', displayName: 'Tip rate' },
      'orderCount',
      'netSales',
    ],
    groupColumns: ['teamMember'],
    orderColumns: [{ columnId: 'tip', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'teamMember', series: ['tip'] },
  },
})

export const ordersBySalesChannel = defineReport({
  group: 'orders',
  slug: 'by-sales-channel',
  menuName: 'By Sales Channel',
  title: 'Orders by Sales Channel',
  description: 'Sales through the tasting room, web, club, and other channels, and share of total',
  definition: {
    reportType: 'Orders',
    columns: [
      'channel',
      'netSales',
      'orderCount',
      'averageOrder',
      { columnId: 'share', displayName: 'Share of net sales' },
    ],
    groupColumns: ['channel'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'pie', x: 'channel', series: ['netSales'] },
  },
})

export const ordersByType = defineReport({
  group: 'orders',
  slug: 'by-type',
  menuName: 'By Type',
  title: 'Orders by Type',
  description: 'Regular orders, club shipments, refunds, and other types, and share of total',
  definition: {
    reportType: 'Orders',
    columns: [
      'orderType',
      'netSales',
      'orderCount',
      'averageOrder',
      { columnId: 'share', displayName: 'Share of net sales' },
    ],
    groupColumns: ['orderType'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
    chart: { kind: 'bar', x: 'orderType', series: ['netSales'] },
  },
})

export const ordersAwaitingPickup = defineReport({
  group: 'orders',
  slug: 'awaiting-pickup',
  menuName: 'Awaiting Pickup',
  title: 'Orders Awaiting Pickup',
  description: 'Paid orders waiting for pickup, in whole or in part, longest wait first',
  definition: {
    reportType: 'Orders',
    columns: [
      'orderId',
      ORDER_NUMBER,
      'orderDate',
      'customerId',
      CUSTOMER_NAME,
      'clubName',
      'itemCount',
      'total',
      'daysWaiting',
    ],
    hidden: ['orderId', 'customerId'],
    filters: [
      { columnId: 'isAwaiting', comparison: 'IsTrue' },
      { columnId: 'deliveryMethod', comparison: 'Equal', value: 'pickup' },
    ],
    orderColumns: [
      { columnId: 'daysWaiting', direction: 'desc' },
      { columnId: 'orderDate', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  },
})

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
      'orderId',
      ORDER_NUMBER,
      'orderDate',
      'customerId',
      CUSTOMER_NAME,
      'state',
      'itemCount',
      'total',
      'daysWaiting',
      'complianceStatus',
      'requestedShipDate',
    ],
    hidden: ['orderId', 'customerId'],
    filters: [
      { columnId: 'isAwaiting', comparison: 'IsTrue' },
      { columnId: 'deliveryMethod', comparison: 'Equal', value: 'ship' },
      { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'quarantined' },
      { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'void' },
      { columnId: 'isScheduled', comparison: 'IsFalse' },
    ],
    orderColumns: [
      { columnId: 'daysWaiting', direction: 'desc' },
      { columnId: 'orderDate', direction: 'asc' },
    ],
    relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
  },
})

export const orderDetail = defineReport({
  group: 'orders',
  slug: 'order-detail',
  menuName: 'Order Detail',
  description: 'Every order line: what was bought, for how much, and by whom',
  definition: {
    reportType: 'OrderLines',
    columns: [
      'orderId',
      ORDER_NUMBER,
      'orderDate',
      'customerId',
      CUSTOMER_NAME,
      'channel',
      'sku',
      'productTitle',
      'quantity',
      { columnId: 'unitPrice', format: 'currency', total: false },
      'lineDiscount',
      'netSales',
      'lineId',
    ],
    // The line's ID distinguishes lines of one product in one order.
    hidden: ['orderId', 'customerId', 'lineId'],
    // Keeps lines of one order together: every sort of lines ends with the order.
    orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  },
})

export const orderList = defineReport({
  group: 'orders',
  slug: 'list',
  menuName: 'Order List',
  menuQuery: { relativeDate: 'OrderDate-Last30Days' },
  description: 'Your orders, most recent first, with their channel and status',
  definition: {
    reportType: 'Orders',
    columns: [
      'orderId',
      ORDER_NUMBER,
      'orderDate',
      'customerId',
      CUSTOMER_NAME,
      'channel',
      'orderType',
      'fulfillmentStatus',
      'netSales',
      'total',
    ],
    hidden: ['orderId', 'customerId'],
    orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
    relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
  },
})
