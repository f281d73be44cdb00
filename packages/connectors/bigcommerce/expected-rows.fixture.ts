import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { expectedRow, type GivenLine, type Sold, sold, soldRows, takenBack } from '../kit/expected-rows.fixture.ts'
import { formatTitle, productColumns, type StockedProduct } from '../kit/winery.fixture.ts'
import {
  type FakeCustomer,
  type FakeLine,
  type FakeOrder,
  type FakeRefund,
  type FakeStock,
  type FakeWinery,
  orderCents,
  refundCents,
} from './winery.fixture.ts'

type OrderRow = CanonicalRecord<'orders'>

/** As shown, and what it means for the fulfillment. The fake's refunded orders were shipped completely. */
export const STATUSES: Readonly<Record<number, readonly [name: string, OrderRow['fulfillment_status']]>> = {
  0: ['Incomplete', 'unfulfilled'],
  2: ['Shipped', 'fulfilled'],
  3: ['Partially Shipped', 'partial'],
  4: ['Refunded', 'fulfilled'],
  5: ['Cancelled', 'not_required'],
  6: ['Declined', 'not_required'],
  7: ['Awaiting Payment', 'unfulfilled'],
  8: ['Awaiting Pickup', 'unfulfilled'],
  9: ['Awaiting Shipment', 'unfulfilled'],
  10: ['Completed', 'fulfilled'],
  11: ['Awaiting Fulfillment', 'unfulfilled'],
  14: ['Partially Refunded', 'fulfilled'],
}

const readPayment = ({ status, payment }: FakeOrder): string => {
  if (payment === '') return status === 7 ? 'pending' : 'paid'
  if (payment === 'authorized') return status === 2 ? 'paid' : 'authorized'
  return ['void', 'declined'].includes(payment) ? 'cancelled' : 'paid'
}

const DELIVERIES = {
  ship: ['ship', 'Flat Rate'],
  pickup: ['pickup', 'Cellar door'],
  methodPickup: ['pickup', 'In-store Pickup'],
  digital: ['other', null],
} as const

/** Guests order for this address; registered customers too where they have none. */
export const HOME = { city: 'Austin', state: 'Texas', country: 'US', zip: '78751' } as const
export const GUEST = 'Trishy Smith'
export const LOCATIONS = [
  { id: 1, name: 'Default location', safety: 0 },
  { id: 2, name: 'Warehouse', safety: 6 },
] as const
export const GROUPS: Readonly<Record<number, string>> = { 3: 'Cellar Club', 4: 'Trade' }

const formatName = ({ first, last, company }: FakeCustomer): string => (first === '' ? company : `${first} ${last}`)

const customerRow = (customer: FakeCustomer): CanonicalRow =>
  expectedRow('customers', {
    source_id: String(customer.id),
    source_updated: customer.modified,
    name: formatName(customer),
    email: customer.email,
    city: customer.address?.[0] ?? null,
    state: customer.address?.[2] ?? null,
    country: customer.address?.[3] ?? null,
    postal_code: customer.address?.[4] ?? null,
    since: customer.created,
    customer_group: GROUPS[customer.group] ?? null,
  })

const productRows = (product: StockedProduct): CanonicalRow[] =>
  product.sizes.map((size) =>
    expectedRow('products', {
      source_id: String(size.id),
      source_updated: product.modified,
      sku: size.sku,
      title: formatTitle(product, size),
      ...productColumns(product),
      price: size.cents,
      cost: product.cost || null,
      currency: 'USD',
    }),
  )

const stockRows = ({ product, size, onHand }: FakeStock): CanonicalRow[] =>
  LOCATIONS.map(({ id, name, safety }, index) =>
    expectedRow('inventory', {
      source_id: `${size.id}@${id}`,
      sku: size.sku,
      product_title: formatTitle(product, size),
      location: name,
      on_hand: onHand[index] ?? 0,
      available: (onHand[index] ?? 0) - safety,
    }),
  )

export const CERTIFICATE_TITLE = 'Gift Certificate'

/** Cents of one unit without tax, as lines give them. */
export const unitCents = ({ cents, quantity }: FakeLine): number => Math.round(cents.ex / quantity)

const lineColumns = (line: FakeLine, quantity: number, ex: number, netEx: number): GivenLine => {
  const { article } = line
  const shared = {
    line_id: String(line.id),
    unit_price: unitCents(line) / 100,
    quantity,
    discount: ex - netEx,
    amount: netEx,
  }
  if (article === null) {
    return {
      ...shared,
      product_title: CERTIFICATE_TITLE,
      item_kind: 'gift_card',
      item_kind_raw: 'giftcertificate',
    }
  }
  const { product, size } = article
  return {
    ...shared,
    sku: size.sku,
    product_source_id: String(size.id),
    product_title: formatTitle(product, size),
    ...productColumns(product),
    item_kind_raw: product.category ?? 'physical',
    ...(product.cost === 0 ? {} : { cost: product.cost * quantity }),
  }
}

const saleOf = (order: FakeOrder): Sold => {
  const { tax } = orderCents(order)
  const [source, external, channel] = order.source
  const [status, fulfillment] = STATUSES[order.status] ?? []
  const [method, delivery] = DELIVERIES[order.delivery]
  const given = {
    source_id: String(order.id),
    source_updated: order.modified,
    order_number: String(order.id),
    ordered: order.created,
    channel,
    channel_raw: external || source,
    order_type: channel === 'club' ? 'club' : 'regular',
    payment_status: readPayment(order),
    payment_status_raw: order.payment || (status ?? null),
    fulfillment_status: fulfillment ?? 'unfulfilled',
    fulfillment_status_raw: status ?? null,
    delivery_method: channel === 'pos' && method !== 'pickup' ? 'carry_out' : method,
    delivery_method_raw: delivery,
    customer_source_id: order.customer && String(order.customer.id),
    customer_name: order.customer ? formatName(order.customer) : GUEST,
    city: HOME.city,
    state: 'TX',
    country: HOME.country,
    postal_code: HOME.zip,
    shipping: order.shipping,
    tax,
  }
  return sold(
    given,
    order.lines.map((line) => lineColumns(line, line.quantity, line.cents.ex, line.cents.netEx)),
  )
}

const refundOf = (order: FakeOrder, refund: FakeRefund): Sold => {
  const { lines, shipping, tax } = refundCents(order, refund)
  const changes = {
    source_id: `${order.id}/refund-${refund.id}`,
    source_updated: refund.created,
    order_number: `${order.id}-R${refund.id}`,
    ordered: refund.created,
    shipping,
    tax,
  }
  const back = lines.map(({ line, quantity, ex, netEx }) => lineColumns(line, quantity, ex, netEx))
  return takenBack(saleOf(order), changes, back)
}

/** The rows of an order and its refunds; none of one that was not completed or was archived. */
const rowsOfOrder = (order: FakeOrder): CanonicalRow[] => {
  if (order.status === 0 || order.isDeleted) return []
  return [saleOf(order), ...order.refunds.map((refund) => refundOf(order, refund))].flatMap(soldRows)
}

/** Every row that Cuvee must make of the store. */
export const expectedRows = ({ products, stock, customers, orders }: FakeWinery): CanonicalRow[] => [
  ...products.flatMap(productRows),
  ...stock.flatMap(stockRows),
  ...customers.map(customerRow),
  ...orders.flatMap(rowsOfOrder),
]
