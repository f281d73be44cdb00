import {
  buildDecimalSum,
  buildSum,
  countedMeasure,
  dimension,
  measure,
  moneyMeasure,
  personal,
  stored,
  withSynonyms,
} from './build-column.ts'
import { costMeasures } from './costs.ts'
import { isCanceled, isOpen, isPaid } from './fact-columns.ts'
import { type Aggregate, type Field, ratio } from './formula.ts'
import { goodsJoin, ofGoods, orderGoods } from './goods.ts'
import { joinedCustomer, ONE_PER_EMAIL, ofPerson, recordKey } from './joined-table.ts'
import { orderDates, orderDimensions, orderSource } from './order-columns.ts'
import { firstOrderDates, historyMeasures } from './order-history.ts'
import { averageOrder, isAveraged, orderRatios } from './order-ratios.ts'
import type { ReportType } from './report-type.ts'

const isCounted = stored('is_counted')
const paidItems: Field = (scope) => `CASE WHEN ${isPaid(scope)} THEN ${scope.col('item_count')} ELSE 0 END`
const totalWhere =
  (condition: Field): Field =>
  (scope) =>
    `CASE WHEN ${condition(scope)} THEN ${scope.col('total')} END`
const isPaidRefund: Field = (scope) => `(${scope.col('is_refund')} AND ${isPaid(scope)})`

const isWaiting: Field = (scope) =>
  `(${scope.col('fulfillment_status')} IN ('unfulfilled', 'partial') AND NOT ${isCanceled(scope)})`
const daysSinceOrder: Field = ({ dialect, col, today }) =>
  dialect.daysBetween(dialect.toDate(col('ordered_local')), today())

const orderCount: Aggregate = { kind: 'count', where: isCounted }
const ofCounted =
  (name: string): Field =>
  (scope) =>
    `CASE WHEN ${isCounted(scope)} THEN ${scope.col(name)} END`

/** Of orders, which sum those of their lines. */
export const orderCosts = {
  isSale: isPaid,
  cost: stored('cost_of_goods'),
  costedSales: stored('costed_sales'),
  uncostedSales: stored('uncosted_sales'),
  goods: {
    amount: ofGoods('amount'),
    cost: ofGoods('cost'),
    uncosted: ofGoods('uncosted'),
    giftCards: ofGoods('gift_cards'),
  },
}

export const orders: ReportType = {
  reportType: 'Orders',
  title: 'Orders',
  table: 'orders',
  joins: { goods: goodsJoin, customers: joinedCustomer },
  dateColumn: 'orderDate',
  currencyColumn: 'currency',
  channelColumn: 'channel',
  recordKey: ['source_id', 'service_id'],
  recordColumns: ['orderId', 'orderNumber', 'orderDate', 'customerId', 'customerName', 'channel', 'orderType'],
  history: {
    person: ofPerson,
    events: {
      where: isCounted,
      key: recordKey,
      place: stored('prior_orders'),
      words: { did: 'ordered', didNot: 'didn’t order', event: 'order' },
    },
  },
  unpaid: { isOpen, isCanceled },
  exclusions: [
    { label: 'Open orders', where: isOpen },
    { label: 'Canceled orders', where: isCanceled },
    { label: 'Refunds', where: stored('is_refund') },
    { label: 'Orders without net sales', where: (scope) => `(NOT ${isCounted(scope)})` },
    { label: 'Club orders', where: (scope) => `(${scope.col('channel')} = 'club')` },
    { label: 'Paid orders', where: isPaid },
  ],
  columns: [
    personal(dimension('orderId', 'Order ID', { field: stored('source_id'), isId: true })),
    ...orderDimensions(orderSource),
    ...orderDates(),
    ...firstOrderDates(stored('first_order')),
    countedMeasure(isPaid, 'netSales', 'Net sales', 'currency', {
      synonyms: `
        sales, net sales, revenue, net revenue, sales revenue, turnover, income, takings, dollars, money, spend,
        sales volume in dollars, total sales, total revenue, dollar sales, earnings, 
        sales dollars, total spend,
        amount sold, gross revenue dollars, take, haul, receipts total, money in, cash in, sales figures, sales totals,
        topline, top line, business, net rev, rev, sales numbers, total take, dollar volume, proceeds, spend total`,
      description:
        'Paid orders after discounts, before tax, shipping, tips, and deposits; refunds are negative, gift cards are excluded',
      record: stored('net_sales'),
      formula: buildSum('net_sales'),
      bridge: orderGoods,
    }),
    measure('orderCount', 'Orders', 'integer', {
      description: 'Paid orders with net sales above zero, excluding refunds',
      formula: orderCount,
    }),
    measure('averageOrder', 'Average order', 'currency', {
      synonyms: `
        average order, average order value, aov, average order size, average sale, avg order, avg order value,
        average ticket, avg ticket, avg check, avg tab, average basket, average transaction, average check, mean order value, order average,
        sales per order, net sales per order, revenue per order, average purchase, average order amount,
        average spend per order, average cart, basket size, order size, average order size, typical order,
        average receipt, ticket size, average transaction value, ticket average, cart size, check average`,
      description: 'Net sales excluding refunds ÷ orders',
      record: (scope) => `CASE WHEN ${isAveraged(scope)} THEN ${scope.col('net_sales')} END`,
      formula: averageOrder,
      bridge: orderGoods,
    }),
    ...orderRatios,
    measure('customerCount', 'Customers who ordered', 'integer', {
      description: `Distinct customers with orders; orders without a known customer aren’t included. ${ONE_PER_EMAIL}`,
      formula: {
        kind: 'countDistinct',
        of: [stored('customer_service_id'), stored('customer_id')],
        where: (scope) => `(${isCounted(scope)} AND ${scope.col('customer_id')} IS NOT NULL)`,
      },
    }),
    ...historyMeasures,
    countedMeasure(isPaid, 'itemCount', 'Items', 'number', {
      synonyms: 'items, items sold',
      description: 'Items of paid orders, the same as units sold; returns are negative',
      record: stored('item_count'),
      formula: buildDecimalSum('item_count'),
      goodDirection: 'neutral',
    }),
    countedMeasure(isPaid, 'unitsSold', 'Units sold', 'number', {
      synonyms:
        'bottles, units, bottles sold, units sold, bottle sales, unit sales, number of bottles, volume, unit volume, bottle count, btls, pieces sold, bottle',
      description: 'Items of paid orders; returns are negative',
      record: paidItems,
      formula: buildDecimalSum('item_count'),
    }),
    measure('unitsPerOrder', 'Units per order', 'number', {
      synonyms:
        'bottles per order, units per order, items per order, average bottles per order, bottles an order, average units per order, average items per order',
      description: 'Units sold excluding returns ÷ orders',
      record: ofCounted('item_count'),
      formula: ratio({ kind: 'sumDecimal', of: stored('item_count'), where: isCounted }, orderCount, [
        'Units sold excluding returns',
        'Orders',
      ]),
    }),
    measure('refundCount', 'Refunds', 'integer', {
      description: 'Refund orders that were paid out',
      formula: { kind: 'count', where: isPaidRefund },
      goodDirection: 'down',
    }),
    measure('refundRate', 'Refund rate', 'percent', {
      synonyms: 'refund rate, return rate, refund percentage, share of orders refunded',
      description: 'Refunds ÷ orders',
      formula: ratio({ kind: 'count', where: isPaidRefund }, orderCount, ['Refunds', 'Orders']),
      goodDirection: 'down',
    }),
    withSynonyms(
      moneyMeasure(
        isPaid,
        'subtotal',
        'Subtotal',
        'subtotal',
        'Items of paid orders before discounts, tax, shipping, and tips',
      ),
      'subtotal, subtotals, sales before discounts, gross sales, gross revenue, sales before discount, gross sales before discounts',
    ),
    withSynonyms(
      moneyMeasure(isPaid, 'discount', 'Discount', 'discount', 'Discounts on paid orders'),
      'discounts, discount, discounting, markdowns, discount given, discounts given, amount discounted, promo discounts, discount dollars, giveaways, money off, discounts we gave, total discounts',
    ),
    withSynonyms(
      moneyMeasure(isPaid, 'shipping', 'Shipping', 'shipping', 'Shipping charged on paid orders'),
      'shipping, shipping charges, shipping fees, shipping income, freight, shipping revenue, shipping cost charged, shipping collected',
    ),
    withSynonyms(
      moneyMeasure(isPaid, 'tax', 'Tax', 'tax', 'Tax charged on paid orders'),
      'tax, taxes, sales tax, tax collected, sales taxes, taxes collected, sales tax collected',
    ),
    withSynonyms(
      moneyMeasure(isPaid, 'tip', 'Tips', 'tip', 'Tips on paid orders, negative on refunds', 'up'),
      'tips, gratuities, gratuity, tip money, tips earned, tip, tip dollars',
    ),
    withSynonyms(
      moneyMeasure(
        isPaid,
        'total',
        'Total paid',
        'total',
        'What customers paid, including tax, shipping, and tips; paid orders only, refunds are negative',
      ),
      'order total, order totals, total charged, amount charged, sales with tax, sales including tax, total with tax, total collected, amount collected, grand total, cash collected, sales including tax and shipping, total',
    ),
    ...costMeasures(orderCosts),
    measure('openOrders', 'Open orders', 'integer', {
      synonyms: 'open orders, unpaid orders, orders that are not paid, pending orders, authorized orders',
      description: 'Orders that are neither paid nor canceled. Not included in any other amount or count of units',
      formula: { kind: 'count', where: isOpen },
      goodDirection: 'neutral',
    }),
    countedMeasure(isOpen, 'openOrderValue', 'Open order value', 'currency', {
      synonyms: 'open order value, value of open orders, unpaid order value, value of unpaid orders',
      description: 'Totals of orders that are neither paid nor canceled, including tax, shipping, and tips',
      record: totalWhere(isOpen),
      formula: buildSum('total'),
      goodDirection: 'neutral',
    }),
    measure('canceledOrders', 'Canceled orders', 'integer', {
      synonyms: 'canceled orders, cancelled orders, order cancellations, voided orders',
      description: 'Orders that were canceled; no other measure of money or units counts them',
      formula: { kind: 'count', where: isCanceled },
      goodDirection: 'down',
    }),
    countedMeasure(isCanceled, 'canceledValue', 'Canceled value', 'currency', {
      synonyms:
        'canceled value, cancelled value, value of canceled orders, value of cancelled orders, canceled order value',
      description: 'Totals of canceled orders, including tax, shipping, and tips',
      record: totalWhere(isCanceled),
      formula: buildSum('total'),
      goodDirection: 'down',
    }),
    measure('daysWaiting', 'Days waiting', 'number', {
      synonyms:
        'days waiting, waiting time, wait time, days outstanding, time to fulfill, waiting days, how long do orders wait, how long orders wait, how long are orders waiting',
      description: 'Average days from order to today for orders that are not canceled and not completely fulfilled',
      record: (scope) => `CASE WHEN ${isWaiting(scope)} THEN ${daysSinceOrder(scope)} END`,
      formula: { kind: 'average', of: daysSinceOrder, where: isWaiting },
      goodDirection: 'down',
    }),
  ],
}
