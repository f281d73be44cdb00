import type { CanonicalRow } from '../kit/connector.ts'
import { type OrderRow, refundRows, saleRows } from '../kit/order-rows.ts'
import { NO_ADDRESS } from '../kit/person.ts'
import {
  isRefunded,
  isRefundType,
  toChannel,
  toComplianceStatus,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  wineDirectItemKind,
} from './codes.ts'
import { addressColumns, formatName } from './fields.ts'
import type { Catalog } from './lists.ts'
import { costColumns, type LineAmounts, orderAmounts } from './order-amounts.ts'
import type { OrderDetail, WineDirectOrder } from './order-schema.ts'

export interface OrderContext {
  readonly currency: string
  readonly products: Catalog['products']
  /** orders that others refund, by the ID of the refund */
  readonly refundedIds: ReadonlyMap<string, string>
}

/** Whether it is a refund: its total is negative, or its transaction type says so. */
export const isRefundOrder = ({ Total, TransactionType }: OrderDetail): boolean =>
  isRefundType(TransactionType) || Number(Total) < 0

/** The day of a date without a meaningful time. */
const parseLocalDay = (stamp: string | null): string | null => /^\d{4}-\d\d-\d\d/.exec(stamp ?? '')?.[0] ?? null

const describeLine = (line: LineAmounts, { currency, products }: OrderContext) => {
  const { item } = line
  const product = products.get(item.ProductID ?? '')
  const title = item.Title ?? item.ProductName
  return {
    id: line.id,
    sku: item.SKU,
    product_source_id: item.ProductID,
    product_title: title,
    category: item.Department,
    brand: product?.Brand ?? null,
    vintage: product?.Vintage ?? null,
    varietal: null,
    item_kind: wineDirectItemKind({ type: item.Type, title, department: item.Department }),
    item_kind_raw: item.Type,
    unit_price: line.unitPrice,
    ...costColumns(line, currency),
  }
}

const deliveryColumns = ({ detail, ...summary }: WineDirectOrder, isRefund: boolean) => {
  const { IsPendingPickup: isPendingPickup, ShippingStatus: shipping } = summary
  const channel = toChannel(summary.Type)
  const delivery = toDeliveryMethod({
    channel,
    isPickup: summary.IsAPickupOrder,
    isPendingPickup,
    hasPickupDate: detail.PickupDate !== null,
    hasShippingAddress: detail.ShipToAddress?.StateCode != null,
  })
  const address = (delivery === 'ship' ? detail.ShipToAddress : null) ?? detail.BillContact
  return {
    channel,
    channel_raw: summary.Type,
    fulfillment_status: toFulfillmentStatus({
      delivery,
      shipping,
      isPendingPickup,
      isRefund,
      shippedLines: detail.OrderItems.filter(({ ShippedDate }) => ShippedDate !== null).length,
      lines: detail.OrderItems.length,
    }),
    fulfillment_status_raw: shipping,
    delivery_method: delivery,
    delivery_method_raw: summary.ShippingType,
    ...(address ? addressColumns(address) : NO_ADDRESS),
  }
}

const typeColumns = (detail: OrderDetail, isRefund: boolean, channel: OrderRow['channel']) => {
  if (isRefund) return { order_type: 'refund' } as const
  return detail.CorporateOrderNumber !== null && channel !== 'club' ? ({ order_type: 'corporate' } as const) : {}
}

const orderColumns = (order: WineDirectOrder, { currency, refundedIds }: OrderContext) => {
  const { detail, ...summary } = order
  const isRefund = isRefundOrder(detail)
  const delivery = deliveryColumns(order, isRefund)
  return {
    source_id: summary.OrderID,
    source_updated: summary.DateModified,
    order_number: summary.OrderNumber,
    ordered: summary.ordered,
    ...delivery,
    ...typeColumns(detail, isRefund, delivery.channel),
    order_type_raw: detail.TransactionType,
    payment_status: toPaymentStatus(summary.PaymentStatus, summary.OrderStatus),
    payment_status_raw: summary.PaymentStatus,
    compliance_status: toComplianceStatus(summary.OrderStatus),
    refund_of_source_id: refundedIds.get(summary.OrderID) ?? null,
    external_vendor: detail.Marketplace,
    customer_source_id: summary.ContactID ?? detail.BillContact?.ContactID ?? null,
    customer_name: detail.BillContact && formatName(detail.BillContact),
    team_member: detail.SalesAssociate,
    club_name: detail.ClubName,
    release_name: detail.ClubShipmentName,
    requested_ship: parseLocalDay(detail.RequestedShipDate ?? detail.FutureShipDate),
    currency,
    is_refund: isRefund,
  }
}

/** An order with its lines. Throws `RecordProblem` for invalid values. */
export const orderRows = (order: WineDirectOrder, context: OrderContext) => {
  const columns = orderColumns(order, context)
  const amounts = orderAmounts(order.detail, context.currency, columns.is_refund)
  return { ...saleRows(columns, amounts, (line) => describeLine(line, context)), amounts }
}

export const returnOrderId = (orderId: string): string => `${orderId}/refund`

// The payments have the refund's date; later changes of the order do not move the refund.
const returnedAt = ({ ordered, detail }: WineDirectOrder): number =>
  detail.Tender.reduce(
    (latest, { PaymentDate, PaymentStatus }) =>
      isRefunded(PaymentStatus) && PaymentDate !== null && PaymentDate > latest ? PaymentDate : latest,
    ordered,
  )

/** The refund of a refunded order that no separate order refunds; nothing for other orders. */
export const returnRows = (source: WineDirectOrder, context: OrderContext): CanonicalRow[] => {
  if (!isRefunded(source.PaymentStatus)) return []
  const { order, amounts } = orderRows(source, context)
  if (order.is_refund || order.payment_status !== 'paid' || order.total <= 0) return []
  const { source_id, source_updated, order_number, fulfillment_status_raw } = order
  const rows = refundRows(
    { ...order, compliance_status: null, requested_ship: null },
    {
      id: returnOrderId(source_id),
      number: `${order_number}-R`,
      refunded: returnedAt(source),
      updated: source_updated,
    },
    amounts,
    (line) => describeLine(line, context),
  )
  return rows.map((one) => (one.table === 'orders' ? { ...one, row: { ...one.row, fulfillment_status_raw } } : one))
}
