import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { toMajor } from '#domain/money.ts'
import type { CanonicalRow } from './connector.ts'
import { type AddedAmounts, negative, sumBy } from './order-amounts.ts'

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
  quantity === 0 ? null : Math.round((toMajor(gross, currency) / quantity) * PRICE_PLACES) / PRICE_PLACES + 0

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

/** An amount that is no product’s: gift wrapping, a fee, or a difference that the platform’s own figures leave. */
export interface ExtraAmount {
  readonly id: string
  readonly title: string
  readonly amount: number
  /** default: the ID */
  readonly raw?: string
}

/** The amount, unless it is nothing. */
export const extraAmount = (id: string, title: string, amount: number): readonly ExtraAmount[] =>
  amount === 0 ? [] : [{ id, title, amount }]

/** The part of the platform's total beyond its lines. */
export const adjustmentOf = (amount: number): readonly ExtraAmount[] => extraAmount('adjustment', 'Adjustment', amount)

/** An amount of an order that is no product’s, as a line, so that totals match. */
export const extraLine = ({ id, title, amount, raw = id }: ExtraAmount, position: LinePosition): LineRow => ({
  ...placed(position, id),
  ...withoutProduct(title, raw),
  quantity: 0,
  unit_price: null,
  discount: 0,
  amount,
})

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

interface LineAmounts {
  readonly quantity: number
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

/** The amounts of an order or a refund in minor units: lines, extras, shipping, tax, and tip add up to the total. */
export interface OrderParts<Line extends LineAmounts> extends Omit<AddedAmounts<Line>, 'adjustment'> {
  readonly extras: readonly ExtraAmount[]
}

/** What a line sells. `id`: unique within its order. */
type DescribedLine = { readonly id: string } & Omit<LineRow, keyof ReturnType<typeof placed> | keyof LineAmounts>

/** Columns that few platforms fill. */
const UNFILLED = {
  time_basis: 'utc',
  order_type_raw: null,
  compliance_status: null,
  refund_of_source_id: null,
  external_vendor: null,
  team_member: null,
  club_source_id: null,
  club_name: null,
  release_source_id: null,
  release_name: null,
  requested_ship: null,
  is_refund: false,
} as const

type SumColumn = 'subtotal' | 'discount' | 'shipping' | 'tax' | 'tip' | 'total'
type OrderColumns = Omit<OrderRow, keyof typeof UNFILLED | SumColumn | 'order_type'> & Partial<OrderRow>

const sumsOf = <Line extends LineAmounts>({ lines, extras, shipping, tax, tip, total }: OrderParts<Line>) => {
  const discount = sumBy(lines, (line) => line.discount)
  const gross = sumBy([...lines, ...extras], ({ amount }) => amount) + discount
  return { gross, discount, shipping, tax, tip, total }
}

const lineRows = <Line extends LineAmounts>(
  { source_id: orderId, source_updated: updated }: OrderRow,
  { lines, extras }: Pick<OrderParts<Line>, 'lines' | 'extras'>,
  describeLine: (line: Line) => DescribedLine,
): LineRow[] => [
  ...lines.map((line, index): LineRow => {
    const { id, ...columns } = describeLine(line)
    const { quantity, discount, amount } = line
    return { ...placed({ orderId, number: index + 1, updated }, id), ...columns, quantity, discount, amount }
  }),
  ...extras.map((extra, index) => extraLine(extra, { orderId, number: lines.length + index + 1, updated })),
]

/** An order with its lines. Its type follows from its channel and its amounts. */
export const saleRows = <Line extends LineAmounts>(
  columns: OrderColumns,
  parts: OrderParts<Line>,
  describeLine: (line: Line) => DescribedLine,
): { readonly order: OrderRow; readonly rows: CanonicalRow[] } => {
  const { gross: subtotal, ...sums } = sumsOf(parts)
  const isFree = parts.total === 0 && parts.lines.length > 0
  const order_type = columns.channel === 'club' ? 'club' : isFree ? 'no_charge' : 'regular'
  const order: OrderRow = { ...UNFILLED, order_type, ...columns, subtotal, ...sums }
  return { order, rows: orderWithLines(order, lineRows(order, parts, describeLine)) }
}

const negated = <Line extends LineAmounts>(line: Line): Line => ({
  ...line,
  quantity: negative(line.quantity),
  discount: negative(line.discount),
  amount: negative(line.amount),
})

/** A refund of positive amounts as an order of its own, with its lines. `describeLine`: of a line with negative amounts. */
export const refundRows = <Line extends LineAmounts>(
  order: OrderRow,
  refund: Refund,
  parts: OrderParts<Line>,
  describeLine: (line: Line) => DescribedLine,
): CanonicalRow[] => {
  const row = refundRow(order, refund, sumsOf(parts))
  const lines = parts.lines.map(negated)
  const extras = parts.extras.map((extra) => ({ ...extra, amount: negative(extra.amount) }))
  return orderWithLines(row, lineRows(row, { lines, extras }, describeLine))
}
