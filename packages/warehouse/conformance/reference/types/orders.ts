import {
  decimal,
  integerMeasure,
  mean,
  money,
  ofEach,
  ofMany,
  ratio,
  readFacts,
  readValues,
  THOUSANDTHS,
  where,
} from '../columns.ts'
import { daysFrom } from '../days.ts'
import { isAveraged } from '../definitions.ts'
import type { ReferenceOrder } from '../derived-orders.ts'
import { inRange } from '../ranges.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { exactSum, isPresent, type Value } from '../value.ts'
import { costMeasures, costValues } from './cost-columns.ts'
import { historyColumns, historyValues } from './order-history-columns.ts'
import { isCanceled, isOpen, orderColumns, orderValues, WAITING } from './order-values.ts'

const computeMeasures = ({ given, net, items, isPaid, isCounted, ordered }: ReferenceOrder, today: string) => ({
  netSales: net,
  orderCount: isCounted ? 1 : 0,
  itemCount: items,
  unitsSold: isPaid ? items : 0,
  unitsPerOrder: isCounted ? items : null,
  refundCount: isPaid && given.is_refund ? 1 : 0,
  subtotal: given.subtotal,
  discount: given.discount,
  shipping: given.shipping,
  tax: given.tax,
  tip: given.tip,
  total: given.total,
  openOrders: isOpen(given) ? 1 : 0,
  openOrderValue: isOpen(given) ? given.total : null,
  canceledOrders: isCanceled(given) ? 1 : 0,
  canceledValue: isCanceled(given) ? given.total : null,
  daysWaiting: WAITING.includes(given.fulfillment_status) && !isCanceled(given) ? daysFrom(ordered.day, today) : null,
})

const toRecord =
  ({ settings }: Context) =>
  (order: ReferenceOrder): ReferenceRecord => {
    const { given, service, ordered, isCounted } = order
    const values: Record<string, Value> = {
      ...orderValues(order, settings),
      orderId: given.source_id,
      isRefund: given.is_refund,
      ...historyValues(order, settings),
      ...computeMeasures(order, settings.today),
      ...costValues(order.costs),
      averageOrder: isAveraged(order, settings) ? order.net : null,
    }
    return {
      values,
      days: { orderDate: ordered.day },
      facts: {
        isCounted,
        isPaid: order.isPaid,
        isOpen: isOpen(given),
        isCanceled: isCanceled(given),
        isAveraged: isAveraged(order, settings),
        ordersBefore: order.history.before,
        customer: order.person && JSON.stringify([order.person.service, order.person.id]),
      },
      service,
      key: [given.source_id, service],
      currency: given.currency,
      channel: given.channel,
    }
  }

const sum = (records: readonly ReferenceRecord[], columnId: string): number => exactSum(readValues(records, columnId))
/** Local days on which at least one order counted. */
const salesDays = (records: readonly ReferenceRecord[]): number =>
  new Set(where(records, 'isCounted').map(({ days }) => days.orderDate)).size
const counted = (records: readonly ReferenceRecord[]): number => where(records, 'isCounted').length
const sumOfPaid = (records: readonly ReferenceRecord[], columnId: string): number =>
  exactSum(readValues(where(records, 'isPaid'), columnId))
const sumOfCounted = (records: readonly ReferenceRecord[], columnId: string): number =>
  exactSum(readValues(where(records, 'isCounted'), columnId))

export const orders: ReferenceReportType = {
  name: 'Orders',
  dateColumn: 'orderDate',
  columns: {
    ...orderColumns,
    ...historyColumns,
    netSales: money('netSales', 'isPaid'),
    orderCount: integerMeasure('orderCount'),
    averageOrder: ofEach('currency', (records) => {
      const averaged = where(records, 'isAveraged')
      return ratio(sum(averaged, 'netSales'), averaged.length)
    }),
    itemCount: decimal('itemCount', 'isPaid'),
    unitsSold: decimal('unitsSold', 'isPaid'),
    unitsPerOrder: ofEach(
      'number',
      (records) => ratio(sumOfCounted(records, 'itemCount') / THOUSANDTHS, counted(records)),
      { scale: THOUSANDTHS },
    ),
    refundCount: integerMeasure('refundCount'),
    refundRate: ofMany('percent', (records) => ratio(exactSum(readValues(records, 'refundCount')), counted(records))),
    subtotal: money('subtotal', 'isPaid'),
    discount: money('discount', 'isPaid'),
    shipping: money('shipping', 'isPaid'),
    tax: money('tax', 'isPaid'),
    tip: money('tip', 'isPaid'),
    total: money('total', 'isPaid'),
    ...costMeasures('isPaid'),
    openOrders: integerMeasure('openOrders'),
    openOrderValue: money('openOrderValue', 'isOpen'),
    canceledOrders: integerMeasure('canceledOrders'),
    canceledValue: money('canceledValue', 'isCanceled'),
    customerCount: ofMany(
      'integer',
      (records) => new Set(readFacts(where(records, 'isCounted'), 'customer').filter(isPresent)).size,
    ),
    share: ofMany(
      'percent',
      (records, context, { shown }) => ratio(sum(records, 'netSales'), sum(inRange(shown, context), 'netSales')),
      { ofShown: true },
    ),
    averageDay: ofMany('currency', (records) => ratio(sum(records, 'netSales'), salesDays(records))),
    tipsPerOrder: ofMany('currency', (records) => ratio(sumOfPaid(records, 'tip'), counted(records))),
    tipRate: ofMany('percent', (records) => ratio(sumOfPaid(records, 'tip'), sum(records, 'netSales'))),
    daysWaiting: ofEach('number', (records) => mean(readValues(records, 'daysWaiting'))),
  },
  records: (context) => context.books.orders.map(toRecord(context)),
}
