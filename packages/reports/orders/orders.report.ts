import { ESTATE_AND_UP } from '#domain/plan.ts'
import {
  CUSTOMER_NAME,
  type DefinitionOptions,
  defineReport,
  ORDER_NUMBER,
  rankBy,
  SALES_OF_ORDERS,
} from '../kit/built-in-report.ts'

const SHARE_OF_SALES = { columnId: 'share', displayName: 'Share of net sales' }

const ORDER_AND_CUSTOMER = ['orderId', ORDER_NUMBER, 'orderDate', 'customerId', CUSTOMER_NAME]

/** Hidden: only the links of an order and its customer need them. */
const LINK_IDS = ['orderId', 'customerId']

const LONGEST_WAIT_FIRST = {
  orderColumns: [
    { columnId: 'daysWaiting', direction: 'desc' },
    { columnId: 'orderDate', direction: 'asc' },
  ],
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
} satisfies Partial<DefinitionOptions>

export const ordersByBrand = defineReport('orders', 'by-brand', 'By Brand', {
  title: 'Orders by Brand',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders of each brand',
  reportType: 'OrderLines',
  columns: ['brand', 'netSales', 'unitsSold', 'orderCount'],
  ...rankBy('brand', 'netSales'),
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
})

export const ordersByCategory = defineReport('orders', 'by-category', 'By Category', {
  title: 'Orders by Category',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales, units, and orders by department: wine, tastings, food, and others',
  reportType: 'OrderLines',
  columns: ['category', 'netSales', 'unitsSold', 'orderCount'],
  ...rankBy('category', 'netSales'),
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
})

export const ordersByTeamMember = defineReport('orders', 'by-team-member', 'By Team Member', {
  title: 'Orders by Team Member',
  accountTypes: ESTATE_AND_UP,
  description: 'Sales by team member; orders without one, such as web orders, share one row',
  reportType: 'Orders',
  columns: ['teamMember', ...SALES_OF_ORDERS],
  ...rankBy('teamMember', 'netSales'),
  relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
})

export const tipsByTeamMember = defineReport('orders', 'tips-by-team-member', 'Tips by Team Member', {
  accountTypes: ESTATE_AND_UP,
  description: 'Tips received by each team member, per order and as a share of their sales',
  reportType: 'Orders',
  columns: [
    'teamMember',
    'tip',
    { columnId: 'tipsPerOrder', displayName: 'Tips per order' },
    { columnId: 'tipRate', displayName: 'Tip rate' },
    'orderCount',
    'netSales',
  ],
  ...rankBy('teamMember', 'tip'),
  relativeDateFilter: { relativeRange: 'ThisMonth', columnName: 'OrderDate' },
})

export const ordersBySalesChannel = defineReport('orders', 'by-sales-channel', 'By Sales Channel', {
  title: 'Orders by Sales Channel',
  description: 'Sales through the tasting room, web, club, and other channels, and share of total',
  reportType: 'Orders',
  columns: ['channel', ...SALES_OF_ORDERS, SHARE_OF_SALES],
  ...rankBy('channel', 'netSales', 'pie'),
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
})

export const ordersByType = defineReport('orders', 'by-type', 'By Type', {
  title: 'Orders by Type',
  description: 'Regular orders, club shipments, refunds, and other types, and share of total',
  reportType: 'Orders',
  columns: ['orderType', ...SALES_OF_ORDERS, SHARE_OF_SALES],
  ...rankBy('orderType', 'netSales'),
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
})

export const ordersAwaitingPickup = defineReport('orders', 'awaiting-pickup', 'Awaiting Pickup', {
  title: 'Orders Awaiting Pickup',
  description: 'Paid orders waiting for pickup, in whole or in part, longest wait first',
  reportType: 'Orders',
  columns: [...ORDER_AND_CUSTOMER, 'clubName', 'itemCount', 'total', 'daysWaiting'],
  hidden: LINK_IDS,
  filters: [
    { columnId: 'isAwaiting', comparison: 'IsTrue' },
    { columnId: 'deliveryMethod', comparison: 'Equal', value: 'pickup' },
  ],
  ...LONGEST_WAIT_FIRST,
})

export const ordersAwaitingShipment = defineReport('orders', 'awaiting-shipment', 'Awaiting Shipment', {
  title: 'Orders Awaiting Shipment',
  description:
    'Paid orders that could ship today, longest wait first, excluding compliance holds and orders scheduled for a later date',
  reportType: 'Orders',
  columns: [
    ...ORDER_AND_CUSTOMER,
    'state',
    'itemCount',
    'total',
    'daysWaiting',
    'complianceStatus',
    'requestedShipDate',
  ],
  hidden: LINK_IDS,
  filters: [
    { columnId: 'isAwaiting', comparison: 'IsTrue' },
    { columnId: 'deliveryMethod', comparison: 'Equal', value: 'ship' },
    { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'quarantined' },
    { columnId: 'complianceStatus', comparison: 'NotEqual', value: 'void' },
    { columnId: 'isScheduled', comparison: 'IsFalse' },
  ],
  ...LONGEST_WAIT_FIRST,
})

export const orderDetail = defineReport('orders', 'order-detail', 'Order Detail', {
  description: 'Every order line: what was bought, for how much, and by whom',
  reportType: 'OrderLines',
  columns: [
    ...ORDER_AND_CUSTOMER,
    'channel',
    'sku',
    'productTitle',
    'quantity',
    { columnId: 'unitPrice', displayName: 'Price', format: 'currency', total: false },
    'lineDiscount',
    'netSales',
    'lineId',
  ],
  // The line's ID distinguishes lines of one product in one order.
  shown: [
    'orderNumber',
    'orderDate',
    'customerName',
    'productTitle',
    'quantity',
    'netSales',
    'unitPrice',
    'lineDiscount',
    'channel',
    'sku',
  ],
  // Keeps lines of one order together: every sort of lines ends with the order.
  orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
})

export const orderList = defineReport('orders', 'list', 'Order List', {
  menuQuery: { relativeDate: 'OrderDate-Last30Days' },
  description: 'Your orders, most recent first, with their channel and status',
  reportType: 'Orders',
  columns: [...ORDER_AND_CUSTOMER, 'channel', 'orderType', 'fulfillmentStatus', 'netSales', 'total'],
  shown: ['orderNumber', 'orderDate', 'customerName', 'netSales', 'total', 'channel', 'orderType', 'fulfillmentStatus'],
  orderColumns: [{ columnId: 'orderDate', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'Last30Days', columnName: 'OrderDate' },
})
