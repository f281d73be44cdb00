import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { OrderType } from '#domain/commerce.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { adjustmentLine } from '../kit/order-rows.ts'
import {
  isRefundType,
  toChannel,
  toComplianceStatus,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  wineDirectItemKind,
} from './codes.ts'
import { parseMinorField } from './fields.ts'
import { computeOrderMoney, isPartOfKit, type LineMoney, type OrderMoney } from './order-money.ts'
import type { OrderDetail, OrderItem, WineDirectOrder } from './order-schema.ts'
import type { ProductFacts } from './products.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>

export interface OrderContext {
  readonly currency: string
  readonly products: ProductFacts
  /** of the refunded order */
  readonly previousId: string | null
}

/** Whether it is a refund: its total is negative, or its transaction type says so. */
export const isRefundOrder = ({ Total, TransactionType }: OrderDetail, currency: string): boolean =>
  isRefundType(TransactionType) || parseMinorField(Total, currency, 'Total') < 0

const nameOf = (contact: OrderDetail['BillContact']): string | null =>
  contact && ([contact.FirstName, contact.LastName].filter(Boolean).join(' ') || contact.Company)

/** The day of a date without a meaningful time. */
const parseLocalDay = (stamp: string | null): string | null => /^\d{4}-\d\d-\d\d/.exec(stamp ?? '')?.[0] ?? null

const orderTypeOf = (facts: {
  readonly isRefund: boolean
  readonly isClub: boolean
  readonly isCorporate: boolean
  readonly money: OrderMoney
  readonly hasLines: boolean
}): OrderType => {
  if (facts.isRefund) return 'refund'
  if (facts.isClub) return 'club'
  if (facts.isCorporate) return 'corporate'
  return facts.hasLines && facts.money.total === 0 ? 'no_charge' : 'regular'
}

const lineRow = (
  { summary }: WineDirectOrder,
  item: OrderItem,
  at: { readonly number: number; readonly money: LineMoney; readonly products: ProductFacts },
): LineRow => {
  const product = at.products.of(item.ProductID)
  const title = item.Title ?? item.ProductName
  return {
    source_id: `${summary.OrderID}/${at.number}`,
    source_updated: summary.DateModified,
    time_basis: 'utc',
    order_source_id: summary.OrderID,
    line_id: String(at.number),
    line_number: at.number,
    sku: item.SKU,
    product_source_id: item.ProductID,
    product_title: title,
    category: item.Department,
    brand: product?.brand ?? null,
    vintage: product?.vintage ?? null,
    varietal: null,
    item_kind: wineDirectItemKind({ type: item.Type, title, department: item.Department }),
    item_kind_raw: item.Type,
    quantity: at.money.quantity,
    unit_price: at.money.unitPrice,
    discount: at.money.discount,
    amount: at.money.amount,
    ...(at.money.cost === undefined ? {} : { cost: at.money.cost }),
  }
}

/** The lines of items, and what they leave of the subtotal. */
const linesOf = (
  order: WineDirectOrder,
  { lines: money, order: { subtotal, discount } }: ReturnType<typeof computeOrderMoney>,
  products: ProductFacts,
): LineRow[] => {
  const lines: LineRow[] = []
  for (const [at, item] of order.detail.OrderItems.entries()) {
    const line = money[at]
    if (!line || isPartOfKit(item)) continue
    lines.push(lineRow(order, item, { number: lines.length + 1, money: line, products }))
  }
  const rest = subtotal - discount - sumBy(lines, ({ amount }) => amount)
  const { OrderID: orderId, DateModified: updated } = order.summary
  return rest === 0 ? lines : [...lines, adjustmentLine(rest, { orderId, number: lines.length + 1, updated })]
}

const progressOf = ({ summary, detail }: WineDirectOrder, isRefund: boolean) => {
  const channel = toChannel(summary.Type)
  const delivery = toDeliveryMethod({
    channel,
    isPickup: summary.IsAPickupOrder,
    isPendingPickup: summary.IsPendingPickup,
    hasPickupDate: detail.PickupDate !== null,
    hasShippingAddress: detail.ShipToAddress?.StateCode != null,
  })
  const fulfillment = toFulfillmentStatus({
    delivery,
    shipping: summary.ShippingStatus,
    isPendingPickup: summary.IsPendingPickup,
    isRefund,
    shippedLines: detail.OrderItems.filter(({ ShippedDate }) => ShippedDate !== null).length,
    lines: detail.OrderItems.length,
  })
  return { channel, delivery, fulfillment }
}

/** An order with its lines. Throws `RecordProblem` for invalid values. */
export const orderRows = (
  order: WineDirectOrder,
  { currency, products, previousId }: OrderContext,
): { readonly order: OrderRow; readonly lines: readonly LineRow[] } => {
  const { summary, detail } = order
  const isRefund = isRefundOrder(detail, currency)
  const money = computeOrderMoney(detail, currency, isRefund)
  const { channel, delivery, fulfillment } = progressOf(order, isRefund)
  const address = (delivery === 'ship' ? detail.ShipToAddress : null) ?? detail.BillContact
  const lines = linesOf(order, money, products)
  const row: OrderRow = {
    source_id: summary.OrderID,
    source_updated: summary.DateModified,
    time_basis: 'utc',
    order_number: summary.OrderNumber,
    ordered: summary.ordered,
    channel,
    channel_raw: summary.Type,
    order_type: orderTypeOf({
      isRefund,
      isClub: channel === 'club',
      isCorporate: detail.CorporateOrderNumber !== null,
      money: money.order,
      hasLines: lines.length > 0,
    }),
    order_type_raw: detail.TransactionType,
    payment_status: toPaymentStatus(summary.PaymentStatus, summary.OrderStatus),
    payment_status_raw: summary.PaymentStatus,
    fulfillment_status: fulfillment,
    fulfillment_status_raw: summary.ShippingStatus,
    delivery_method: delivery,
    delivery_method_raw: summary.ShippingType,
    compliance_status: toComplianceStatus(summary.OrderStatus),
    refund_of_source_id: isRefund ? previousId : null,
    external_vendor: detail.Marketplace,
    customer_source_id: summary.ContactID ?? detail.BillContact?.ContactID ?? null,
    customer_name: nameOf(detail.BillContact),
    team_member: detail.SalesAssociate,
    club_source_id: null,
    club_name: detail.ClubName,
    release_source_id: null,
    release_name: detail.ClubShipmentName,
    city: address?.City ?? null,
    state: address?.StateCode ?? null,
    country: address?.CountryCode ?? null,
    postal_code: address?.ZipCode ?? null,
    requested_ship: parseLocalDay(detail.RequestedShipDate ?? detail.FutureShipDate),
    currency,
    ...money.order,
    is_refund: isRefund,
  }
  return { order: row, lines }
}

export const canonicalOrder = ({
  order,
  lines,
}: {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
}): CanonicalRow[] => [{ table: 'orders', row: order }, ...lines.map((row) => ({ table: 'order_lines' as const, row }))]
