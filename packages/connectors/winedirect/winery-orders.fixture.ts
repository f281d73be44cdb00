import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import type { FakeLine, Money, OrderSpec } from './order-spec.fixture.ts'
import { toOrderDetailFields, toOrderSummaryFields } from './order-wire.fixture.ts'
import { formatContactName } from './winery-people.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'

const grossOf = ({ original, quantity }: FakeLine): number => original * quantity
const discountOf = ({ original, price, quantity, coupon }: FakeLine): number => (original - price) * quantity + coupon
const sum = (lines: readonly FakeLine[], of: (line: FakeLine) => number): number =>
  lines.reduce((total, line) => total + of(line), 0)

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
    customer_name: contact && formatContactName(contact),
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

/** A refunded order without a separate refund order gets one. */
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

export const storedOrder = (spec: OrderSpec, modified: number): StoredRecord => {
  const money = moneyOf(spec)
  const order = orderRow(spec, money)
  return {
    id: spec.id,
    number: spec.number,
    modified,
    completed: spec.isCompleted ? spec.ordered : null,
    submitted: spec.isCompleted ? spec.ordered - 600_000 : spec.ordered,
    wire: toOrderSummaryFields(spec, money),
    detail: toOrderDetailFields(spec, money),
    rows: [
      { table: 'orders', row: order },
      ...lineRows(spec).map((row) => ({ table: 'order_lines' as const, row })),
      ...returnedRows(spec, order),
    ],
  }
}
