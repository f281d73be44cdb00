import { type GivenLine, lineOfProduct, type OrderRow, sold, sum } from '../../kit/expected-rows.fixture.ts'
import { at as pickAt, type Random } from '../../kit/winery.fixture.ts'
import type { ProductSeed } from './catalog.fixture.ts'
import { below, type CustomerRow, type OrderSeed, type RefundItemSeed, type RefundSeed } from './seeds.fixture.ts'

/** A kind of order of a shop, in canonical and in Shopify's terms. */
interface Form {
  readonly source: string
  readonly channel: OrderRow['channel']
  readonly delivery: OrderRow['delivery_method']
  readonly shippingTitle: string | null
  readonly shipping?: number
  readonly tip?: number
  readonly lines?: number
  readonly isTest?: boolean
  readonly isAnonymous?: boolean
  readonly staff?: string
  readonly payment?: readonly [OrderRow['payment_status'], string]
  readonly fulfillment?: readonly [OrderRow['fulfillment_status'], string]
  readonly isCanceled?: boolean
  readonly hasDiscount?: boolean
}

const REGISTER = { source: 'pos', channel: 'pos', delivery: 'carry_out', shippingTitle: null } as const
const ONLINE = { source: 'web', channel: 'web', delivery: 'ship', shippingTitle: 'Ground' } as const

// POS first: it has most orders of a tasting room.
const FORMS: readonly [Form, ...Form[]] = [
  { ...REGISTER, isAnonymous: true },
  { ...REGISTER, tip: 500, staff: 'Ana P.' },
  { ...ONLINE, shipping: 1500 },
  { ...REGISTER, hasDiscount: true },
  { ...ONLINE, shipping: 1200, tip: 350, hasDiscount: true },
  {
    ...ONLINE,
    delivery: 'pickup',
    shippingTitle: 'Pick up at the tasting room',
    fulfillment: ['unfulfilled', 'UNFULFILLED'],
  },
  {
    ...ONLINE,
    source: 'subscription_contract',
    channel: 'club',
    shipping: 1000,
    fulfillment: ['unfulfilled', 'SCHEDULED'],
  },
  {
    ...ONLINE,
    source: 'shopify_draft_order',
    channel: 'phone',
    fulfillment: ['partial', 'PARTIALLY_FULFILLED'],
  },
  { ...ONLINE, source: '580111', channel: 'other', lines: 13 },
  { ...ONLINE, payment: ['pending', 'PENDING'], fulfillment: ['unfulfilled', 'ON_HOLD'] },
  { ...ONLINE, payment: ['cancelled', 'VOIDED'] },
  { ...ONLINE, payment: ['authorized', 'AUTHORIZED'], fulfillment: ['unfulfilled', 'UNFULFILLED'] },
  { ...ONLINE, isTest: true },
  { ...ONLINE, payment: ['cancelled', 'REFUNDED'], isCanceled: true, fulfillment: ['not_required', 'RESTOCKED'] },
]

export interface OrderIngredients {
  readonly number: number
  readonly at: number
  readonly products: readonly ProductSeed[]
  readonly customers: readonly CustomerRow[]
  readonly random: Random
}

const TAX_PERCENT = 8

const makeLine = ({ random, products }: OrderIngredients, line_id: string, form: Form) => {
  const { row, productType } = pickAt(products, below(products.length, random))
  const quantity = 1 + below(4, random)
  const shown = (row.price ?? 0) * quantity
  const discount = form.hasDiscount ? Math.round((shown * (5 + below(20, random))) / 100) : 0
  const amount = shown - discount
  const line: GivenLine = {
    line_id,
    ...lineOfProduct(row),
    item_kind_raw: productType || null,
    quantity,
    discount,
    amount,
  }
  return { tax: Math.round((amount * TAX_PERCENT) / 100), line }
}

/** An order of the form selected by its number. */
export const orderSeed = (from: OrderIngredients): OrderSeed => {
  const { number, at, customers, random } = from
  const form = pickAt(FORMS, number)
  const orderId = String(100_000 + number)
  const made = Array.from({ length: form.lines ?? 1 + below(3, random) }, (_, index) =>
    makeLine(from, `${orderId}${String(index + 1).padStart(2, '0')}`, form),
  )
  const customer =
    form.isAnonymous || customers.length === 0 ? null : (customers[below(customers.length, random)] ?? null)
  const [payment_status, payment_status_raw] = form.payment ?? (['paid', 'PAID'] as const)
  const [fulfillment_status, fulfillment_status_raw] = form.fulfillment ?? (['fulfilled', 'FULFILLED'] as const)
  const given = {
    source_id: orderId,
    source_updated: at,
    order_number: `#${1000 + number}`,
    ordered: at,
    channel: form.channel,
    channel_raw: form.source,
    order_type: form.channel === 'club' ? 'club' : 'regular',
    ...{ payment_status, payment_status_raw, fulfillment_status, fulfillment_status_raw },
    delivery_method: form.delivery,
    delivery_method_raw: form.shippingTitle,
    customer_source_id: customer?.source_id ?? null,
    customer_name: customer?.name ?? null,
    team_member: form.staff ?? null,
    team_member_source_id: form.staff === undefined ? null : `7${form.staff.length}`,
    location: form.source === 'pos' ? 'Tasting Room' : null,
    ...(form.delivery === 'ship' ? { city: 'Portland', state: 'OR', country: 'US', postal_code: '97201' } : {}),
    shipping: form.shipping ?? 0,
    tax: sum(made, ({ tax }) => tax),
    tip: form.tip ?? 0,
  }
  return {
    ...sold(
      given,
      made.map(({ line }) => line),
    ),
    lineTaxes: made.map(({ tax }) => tax),
    refunds: [],
    isTest: form.isTest ?? false,
    cancelledAt: form.isCanceled ? at + 60_000 : null,
  }
}

const itemOf = (order: OrderSeed, index: number, quantity: number): RefundItemSeed => {
  const line = order.lines[index]
  if (!line) throw new Error('The order has no such line')
  const share = (amount: number): number => Math.round((amount * quantity) / line.quantity)
  const amount = share(line.amount)
  return {
    lineId: line.line_id,
    quantity,
    amount,
    discount: share(line.amount + line.discount) - amount,
    tax: share(order.lineTaxes[index] ?? 0),
  }
}

/** `whole`: everything with shipping · `part`: one unit · `unpaid`: one unit, removed before payment */
export type RefundForm = 'whole' | 'part' | 'unpaid'

export const REFUND_FORMS: readonly [RefundForm, ...RefundForm[]] = ['whole', 'part', 'unpaid']

/** Refunds part of an order. */
export const refundSeed = (order: OrderSeed, form: RefundForm, id: string, at: number): RefundSeed => {
  const items =
    form === 'whole' ? order.lines.map(({ quantity }, index) => itemOf(order, index, quantity)) : [itemOf(order, 0, 1)]
  return { id, at, items, shipping: form === 'whole' ? order.row.shipping : 0, isPaid: form !== 'unpaid' }
}
