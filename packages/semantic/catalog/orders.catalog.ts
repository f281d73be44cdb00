import { averageOrder, isAveraged } from './average-order.ts'
import { dimension, measure, moneyMeasure, stored } from './build-column.ts'
import { monthOfYearColumn, timestampColumns } from './date-columns.ts'
import type { Aggregate, Field } from './formula.ts'
import { orderDimensions, orderSource, weekendDimension } from './order-columns.ts'
import { orderRatios } from './order-ratios.ts'
import type { ReportType } from './report-type.ts'

const isCounted = stored('is_counted')
const isPaid: Field = (scope) => `(${scope.col('payment_status')} = 'paid')`
const paidItems: Field = (scope) => `CASE WHEN ${isPaid(scope)} THEN ${scope.col('item_count')} ELSE 0 END`
const isPaidRefund: Field = (scope) => `(${scope.col('is_refund')} AND ${isPaid(scope)})`

const orderCount: Aggregate = { kind: 'count', where: isCounted }
const ofCounted =
  (name: string): Field =>
  (scope) =>
    `CASE WHEN ${isCounted(scope)} THEN ${scope.col(name)} END`

export const orders: ReportType = {
  reportType: 'Orders',
  title: 'Orders',
  table: 'orders',
  joins: {},
  dateColumn: 'orderDate',
  currencyColumn: 'currency',
  channelColumn: 'channel',
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['orderId', 'orderNumber', 'orderDate', 'customerName', 'channel', 'orderType'],
  columns: [
    dimension({ columnId: 'orderId', displayName: 'Order ID', field: stored('source_id'), isId: true }),
    ...orderDimensions(orderSource),
    ...timestampColumns({
      prefix: 'order',
      displayName: 'Order date',
      local: stored('ordered_local'),
      utc: stored('ordered_utc'),
    }),
    monthOfYearColumn('order', 'Month of the year', stored('ordered_local')),
    weekendDimension(stored('ordered_local')),
    measure({
      columnId: 'netSales',
      displayName: 'Net sales',
      type: 'currency',
      description:
        'Paid orders after discounts, before tax, shipping, tip and deposits; refunds negative, gift cards left out',
      record: stored('net_sales'),
      formula: { kind: 'sum', of: stored('net_sales') },
    }),
    measure({
      columnId: 'orderCount',
      displayName: 'Orders',
      type: 'integer',
      description: 'Paid orders that are no refunds and whose net sales are above zero',
      record: (scope) => `CASE WHEN ${isCounted(scope)} THEN 1 ELSE 0 END`,
      formula: orderCount,
    }),
    measure({
      columnId: 'averageOrder',
      displayName: 'Average order',
      type: 'currency',
      description: 'Net sales of the counted orders ÷ their number',
      record: (scope) => `CASE WHEN ${isAveraged(scope)} THEN ${scope.col('net_sales')} END`,
      formula: averageOrder,
    }),
    ...orderRatios,
    measure({
      columnId: 'customerCount',
      displayName: 'Customers',
      type: 'integer',
      description: 'Distinct customers of the counted orders; orders without a known customer add none',
      record: null,
      formula: {
        kind: 'countDistinct',
        of: [stored('service_id'), stored('customer_source_id')],
        where: (scope) => `(${isCounted(scope)} AND ${scope.col('customer_source_id')} IS NOT NULL)`,
      },
    }),
    measure({
      columnId: 'itemCount',
      displayName: 'Items',
      type: 'number',
      description: 'Items of the orders, returned ones negative',
      record: stored('item_count'),
      formula: { kind: 'sumDecimal', of: stored('item_count') },
      goodDirection: 'neutral',
    }),
    measure({
      columnId: 'unitsSold',
      displayName: 'Units sold',
      type: 'number',
      description: 'Items of paid orders, returned ones negative',
      record: paidItems,
      formula: { kind: 'sumDecimal', of: paidItems },
    }),
    measure({
      columnId: 'unitsPerOrder',
      displayName: 'Units per order',
      type: 'number',
      description: 'Items of the counted orders ÷ their number',
      record: ofCounted('item_count'),
      formula: {
        kind: 'ratio',
        numerator: { kind: 'sumDecimal', of: stored('item_count'), where: isCounted },
        denominator: orderCount,
        names: ['Items of the counted orders', 'Orders'],
      },
    }),
    measure({
      columnId: 'refundCount',
      displayName: 'Refunds',
      type: 'integer',
      description: 'Paid-out refund orders',
      record: (scope) => `CASE WHEN ${isPaidRefund(scope)} THEN 1 ELSE 0 END`,
      formula: { kind: 'count', where: isPaidRefund },
      goodDirection: 'down',
    }),
    measure({
      columnId: 'refundRate',
      displayName: 'Refund rate',
      type: 'percent',
      description: 'Refund orders ÷ counted orders',
      record: null,
      formula: {
        kind: 'ratio',
        numerator: { kind: 'count', where: isPaidRefund },
        denominator: orderCount,
        names: ['Refunds', 'Orders'],
      },
      goodDirection: 'down',
    }),
    moneyMeasure('subtotal', 'Subtotal', 'subtotal', 'Items before discounts, tax, shipping and tip'),
    moneyMeasure('discount', 'Discount', 'discount', 'Discounts given on the orders'),
    moneyMeasure('shipping', 'Shipping', 'shipping', 'Shipping charged'),
    moneyMeasure('tax', 'Tax', 'tax', 'Tax charged'),
    moneyMeasure('tip', 'Tips', 'tip', 'Tips given with the orders, negative on refunds', 'up'),
    moneyMeasure('total', 'Total', 'total', 'What customers paid, tax, shipping and tip included'),
    measure({
      columnId: 'daysWaiting',
      displayName: 'Days waiting',
      type: 'number',
      description: 'Days from the order to today, averaged, for orders not yet handed over',
      record: (scope) =>
        `CASE WHEN ${scope.col('fulfillment_status')} IN ('unfulfilled', 'partial') THEN ${scope.dialect.daysBetween(scope.dialect.toDate(scope.col('ordered_local')), scope.today())} END`,
      formula: {
        kind: 'average',
        of: (scope) => scope.dialect.daysBetween(scope.dialect.toDate(scope.col('ordered_local')), scope.today()),
        where: (scope) => `(${scope.col('fulfillment_status')} IN ('unfulfilled', 'partial'))`,
      },
      goodDirection: 'down',
    }),
  ],
}
