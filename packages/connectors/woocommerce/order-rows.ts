import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
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
  withoutProduct,
} from '../kit/order-rows.ts'
import type { CatalogProduct } from './catalog.ts'
import { toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { AMOUNT_DECIMALS, firstUsableAddress, personName } from './fields.ts'
import { resolveCustomerId } from './guests.ts'
import { type LineAmounts, type OrderAmounts, orderAmounts } from './order-amounts.ts'
import { countedAt, renewedSubscription, type WooLineItem, type WooOrder, type WooRefund } from './order-schema.ts'
import { computeRefundAmounts, type RefundAmounts, type RefundedLine } from './refund-amounts.ts'
import type { Club } from './subscriptions.ts'

/** What orders refer to, by ID. */
export interface OrderReferences {
  readonly products: ReadonlyMap<string, CatalogProduct>
  readonly clubs: ReadonlyMap<string, Club>
}

const orderTypeOf = (channel: string, { total, lines }: OrderAmounts): OrderRow['order_type'] => {
  if (channel === 'club') return 'club'
  return total === 0 && lines.length > 0 ? 'no_charge' : 'regular'
}

// Nothing was paid that a refund could pay back: its gift cards were restored.
const isOnlyRestored = ({ status, refunds }: WooOrder): boolean => status === 'refunded' && refunds.length === 0

const orderRow = (order: WooOrder, amounts: OrderAmounts, { clubs }: OrderReferences): OrderRow => {
  const subscription = renewedSubscription(order)
  const club = subscription === null ? undefined : clubs.get(subscription)
  const channel = toChannel(order.created_via, subscription !== null)
  const address = firstUsableAddress(order.shipping, order.billing)
  const { lines, adjustment } = amounts
  return {
    source_id: order.id,
    source_updated: order.date_modified_gmt,
    time_basis: 'utc',
    order_number: order.number,
    ordered: countedAt(order),
    channel,
    channel_raw: order.created_via,
    order_type: orderTypeOf(channel, amounts),
    order_type_raw: null,
    payment_status: isOnlyRestored(order) ? 'cancelled' : toPaymentStatus(order.status, order.date_paid_gmt),
    payment_status_raw: order.status,
    fulfillment_status: toFulfillmentStatus(order.status),
    fulfillment_status_raw: order.status,
    delivery_method: toDeliveryMethod(channel, order.shipping_lines),
    delivery_method_raw: order.shipping_lines[0]?.method_title ?? null,
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: resolveCustomerId(order),
    customer_name: personName(order.billing),
    team_member: null,
    team_member_source_id: null,
    club_source_id: club?.id ?? null,
    club_name: club?.name ?? null,
    release_source_id: null,
    release_name: null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    country: address?.country ?? null,
    postal_code: address?.postcode ?? null,
    requested_ship: null,
    currency: order.currency,
    subtotal: sumBy(lines, (line) => line.amount + line.discount) + adjustment,
    discount: sumBy(lines, (line) => line.discount),
    shipping: amounts.shipping,
    tax: amounts.tax,
    tip: amounts.tip,
    total: amounts.total,
    is_refund: false,
  }
}

type LineProduct = Pick<WooLineItem, 'name' | 'product_id' | 'variation_id' | 'sku'>

/** A product that was deleted is described by the line's own name. */
const productColumns = (line: LineProduct, { products }: OrderReferences) => {
  const id = line.variation_id ?? line.product_id
  const product = id === null ? undefined : products.get(id)
  const title = line.name ?? product?.title ?? 'Unnamed product'
  const kind = product?.kind ?? toItemKind({ title, categories: [] })
  return {
    sku: line.sku ?? product?.sku ?? null,
    product_source_id: id,
    product_title: title,
    category: product?.category ?? null,
    brand: product?.brand ?? null,
    vintage: product?.vintage ?? vintageIn(title, kind),
    varietal: product?.varietal ?? null,
    item_kind: kind,
    item_kind_raw: product?.type ?? null,
  } satisfies Partial<LineRow>
}

const articleColumns = ({ of: { item, fee } }: LineAmounts, about: OrderReferences) =>
  item === null ? withoutProduct(fee.name ?? 'Fee', 'fee') : productColumns(item, about)

const PRICE_PLACES = 10 ** 4
const UNIT = 10 ** AMOUNT_DECIMALS

const unitPrice = ({ of: { item } }: LineAmounts): number | null =>
  item === null || item.quantity === 0
    ? null
    : Math.round((item.subtotal / UNIT / item.quantity) * PRICE_PLACES) / PRICE_PLACES

const soldLine = (line: LineAmounts, position: LinePosition, about: OrderReferences): LineRow => ({
  ...placed(position, line.id),
  ...articleColumns(line, about),
  quantity: line.quantity,
  unit_price: unitPrice(line),
  discount: line.discount,
  amount: line.amount,
})

const returnedLine = (line: RefundedLine, position: LinePosition, about: OrderReferences): LineRow => {
  const article = line.of === null ? null : articleColumns(line.of, about)
  return {
    ...placed(position, line.source?.id ?? line.of?.id ?? ''),
    ...(article ?? (line.source ? productColumns(line.source, about) : withoutProduct('Refund', 'refund'))),
    quantity: negative(line.quantity),
    unit_price: line.of === null ? null : unitPrice(line.of),
    discount: negative(line.discount),
    amount: negative(line.amount),
  }
}

const REFUND = '-refund-'

/** Refunds are found at WooCommerce only with their order. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}${REFUND}${refundId}`

/** The order of a refund's ID, and any other ID as it is. */
export const orderOfSourceId = (sourceId: string): string => sourceId.split(REFUND)[0] ?? sourceId

export const refundNumber = (orderNumber: string, index: number): string => `${orderNumber}-R${index + 1}`

const toRefundRow = (
  order: OrderRow,
  { id, date_created_gmt: at }: WooRefund,
  index: number,
  amounts: RefundAmounts,
): OrderRow => {
  const gross = sumBy(amounts.lines, (line) => line.amount + line.discount) + amounts.adjustment
  const discount = sumBy(amounts.lines, (line) => line.discount)
  const number = refundNumber(order.order_number, index)
  const of = { id: refundSourceId(order.source_id, id), number, refunded: at, updated: at }
  return refundRow(order, of, { ...amounts, gross, discount })
}

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (order: WooOrder, refunds: readonly WooRefund[], about: OrderReferences): CanonicalRow[] => {
  const amounts = orderAmounts(order)
  const row = orderRow(order, amounts, about)
  const linePosition = (owner: OrderRow, index: number): LinePosition => ({
    orderId: owner.source_id,
    number: index + 1,
    updated: owner.source_updated,
  })
  const adjustment = (owner: OrderRow, amount: number, index: number): LineRow[] =>
    amount === 0 ? [] : [adjustmentLine(amount, linePosition(owner, index))]

  const lines = amounts.lines.map((line, index) => soldLine(line, linePosition(row, index), about))
  const refunded = computeRefundAmounts(refunds, amounts, order.currency).flatMap(
    ({ refund, amounts: back }, index) => {
      const owner = toRefundRow(row, refund, index, back)
      const returned = back.lines.map((line, at) => returnedLine(line, linePosition(owner, at), about))
      return orderWithLines(owner, [...returned, ...adjustment(owner, -back.adjustment, returned.length)])
    },
  )
  return [...orderWithLines(row, [...lines, ...adjustment(row, amounts.adjustment, lines.length)]), ...refunded]
}
