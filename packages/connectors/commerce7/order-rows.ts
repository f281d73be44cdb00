import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { OrderType } from '#domain/commerce.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { orderWithLines } from '../kit/order-rows.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { CHANNELS, DELIVERY_METHODS, FULFILLMENT_STATUSES, lookUpCode, ORDER_TYPES, PAYMENT_STATUSES } from './codes.ts'
import { fullName, toLocalDay } from './fields.ts'
import { type OrderAmounts, orderAmounts } from './order-lines.ts'
import { isRefundOrder, type Order, resolvePurchaseType } from './order-schema.ts'
import type { ProductFacts } from './products.ts'

export interface AccountingSettings {
  /** ISO 4217 */
  readonly currency: string
  /** IANA name */
  readonly timeZone: string
}

/** The date that an order counts under: its submission. Epoch milliseconds. */
export const orderedAt = (order: Order): number => {
  const ordered = order.orderSubmittedDate ?? order.orderPaidDate ?? order.createdAt
  if (ordered === null) throw new RecordProblem('orderSubmittedDate', 'orderSubmittedDate is missing')
  return ordered
}

const isFree = ({ subTotal, total, items }: Order): boolean => subTotal === 0 && total === 0 && items.length > 0

const orderTypeOf = (order: Order): OrderType => {
  const type = lookUpCode(ORDER_TYPES, resolvePurchaseType(order))
  if (type !== 'regular') return type
  if (isFree(order)) return 'no_charge'
  return order.channel === 'Club' ? 'club' : 'regular'
}

// Tasting-room orders without a delivery method count as carried out.
const deliveryOf = ({ orderDeliveryMethod, channel }: Order) =>
  orderDeliveryMethod === null && channel === 'POS' ? 'carry_out' : lookUpCode(DELIVERY_METHODS, orderDeliveryMethod)

const refundedOrderId = (order: Order): string | null => {
  if (!isRefundOrder(order)) return null
  const [linked] = order.linkedOrders
  return order.previousOrderId ?? linked?.orderId ?? linked?.id ?? null
}

/** An order without its lines. */
const orderRow = (
  order: Order,
  amounts: Omit<OrderAmounts, 'lines'>,
  { currency, timeZone }: AccountingSettings,
): CanonicalRecord<'orders'> => {
  const address = order.orderDeliveryMethod === 'Ship' ? (order.shipTo ?? order.billTo) : order.billTo
  const who = order.customer ?? order.billTo
  return {
    source_id: order.id,
    source_updated: order.updatedAt,
    time_basis: 'utc',
    order_number: order.orderNumber,
    ordered: orderedAt(order),
    channel: lookUpCode(CHANNELS, order.channel),
    channel_raw: order.channel,
    order_type: orderTypeOf(order),
    order_type_raw: order.purchaseType,
    payment_status: order.paymentStatus === null ? 'pending' : lookUpCode(PAYMENT_STATUSES, order.paymentStatus),
    payment_status_raw: order.paymentStatus,
    fulfillment_status: lookUpCode(FULFILLMENT_STATUSES, order.fulfillmentStatus),
    fulfillment_status_raw: order.fulfillmentStatus,
    delivery_method: deliveryOf(order),
    delivery_method_raw: order.orderDeliveryMethod,
    compliance_status: order.complianceStatus,
    refund_of_source_id: refundedOrderId(order),
    external_vendor: order.externalOrderVendor,
    customer_source_id: order.customerId,
    customer_name: who && fullName(who.firstName, who.lastName),
    team_member: order.salesAssociate?.name ?? null,
    team_member_source_id: order.salesAssociate?.accountId ?? null,
    club_source_id: order.club?.clubId ?? null,
    club_name: order.club?.clubTitle ?? null,
    release_source_id: order.club?.clubPackageId ?? null,
    release_name: order.club?.clubPackageTitle ?? null,
    city: address?.city ?? null,
    state: address?.stateCode ?? null,
    country: address?.countryCode ?? null,
    postal_code: address?.zipCode ?? null,
    requested_ship: toLocalDay(order.requestedShipDate ?? order.selectedShippingOptions, timeZone),
    currency,
    ...amounts,
    is_refund: isRefundOrder(order),
  }
}

/** An order and its lines. Throws `RecordProblem`. */
export const orderRows = (order: Order, accounting: AccountingSettings, facts: ProductFacts): CanonicalRow[] => {
  const { lines, ...amounts } = orderAmounts(order, facts)
  return orderWithLines(orderRow(order, amounts, accounting), lines)
}
