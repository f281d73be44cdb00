import { expectedRow, type GivenLine, negateLine, type Sold, sold, soldRows } from '../kit/expected-rows.fixture.ts'
import { productNamed } from './winery-catalog.fixture.ts'
import { hasPurchaseType, type PricedLine, pricedLine, wireOrder } from './winery-order-wire.fixture.ts'
import { formatName } from './winery-people.fixture.ts'
import type { SeedOrder } from './winery-sales.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

/** The parts of a line: of a bundle its items, otherwise the line. */
const splitLine = ({ line, product, variant, price }: PricedLine): GivenLine[] => {
  const held = product.holds.map(({ sku, quantity }) => {
    const part = productNamed(sku)
    return { product: part, variant: part.variants[0], quantity: quantity * line.quantity }
  })
  const parts = held.length === 0 ? [{ product, variant, quantity: line.quantity }] : held
  const [list, amount] = [variant.price, price].map((cents) => (cents * line.quantity) / parts.length) as [
    number,
    number,
  ]
  return parts.map((part, index) => ({
    line_id: held.length === 0 ? line.id : `${line.id}.${index + 1}`,
    sku: part.variant.sku,
    product_source_id: part.variant.id,
    product_title: part.product.title,
    category: part.product.department,
    brand: part.product.vendor,
    vintage: part.product.wine ? String(part.product.wine.vintage) : null,
    varietal: part.product.wine?.varietal ?? null,
    item_kind: part.product.kind,
    item_kind_raw: part.product.type,
    quantity: part.quantity,
    unit_price: list / part.quantity / 100,
    discount: list - amount,
    amount,
    ...(part.variant.cost === null ? {} : { cost: part.variant.cost * part.quantity }),
  }))
}

const rowsOf = (order: SeedOrder, source_updated: number): Sold => {
  const { release, refundOf, customer, channel, purchase, payment, fulfillment, delivery } = order
  const lines = order.lines.map(pricedLine).flatMap(splitLine)
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
    refund_of_source_id: refundOf?.id ?? null,
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
    tax: order.tax + order.deposit,
    tip: order.tip,
    is_refund: refundOf !== null,
  }
  return sold(given, refundOf ? lines.map(negateLine) : lines)
}

/** An order as the platform returns it, and the expected rows. */
export const makeOrder = (order: SeedOrder, source_updated: number): Made => {
  const { row, lines } = rowsOf(order, source_updated)
  const amounts = { net: row.subtotal - row.discount, total: row.total - row.tip }
  const order_type_raw = hasPurchaseType(order, amounts.total) ? row.order_type_raw : null
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
    wire: wireOrder(order, amounts),
    rows: [
      ...soldRows({ row: { ...row, order_type_raw }, lines }),
      ...(isCharged ? [expectedRow('release_members', member)] : []),
    ],
  }
}
