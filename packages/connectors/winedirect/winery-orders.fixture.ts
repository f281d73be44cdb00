import type { CanonicalRow } from '../kit/connector.ts'
import { type GivenLine, type OrderRow, type Sold, sold, soldRows, takenBack } from '../kit/expected-rows.fixture.ts'
import { BILL_CONTACT, ORDER, ORDER_DETAIL, ORDER_ITEM } from './samples.fixture.ts'
import { formatContactName, personFields } from './winery-people.fixture.ts'
import type { FakeLine, OrderSpec } from './winery-sales.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'
import { decimal, stamp, type WireFields } from './wire-xml.fixture.ts'

/** Cents; negative on refunds. */
type Money = Pick<OrderRow, 'subtotal' | 'discount' | 'tip' | 'total'>

const itemFields = ({ product, quantity, price, original }: FakeLine, shipped: number | null): WireFields => ({
  ...ORDER_ITEM,
  CostOfGood: null,
  Department: product.department,
  OriginalPrice: decimal(original),
  Price: decimal(price),
  ProductID: product.id,
  Quantity: `${quantity}.0`,
  SKU: product.sku,
  ShippedDate: stamp(shipped),
  Title: product.title,
  Type: product.type,
})

/** An order's GetOrderDetail answer. */
const toOrderDetailFields = (spec: OrderSpec, money: Money): WireFields => ({
  ...ORDER_DETAIL,
  BillContact: spec.contact === null ? null : { ...BILL_CONTACT, ...personFields(spec.contact) },
  ClubName: spec.club?.name ?? null,
  ClubShipmentName: spec.shipment,
  CorporateOrderNumber: spec.corporate,
  Marketplace: spec.marketplace,
  OrderID: spec.id,
  OrderItems: spec.lines.map((line, at) => itemFields(line, at < spec.shippedLines ? spec.ordered : null)),
  PickupDate: spec.pickupDate,
  PreviousOrderNumber: spec.previous === null ? null : `${spec.previous.number}.0`,
  RequestedShipDate: spec.requestedShip === null ? null : `${spec.requestedShip}T07:00:00.000Z`,
  SalesAssociate: spec.associate,
  ShipToAddress: spec.isShippedTo ? ORDER_DETAIL.ShipToAddress : null,
  Shipping: decimal(spec.shipping),
  SubTotal: decimal(money.subtotal - money.discount),
  Tax: decimal(spec.tax),
  Tender: spec.returned === null ? [] : [{ PaymentDate: stamp(spec.returned), PaymentStatus: 'Refunded' }],
  Tip: decimal(spec.tip),
  Total: decimal(money.total - spec.tip),
  TotalAfterTip: decimal(money.total),
  TransactionType: spec.transactionType,
})

/** An order for SearchOrders. */
const toOrderSummaryFields = (spec: OrderSpec, money: Money): WireFields => ({
  ...ORDER,
  CompletedDate: spec.isCompleted ? stamp(spec.ordered) : null,
  ContactID: spec.contact?.id ?? null,
  IsAPickupOrder: spec.isPickup,
  IsPendingPickup: spec.isPendingPickup,
  OrderID: spec.id,
  OrderNumber: `${spec.number}.0`,
  OrderStatus: spec.orderStatus,
  OrderTotal: decimal(money.total - spec.tip),
  PaymentStatus: spec.paymentStatus,
  ShippingStatus: spec.shippingStatus,
  ShippingType: spec.shippingType,
  SubmittedDate: stamp(spec.isCompleted ? spec.ordered - 600_000 : spec.ordered),
  Type: spec.type,
})

const saleOf = (spec: OrderSpec): Sold => {
  const isShipped = spec.delivery_method === 'ship' && spec.isShippedTo
  const { contact, channel, order_type, payment_status, fulfillment_status, delivery_method, compliance_status } = spec
  const home = contact ? { city: contact.city, state: contact.state, country: 'US', postal_code: contact.zip } : {}
  const given = {
    ...{ channel, order_type, payment_status, fulfillment_status, delivery_method, compliance_status },
    source_id: spec.id,
    order_number: spec.number,
    ordered: spec.ordered,
    channel_raw: spec.type,
    order_type_raw: spec.transactionType,
    payment_status_raw: spec.paymentStatus,
    fulfillment_status_raw: spec.shippingStatus,
    delivery_method_raw: spec.shippingType,
    refund_of_source_id: spec.previous?.id ?? null,
    external_vendor: spec.marketplace,
    customer_source_id: contact?.id ?? null,
    customer_name: contact && formatContactName(contact),
    team_member: spec.associate,
    club_name: spec.club?.name ?? null,
    release_name: spec.shipment,
    ...(isShipped ? { city: 'Austin', state: 'TX', country: 'US', postal_code: '78701' } : home),
    requested_ship: spec.requestedShip,
    shipping: spec.shipping,
    tax: spec.tax,
    tip: spec.tip,
    is_refund: spec.isRefund,
  }
  const lines = spec.lines.map(
    ({ product, quantity, original, price }, index): GivenLine => ({
      line_id: String(index + 1),
      sku: product.sku,
      product_source_id: product.id,
      product_title: product.title,
      category: product.department,
      brand: product.brand,
      vintage: product.vintage,
      item_kind: product.kind,
      item_kind_raw: product.type,
      quantity,
      unit_price: original / 100,
      discount: original * quantity - price * quantity,
      amount: price * quantity,
    }),
  )
  return sold(given, lines)
}

/** A refunded order without a separate refund order gets one. */
const returnedRows = (spec: OrderSpec, sale: Sold): CanonicalRow[] => {
  if (spec.returned === null) return []
  const { shipping, tax, tip, fulfillment_status_raw } = sale.row
  const changes = {
    source_id: `${spec.id}/refund`,
    order_number: `${spec.number}-R`,
    ordered: spec.returned,
    fulfillment_status_raw,
    compliance_status: null,
    requested_ship: null,
    shipping,
    tax,
    tip,
  }
  return soldRows(takenBack(sale, changes, sale.lines))
}

export const storedOrder = (spec: OrderSpec, modified: number): StoredRecord => {
  const sale = saleOf(spec)
  return {
    id: spec.id,
    number: spec.number,
    modified,
    completed: spec.isCompleted ? spec.ordered : null,
    submitted: spec.isCompleted ? spec.ordered - 600_000 : spec.ordered,
    wire: toOrderSummaryFields(spec, sale.row),
    detail: toOrderDetailFields(spec, sale.row),
    rows: [...soldRows(sale), ...returnedRows(spec, sale)],
  }
}
