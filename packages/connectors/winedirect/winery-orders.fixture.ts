import type { CanonicalRow } from '../kit/connector.ts'
import { type GivenLine, type Sold, sold, soldRows, takenBack } from '../kit/expected-rows.fixture.ts'
import { toOrderDetailFields, toOrderSummaryFields } from './order-wire.fixture.ts'
import { formatContactName } from './winery-people.fixture.ts'
import type { OrderSpec } from './winery-sales.fixture.ts'
import type { StoredRecord } from './winery-store.fixture.ts'

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
    shipping: spec.shipping + spec.handling,
    tax: spec.tax + spec.deposit,
    tip: spec.tip,
    is_refund: spec.isRefund,
  }
  const lines = spec.lines.map(({ product, quantity, original, price, coupon }, index): GivenLine => {
    const discount = (original - price) * quantity + coupon
    return {
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
      discount,
      amount: original * quantity - discount,
    }
  })
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
