import { type AddedAmounts, restOf, shareOfRest, sumBy } from '../kit/order-amounts.ts'
import { toFeeKind } from './codes.ts'
import { metaId, millionthsToMinor } from './fields.ts'
import { type LineAmounts, type OrderAmounts, refundedTotals } from './order-amounts.ts'
import type { WooRefund, WooReturnedLine } from './order-schema.ts'

/** The refunded part of a line in minor units excluding tax; positive. */
export interface RefundedLine {
  /** of the order's line; null: the order doesn't have it */
  readonly id: string | null
  readonly of: LineAmounts | null
  /** the refund's own line; null: the refund has none, and the whole line was refunded */
  readonly source: WooReturnedLine | null
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** Positive; an adjustment is refunded beyond the lines, or less than they amount to. */
export type RefundAmounts = AddedAmounts<RefundedLine>

const negated = (millionths: number | null): number => (millionths === null ? 0 : -millionths)

/** The part of a line's discount that belongs to what was refunded of it; a price that was reduced afterwards has none. */
const discountOf = (of: LineAmounts | null, quantity: number, amount: number): number => {
  if (of === null || quantity === 0) return 0
  if (of.amount !== 0) return Math.round((of.discount * amount) / of.amount)
  return of.quantity === 0 ? 0 : Math.round((of.discount * quantity) / of.quantity)
}

const toLineAmounts = (source: WooReturnedLine, order: OrderAmounts): LineAmounts | null => {
  const id = metaId(source.meta_data, '_refunded_item_id')
  const named = order.lines.find((line) => line.id === id)
  if (named) return named
  return (
    order.lines.find(
      ({ of: { item } }) =>
        item !== null && item.product_id === source.product_id && item.variation_id === source.variation_id,
    ) ?? null
  )
}

const refundedLine = (source: WooReturnedLine, order: OrderAmounts, currency: string): RefundedLine => {
  const of = toLineAmounts(source, order)
  const quantity = of?.quantity === 0 ? 0 : Math.abs(source.quantity)
  const amount = millionthsToMinor(negated(source.total), currency)
  return { id: of?.id ?? null, of, source, quantity, discount: discountOf(of, quantity, amount), amount }
}

/** What of an order was not refunded yet. */
const remainderOf = (order: OrderAmounts, before: readonly RefundAmounts[]): RefundAmounts =>
  restOf({ ...order, lines: order.lines.map((of) => ({ ...of, of, source: null })) }, before)

const isWithoutParts = ({ line_items, shipping_lines, fee_lines }: WooRefund): boolean =>
  line_items.length + (shipping_lines?.length ?? 0) + fee_lines.length === 0

interface Refunded {
  readonly refund: WooRefund
  readonly total: number
  readonly order: OrderAmounts
  readonly before: readonly RefundAmounts[]
  readonly currency: string
}

/** A refund by its own lines. */
const refundByLines = ({ refund, total, order, currency }: Refunded): RefundAmounts => {
  const charges = [
    ...(refund.shipping_lines ?? []).map((line) => ({ ...line, kind: 'shipping' as const })),
    ...refund.fee_lines.map((line) => ({ ...line, kind: toFeeKind(line.name) })),
  ]
  const sumCharges = (kind: string): number =>
    sumBy(charges, (line) => (line.kind === kind ? millionthsToMinor(negated(line.total), currency) : 0))
  const taxes = [...refund.line_items, ...charges]
  const lines = refund.line_items.map((line) => refundedLine(line, order, currency))
  const shipping = sumCharges('shipping')
  const tip = sumCharges('tip')
  const tax =
    millionthsToMinor(
      sumBy(taxes, ({ total_tax }) => negated(total_tax)),
      currency,
    ) + sumCharges('deposit')
  const adjustment = total - sumBy(lines, ({ amount }) => amount) - shipping - tax - tip
  return { lines, shipping, tax, tip, total, adjustment }
}

/**
 * Without lines, a refund of all that remains returns everything that remains: that is how WooCommerce writes an order that staff set to
 * Refunded. Older stores don't say what of the amount was shipping: what remains of it, if that is what the items leave.
 */
const refundAmounts = (refunded: Refunded): RefundAmounts => {
  const { refund } = refunded
  const remainder = remainderOf(refunded.order, refunded.before)
  const byLines = refundByLines(refunded)
  if (isWithoutParts(refund) && byLines.total > 0 && byLines.total <= remainder.total)
    return shareOfRest(byLines.total, remainder)
  const { adjustment, tax } = byLines
  const shippingTax = remainder.tax - tax
  if (refund.shipping_lines !== null || refund.line_items.length === 0 || remainder.shipping <= 0) return byLines
  if (adjustment === remainder.shipping) return { ...byLines, shipping: adjustment, adjustment: 0 }
  if (shippingTax > 0 && adjustment === remainder.shipping + shippingTax) {
    return { ...byLines, shipping: remainder.shipping, tax: tax + shippingTax, adjustment: 0 }
  }
  return byLines
}

/** The amounts of an order's refunds, in the order in which they were made. */
export const computeRefundAmounts = (
  refunds: readonly WooRefund[],
  order: OrderAmounts,
  currency: string,
): readonly { readonly refund: WooRefund; readonly amounts: RefundAmounts }[] => {
  const made: { refund: WooRefund; amounts: RefundAmounts }[] = []
  const inOrder = [...refunds].sort((a, b) => a.date_created_gmt - b.date_created_gmt || Number(a.id) - Number(b.id))
  const amounts = inOrder.map(({ amount }) => millionthsToMinor(amount, currency))
  const totals = refundedTotals(amounts, order.total, order.tender)
  for (const [index, refund] of inOrder.entries()) {
    const before = made.map((earlier) => earlier.amounts)
    const total = totals[index] ?? 0
    made.push({ refund, amounts: refundAmounts({ refund, total, order, before, currency }) })
  }
  return made
}
