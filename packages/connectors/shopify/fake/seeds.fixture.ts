import type { CanonicalRecord } from '#domain/canonical/record.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>
export type ProductRow = CanonicalRecord<'products'>
export type StockRow = CanonicalRecord<'inventory'>
export type CustomerRow = CanonicalRecord<'customers'>

/** A variant as rows hold it, and what only Shopify knows of it. */
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

/** Money that went back, positive minor units. */
export interface RefundSeed {
  readonly id: string
  readonly at: number
  /** lines of the order, with what was taken back of each */
  readonly items: readonly RefundItemSeed[]
  readonly shipping: number
  /** beyond the items; Shopify lists it as an adjustment */
  readonly adjustment: number
  /** false: the items left the order before it was paid */
  readonly isPaid: boolean
}

export interface RefundItemSeed {
  readonly lineId: string
  readonly quantity: number
  /** after discount, without tax */
  readonly amount: number
  readonly discount: number
  readonly tax: number
}

/** An order as rows hold it, and what only Shopify knows of it. Its refunds' rows are made of it: they share most columns. */
export interface OrderSeed {
  row: OrderRow
  lines: LineRow[]
  /** of each line, minor units */
  readonly lineTaxes: readonly number[]
  refunds: RefundSeed[]
  readonly isTest: boolean
  readonly taxesIncluded: boolean
  /** the tip is a line at Shopify as well */
  readonly hasTipLine: boolean
  readonly cancelledAt: number | null
  /** taken off the shipping charge, minor units */
  readonly shippingDiscount: number
  /** of the tax, what is duties at Shopify */
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

/** What a refund comes to, positive minor units. */
export const refundSum = ({ items, shipping, adjustment }: RefundSeed): number =>
  sum(items, ({ amount, tax }) => amount + tax) + shipping + adjustment

/** The order and the lines that a refund is held as. */
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

/** Numbers that look random and are the same for the same seed. */
export interface Chance {
  /** a whole number from 0, below `limit` */
  below(limit: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** The generator called mulberry32: small, and good enough for a winery that nobody runs. */
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
