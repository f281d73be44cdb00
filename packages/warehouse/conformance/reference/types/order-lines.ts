import { ITEM_KINDS } from '#domain/commerce.ts'
import { coded, countAll, decimal, id, mean, money, ofEach, ofMany, readValues, texts, where } from '../columns.ts'
import type { ReferenceLine } from '../derived-orders.ts'
import { codeLabel } from '../own-codes.ts'
import { personKey } from '../people.ts'
import type { Context, ReferenceRecord, ReferenceReportType } from '../report-type.ts'
import { orNull } from '../value.ts'
import { costMeasures, costValues } from './cost-columns.ts'
import { isCanceled, isOpen, orderColumns, orderValues } from './order-values.ts'

/** Ten-thousandths of a major unit. */
const PRICE_SCALE = 10_000

const computeMeasures = ({ given, net, quantity, order }: ReferenceLine) => ({
  netSales: net,
  unitsSold: order?.isPaid ? quantity : 0,
  lineCount: 1,
  quantity,
  unitPrice: given.unit_price === null ? null : Math.round(given.unit_price * PRICE_SCALE),
  lineDiscount: given.discount,
})

const toRecord =
  ({ settings }: Context) =>
  (line: ReferenceLine): ReferenceRecord => {
    const { given, order, service } = line
    return {
      values: {
        ...orderValues(order, settings),
        orderId: given.order_source_id,
        isRefund: order?.given.is_refund ?? false,
        lineId: given.line_id,
        sku: orNull(given.sku),
        productId: orNull(given.product_source_id),
        productTitle: orNull(given.product_title),
        category: orNull(given.category),
        brand: orNull(given.brand),
        vintage: orNull(given.vintage),
        varietal: orNull(given.varietal),
        itemKind: orNull(given.item_kind),
        itemKindRaw: orNull(given.item_kind_raw),
        ownItemKind: codeLabel('itemKind', given.item_kind, given.category, settings),
        ...computeMeasures(line),
        ...costValues(line.costs),
      },
      days: { orderDate: order?.ordered.day ?? null },
      facts: {
        isCounted: order?.isCounted ?? false,
        isPaid: order?.isPaid ?? false,
        isOpen: order !== null && isOpen(order.given),
        isCanceled: order !== null && isCanceled(order.given),
        isSale: order?.isPaid === true && given.item_kind !== 'gift_card',
        customer: order?.person ? personKey(order.person) : null,
        order: JSON.stringify([service, given.order_source_id]),
        product: given.product_source_id && JSON.stringify([service, given.product_source_id]),
      },
      service,
      key: [given.order_source_id, given.line_number, given.line_id, service],
      currency: order?.given.currency ?? null,
      channel: order?.given.channel ?? null,
    }
  }

export const orderLines: ReferenceReportType = {
  name: 'OrderLines',
  dateColumn: 'orderDate',
  columns: {
    ...orderColumns,
    lineId: id,
    sku: id,
    productId: id,
    ...texts('productTitle', 'category', 'brand', 'vintage', 'varietal', 'itemKindRaw', 'ownItemKind'),
    itemKind: coded(ITEM_KINDS),
    netSales: money('netSales', 'isSale'),
    unitsSold: decimal('unitsSold', 'isPaid'),
    orderCount: ofMany(
      'integer',
      (records) => new Set(where(records, 'isCounted').map(({ facts }) => facts.order)).size,
    ),
    lineCount: countAll,
    quantity: decimal('quantity', 'isPaid'),
    unitPrice: ofEach('number', (records) => mean(readValues(where(records, 'isPaid'), 'unitPrice'), PRICE_SCALE), {
      scale: PRICE_SCALE,
      counts: 'isPaid',
    }),
    lineDiscount: money('lineDiscount', 'isPaid'),
    ...costMeasures('isSale'),
  },
  records: (context) => context.books.lines.map(toRecord(context)),
}
