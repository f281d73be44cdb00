import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { type LineRow, type OrderRow, type Sold, sum, takenBack } from '../../kit/expected-rows.fixture.ts'
import type { Random } from '../../kit/winery.fixture.ts'

export type ProductRow = CanonicalRecord<'products'>
export type StockRow = CanonicalRecord<'inventory'>
export type CustomerRow = CanonicalRecord<'customers'>

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
  lines: readonly LineRow[]
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

/** The amounts of a refund, in positive minor units. */
export const refundSum = ({ items, shipping, adjustment }: RefundSeed): number =>
  sum(items, ({ amount, tax }) => amount + tax) + shipping + adjustment

/** The order and lines that represent a refund. */
export const refundRows = (order: OrderSeed, refund: RefundSeed): Sold => {
  const { items, shipping, adjustment, at } = refund
  const lines = items.flatMap(({ lineId, quantity, discount, amount }) => {
    const line = order.lines.find(({ line_id }) => line_id === lineId)
    return line ? [{ ...line, quantity, discount, amount }] : []
  })
  const adjusted = {
    line_id: 'adjustment',
    product_title: 'Adjustment',
    item_kind_raw: 'adjustment',
    amount: adjustment,
  }
  const changes = {
    source_id: `refund-${refund.id}`,
    source_updated: at,
    order_number: `${order.row.order_number}-R${order.refunds.indexOf(refund) + 1}`,
    ordered: at,
    shipping,
    tax: sum(items, ({ tax }) => tax),
  }
  return takenBack(order, changes, adjustment === 0 ? lines : [...lines, adjusted])
}

/** An integer from 0 to below `limit`. */
export const below = (limit: number, random: Random): number => Math.floor(random() * limit)
