import { dimension, measure, moneyMeasure, stored, sumDecimalOf, sumOf, withSynonyms } from './build-column.ts'
import { type Aggregate, type Field, ratio } from './formula.ts'
import { orderDates, orderDimensions, orderSource } from './order-columns.ts'
import { averageOrder, isAveraged, orderRatios } from './order-ratios.ts'
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
    ...orderDates(),
    measure({
      columnId: 'netSales',
      synonyms: `
        sales, net sales, revenue, net revenue, sales revenue, turnover, income, takings, dollars, money, spend,
        spent, spending, sales volume in dollars, total sales, total revenue, dollar sales, earnings, earned, earn,
        make, made, bring in, brings in, brought in, take in, took in, taken in, sales dollars, total spend,
        amount sold`,
      displayName: 'Net sales',
      type: 'currency',
      description:
        'Paid orders after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded',
      record: stored('net_sales'),
      formula: sumOf('net_sales'),
    }),
    measure({
      columnId: 'orderCount',
      displayName: 'Orders',
      type: 'integer',
      description: 'Paid orders with net sales above zero, excluding refunds',
      record: (scope) => `CASE WHEN ${isCounted(scope)} THEN 1 ELSE 0 END`,
      formula: orderCount,
    }),
    measure({
      columnId: 'averageOrder',
      synonyms: `
        average order, average order value, aov, average order size, average sale, avg order, avg order value,
        average ticket, average basket, average transaction, average check, mean order value, order average,
        sales per order, net sales per order, revenue per order, average purchase, average order amount,
        average spend per order`,
      displayName: 'Average order',
      type: 'currency',
      description: 'Net sales of counted orders ÷ number of counted orders',
      record: (scope) => `CASE WHEN ${isAveraged(scope)} THEN ${scope.col('net_sales')} END`,
      formula: averageOrder,
    }),
    ...orderRatios,
    measure({
      columnId: 'customerCount',
      displayName: 'Customers',
      type: 'integer',
      description: 'Distinct customers with counted orders; orders without a known customer are not included',
      formula: {
        kind: 'countDistinct',
        of: [stored('service_id'), stored('customer_source_id')],
        where: (scope) => `(${isCounted(scope)} AND ${scope.col('customer_source_id')} IS NOT NULL)`,
      },
    }),
    measure({
      columnId: 'itemCount',
      synonyms: 'items, items sold',
      displayName: 'Items',
      type: 'number',
      description: 'Items of the orders; returns are negative',
      record: stored('item_count'),
      formula: sumDecimalOf('item_count'),
      goodDirection: 'neutral',
    }),
    measure({
      columnId: 'unitsSold',
      synonyms: 'bottles, units, bottles sold, units sold, bottle sales, unit sales, number of bottles, volume',
      displayName: 'Units sold',
      type: 'number',
      description: 'Items of paid orders; returns are negative',
      record: paidItems,
      formula: { kind: 'sumDecimal', of: paidItems },
    }),
    measure({
      columnId: 'unitsPerOrder',
      synonyms: 'bottles per order, units per order, items per order, average bottles per order',
      displayName: 'Units per order',
      type: 'number',
      description: 'Items of counted orders ÷ number of counted orders',
      record: ofCounted('item_count'),
      formula: ratio({ kind: 'sumDecimal', of: stored('item_count'), where: isCounted }, orderCount, [
        'Items of counted orders',
        'Orders',
      ]),
    }),
    measure({
      columnId: 'refundCount',
      displayName: 'Refunds',
      type: 'integer',
      description: 'Refund orders that were paid out',
      record: (scope) => `CASE WHEN ${isPaidRefund(scope)} THEN 1 ELSE 0 END`,
      formula: { kind: 'count', where: isPaidRefund },
      goodDirection: 'down',
    }),
    measure({
      columnId: 'refundRate',
      synonyms: 'refund rate, return rate, refund percentage',
      displayName: 'Refund rate',
      type: 'percent',
      description: 'Refund orders ÷ counted orders',
      formula: ratio({ kind: 'count', where: isPaidRefund }, orderCount, ['Refunds', 'Orders']),
      goodDirection: 'down',
    }),
    withSynonyms(
      moneyMeasure('subtotal', 'Subtotal', 'subtotal', 'Items before discounts, tax, shipping, and tips'),
      'subtotal, subtotals',
    ),
    withSynonyms(
      moneyMeasure('discount', 'Discount', 'discount', 'Discounts on the orders'),
      'discounts, discount, discounting, discounted, markdowns, discount given, discounts given',
    ),
    withSynonyms(
      moneyMeasure('shipping', 'Shipping', 'shipping', 'Shipping charged'),
      'shipping, shipping charges, shipping fees, shipping income, freight',
    ),
    withSynonyms(moneyMeasure('tax', 'Tax', 'tax', 'Tax charged'), 'tax, taxes, sales tax, tax collected'),
    withSynonyms(
      moneyMeasure('tip', 'Tips', 'tip', 'Tips on orders, negative on refunds', 'up'),
      'tips, gratuities, gratuity, tip money, tips earned',
    ),
    withSynonyms(
      moneyMeasure('total', 'Total', 'total', 'What customers paid, including tax, shipping, and tips'),
      'order total, order totals, total charged, amount charged',
    ),
    measure({
      columnId: 'daysWaiting',
      synonyms: 'days waiting, waiting time, wait time',
      displayName: 'Days waiting',
      type: 'number',
      description: 'Average days from order to today for unfulfilled orders',
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
