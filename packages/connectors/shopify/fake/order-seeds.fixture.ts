import type {
  Chance,
  CustomerRow,
  LineRow,
  OrderRow,
  OrderSeed,
  ProductSeed,
  RefundItemSeed,
  RefundSeed,
} from './seeds.fixture.ts'

/** A kind of order of a shop, in canonical and in Shopify's terms. */
interface Form {
  readonly source: string
  readonly channel: OrderRow['channel']
  readonly delivery: OrderRow['delivery_method']
  readonly shippingTitle: string | null
  readonly shipping?: number
  readonly shippingDiscount?: number
  readonly tip?: number
  readonly hasTipLine?: boolean
  readonly taxesIncluded?: boolean
  readonly duties?: number
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
  { ...ONLINE, shipping: 1200, shippingDiscount: 300, hasDiscount: true },
  { ...ONLINE, shipping: 0, shippingDiscount: 1500, tip: 350, hasTipLine: true },
  { ...ONLINE, taxesIncluded: true, shipping: 900, hasDiscount: true },
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
    duties: 777,
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
  readonly currency: string
  readonly products: readonly ProductSeed[]
  readonly customers: readonly CustomerRow[]
  readonly chance: Chance
}

const TAX_PERCENT = 8

const makeLine = (
  { chance, products }: OrderIngredients,
  place: { readonly orderId: string; readonly number: number; readonly at: number; readonly form: Form },
): { readonly line: LineRow; readonly tax: number } => {
  const { orderId, number, at, form } = place
  const product = products[chance.below(products.length)]
  if (!product) throw new Error('There are no products')
  const { row } = product
  const quantity = 1 + chance.below(4)
  const shown = (row.price ?? 0) * quantity
  const discount = form.hasDiscount ? Math.round((shown * (5 + chance.below(20))) / 100) : 0
  const paid = shown - discount
  const tax = form.taxesIncluded
    ? Math.round((paid * TAX_PERCENT) / (100 + TAX_PERCENT))
    : Math.round((paid * TAX_PERCENT) / 100)
  const lineId = `${orderId}${String(number).padStart(2, '0')}`
  return {
    tax,
    line: {
      source_id: `${orderId}/${lineId}`,
      source_updated: at,
      time_basis: 'utc',
      order_source_id: orderId,
      line_id: lineId,
      line_number: number,
      sku: row.sku,
      product_source_id: row.source_id,
      product_title: row.title,
      category: row.category,
      brand: row.brand,
      vintage: row.vintage,
      varietal: null,
      item_kind: row.item_kind,
      item_kind_raw: product.productType || null,
      quantity,
      unit_price: (row.price ?? 0) / 100,
      discount,
      amount: form.taxesIncluded ? paid - tax : paid,
    },
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** An order of the form selected by its number. */
export const orderSeed = (from: OrderIngredients): OrderSeed => {
  const { number, at, currency, customers, chance } = from
  const form = FORMS[number % FORMS.length] ?? FORMS[0]
  const orderId = String(100_000 + number)
  const made = Array.from({ length: form.lines ?? 1 + chance.below(3) }, (_, index) =>
    makeLine(from, { orderId, number: index + 1, at, form }),
  )
  const lines = made.map(({ line }) => line)
  const customer =
    form.isAnonymous || customers.length === 0 ? null : (customers[chance.below(customers.length)] ?? null)
  const goes = form.delivery === 'ship'
  const discount = sum(lines.map((line) => line.discount))
  const net = sum(lines.map(({ amount }) => amount))
  const tax = sum(made.map((line) => line.tax)) + (form.duties ?? 0)
  const shipping = form.shipping ?? 0
  const tip = form.tip ?? 0
  const [paymentStatus, paymentRaw] = form.payment ?? (['paid', 'PAID'] as const)
  const [fulfillmentStatus, fulfillmentRaw] = form.fulfillment ?? (['fulfilled', 'FULFILLED'] as const)
  return {
    row: {
      source_id: orderId,
      source_updated: at,
      time_basis: 'utc',
      order_number: `#${1000 + number}`,
      ordered: at,
      channel: form.channel,
      channel_raw: form.source,
      order_type: form.channel === 'club' ? 'club' : 'regular',
      order_type_raw: null,
      payment_status: paymentStatus,
      payment_status_raw: paymentRaw,
      fulfillment_status: fulfillmentStatus,
      fulfillment_status_raw: fulfillmentRaw,
      delivery_method: form.delivery,
      delivery_method_raw: form.shippingTitle,
      compliance_status: null,
      refund_of_source_id: null,
      external_vendor: null,
      customer_source_id: customer?.source_id ?? null,
      customer_name: customer?.name ?? null,
      team_member: form.staff ?? null,
      team_member_source_id: form.staff === undefined ? null : `7${form.staff.length}`,
      club_source_id: null,
      club_name: null,
      release_source_id: null,
      release_name: null,
      city: goes ? 'Portland' : null,
      state: goes ? 'OR' : null,
      country: goes ? 'US' : null,
      postal_code: goes ? '97201' : null,
      requested_ship: null,
      currency,
      subtotal: net + discount,
      discount,
      shipping,
      tax,
      tip,
      total: net + shipping + tax + tip,
      is_refund: false,
    },
    lines,
    lineTaxes: made.map((line) => line.tax),
    refunds: [],
    isTest: form.isTest ?? false,
    taxesIncluded: form.taxesIncluded ?? false,
    hasTipLine: form.hasTipLine ?? false,
    cancelledAt: form.isCanceled ? at + 60_000 : null,
    shippingDiscount: form.shippingDiscount ?? 0,
    duties: form.duties ?? 0,
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

/** `whole`: everything with shipping · `part`: one unit · `less`: one unit below its price · `money`: no item · `unpaid`: removed before payment */
export type RefundForm = 'whole' | 'part' | 'less' | 'money' | 'unpaid'

export const REFUND_FORMS: readonly [RefundForm, ...RefundForm[]] = ['whole', 'part', 'less', 'money', 'unpaid', 'less']

/** Refunds part of an order. */
export const refundSeed = (order: OrderSeed, form: RefundForm, id: string, at: number): RefundSeed => {
  const rest = { id, at, shipping: 0, adjustment: 0, isPaid: form !== 'unpaid' }
  if (form === 'money') return { ...rest, items: [], adjustment: 250 }
  if (form === 'whole') {
    const items = order.lines.map(({ quantity }, index) => itemOf(order, index, quantity))
    return { ...rest, items, shipping: order.row.shipping }
  }
  return { ...rest, items: [itemOf(order, 0, 1)], adjustment: form === 'less' ? -100 : 0 }
}
