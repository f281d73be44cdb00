import type { CanonicalRow } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { refundRows, saleRows } from '../kit/order-rows.ts'
import { NO_ADDRESS } from '../kit/person.ts'
import { fullTitle, kindColumns, toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { type LineAmounts, orderAmounts, refundAmounts, refundTotals } from './order-amounts.ts'
import type { ShopifyOrder, ShopifyRefund } from './order-schema.ts'

/** `remaining`: the total less what refunds took back. */
const orderColumns = (order: ShopifyOrder, remaining: number) => {
  const channel = toChannel(order.sourceName)
  return {
    source_id: order.id,
    source_updated: order.updatedAt,
    order_number: order.name,
    ordered: order.processedAt,
    channel,
    channel_raw: order.sourceName,
    order_type: channel === 'club' ? ('club' as const) : ('regular' as const),
    payment_status: toPaymentStatus({ ...order, keepsMoney: remaining > 0 && order.netPaymentSet.minor > 0 }),
    payment_status_raw: order.displayFinancialStatus,
    fulfillment_status: toFulfillmentStatus(order.displayFulfillmentStatus),
    fulfillment_status_raw: order.displayFulfillmentStatus,
    delivery_method: toDeliveryMethod({
      channel,
      shippingLine: order.shippingLine,
      hasShippingAddress: Boolean(order.shippingAddress),
    }),
    delivery_method_raw: order.shippingLine?.title ?? null,
    customer_source_id: order.customer?.id ?? null,
    customer_name: order.customer?.displayName ?? null,
    team_member: order.staffMember?.name ?? null,
    team_member_source_id: order.staffMember?.id ?? null,
    location: order.retailLocation?.name ?? null,
    ...(order.shippingAddress ?? order.billingAddress ?? NO_ADDRESS),
    currency: order.totalPriceSet.currency,
  }
}

const describeLine = ({ line }: LineAmounts) => {
  const title = fullTitle(line.title, line.variantTitle)
  const productType = line.product?.productType ?? null
  return {
    id: line.id,
    sku: line.sku,
    product_source_id: line.variant?.id ?? null,
    product_title: title,
    brand: line.vendor,
    varietal: null,
    ...kindColumns({
      isGiftCard: line.isGiftCard,
      title,
      productType,
      taxonomy: line.product?.category?.fullName ?? null,
    }),
    item_kind_raw: productType,
    unit_price: line.originalUnitPriceSet.major,
  }
}

const REFUND = 'refund-'

/** Orders and refunds have separate numbers at Shopify and share a table here. */
export const refundSourceId = (refundId: string): string => `${REFUND}${refundId}`

/** The number of the refund whose row has a source ID; null: an order's. */
export const refundIdIn = (sourceId: string): string | null =>
  sourceId.startsWith(REFUND) ? sourceId.slice(REFUND.length) : null

export const refundNumber = ({ name }: Pick<ShopifyOrder, 'name'>, index: number): string => `${name}-R${index + 1}`

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (order: ShopifyOrder, refunds: readonly ShopifyRefund[]): CanonicalRow[] => {
  const amounts = orderAmounts(order)
  const totals = refundTotals(order, refunds)
  const remaining = amounts.total - sumBy(refunds, ({ id }) => totals.get(id) ?? 0)
  const { order: row, rows } = saleRows(orderColumns(order, remaining), amounts, describeLine)
  const returned = refunds.flatMap((refund, index) => {
    const { id, createdAt, updatedAt: updated } = refund
    const returnedAmounts = refundAmounts(refund, totals.get(id) ?? 0, amounts.lines, order.taxesIncluded)
    return refundRows(
      row,
      { id: refundSourceId(id), number: refundNumber(order, index), refunded: createdAt ?? updated, updated },
      returnedAmounts,
      ({ of }) => describeLine(of),
    )
  })
  return [...rows, ...returned]
}
