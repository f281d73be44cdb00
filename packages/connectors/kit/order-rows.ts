import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { ItemKind } from '#domain/commerce.ts'
import { vintageIn } from '#domain/item-kind/item-kind.ts'
import { toMajor } from '#domain/money.ts'
import type { CanonicalRow, PlatformOrder } from './connector.ts'
import { type AddedAmounts, eachAmount, type LineAmounts, negative, sumBy } from './order-amounts.ts'
import type { ProductFacts } from './rows.ts'

export type OrderRow = CanonicalRecord<'orders'>
export type LineRow = CanonicalRecord<'order_lines'>

/** Where a line belongs. */
interface LinePosition {
  readonly orderId: string
  readonly number: number
  readonly updated: number | null
}

/** Columns that place a line; on platforms whose times are in UTC, and whose line IDs are unique within their order. */
const placed = ({ orderId, number, updated }: LinePosition, lineId: string) => ({
  source_id: `${orderId}/${lineId}`,
  source_updated: updated,
  time_basis: 'utc' as const,
  order_source_id: orderId,
  line_id: lineId,
  line_number: number,
})

const PRICE_PLACES = 10 ** 4

/** The price of one unit in major units; `gross`: minor units before discounts. Null without a quantity. */
const computeUnitPrice = (gross: number, quantity: number, currency: string): number | null =>
  quantity === 0 ? null : Math.round((toMajor(gross, currency) / quantity) * PRICE_PLACES) / PRICE_PLACES + 0

interface SoldProduct {
  /** null: the catalog’s */
  readonly sku: string | null
  readonly id: string | null
  readonly title: string
  readonly kind: ItemKind
  readonly raw: string | null
}

/** Columns that describe what a line sells. `product`: of the catalog, which may not have it any more. */
export const productColumns = (product: ProductFacts | undefined, { sku, id, title, kind, raw }: SoldProduct) =>
  ({
    sku: sku ?? product?.sku ?? null,
    product_source_id: product?.id ?? id,
    product_title: title,
    category: product?.category ?? null,
    brand: product?.brand ?? null,
    vintage: product?.vintage ?? vintageIn(title, kind),
    varietal: product?.varietal ?? null,
    item_kind: kind,
    item_kind_raw: raw,
  }) satisfies Partial<LineRow>

/** Columns that describe what a line sells, where it is no product. */
export const withoutProduct = (title: string, raw: string | null) =>
  productColumns(undefined, { sku: null, id: null, title, kind: 'other', raw })

/** An amount that is no product’s: gift wrapping, a fee, or a difference that the platform’s own figures leave. */
export interface ExtraAmount {
  readonly id: string
  readonly title: string
  readonly amount: number
  /** default: the ID */
  readonly raw?: string
}

/** An amount of an order that is no product’s, as a line, so that totals match. */
const extraLine = ({ id, title, amount, raw = id }: ExtraAmount, position: LinePosition): LineRow => ({
  ...placed(position, id),
  ...withoutProduct(title, raw),
  quantity: 0,
  unit_price: null,
  discount: 0,
  amount,
})

/** The amounts of an order or a refund, and what of it is neither a line’s nor shipping, tax, tip or adjustment. */
export interface OrderParts<Line extends LineAmounts> extends AddedAmounts<Line> {
  readonly extras?: readonly ExtraAmount[]
}

type LineColumns = Omit<LineRow, keyof ReturnType<typeof placed> | keyof LineAmounts>

/** What a line sells. `id`: unique within its order; `unit_price`: default: by the amounts of the line */
type DescribeLine<Line> = (
  line: Line,
) => { readonly id: string } & Omit<LineColumns, 'unit_price'> & Partial<Pick<LineColumns, 'unit_price'>>

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

interface OrderWithLines {
  readonly order: OrderRow
  readonly rows: CanonicalRow[]
}

const withParts = <Line extends LineAmounts>(
  columns: Omit<OrderRow, SumColumn>,
  { lines, extras = [], adjustment, shipping, tax, tip, total }: OrderParts<Line>,
  describeLine: DescribeLine<Line>,
): OrderWithLines => {
  const { source_id: orderId, source_updated: updated } = columns
  const discount = sumBy(lines, (line) => line.discount)
  const subtotal = sumBy([...lines, ...extras], ({ amount }) => amount) + discount + adjustment
  const order: OrderRow = { ...columns, subtotal, discount, shipping, tax, tip, total }
  const at = (index: number): LinePosition => ({ orderId, number: index + 1, updated })
  const others = adjustment === 0 ? extras : [...extras, { id: 'adjustment', title: 'Adjustment', amount: adjustment }]
  const lineRows = [
    ...lines.map((line, index): LineRow => {
      const { quantity, discount, amount } = line
      const unit_price = computeUnitPrice(amount + discount, quantity, order.currency)
      const { id, ...described } = { unit_price, ...describeLine(line) }
      return { ...placed(at(index), id), ...described, quantity, discount, amount }
    }),
    ...others.map((extra, index) => extraLine(extra, at(lines.length + index))),
  ]
  const rows = lineRows.map((row): CanonicalRow => ({ table: 'order_lines', row }))
  return { order, rows: [{ table: 'orders', row: order }, ...rows] }
}

/** An order with its lines. Its type follows from its channel and its amounts, where the columns don't say it. */
export const saleRows = <Line extends LineAmounts>(
  columns: OrderColumns,
  parts: OrderParts<Line>,
  describeLine: DescribeLine<Line>,
): OrderWithLines => {
  const isFree = parts.total === 0 && parts.lines.length > 0
  const order_type = columns.channel === 'club' ? 'club' : isFree ? 'no_charge' : 'regular'
  return withParts({ ...UNFILLED, order_type, ...columns }, parts, describeLine)
}

/** A refund as the platform names and dates it. */
export type RefundFacts = Pick<PlatformOrder, 'sourceId' | 'orderNumber' | 'ordered'>

interface Refund extends RefundFacts {
  /** default: its own time */
  readonly updated?: number | null
}

export const negativeLine = <Line extends LineAmounts>(line: Line): Line => ({
  ...line,
  quantity: negative(line.quantity),
  discount: negative(line.discount),
  amount: negative(line.amount),
})

export const negativeParts = <Line extends LineAmounts>(parts: OrderParts<Line>): OrderParts<Line> => ({
  lines: parts.lines.map(negativeLine),
  extras: (parts.extras ?? []).map((extra) => ({ ...extra, amount: negative(extra.amount) })),
  ...eachAmount((name) => negative(parts[name])),
})

/**
 * A refund as a separate order, dated by the refund, with its lines. `parts`: positive; `describeLine` gets lines with negative
 * amounts.
 */
export const refundRows = <Line extends LineAmounts>(
  order: OrderRow,
  { sourceId, orderNumber, ordered, updated = ordered }: Refund,
  parts: OrderParts<Line>,
  describeLine: DescribeLine<Line>,
): CanonicalRow[] => {
  const columns: OrderRow = {
    ...order,
    source_id: sourceId,
    source_updated: updated,
    order_number: orderNumber,
    ordered,
    order_type: 'refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: order.source_id,
    is_refund: true,
  }
  return withParts(columns, negativeParts(parts), describeLine).rows
}

/** An order with its lines, and each of its refunds as a separate order dated by the refund. `amounts` of refunds: positive */
export const orderWithRefunds = <Line extends LineAmounts>(
  columns: OrderColumns,
  amounts: OrderParts<Line>,
  refunds: readonly (Refund & { readonly amounts: OrderParts<Line> })[],
  describeLine: DescribeLine<Line>,
): CanonicalRow[] => {
  const { order, rows } = saleRows(columns, amounts, describeLine)
  return [...rows, ...refunds.flatMap((refund) => refundRows(order, refund, refund.amounts, describeLine))]
}
