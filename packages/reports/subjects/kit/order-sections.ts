import { ORDER_NUMBER } from '../../kit/built-in-report.ts'
import type { SubjectList, TimelineSource } from './subject.ts'
import { byMonth, type Define, defineEvents, defineList, latest } from './subject-definitions.ts'

/** Columns that say the same of every record of a subject. */
type SharedColumn = 'customerName' | 'teamMember'

/** The net sales of a subject over time. */
export const salesByMonth = (define: Define) => ({
  definition: define({
    reportType: 'Orders',
    name: 'Net sales by month',
    ...byMonth('orderMonth', ['netSales', 'orderCount']),
  }),
})

/** The orders of a subject as events. */
export const orderEvents = (define: Define, known?: SharedColumn): TimelineSource =>
  defineEvents(define, 'order', 'orderDate', {
    reportType: 'Orders',
    name: 'Orders',
    columns: ['orderId', 'orderNumber', 'orderDate', 'customerId', 'customerName', 'channel', 'orderType', 'netSales'],
    text: 'Order {orderNumber}',
    details: ['customerName', 'channel', 'netSales'].filter((columnId) => columnId !== known),
  })

/** The orders of a subject as a list. */
export const orderList = (define: Define, known?: SharedColumn): SubjectList =>
  defineList(define, 'Orders', {
    reportType: 'Orders',
    columns: [
      'orderId',
      ORDER_NUMBER,
      'orderDate',
      'customerId',
      'customerName',
      'channel',
      'itemCount',
      'netSales',
      'total',
      'fulfillmentStatus',
      'teamMember',
      'orderType',
    ].filter((column) => column !== known),
    hidden: ['orderId', 'customerId'],
    ...latest('orderDate'),
  })

/** What a subject bought or sold, by product. */
export const productList = (define: Define, title: string): SubjectList =>
  defineList(define, title, {
    reportType: 'OrderLines',
    columns: ['productId', 'sku', 'productTitle', 'unitsSold', 'netSales', 'orderCount'],
    hidden: ['productId'],
    groupColumns: ['productId', 'sku', 'productTitle'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  })
