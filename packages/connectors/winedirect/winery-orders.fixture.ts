import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../kit/canonical-row.ts'
import { contactFields, type FakeClub, type FakeContact, type FakeProduct, nameOf } from './winery-people.fixture.ts'
import type { Kept } from './winery-store.fixture.ts'
import { decimal, stamp, type WireFields } from './wire-xml.fixture.ts'

export interface FakeLine {
  readonly product: FakeProduct
  /** negative on refunds */
  readonly quantity: number
  /** what one is sold at, cents */
  readonly price: number
  /** what one costs without discount, cents */
  readonly original: number
  /** share of the coupon, cents */
  readonly coupon: number
}

type OrderCodes = Pick<
  CanonicalRecord<'orders'>,
  'channel' | 'order_type' | 'payment_status' | 'fulfillment_status' | 'delivery_method' | 'compliance_status'
>

/** An order as the fake tells it, beside the codes that have to come of it. Amounts in cents, negative on refunds. */
export interface OrderSpec extends OrderCodes {
  readonly id: string
  readonly number: string
  readonly contact: FakeContact | null
  readonly ordered: number
  readonly isCompleted: boolean
  readonly type: string
  readonly orderStatus: string
  readonly paymentStatus: string
  readonly shippingStatus: string
  readonly shippingType: string | null
  readonly isPickup: boolean
  readonly isPendingPickup: boolean
  readonly pickupDate: string | null
  readonly isShippedTo: boolean
  readonly transactionType: string
  readonly isRefund: boolean
  readonly previous: { readonly id: string; readonly number: string } | null
  readonly club: FakeClub | null
  readonly shipment: string | null
  readonly corporate: string | null
  readonly marketplace: string | null
  readonly associate: string | null
  readonly requestedShip: string | null
  readonly lines: readonly FakeLine[]
  readonly hasKitParts: boolean
  /** days of shipping by line; the rest was not shipped */
  readonly shippedLines: number
  readonly shipping: number
  readonly handling: number
  readonly tax: number
  readonly deposit: number
  readonly tip: number
  /** when the money of a refunded order went back; null: it did not, or a refund of its own tells so */
  readonly returned: number | null
  /** a refund that the platform writes without minus signs */
  readonly isWrittenPositive: boolean
}

const grossOf = ({ original, quantity }: FakeLine): number => original * quantity
const discountOf = ({ original, price, quantity, coupon }: FakeLine): number => (original - price) * quantity + coupon
const sum = (lines: readonly FakeLine[], of: (line: FakeLine) => number): number =>
  lines.reduce((total, line) => total + of(line), 0)

const itemFields = (
  { product, quantity, price, original }: FakeLine,
  sign: number,
  shipped: number | null,
): WireFields => ({
  CostOfGood: null,
  Department: product.department,
  InventoryPool: 'Web',
  IsSubSKU: false,
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
  IsSubSKU: true,
  ParentSKU: 'KIT',
  Price: '0.00',
  Quantity: '1.0',
  SKU: 'PART',
  Title: 'Part',
}

const detailOf = (spec: OrderSpec, money: Money): WireFields => {
  const sign = spec.isWrittenPositive ? -1 : 1
  const written = (cents: number): string => decimal(cents * sign)
  const address = { City: 'Austin', CountryCode: 'US', StateCode: 'TX', ZipCode: '78701' }
  const items = spec.lines.map((line, at) => itemFields(line, sign, at < spec.shippedLines ? spec.ordered : null))
  return {
    BillContact: spec.contact === null ? null : contactFields(spec.contact),
    ClubName: spec.club?.name ?? null,
    ClubShipmentName: spec.shipment,
    CorporateOrderNumber: spec.corporate,
    Deposit: written(spec.deposit),
    Handling: written(spec.handling),
    Marketplace: spec.marketplace,
    OrderID: spec.id,
    OrderItems: { each: 'OrderItem', members: spec.hasKitParts ? [...items, KIT_PART] : items },
    OrderNumber: `${spec.number}.0`,
    PickupDate: spec.pickupDate,
    PreviousOrderNumber: spec.previous === null ? null : `${spec.previous.number}.0`,
    RequestedShipDate: spec.requestedShip === null ? null : `${spec.requestedShip}T07:00:00.000Z`,
    SalesAssociate: spec.associate,
    ShipToAddress: spec.isShippedTo ? address : null,
    Shipping: written(spec.shipping),
    SubTotal: written(money.subtotal - money.discount),
    Tax: written(spec.tax),
    Tender: {
      each: 'Tender',
      members: spec.returned === null ? [] : [{ PaymentDate: stamp(spec.returned), PaymentStatus: 'Refunded' }],
    },
    Tip: written(spec.tip),
    Total: written(money.total - spec.tip),
    TotalAfterTip: written(money.total),
    TransactionType: spec.transactionType,
  }
}

const summaryOf = (spec: OrderSpec, money: Money): WireFields => ({
  BillFirstName: spec.contact?.first ?? null,
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
  WebsiteID: 'W1',
})

interface Money {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
}

const moneyOf = (spec: OrderSpec): Money => {
  const subtotal = sum(spec.lines, grossOf)
  const discount = sum(spec.lines, discountOf)
  const shipping = spec.shipping + spec.handling
  const tax = spec.tax + spec.deposit
  return { subtotal, discount, shipping, tax, tip: spec.tip, total: subtotal - discount + shipping + tax + spec.tip }
}

const orderRow = (spec: OrderSpec, money: Money): CanonicalRecord<'orders'> => {
  const isShipped = spec.delivery_method === 'ship' && spec.isShippedTo
  const { contact } = spec
  return {
    source_id: spec.id,
    source_updated: null,
    time_basis: 'utc',
    order_number: spec.number,
    ordered: spec.ordered,
    channel: spec.channel,
    channel_raw: spec.type,
    order_type: spec.order_type,
    order_type_raw: spec.transactionType,
    payment_status: spec.payment_status,
    payment_status_raw: spec.paymentStatus,
    fulfillment_status: spec.fulfillment_status,
    fulfillment_status_raw: spec.shippingStatus,
    delivery_method: spec.delivery_method,
    delivery_method_raw: spec.shippingType,
    compliance_status: spec.compliance_status,
    refund_of_source_id: spec.previous?.id ?? null,
    external_vendor: spec.marketplace,
    customer_source_id: contact?.id ?? null,
    customer_name: contact && nameOf(contact),
    team_member: spec.associate,
    club_source_id: null,
    club_name: spec.club?.name ?? null,
    release_source_id: null,
    release_name: spec.shipment,
    city: isShipped ? 'Austin' : (contact?.city ?? null),
    state: isShipped ? 'TX' : (contact?.state ?? null),
    country: isShipped || contact ? 'US' : null,
    postal_code: isShipped ? '78701' : (contact?.zip ?? null),
    requested_ship: spec.requestedShip,
    currency: 'USD',
    ...money,
    is_refund: spec.isRefund,
  }
}

const lineRows = (spec: OrderSpec): CanonicalRecord<'order_lines'>[] =>
  spec.lines.map((line, at) => ({
    source_id: `${spec.id}/${at + 1}`,
    source_updated: null,
    time_basis: 'utc',
    order_source_id: spec.id,
    line_id: String(at + 1),
    line_number: at + 1,
    sku: line.product.sku,
    product_source_id: line.product.id,
    product_title: line.product.title,
    category: line.product.department,
    brand: line.product.brand,
    vintage: line.product.vintage,
    varietal: null,
    item_kind: line.product.kind,
    item_kind_raw: line.product.type,
    quantity: line.quantity,
    unit_price: line.original / 100,
    discount: discountOf(line),
    amount: grossOf(line) - discountOf(line),
  }))

const minus = (amount: number): number => (amount === 0 ? 0 : -amount)

/** An order that was taken back without an order of its own has one made of it. */
const returnedRows = (spec: OrderSpec, order: CanonicalRecord<'orders'>): CanonicalRow[] => {
  if (spec.returned === null) return []
  const id = `${spec.id}/refund`
  const lines = lineRows(spec).map((line) => ({
    table: 'order_lines' as const,
    row: {
      ...line,
      source_id: `${id}/${line.line_id}`,
      order_source_id: id,
      quantity: minus(line.quantity),
      discount: minus(line.discount),
      amount: minus(line.amount),
    },
  }))
  const row: CanonicalRecord<'orders'> = {
    ...order,
    source_id: id,
    order_number: `${spec.number}-R`,
    ordered: spec.returned,
    order_type: 'refund',
    fulfillment_status: 'not_required',
    compliance_status: null,
    requested_ship: null,
    refund_of_source_id: spec.id,
    subtotal: minus(order.subtotal),
    discount: minus(order.discount),
    shipping: minus(order.shipping),
    tax: minus(order.tax),
    tip: minus(order.tip),
    total: minus(order.total),
    is_refund: true,
  }
  return [{ table: 'orders', row }, ...lines]
}

export const keptOrder = (spec: OrderSpec, modified: number): Kept => {
  const money = moneyOf(spec)
  const order = orderRow(spec, money)
  return {
    id: spec.id,
    number: spec.number,
    modified,
    completed: spec.isCompleted ? spec.ordered : null,
    submitted: spec.isCompleted ? spec.ordered - 600_000 : spec.ordered,
    wire: summaryOf(spec, money),
    detail: detailOf(spec, money),
    rows: [
      { table: 'orders', row: order },
      ...lineRows(spec).map((row) => ({ table: 'order_lines' as const, row })),
      ...returnedRows(spec, order),
    ],
  }
}
