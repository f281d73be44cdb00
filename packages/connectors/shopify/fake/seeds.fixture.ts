import type { CanonicalRecord } from '#domain/canonical/record.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>
export type ProductRow = CanonicalRecord<'products'>
export type StockRow = CanonicalRecord<'inventory'>
export type CustomerRow = CanonicalRecord<'customers'>

/** A variant in canonical terms, with Shopify's own additional fields. */
export interface ProductSeed {
  row: ProductRow
  readonly productTitle: string
  readonly variantTitle: string
  readonly productType: string
  readonly taxonomy: string | null
  readonly isGiftCard: boolean
  readonly isTracked: boolean
  stock: StockRow[]
}

/** A refund of money, in positive minor units. */
export interface RefundSeed {
  readonly id: string
  readonly at: number
  /** refunded lines of the order with their quantities */
  readonly items: readonly RefundItemSeed[]
  readonly shipping: number
  /** paid out beyond the items; negative: kept of them */
  readonly adjustment: number
  /** false: the items were removed before payment */
  readonly isPaid: boolean
}

export interface RefundItemSeed {
  readonly lineId: string
  readonly quantity: number
  /** after discount, excluding tax */
  readonly amount: number
  readonly discount: number
  readonly tax: number
}

/** An order in canonical terms, with Shopify's own additional fields. The rows of its refunds are derived from it. */
export interface OrderSeed {
  row: OrderRow
  lines: LineRow[]
  /** per line, minor units */
  readonly lineTaxes: readonly number[]
  refunds: RefundSeed[]
  readonly isTest: boolean
  readonly taxesIncluded: boolean
  /** the tip is also a line in Shopify */
  readonly hasTipLine: boolean
  readonly cancelledAt: number | null
  /** discount on the shipping charge, minor units */
  readonly shippingDiscount: number
  /** part of the tax that Shopify reports as duties */
  readonly duties: number
}

const negative = (amount: number): number => (amount === 0 ? 0 : -amount)

const sum = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((total, item) => total + amount(item), 0)

const refundLine = (id: string, at: number, number: number, line: LineRow, item: RefundItemSeed): LineRow => ({
  ...line,
  source_id: `${id}/${line.line_id}`,
  source_updated: at,
  order_source_id: id,
  line_number: number,
  quantity: negative(item.quantity),
  discount: negative(item.discount),
  amount: negative(item.amount),
})

const adjustmentLine = (id: string, at: number, number: number, amount: number): LineRow => ({
  source_id: `${id}/adjustment`,
  source_updated: at,
  time_basis: 'utc',
  order_source_id: id,
  line_id: 'adjustment',
  line_number: number,
  sku: null,
  product_source_id: null,
  product_title: 'Adjustment',
  category: null,
  brand: null,
  vintage: null,
  varietal: null,
  item_kind: 'other',
  item_kind_raw: 'adjustment',
  quantity: 0,
  unit_price: null,
  discount: 0,
  amount,
})

/** The amounts of a refund, in positive minor units. */
export const refundSum = ({ items, shipping, adjustment }: RefundSeed): number =>
  sum(items, ({ amount, tax }) => amount + tax) + shipping + adjustment

/** The order and lines that represent a refund. */
export const refundRows = (order: OrderSeed, refund: RefundSeed): { row: OrderRow; lines: LineRow[] } => {
  const { items, shipping, adjustment, at } = refund
  const id = `refund-${refund.id}`
  const lines = items.flatMap((item, index) => {
    const line = order.lines.find(({ line_id }) => line_id === item.lineId)
    return line ? [refundLine(id, at, index + 1, line, item)] : []
  })
  if (adjustment !== 0) lines.push(adjustmentLine(id, at, lines.length + 1, negative(adjustment)))
  const row: OrderRow = {
    ...order.row,
    source_id: id,
    source_updated: at,
    order_number: `${order.row.order_number}-R${order.refunds.indexOf(refund) + 1}`,
    ordered: at,
    order_type: 'refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: order.row.source_id,
    subtotal: negative(sum(items, ({ amount, discount }) => amount + discount) + adjustment),
    discount: negative(sum(items, ({ discount }) => discount)),
    shipping: negative(shipping),
    tax: negative(sum(items, ({ tax }) => tax)),
    tip: 0,
    total: negative(refundSum(refund)),
    is_refund: true,
  }
  return { row, lines }
}

/** A seeded random number generator. */
export interface Chance {
  /** an integer from 0 to below `limit` */
  below(limit: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** The generator mulberry32: small, and good enough for test data. */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(unit() * limit)
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
