import { toItemKind } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { productColumns, refundRows, saleRows, withoutProduct } from '../kit/order-rows.ts'
import { NO_ADDRESS, personName } from '../kit/rows.ts'
import type { CatalogProduct } from './catalog.ts'
import { toChannel, toDeliveryMethod, toFulfillmentStatus, toPaymentStatus } from './codes.ts'
import { resolveCustomerId } from './customers.ts'
import { firstUsableAddress } from './fields.ts'
import { orderAmounts, refundAmounts, type WooLine } from './order-amounts.ts'
import { countedAt, renewedSubscription, type WooOrder, type WooRefund } from './order-schema.ts'
import type { Club } from './subscriptions.ts'

/** What orders refer to, by ID. */
export interface OrderReferences {
  readonly products: ReadonlyMap<string, CatalogProduct>
  readonly clubs: ReadonlyMap<string, Club>
}

// Nothing was paid that a refund could pay back: its gift cards were restored.
const isOnlyRestored = ({ status, refunds }: WooOrder): boolean => status === 'refunded' && refunds.length === 0

const orderColumns = (order: WooOrder, { clubs }: OrderReferences) => {
  const subscription = renewedSubscription(order)
  const club = subscription === null ? undefined : clubs.get(subscription)
  const channel = toChannel(order.created_via, subscription !== null)
  return {
    source_id: order.id,
    source_updated: order.date_modified_gmt,
    order_number: order.number,
    ordered: countedAt(order),
    channel,
    channel_raw: order.created_via,
    payment_status: isOnlyRestored(order) ? 'cancelled' : toPaymentStatus(order.status, order.date_paid_gmt),
    payment_status_raw: order.status,
    fulfillment_status: toFulfillmentStatus(order.status),
    fulfillment_status_raw: order.status,
    delivery_method: toDeliveryMethod(channel, order.shipping_lines),
    delivery_method_raw: order.shipping_lines[0]?.method_title ?? null,
    customer_source_id: resolveCustomerId(order),
    customer_name: personName(order.billing),
    team_member_source_id: null,
    club_source_id: club?.id ?? null,
    club_name: club?.name ?? null,
    ...(firstUsableAddress(order.shipping, order.billing) ?? NO_ADDRESS),
    currency: order.currency,
  }
}

/** A product that was deleted is described by the line's own name. */
const describeProduct = ({ name, product }: WooLine, { products }: OrderReferences) => {
  if (product === null) return withoutProduct(name ?? 'Fee', 'fee')
  const id = product.variation_id ?? product.product_id
  const listed = products.get(id ?? '')
  const title = name ?? listed?.title ?? 'Unnamed product'
  const kind = listed?.kind ?? toItemKind({ title, categories: [] })
  return productColumns(listed, { sku: product.sku, id, title, kind, raw: listed?.type ?? null })
}

const REFUND = '-refund-'

/** Refunds are found at WooCommerce only with their order. */
export const refundSourceId = (orderId: string, refundId: string): string => `${orderId}${REFUND}${refundId}`

/** The order of a refund's ID, and any other ID as it is. */
export const orderOfSourceId = (sourceId: string): string => sourceId.split(REFUND)[0] ?? sourceId

export const refundNumber = (orderNumber: string, index: number): string => `${orderNumber}-R${index + 1}`

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (source: WooOrder, refunds: readonly WooRefund[], about: OrderReferences): CanonicalRow[] => {
  const describe = (line: WooLine) => ({
    ...describeProduct(line, about),
    id: line.refundLineId ?? line.id ?? '',
    unit_price: line.unitPrice,
  })
  const amounts = orderAmounts(source)
  const { order, rows } = saleRows(orderColumns(source, about), amounts, describe)
  const refunded = refundAmounts(refunds, amounts, source.currency).flatMap(({ refund, amounts: back }, index) => {
    const { id, date_created_gmt: at } = refund
    const number = refundNumber(source.number, index)
    return refundRows(order, { id: refundSourceId(source.id, id), number, refunded: at, updated: at }, back, describe)
  })
  return [...rows, ...refunded]
}
