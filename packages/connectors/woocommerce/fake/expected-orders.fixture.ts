import { createHash } from 'node:crypto'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalRow } from '../../kit/connector.ts'
import { feesNamed, type LineSeed, type OrderSeed, orderTotal, type RefundSeed, sum, sumTax } from './seeds.fixture.ts'

type OrderRow = CanonicalRecord<'orders'>
type LineRow = CanonicalRecord<'order_lines'>

/** Names as people read them. */
export const READABLE: Readonly<Record<string, string>> = { '2022 Ros&eacute; &amp; Friends': '2022 Rosé & Friends' }

export const expectedGuestId = (email: string): string =>
  `guest-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`

const PAYMENT: Readonly<Record<string, OrderRow['payment_status']>> = {
  completed: 'paid',
  processing: 'paid',
  refunded: 'paid',
  'on-hold': 'pending',
  pending: 'pending',
  cancelled: 'cancelled',
  failed: 'cancelled',
}

const FULFILLMENT: Readonly<Record<string, OrderRow['fulfillment_status']>> = {
  completed: 'fulfilled',
  processing: 'unfulfilled',
  'on-hold': 'unfulfilled',
  pending: 'unfulfilled',
  refunded: 'not_required',
  cancelled: 'not_required',
  failed: 'not_required',
}

const CHANNEL: Readonly<Record<string, OrderRow['channel']>> = {
  checkout: 'web',
  'store-api': 'web',
  admin: 'phone',
  'pos-rest-api': 'pos',
  subscription: 'club',
  '': 'other',
}

const TAKEN_LIKE_TAX = 'Bottle Deposit'
const TAKEN_LIKE_SHIPPING = 'Insulated packaging'
const TIP = 'Tip'
/** Fees that are sold, or a discount. */
const itemFees = ({ fees }: OrderSeed) =>
  fees.filter(({ name }) => ![TAKEN_LIKE_TAX, TAKEN_LIKE_SHIPPING, TIP].includes(name))

const deliveryOf = ({ createdVia, shippingTitle }: OrderSeed): string => {
  if (shippingTitle === 'Local pickup') return 'pickup'
  if (shippingTitle !== null) return 'ship'
  return createdVia === 'pos-rest-api' ? 'carry_out' : 'other'
}

const nameOf = ({ account, guest }: OrderSeed): string | null => {
  if (account) return `${account.first} ${account.last}`
  return guest ? `Guest ${guest.split('@')[0]}` : null
}

const expectedAddress = ({ shippingTitle, guest }: OrderSeed) => {
  if (shippingTitle !== null) return { city: 'Reno', state: 'NV', postal_code: '89501' }
  return guest
    ? { city: 'Napa', state: 'CA', postal_code: '94558' }
    : { city: 'Portland', state: 'OR', postal_code: '97201' }
}

const orderRow = (order: OrderSeed): OrderRow => {
  const items = itemFees(order)
  const discounts = sum(items, ({ cents }) => Math.max(-cents, 0))
  return {
    source_id: String(order.id),
    source_updated: order.modified,
    time_basis: 'utc',
    order_number: String(order.id),
    ordered: order.paid ?? order.created,
    channel: CHANNEL[order.createdVia] ?? 'other',
    channel_raw: order.createdVia || null,
    order_type: order.renews ? 'club' : orderTotal(order) === 0 ? 'no_charge' : 'regular',
    order_type_raw: null,
    payment_status: PAYMENT[order.status] ?? 'other',
    payment_status_raw: order.status,
    fulfillment_status: FULFILLMENT[order.status] ?? 'other',
    fulfillment_status_raw: order.status,
    delivery_method: deliveryOf(order),
    delivery_method_raw: order.shippingTitle,
    compliance_status: null,
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: order.account ? String(order.account.id) : order.guest && expectedGuestId(order.guest),
    customer_name: nameOf(order),
    team_member: null,
    team_member_source_id: null,
    club_source_id: order.renews ? String(order.renews.product.id) : null,
    club_name: order.renews ? order.renews.product.name : null,
    release_source_id: null,
    release_name: null,
    ...expectedAddress(order),
    country: 'US',
    requested_ship: null,
    currency: 'USD',
    subtotal: sum(order.lines, ({ gross }) => gross) + sum(items, ({ cents }) => Math.max(cents, 0)),
    discount: sum(order.lines, ({ discount }) => discount) + discounts,
    shipping: order.shipping + feesNamed(order, TAKEN_LIKE_SHIPPING),
    tax: sumTax(order) + feesNamed(order, TAKEN_LIKE_TAX),
    tip: feesNamed(order, TIP),
    total: orderTotal(order),
    is_refund: false,
  }
}

const lineRow = (line: LineSeed, owner: OrderRow, number: number): LineRow => {
  const { product, variation } = line
  const title = READABLE[product.name] ?? product.name
  return {
    source_id: `${owner.source_id}/${line.id}`,
    source_updated: owner.source_updated,
    time_basis: 'utc',
    order_source_id: owner.source_id,
    line_id: String(line.id),
    line_number: number,
    sku: variation?.sku ?? product.sku,
    product_source_id: String(variation?.id ?? product.id),
    product_title: variation ? `${title} - ${variation.option}` : title,
    category: product.category === 'Uncategorized' ? null : product.category,
    brand: product.brand ?? null,
    vintage: product.vintage,
    varietal: product.varietal ?? null,
    item_kind: product.kind,
    item_kind_raw: product.type,
    quantity: line.quantity,
    unit_price: line.gross / line.quantity / 100,
    discount: line.discount,
    amount: line.gross - line.discount,
  }
}

const feeRows = (order: OrderSeed, owner: OrderRow): LineRow[] =>
  itemFees(order).map(({ id, name, cents }, index) => ({
    source_id: `${owner.source_id}/fee-${order.id * 10 + id}`,
    source_updated: owner.source_updated,
    time_basis: 'utc',
    order_source_id: owner.source_id,
    line_id: `fee-${order.id * 10 + id}`,
    line_number: order.lines.length + index + 1,
    sku: null,
    product_source_id: null,
    product_title: name,
    category: null,
    brand: null,
    vintage: null,
    varietal: null,
    item_kind: 'other',
    item_kind_raw: 'fee',
    quantity: 0,
    unit_price: null,
    discount: cents > 0 ? 0 : -cents,
    amount: cents,
  }))

const minus = (value: number): number => (value === 0 ? 0 : -value)

const returned = (row: LineRow, changes: Partial<LineRow>, owner: OrderRow, number: number): LineRow => {
  const made = { ...row, ...changes }
  return {
    ...made,
    source_id: `${owner.source_id}/${made.line_id}`,
    source_updated: owner.source_updated,
    order_source_id: owner.source_id,
    line_number: number,
    quantity: minus(made.quantity),
    discount: minus(made.discount),
    amount: minus(made.amount),
  }
}

const refundRows = (refund: RefundSeed, order: OrderSeed, sale: OrderRow): CanonicalRow[] => {
  const sold = [...order.lines.map((line, index) => lineRow(line, sale, index + 1)), ...feeRows(order, sale)]
  const isWhole = refund.lines.length === 0 && refund.shipping === 0
  const owner: OrderRow = {
    ...sale,
    source_id: `${order.id}-refund-${refund.id}`,
    source_updated: refund.at,
    order_number: `${order.id}-R1`,
    ordered: refund.at,
    order_type: 'refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: String(order.id),
    shipping: minus(isWhole ? sale.shipping : refund.shipping),
    tax: minus(isWhole ? sale.tax : sum(refund.lines, ({ tax }) => tax)),
    tip: minus(isWhole ? sale.tip : 0),
    total: minus(refund.cents),
    is_refund: true,
  }
  const parts = refund.lines.map(({ line, quantity, cents }, index) => {
    const row = sold[line] as LineRow
    const discount = row.amount === 0 ? 0 : Math.round((row.discount * cents) / row.amount)
    const changes = { line_id: String(refund.id * 10 + index), quantity, amount: cents, discount }
    return returned(row, changes, owner, index + 1)
  })
  const lines = isWhole ? sold.map((row, index) => returned(row, {}, owner, index + 1)) : parts
  const row = {
    ...owner,
    subtotal: minus(sum(lines, ({ amount, discount }) => -amount - discount)),
    discount: minus(sum(lines, ({ discount }) => -discount)),
  }
  return [{ table: 'orders', row }, ...lines.map((line) => ({ table: 'order_lines' as const, row: line }))]
}

/** The rows of an order as its seed gives them; none for a cart that was not ordered. */
export const expectedOrder = (order: OrderSeed): CanonicalRow[] => {
  if (order.status === 'checkout-draft' || order.status === 'trash') return []
  const sale = orderRow(order)
  const lines = [...order.lines.map((line, index) => lineRow(line, sale, index + 1)), ...feeRows(order, sale)]
  return [
    { table: 'orders', row: sale },
    ...lines.map((row) => ({ table: 'order_lines' as const, row })),
    ...order.refunds.flatMap((refund) => refundRows(refund, order, sale)),
  ]
}
