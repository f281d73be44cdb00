import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { SeedProduct, SeedVariant } from './winery-catalog.fixture.ts'
import { productNamed } from './winery-catalog.fixture.ts'
import { type PricedLine, pricedLine, type SeedOrder } from './winery-order-seed.fixture.ts'
import { hasPurchaseType, type OrderAmounts, wireOrder } from './winery-order-wire.fixture.ts'
import type { Made } from './winery-store.fixture.ts'

interface Part {
  readonly product: SeedProduct
  readonly variant: SeedVariant
  readonly suffix: string
  readonly quantity: number
  readonly list: number
  readonly amount: number
}

const partsOf = ({ line, product, variant, price }: PricedLine): Part[] => {
  const list = variant.price * line.quantity
  const amount = price * line.quantity
  if (product.holds.length === 0) return [{ product, variant, suffix: '', quantity: line.quantity, list, amount }]
  const share = product.holds.length
  return product.holds.map(({ sku, quantity }, index) => {
    const held = productNamed(sku)
    return {
      product: held,
      variant: held.variants[0],
      suffix: `.${index + 1}`,
      quantity: quantity * line.quantity,
      list: list / share,
      amount: amount / share,
    }
  })
}

const minus = (amount: number): number => (amount === 0 ? 0 : -amount)

const lineRows = (order: SeedOrder, updated: number): CanonicalRecord<'order_lines'>[] => {
  const sign = (amount: number): number => (order.refundOf ? minus(amount) : amount)
  const parts = order.lines.flatMap((line) => {
    const priced = pricedLine(line)
    return partsOf(priced).map((part) => ({ part, lineId: `${line.id}${part.suffix}` }))
  })
  return parts.map(({ part, lineId }, index) => ({
    source_id: `${order.id}/${lineId}`,
    source_updated: updated,
    time_basis: 'utc',
    order_source_id: order.id,
    line_id: lineId,
    line_number: index + 1,
    sku: part.variant.sku,
    product_source_id: part.variant.id,
    product_title: part.product.title,
    category: part.product.department,
    brand: part.product.vendor,
    vintage: part.product.wine && String(part.product.wine.vintage),
    varietal: part.product.wine?.varietal ?? null,
    item_kind: part.product.kind,
    item_kind_raw: part.product.type,
    quantity: sign(part.quantity),
    unit_price: part.list / part.quantity / 100,
    discount: sign(part.list - part.amount),
    amount: sign(part.amount),
    ...(part.variant.cost === null ? {} : { cost: sign(part.variant.cost * part.quantity) }),
  }))
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const orderRow = (
  order: SeedOrder,
  { net, discount, total }: OrderAmounts,
  updated: number,
): CanonicalRecord<'orders'> => {
  const ships = order.delivery[0] === 'Ship'
  const { release, refundOf, customer } = order
  return {
    source_id: order.id,
    source_updated: updated,
    time_basis: 'utc',
    order_number: String(order.number),
    ordered: order.at,
    channel: order.channel[1],
    channel_raw: order.channel[0],
    order_type: order.purchase[1],
    order_type_raw: hasPurchaseType(order, total) ? order.purchase[0] : null,
    payment_status: order.payment[1],
    payment_status_raw: order.payment[0],
    fulfillment_status: order.fulfillment[1],
    fulfillment_status_raw: order.fulfillment[0],
    delivery_method: order.delivery[1],
    delivery_method_raw: order.delivery[0],
    compliance_status: 'No Compliance Required',
    refund_of_source_id: refundOf?.id ?? null,
    external_vendor: order.vendor,
    customer_source_id: customer?.id ?? null,
    customer_name: customer && [customer.first, customer.last].filter(Boolean).join(' '),
    team_member: order.associate,
    team_member_source_id: order.associate && `acc-${order.associate}`,
    club_source_id: release?.clubId ?? null,
    club_name: release?.clubTitle ?? null,
    release_source_id: release?.id ?? null,
    release_name: release?.title ?? null,
    city: ships ? 'Portland' : 'Napa',
    state: ships ? 'OR' : 'CA',
    country: 'US',
    postal_code: ships ? '97201' : '94558',
    requested_ship: null,
    currency: 'USD',
    subtotal: net + discount,
    discount,
    shipping: order.shipping,
    tax: order.tax + order.deposit,
    tip: order.tip,
    total: total + order.tip,
    is_refund: refundOf !== null,
  }
}

/** An order as the platform returns it, and the expected rows. */
export const makeOrder = (order: SeedOrder, updated: number): Made => {
  const lines = lineRows(order, updated)
  const net = sum(lines.map(({ amount }) => amount))
  const discount = sum(lines.map((line) => line.discount))
  const amounts = { net, discount, total: net + order.shipping + order.tax + order.deposit }
  const { release, refundOf, customer } = order
  const isCharged = release !== null && refundOf === null && order.payment[0] !== 'Cancelled'
  return {
    id: order.id,
    wire: wireOrder(order, amounts),
    rows: [
      { table: 'orders', row: orderRow(order, amounts, updated) },
      ...lines.map((line) => ({ table: 'order_lines' as const, row: line })),
      ...(isCharged
        ? [
            {
              table: 'release_members' as const,
              row: {
                source_id: order.id,
                source_updated: updated,
                time_basis: 'utc' as const,
                release_source_id: release.id,
                membership_source_id: `${release.clubId}/${customer?.id}`,
                status: 'processed',
                order_source_id: order.id,
              },
            },
          ]
        : []),
    ],
  }
}
