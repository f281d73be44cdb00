import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { toMajor } from '#domain/money.ts'
import type { CanonicalRow } from './connector.ts'
import { negative } from './order-amounts.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>

/** Where a line belongs. */
export interface LinePosition {
  readonly orderId: string
  readonly number: number
  readonly updated: number | null
}

/** Columns that place a line; on platforms whose times are in UTC, and whose line IDs are unique within their order. */
export const placed = ({ orderId, number, updated }: LinePosition, lineId: string) => ({
  source_id: `${orderId}/${lineId}`,
  source_updated: updated,
  time_basis: 'utc' as const,
  order_source_id: orderId,
  line_id: lineId,
  line_number: number,
})

const PRICE_PLACES = 10 ** 4

/** The price of one unit in major units; `gross`: minor units before discounts. Null without a quantity. */
export const computeUnitPrice = (gross: number, quantity: number, currency: string): number | null =>
  quantity === 0 ? null : Math.round((toMajor(gross, currency) / quantity) * PRICE_PLACES) / PRICE_PLACES

/** Columns that describe what a line sells, where it is no product. */
export const withoutProduct = (title: string, raw: string) =>
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
  }) satisfies Partial<LineRow>

interface ExtraAmount {
  readonly id: string
  readonly title: string
  readonly amount: number
  /** default: the ID */
  readonly raw?: string
}

/** An amount of an order that is no product’s, as a line, so that totals match. */
export const extraLine = ({ id, title, amount, raw = id }: ExtraAmount, position: LinePosition): LineRow => ({
  ...placed(position, id),
  ...withoutProduct(title, raw),
  quantity: 0,
  unit_price: null,
  discount: 0,
  amount,
})

/** The part of the platform's total beyond its lines. */
export const adjustmentLine = (amount: number, position: LinePosition): LineRow =>
  extraLine({ id: 'adjustment', title: 'Adjustment', amount }, position)

interface Refund {
  readonly id: string
  readonly number: string
  readonly refunded: number
  readonly updated: number
}

/** Positive amounts in minor units; `gross`: before discounts. */
interface RefundSums {
  readonly gross: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
}

/** A refund as a separate order, dated by the refund. */
export const refundRow = (order: OrderRow, refund: Refund, sums: RefundSums): OrderRow => ({
  ...order,
  source_id: refund.id,
  source_updated: refund.updated,
  order_number: refund.number,
  ordered: refund.refunded,
  order_type: 'refund',
  fulfillment_status: 'not_required',
  fulfillment_status_raw: null,
  refund_of_source_id: order.source_id,
  subtotal: negative(sums.gross),
  discount: negative(sums.discount),
  shipping: negative(sums.shipping),
  tax: negative(sums.tax),
  tip: negative(sums.tip),
  total: negative(sums.total),
  is_refund: true,
})

/** An order with its lines. */
export const orderWithLines = (order: OrderRow, lines: readonly LineRow[]): CanonicalRow[] => [
  { table: 'orders', row: order },
  ...lines.map((row): CanonicalRow => ({ table: 'order_lines', row })),
]
