import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { type LineCents, orderCents, refundCents } from './winery-amounts.fixture.ts'
import { brandName, formatTitle } from './winery-goods.fixture.ts'
import type { FakeOrder, FakeRefund } from './winery-orders.fixture.ts'
import { fullName } from './winery-people.fixture.ts'

type OrderRow = CanonicalRecord<'orders'>
type LineRow = CanonicalRecord<'order_lines'>

export const STATUS_NAMES: Readonly<Record<number, string>> = {
  0: 'Incomplete',
  2: 'Shipped',
  3: 'Partially Shipped',
  4: 'Refunded',
  5: 'Cancelled',
  6: 'Declined',
  7: 'Awaiting Payment',
  8: 'Awaiting Pickup',
  9: 'Awaiting Shipment',
  10: 'Completed',
  11: 'Awaiting Fulfillment',
  14: 'Partially Refunded',
}

const PAYMENT: Readonly<Record<string, OrderRow['payment_status']>> = {
  captured: 'paid',
  paid: 'paid',
  refunded: 'paid',
  'partially refunded': 'paid',
  void: 'cancelled',
  declined: 'cancelled',
}

const paymentOf = ({ status, payment }: FakeOrder): OrderRow['payment_status'] => {
  if (payment === '') return status === 7 ? 'pending' : 'paid'
  if (payment === 'authorized') return status === 2 ? 'paid' : 'authorized'
  return PAYMENT[payment] ?? 'other'
}

const FULFILLMENT: Readonly<Record<number, OrderRow['fulfillment_status']>> = {
  2: 'fulfilled',
  3: 'partial',
  // The fake's refunded orders were shipped completely.
  4: 'fulfilled',
  5: 'not_required',
  6: 'not_required',
  10: 'fulfilled',
  14: 'fulfilled',
}

const DELIVERY = {
  ship: ['ship', 'Flat Rate'],
  pickup: ['pickup', 'Cellar door'],
  methodPickup: ['pickup', 'In-store Pickup'],
  digital: ['other', null],
} as const

/** Guests order for this address; registered customers too where they have none. */
export const HOME = { city: 'Austin', state: 'Texas', code: 'TX', country: 'US', zip: '78751' } as const
export const GUEST = 'Trishy Smith'

const deliveryOf = ({ delivery, source }: FakeOrder) => {
  const [method, raw] = DELIVERY[delivery]
  const isRegister = source[2] === 'pos' && method !== 'pickup'
  return { delivery_method: isRegister ? ('carry_out' as const) : method, delivery_method_raw: raw }
}

const orderRow = (order: FakeOrder): OrderRow => {
  const cents = orderCents(order)
  const gross = cents.lines.reduce((all, { ex }) => all + ex, 0)
  const net = cents.lines.reduce((all, { netEx }) => all + netEx, 0)
  const [source, external, channel] = order.source
  return {
    source_id: String(order.id),
    source_updated: order.modified,
    time_basis: 'utc',
    order_number: String(order.id),
    ordered: order.created,
    channel,
    channel_raw: external || source,
    order_type: channel === 'club' ? 'club' : 'regular',
    order_type_raw: null,
    payment_status: paymentOf(order),
    payment_status_raw: order.payment || (STATUS_NAMES[order.status] ?? null),
    fulfillment_status: FULFILLMENT[order.status] ?? 'unfulfilled',
    fulfillment_status_raw: STATUS_NAMES[order.status] ?? null,
    ...deliveryOf(order),
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: order.customer === null ? null : String(order.customer.id),
    customer_name: order.customer === null ? GUEST : fullName(order.customer),
    team_member: null,
    club_source_id: null,
    club_name: null,
    release_source_id: null,
    release_name: null,
    city: HOME.city,
    state: HOME.code,
    country: HOME.country,
    postal_code: HOME.zip,
    requested_ship: null,
    currency: 'USD',
    subtotal: gross + cents.wrapping + cents.fee,
    discount: gross - net,
    shipping: cents.shippingPaid,
    tax: cents.tax,
    tip: 0,
    total: cents.paid,
    is_refund: false,
  }
}

/** Title of goods that aren't in the catalog. */
export const looseTitle = (isGiftCertificate: boolean): string => (isGiftCertificate ? 'Gift Certificate' : 'Engraving')

const articleColumns = ({ line }: LineCents, exUnit: number) => {
  if (line.goods === null) {
    return {
      sku: null,
      product_source_id: null,
      product_title: looseTitle(line.isGiftCertificate),
      category: null,
      brand: null,
      vintage: null,
      varietal: null,
      item_kind: line.isGiftCertificate ? 'gift_card' : 'other',
      item_kind_raw: line.isGiftCertificate ? 'giftcertificate' : 'physical',
      unit_price: exUnit / 100,
    } as const
  }
  const { product, variant } = line.goods
  return {
    sku: variant.sku,
    product_source_id: String(variant.id),
    product_title: formatTitle(product, variant),
    category: product.known.category,
    brand: brandName(product.brand),
    vintage: product.known.vintage,
    varietal: product.known.varietal,
    item_kind: product.known.kind,
    item_kind_raw: product.known.category ?? product.type,
    unit_price: exUnit / 100,
  } as const
}

/** Cents of one unit without tax, as lines give them. */
export const unitCents = ({ ex, line }: LineCents): number => Math.round(ex / line.quantity)

const costColumns = ({ line }: LineCents, quantity: number): { cost?: number } => {
  const cost = (line.goods?.product.cost ?? 0) * quantity
  return cost === 0 ? {} : { cost }
}

const place = (orderId: string, lineId: string, number: number, updated: number) => ({
  source_id: `${orderId}/${lineId}`,
  source_updated: updated,
  time_basis: 'utc' as const,
  order_source_id: orderId,
  line_id: lineId,
  line_number: number,
})

const extra = (title: string, raw: string, amount: number) =>
  ({
    sku: null,
    product_source_id: null,
    product_title: title,
    category: null,
    brand: null,
    vintage: null,
    varietal: null,
    item_kind: 'other',
    item_kind_raw: raw,
    quantity: 0,
    unit_price: null,
    discount: 0,
    amount,
  }) as const

const line = (row: LineRow): CanonicalRow => ({ table: 'order_lines', row })

const soldRows = (order: FakeOrder): CanonicalRow[] => {
  const id = String(order.id)
  const cents = orderCents(order)
  const count = cents.lines.length
  return [
    { table: 'orders', row: orderRow(order) },
    ...cents.lines.map((one, index) =>
      line({
        ...place(id, String(one.line.id), index + 1, order.modified),
        ...articleColumns(one, unitCents(one)),
        quantity: one.line.quantity,
        discount: one.ex - one.netEx,
        amount: one.netEx,
        ...costColumns(one, one.line.quantity),
      }),
    ),
    ...(cents.wrapping === 0
      ? []
      : [
          line({ ...place(id, 'wrapping', count + 1, order.modified), ...extra('Gift wrapping', 'wrapping', 450) }),
          line({ ...place(id, 'fee-7', count + 2, order.modified), ...extra('Package protection', 'fee', 299) }),
        ]),
  ]
}

const minus = (cents: number): number => (cents === 0 ? 0 : -cents)

const refundRows = (order: FakeOrder, refund: FakeRefund): CanonicalRow[] => {
  const id = `${order.id}/refund-${refund.id}`
  const cents = refundCents(order, refund)
  const gross = cents.lines.reduce((all, { ex }) => all + ex, 0)
  const net = cents.lines.reduce((all, { netEx }) => all + netEx, 0)
  const row: OrderRow = {
    ...orderRow(order),
    source_id: id,
    source_updated: refund.created,
    order_number: `${order.id}-R${refund.id}`,
    ordered: refund.created,
    order_type: 'refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: String(order.id),
    subtotal: minus(gross + cents.rest),
    discount: minus(gross - net),
    shipping: minus(cents.shipping),
    tax: minus(cents.tax),
    total: minus(cents.total),
    is_refund: true,
  }
  return [
    { table: 'orders', row },
    ...cents.lines.map(({ of, quantity, ex, netEx }, index) =>
      line({
        ...place(id, String(of.line.id), index + 1, refund.created),
        ...articleColumns(of, unitCents(of)),
        quantity: -quantity,
        discount: minus(ex - netEx),
        amount: minus(netEx),
        ...costColumns(of, -quantity),
      }),
    ),
    ...(cents.rest === 0
      ? []
      : [line({ ...place(id, 'adjustment', 1, refund.created), ...extra('Refund', 'adjustment', -cents.rest) })]),
  ]
}

/** The rows of an order and its refunds; none of one that was not completed or was archived. */
export const rowsOfOrder = (order: FakeOrder): CanonicalRow[] => {
  if (order.status === 0 || order.isDeleted) return []
  const paidOut = order.refunds.filter(({ form }) => form !== 'declined')
  return [...soldRows(order), ...paidOut.flatMap((refund) => refundRows(order, refund))]
}
