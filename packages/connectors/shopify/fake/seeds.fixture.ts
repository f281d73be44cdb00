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
  readonly cancelledAt: number | null
}

/** The amounts of a refund, in positive minor units. */
export const refundSum = ({ items, shipping }: RefundSeed): number =>
  sum(items, ({ amount, tax }) => amount + tax) + shipping

/** The order and lines that represent a refund. */
export const refundRows = (order: OrderSeed, refund: RefundSeed): Sold => {
  const { items, shipping, at } = refund
  const lines = items.flatMap(({ lineId, quantity, discount, amount }) => {
    const line = order.lines.find(({ line_id }) => line_id === lineId)
    return line ? [{ ...line, quantity, discount, amount }] : []
  })
  const changes = {
    source_id: `refund-${refund.id}`,
    source_updated: at,
    order_number: `${order.row.order_number}-R${order.refunds.indexOf(refund) + 1}`,
    ordered: at,
    shipping,
    tax: sum(items, ({ tax }) => tax),
  }
  return takenBack(order, changes, lines)
}

/** An integer from 0 to below `limit`. */
export const below = (limit: number, random: Random): number => Math.floor(random() * limit)
