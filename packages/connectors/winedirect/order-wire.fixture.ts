import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { BILL_CONTACT, ORDER, ORDER_DETAIL, ORDER_ITEM } from './samples.fixture.ts'
import { personFields } from './winery-people.fixture.ts'
import type { FakeLine, OrderSpec } from './winery-sales.fixture.ts'
import { decimal, stamp, type WireFields } from './wire-xml.fixture.ts'

/** Cents; negative on refunds. */
type Money = Pick<CanonicalRecord<'orders'>, 'subtotal' | 'discount' | 'tip' | 'total'>

const itemFields = (
  { product, quantity, price, original }: FakeLine,
  sign: number,
  shipped: number | null,
): WireFields => ({
  ...ORDER_ITEM,
  CostOfGood: null,
  Department: product.department,
  InventoryPool: 'Web',
  OriginalPrice: decimal(original),
  Price: decimal(price),
  ProductID: product.id,
  ProductSKUID: `${product.id}-1`,
  Quantity: `${quantity * sign}.0`,
  SKU: product.sku,
  ShippedDate: stamp(shipped),
  Title: product.title,
  Type: product.type,
})

const KIT_PART: WireFields = {
  ...ORDER_ITEM,
  IsSubSKU: true,
  ParentSKU: 'KIT',
  Price: '0.00',
  Quantity: '1.0',
  SKU: 'PART',
  Title: 'Part',
}

/** An order's GetOrderDetail answer. */
export const toOrderDetailFields = (spec: OrderSpec, money: Money): WireFields => {
  const sign = spec.isWrittenPositive ? -1 : 1
  const written = (cents: number): string => decimal(cents * sign)
  const items = spec.lines.map((line, at) => itemFields(line, sign, at < spec.shippedLines ? spec.ordered : null))
  return {
    ...ORDER_DETAIL,
    BillContact: spec.contact === null ? null : { ...BILL_CONTACT, ...personFields(spec.contact) },
    ClubName: spec.club?.name ?? null,
    ClubShipmentName: spec.shipment,
    CorporateOrderNumber: spec.corporate,
    Deposit: written(spec.deposit),
    Handling: written(spec.handling),
    Marketplace: spec.marketplace,
    OrderID: spec.id,
    OrderItems: spec.hasKitParts ? [...items, KIT_PART] : items,
    OrderNumber: `${spec.number}.0`,
    PickupDate: spec.pickupDate,
    PreviousOrderNumber: spec.previous === null ? null : `${spec.previous.number}.0`,
    RequestedShipDate: spec.requestedShip === null ? null : `${spec.requestedShip}T07:00:00.000Z`,
    SalesAssociate: spec.associate,
    ShipToAddress: spec.isShippedTo ? ORDER_DETAIL.ShipToAddress : null,
    Shipping: written(spec.shipping),
    SubTotal: written(money.subtotal - money.discount),
    Tax: written(spec.tax),
    Tender: spec.returned === null ? [] : [{ PaymentDate: stamp(spec.returned), PaymentStatus: 'Refunded' }],
    Tip: written(spec.tip),
    Total: written(money.total - spec.tip),
    TotalAfterTip: written(money.total),
    TransactionType: spec.transactionType,
  }
}

/** An order for SearchOrders. */
export const toOrderSummaryFields = (spec: OrderSpec, money: Money): WireFields => ({
  ...ORDER,
  BillFirstName: spec.contact?.first ?? null,
  BillLastName: spec.contact?.last ?? null,
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
