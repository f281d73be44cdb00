import type { CanonicalRow } from '../kit/connector.ts'
import { negative, sumBy } from '../kit/order-amounts.ts'
import {
  adjustmentLine,
  type LinePosition,
  type LineRow,
  type OrderRow,
  orderWithLines,
  placed,
  refundRow,
} from '../kit/order-rows.ts'
import { toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { type LineAmounts, type OrderAmounts, orderAmounts } from './order-amounts.ts'
import type { ShopifyOrder, ShopifyRefund } from './order-schema.ts'
import { fullTitle, kindColumns } from './product-kind.ts'
import { type RefundAmounts, type RefundedLine, refundAmounts, refundTotals } from './refund-amounts.ts'

const orderTypeOf = (channel: string): OrderRow['order_type'] => (channel === 'club' ? 'club' : 'regular')

/** `remaining`: the total less what refunds took back. */
const orderRow = (order: ShopifyOrder, amounts: OrderAmounts, remaining: number): OrderRow => {
  const channel = toChannel(order.sourceName)
  const address = order.shippingAddress ?? order.billingAddress
  const { lines, adjustment } = amounts
  const discount = sumBy(lines, (line) => line.discount)
  return {
    source_id: order.id,
    source_updated: order.updatedAt,
    time_basis: 'utc',
    order_number: order.name,
    ordered: order.processedAt,
    channel,
    channel_raw: order.sourceName,
    order_type: orderTypeOf(channel),
    order_type_raw: null,
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
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: order.customer?.id ?? null,
    customer_name: order.customer?.displayName ?? null,
    team_member: order.staffMember?.name ?? null,
    team_member_source_id: order.staffMember?.id ?? null,
    club_source_id: null,
    club_name: null,
    release_source_id: null,
    release_name: null,
    city: address?.city ?? null,
    state: address?.provinceCode ?? null,
    country: address?.countryCodeV2 ?? null,
    postal_code: address?.zip ?? null,
    requested_ship: null,
    currency: order.totalPriceSet.currency,
    subtotal: sumBy(lines, (line) => line.gross) + adjustment,
    discount,
    shipping: amounts.shipping,
    tax: amounts.tax,
    tip: amounts.tip,
    total: amounts.total,
    is_refund: false,
  }
}

const articleColumns = ({ line }: LineAmounts) => {
  const title = fullTitle(line.title, line.variantTitle)
  const productType = line.product?.productType ?? null
  return {
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
  } satisfies Partial<LineRow>
}

const soldLine = (line: LineAmounts, position: LinePosition): LineRow => ({
  ...placed(position, line.line.id),
  ...articleColumns(line),
  quantity: line.line.quantity,
  discount: line.discount,
  amount: line.amount,
})

const returnedLine = (line: RefundedLine, position: LinePosition): LineRow => ({
  ...placed(position, line.of.line.id),
  ...articleColumns(line.of),
  quantity: negative(line.quantity),
  discount: negative(line.discount),
  amount: negative(line.amount),
})

interface Refunded {
  readonly refund: ShopifyRefund
  readonly amounts: RefundAmounts
}

const refundRows = (order: OrderRow, { refund, amounts }: Refunded, number: number): CanonicalRow[] => {
  const id = refundSourceId(refund.id)
  const linePosition = (index: number): LinePosition => ({ orderId: id, number: index + 1, updated: refund.updatedAt })
  const lines = amounts.lines.map((line, index) => returnedLine(line, linePosition(index)))
  const rest = amounts.adjustment === 0 ? [] : [adjustmentLine(-amounts.adjustment, linePosition(lines.length))]
  const gross = sumBy(amounts.lines, (line) => line.amount + line.discount) + amounts.adjustment
  const discount = sumBy(amounts.lines, (line) => line.discount)
  const { createdAt, updatedAt: updated } = refund
  const of = { id, number: `${order.order_number}-R${number}`, refunded: createdAt ?? updated, updated }
  return orderWithLines(refundRow(order, of, { ...amounts, gross, discount }), [...lines, ...rest])
}

const REFUND = 'refund-'

/** Orders and refunds have separate numbers at Shopify and share a table here. */
export const refundSourceId = (refundId: string): string => `${REFUND}${refundId}`

/** The number of the refund whose row has a source ID; null: an order's. */
export const refundIdIn = (sourceId: string): string | null =>
  sourceId.startsWith(REFUND) ? sourceId.slice(REFUND.length) : null

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (order: ShopifyOrder, refunds: readonly ShopifyRefund[]): CanonicalRow[] => {
  const amounts = orderAmounts(order)
  const totals = refundTotals(order, refunds)
  const refunded = refunds.map((refund) => ({
    refund,
    amounts: refundAmounts(refund, totals.get(refund.id) ?? 0, amounts, order.taxesIncluded),
  }))
  const row = orderRow(order, amounts, amounts.total - sumBy(refunded, (one) => one.amounts.total))
  const linePosition = (index: number): LinePosition => ({
    orderId: order.id,
    number: index + 1,
    updated: order.updatedAt,
  })
  const lines = amounts.lines.map((line, index) => soldLine(line, linePosition(index)))
  const rest = amounts.adjustment === 0 ? [] : [adjustmentLine(amounts.adjustment, linePosition(lines.length))]
  return [
    ...orderWithLines(row, [...lines, ...rest]),
    ...refunded.flatMap((one, index) => refundRows(row, one, index + 1)),
  ]
}
