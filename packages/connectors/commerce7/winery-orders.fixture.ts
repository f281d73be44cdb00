import { expectedRow, type GivenLine, negateLine, type Sold, sold, soldRows } from '../kit/expected-rows.fixture.ts'
import { type PricedLine, pricedLine, wireOrder } from './winery-order-wire.fixture.ts'
import { formatName } from './winery-people.fixture.ts'
import type { SeedOrder } from './winery-sales.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

const lineOf = ({ line, product, variant, price }: PricedLine): GivenLine => ({
  line_id: line.id,
  sku: variant.sku,
  product_source_id: variant.id,
  product_title: product.title,
  category: product.department,
  brand: product.vendor,
  vintage: product.wine ? String(product.wine.vintage) : null,
  varietal: product.wine?.varietal ?? null,
  item_kind: product.kind,
  item_kind_raw: product.type,
  quantity: line.quantity,
  unit_price: variant.price / 100,
  discount: (variant.price - price) * line.quantity,
  amount: price * line.quantity,
  ...(variant.cost === null ? {} : { cost: variant.cost * line.quantity }),
})

const rowsOf = (order: SeedOrder, source_updated: number): Sold => {
  const { release, refundOf, customer, channel, purchase, payment, fulfillment, delivery } = order
  const lines = order.lines.map(pricedLine).map(lineOf)
  const address =
    delivery[0] === 'Ship'
      ? { city: 'Portland', state: 'OR', postal_code: '97201' }
      : { city: 'Napa', state: 'CA', postal_code: '94558' }
  const given = {
    source_id: order.id,
    source_updated,
    order_number: String(order.number),
    ordered: order.at,
    channel: channel[1],
    channel_raw: channel[0],
    order_type: purchase[1],
    order_type_raw: purchase[0],
    payment_status: payment[1],
    payment_status_raw: payment[0],
    fulfillment_status: fulfillment[1],
    fulfillment_status_raw: fulfillment[0],
    delivery_method: delivery[1],
    delivery_method_raw: delivery[0],
    compliance_status: 'No Compliance Required',
    refund_of_source_id: refundOf,
    external_vendor: order.vendor,
    customer_source_id: customer?.id ?? null,
    customer_name: customer && formatName(customer),
    team_member: order.associate,
    team_member_source_id: order.associate && `acc-${order.associate}`,
    club_source_id: release?.clubId ?? null,
    club_name: release?.clubTitle ?? null,
    release_source_id: release?.id ?? null,
    release_name: release?.title ?? null,
    ...address,
    country: 'US',
    shipping: order.shipping,
    tax: order.tax,
    tip: order.tip,
    is_refund: refundOf !== null,
  }
  return sold(given, refundOf ? lines.map(negateLine) : lines)
}

/** An order as the platform returns it, and the expected rows. */
export const makeOrder = (order: SeedOrder, source_updated: number): Made => {
  const sale = rowsOf(order, source_updated)
  const { row } = sale
  const { id, release, refundOf, customer } = order
  const isCharged = release !== null && refundOf === null && order.payment[0] !== 'Cancelled'
  const member = {
    source_id: id,
    source_updated,
    release_source_id: release?.id ?? '',
    membership_source_id: `${release?.clubId}/${customer?.id}`,
    status: 'processed',
    order_source_id: id,
  }
  return {
    id,
    wire: wireOrder(order, { net: row.subtotal - row.discount, total: row.total - row.tip }),
    rows: [...soldRows(sale), ...(isCharged ? [expectedRow('release_members', member)] : [])],
  }
}
