import { currencyExponent, roundHalfAway } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { addCredits, type LineAmounts, settle, settleLines, sumBy } from '../kit/order-amounts.ts'
import { negativeLine, negativeParts, type OrderParts, type OrderRow, refundRows, saleRows } from '../kit/order-rows.ts'
import { NO_ADDRESS } from '../kit/rows.ts'
import {
  CHANNELS,
  isRefunded,
  isRefundType,
  toComplianceStatus,
  toDeliveryMethod,
  toFulfillmentStatus,
  toPaymentStatus,
  wineDirectItemKind,
} from './codes.ts'
import { addressColumns, formatName, parseMinorField, parseQuantity, parseScaled, QUANTITY_SCALE } from './fields.ts'
import type { Catalog } from './lists.ts'
import type { OrderDetail, OrderItem, WineDirectOrder } from './order-schema.ts'

const PRICE_DIGITS = 4
const PRICE_SCALE = 10 ** PRICE_DIGITS

/** Minor units of a quantity at a price in ten-thousandths. */
const priceQuantity = (price: number, quantity: number, currency: string): number => {
  const divisor = (PRICE_SCALE * QUANTITY_SCALE) / 10 ** currencyExponent(currency)
  return roundHalfAway((price * Math.round(quantity * QUANTITY_SCALE)) / divisor)
}

/** An item with its amounts in minor units, which are negative if it was returned. */
interface ItemAmounts extends LineAmounts {
  readonly item: OrderItem
  /** before discount, major units */
  readonly unitPrice: number
  /** of one unit, ten-thousandths; null: the platform has none */
  readonly unitCost: number | null
}

interface NumberedItem extends ItemAmounts {
  /** its number within the order */
  readonly id: string
}

/** The cost of a line's units in minor units; absent where the platform has none. */
const costColumns = ({ unitCost, quantity }: NumberedItem, currency: string): { readonly cost?: number } =>
  unitCost === null ? {} : { cost: priceQuantity(unitCost, quantity, currency) }

/** The items of a kit come after it, without a price. */
const isPartOfKit = ({ IsSubSKU, Price }: OrderItem): boolean => IsSubSKU && Number(Price) === 0

const itemAmounts = (item: OrderItem, index: number, currency: string): ItemAmounts => {
  const scaled = (name: 'Price' | 'OriginalPrice' | 'CostOfGood'): number | null =>
    item[name] === null ? null : parseScaled(item[name], PRICE_DIGITS, `OrderItems[${index}].${name}`)
  const price = scaled('Price') ?? 0
  const original = scaled('OriginalPrice') ?? price
  // A part of a kit is paid for with the kit, so its list price isn’t a discount.
  const isDiscounted = Math.abs(original) > Math.abs(price) && original * price >= 0 && !isPartOfKit(item)
  const full = isDiscounted ? original : price
  const quantity = parseQuantity(item.Quantity, `OrderItems[${index}].Quantity`)
  const amount = priceQuantity(price, quantity, currency)
  return {
    item,
    // An item is returned with a negative quantity, never with a negative price.
    quantity: full < 0 ? -quantity : quantity,
    unitPrice: Math.abs(full) / PRICE_SCALE,
    discount: priceQuantity(full, quantity, currency) - amount,
    amount,
    unitCost: scaled('CostOfGood'),
  }
}

const PARTS = ['SubTotal', 'Shipping', 'Handling', 'Tax', 'Deposit', 'Tip'] as const
type AmountField = (typeof PARTS)[number] | 'Total' | 'TotalAfterTip' | 'AmountPaidByGiftCard' | 'AmountPaidByPoints'

const amountIn =
  (detail: OrderDetail, currency: string) =>
  (name: AmountField): number =>
    parseMinorField(detail[name], currency, name)

/** What was paid in any form, by a total with the tip: the documentation doesn't say whether totals contain gift cards and points. */
export const paidTotal = (detail: OrderDetail, currency: string, total: number): number => {
  const amount = amountIn(detail, currency)
  const credits = amount('AmountPaidByGiftCard') + amount('AmountPaidByPoints')
  return addCredits(total, credits, sumBy(PARTS, amount))
}

/** The amounts of an order and its items. Throws `RecordProblem` for invalid values. */
const orderAmounts = (detail: OrderDetail, currency: string, isRefund: boolean): OrderParts<NumberedItem> => {
  const amount = amountIn(detail, currency)
  const net = amount('SubTotal')
  const tip = amount('Tip')
  // Handling is charged with shipping; a bottle deposit is passed on to the state like tax.
  const shipping = amount('Shipping') + amount('Handling')
  const tax = amount('Tax') + amount('Deposit')
  const given = detail.TotalAfterTip === null ? amount('Total') + tip : amount('TotalAfterTip')
  const total = paidTotal(detail, currency, given)
  const read = detail.OrderItems.map((item, index) => itemAmounts(item, index, currency))
  const sum = sumBy(read, (line) => line.amount)
  // Some refunds have positive items, some have only positive amounts.
  const [items, itemsSum] = sum * net < 0 ? [read.map(negativeLine), -sum] : [read, sum]
  // A coupon for the whole order is in the subtotal but not in the prices.
  const lines = settleLines(items, net - itemsSum, Number.POSITIVE_INFINITY)
    .lines.filter(({ item }) => !isPartOfKit(item))
    .map((line, index) => ({ ...line, id: String(index + 1) }))
  const parts = settle({ lines, shipping, tax, tip }, total)
  return isRefund && total > 0 ? negativeParts(parts) : parts
}

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

const describeLine = (line: NumberedItem, { currency, products }: OrderContext) => {
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
  const channel = CHANNELS.read(summary.Type)
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
      sourceId: returnOrderId(source_id),
      orderNumber: `${order_number}-R`,
      ordered: returnedAt(source),
      updated: source_updated,
    },
    amounts,
    (line) => describeLine(line, context),
  )
  return rows.map((one) => (one.table === 'orders' ? { ...one, row: { ...one.row, fulfillment_status_raw } } : one))
}
