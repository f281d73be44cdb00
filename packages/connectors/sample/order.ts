import { sumBy } from '../kit/order-amounts.ts'
import type { CustomerProfile } from './customers.ts'
import {
  type Fulfillment,
  fulfill,
  RAW_CHANNELS,
  RAW_DELIVERY,
  RAW_FULFILLMENT,
  RAW_ORDER_TYPES,
} from './fulfillment.ts'
import type { DraftLine, OrderDraft } from './order-draft.ts'
import { hashUnit } from './random.ts'
import type { SampleRow } from './sink.ts'
import type { SampleDay, Winery } from './winery.ts'

export type OrderRow = SampleRow<'orders'>
export type LineRow = SampleRow<'order_lines'>

export interface PlacedOrder {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
}

const RECENT_DAYS = 90
/** The home state taxes everything, other states some items; percent. */
const HOME_TAX = 8.9

const taxRate = (state: string): number =>
  state === 'WA' ? HOME_TAX : Math.round(hashUnit(state.charCodeAt(0), state.charCodeAt(1)) * 8)

const lineRow = (winery: Winery, orderId: string, line: DraftLine, number: number): LineRow => {
  const { product, quantity, discount } = line
  const gross = product.price * quantity
  const reduction = Math.round((gross * discount) / 100)
  return {
    source_id: `${orderId}/${number}`,
    order_source_id: orderId,
    line_id: String(number),
    line_number: number,
    sku: product.sku,
    product_source_id: `prd-${product.sku}`,
    product_title: product.title,
    category: product.category,
    brand: product.brand,
    vintage: product.vintage,
    varietal: product.varietal,
    item_kind: product.kind,
    item_kind_raw: product.category,
    quantity,
    unit_price: product.price / winery.minorUnits,
    discount: reduction,
    amount: gross - reduction,
  }
}

/** Flat rate by bottles; free from a case on. */
const shippingFee = (units: number): number => (units >= 12 ? 0 : 1500 + 250 * units)

const isTaxable = ({ item_kind }: LineRow): boolean => item_kind !== 'gift_card' && item_kind !== 'event'

const countUnits = (winery: Winery, day: SampleDay, lines: readonly DraftLine[]): void => {
  if (day.age >= RECENT_DAYS) return
  for (const { product, quantity } of lines) {
    winery.recentUnits.set(product, (winery.recentUnits.get(product) ?? 0) + quantity)
  }
}

const orderRow = (
  winery: Winery,
  day: SampleDay,
  draft: OrderDraft,
  placed: {
    readonly number: number
    readonly lines: readonly LineRow[]
    readonly who: CustomerProfile | null
    readonly fulfillment: Fulfillment
  },
): OrderRow => {
  const { number, lines, who, fulfillment } = placed
  const net = sumBy(lines, ({ amount }) => amount)
  const discount = sumBy(lines, (line) => line.discount)
  const state = draft.delivery === 'ship' ? (who?.state ?? 'WA') : 'WA'
  const shipping =
    draft.delivery === 'ship' && draft.type !== 'no_charge' ? shippingFee(sumBy(lines, ({ quantity }) => quantity)) : 0
  const taxable = sumBy(lines.filter(isTaxable), ({ amount }) => amount)
  const tax = Math.round((Math.max(0, taxable) * taxRate(state)) / 100)
  const tip = Math.round(Math.max(0, net) * (draft.tipRate ?? 0))
  return {
    source_id: `ord-${number}`,
    order_number: String(10_000 + number),
    ordered: winery.calendar.timestamp(day.number, draft.second),
    channel: draft.channel,
    channel_raw: RAW_CHANNELS[draft.channel],
    order_type: draft.type,
    order_type_raw: RAW_ORDER_TYPES[draft.type],
    payment_status: fulfillment.paymentStatus,
    payment_status_raw: fulfillment.paymentStatus === 'cancelled' ? 'Cancelled' : 'Paid',
    fulfillment_status: fulfillment.status,
    fulfillment_status_raw: RAW_FULFILLMENT[fulfillment.status],
    delivery_method: draft.delivery,
    delivery_method_raw: RAW_DELIVERY[draft.delivery],
    compliance_status: fulfillment.compliance,
    refund_of_source_id: null,
    external_vendor: draft.vendor ?? null,
    customer_source_id: who?.id ?? null,
    customer_name: who?.name ?? null,
    team_member: draft.teamMember,
    club_source_id: draft.release?.clubId ?? null,
    club_name: draft.release?.clubName ?? null,
    release_source_id: draft.release?.id ?? null,
    release_name: draft.release?.name ?? null,
    city: who?.city ?? null,
    state: who?.state ?? null,
    country: who === null ? null : 'US',
    postal_code: who?.postalCode ?? null,
    requested_ship: fulfillment.requestedShip,
    currency: winery.currency,
    subtotal: net + discount,
    discount,
    shipping,
    tax,
    tip,
    total: net + tax + shipping + tip,
    is_refund: false,
  }
}

/** Writes an order with its lines. */
export const placeOrder = (winery: Winery, day: SampleDay, draft: OrderDraft): PlacedOrder => {
  winery.orderCount += 1
  const number = winery.orderCount
  const orderId = `ord-${number}`
  const lines = draft.lines.map((line, index) => lineRow(winery, orderId, line, index + 1))
  const who = draft.customer === null ? null : winery.customers.profile(draft.customer)
  const fulfillment = fulfill(winery.random, day, draft)
  const order = orderRow(winery, day, draft, { number, lines, who, fulfillment })
  winery.sink.push('orders', order)
  for (const line of lines) winery.sink.push('order_lines', line)
  if (fulfillment.paymentStatus === 'paid') countUnits(winery, day, draft.lines)
  return { order, lines }
}
