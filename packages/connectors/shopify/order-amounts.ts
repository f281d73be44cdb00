import { type AddedAmounts, sumBy } from '../kit/order-amounts.ts'
import type { ShopifyLine, ShopifyOrder, ShopifyRefund, ShopifySettlement } from './order-schema.ts'

/** The amounts of one line in minor units, excluding tax. */
export interface LineAmounts {
  readonly line: ShopifyLine
  readonly quantity: number
  /** before discounts */
  readonly gross: number
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

type OrderAmounts = AddedAmounts<LineAmounts>

const lineAmounts = (line: ShopifyLine, taxesIncluded: boolean): LineAmounts => {
  const discount = sumBy(line.discountAllocations, ({ allocatedAmountSet }) => allocatedAmountSet.minor)
  const tax = taxesIncluded ? sumBy(line.taxLines, ({ priceSet }) => priceSet.minor) : 0
  const gross = line.originalTotalSet.minor - tax
  return { line, quantity: line.quantity, gross, discount, amount: gross - discount }
}

// A tip given in the online shop is also a line without a product.
const isTipLine = ({ line }: LineAmounts): boolean =>
  line.title === 'Tip' && line.product === null && line.variant === null && line.sku === null

const withoutTips = (lines: readonly LineAmounts[], tip: number): readonly LineAmounts[] => {
  const tips = lines.filter(isTipLine)
  if (tip === 0 || sumBy(tips, ({ amount }) => amount) !== tip) return lines
  return lines.filter((line) => !isTipLine(line))
}

/**
 * Shopify gives the shipping charge before its discounts and not the discounts: they follow from the total. Duties and fees
 * collected for others count as tax.
 */
export const orderAmounts = (order: ShopifyOrder): OrderAmounts => {
  const tip = order.totalTipReceivedSet.minor
  const lines = withoutTips(
    order.lineItems.nodes.map((line) => lineAmounts(line, order.taxesIncluded)),
    tip,
  )
  const levies = [order.totalTaxSet, order.originalTotalDutiesSet, order.originalTotalAdditionalFeesSet]
  const tax = sumBy(levies, (money) => money?.minor ?? 0)
  const total = order.totalPriceSet.minor
  const rest = total - sumBy(lines, ({ amount }) => amount) - tax - tip
  const shipping = Math.min(Math.max(rest, 0), order.totalShippingPriceSet.minor)
  return { lines, shipping, tax, tip, total, adjustment: rest - shipping }
}

/** Whether all amounts of an order have the same currency. */
export const hasOneCurrency = (order: ShopifyOrder): boolean => {
  const { currency } = order.totalPriceSet
  return order.lineItems.nodes.every(({ originalTotalSet }) => originalTotalSet.currency === currency)
}

/** The refunded part of a line in minor units excluding tax; positive. */
interface RefundedLine {
  readonly of: LineAmounts
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** Positive; an adjustment is refunded beyond the parts, or kept of them if it is negative. */
type RefundAmounts = AddedAmounts<RefundedLine>

interface RefundedItem {
  readonly lineId: string
  readonly quantity: number
  readonly subtotal: number
  readonly tax: number
}

// A line can be refunded in parts, such as one unit restocked and one not.
const itemsByLine = (refund: ShopifyRefund): readonly RefundedItem[] => {
  const items = new Map<string, RefundedItem>()
  for (const { lineItem, quantity, subtotalSet, totalTaxSet } of refund.refundLineItems.nodes) {
    const before = items.get(lineItem.id) ?? { quantity: 0, subtotal: 0, tax: 0 }
    items.set(lineItem.id, {
      lineId: lineItem.id,
      quantity: before.quantity + quantity,
      subtotal: before.subtotal + subtotalSet.minor,
      tax: before.tax + totalTaxSet.minor,
    })
  }
  return [...items.values()]
}

const refundedLine = (item: RefundedItem, of: LineAmounts, taxesIncluded: boolean): RefundedLine => {
  const amount = item.subtotal - (taxesIncluded ? item.tax : 0)
  const { quantity } = of.line
  const gross = quantity === 0 ? amount : Math.round((of.gross * item.quantity) / quantity)
  return { of, quantity: item.quantity, discount: gross - amount, amount }
}

/** The parts of a refund, with tax. */
const takenBack = (refund: ShopifyRefund, taxesIncluded: boolean): number => {
  const tax = (amount: number): number => (taxesIncluded ? 0 : amount)
  const items = refund.refundLineItems.nodes
  const charges = refund.refundShippingLines.nodes
  return (
    sumBy(items, ({ subtotalSet, totalTaxSet }) => subtotalSet.minor + tax(totalTaxSet.minor)) +
    sumBy(charges, ({ subtotalAmountSet, taxAmountSet }) => subtotalAmountSet.minor + tax(taxAmountSet.minor)) +
    sumBy(refund.duties, ({ amountSet }) => amountSet.minor)
  )
}

/**
 * What each refund of an order takes back, by its ID, in positive minor units: its parts, less what the shop kept of them, or with
 * what it paid out beyond them. Kept is what was received for the order, and still has to be, beyond what is left of it. A payout
 * alone doesn't tell, nor do the adjustments that Shopify makes of it: both are net of items taken in exchange, of what was never
 * paid, and of what is still to be paid out.
 */
export const refundTotals = (
  order: ShopifySettlement,
  refunds: readonly ShopifyRefund[],
): ReadonlyMap<string, number> => {
  const parts = (refund: ShopifyRefund): number => takenBack(refund, order.taxesIncluded)
  const left = order.totalPriceSet.minor - sumBy(refunds, parts)
  let kept = order.netPaymentSet.minor + order.totalOutstandingSet.minor - left
  return new Map(
    refunds.map((refund) => {
      const unpaid = parts(refund) - refund.totalRefundedSet.minor
      const share = unpaid > 0 ? Math.min(unpaid, Math.max(kept, 0)) : Math.max(unpaid, Math.min(kept, 0))
      kept -= share
      return [refund.id, parts(refund) - share]
    }),
  )
}

/**
 * `order`: the refunded order. A refunded line that it does not contain is a tip. Duties count as tax, as in the order. `total`: what
 * the refund takes back.
 */
export const refundAmounts = (
  refund: ShopifyRefund,
  total: number,
  order: OrderAmounts,
  taxesIncluded: boolean,
): RefundAmounts => {
  const byId = new Map(order.lines.map((line) => [line.line.id, line]))
  const items = itemsByLine(refund)
  const lines = items.flatMap((item) => {
    const of = byId.get(item.lineId)
    return of ? [refundedLine(item, of, taxesIncluded)] : []
  })
  const tips = items.filter(({ lineId }) => !byId.has(lineId))
  const tip = sumBy(tips, ({ subtotal }) => subtotal)
  const charges = refund.refundShippingLines.nodes
  const shippingTax = sumBy(charges, ({ taxAmountSet }) => taxAmountSet.minor)
  const shipping =
    sumBy(charges, ({ subtotalAmountSet }) => subtotalAmountSet.minor) - (taxesIncluded ? shippingTax : 0)
  const tax = sumBy(items, (item) => item.tax) + shippingTax + sumBy(refund.duties, ({ amountSet }) => amountSet.minor)
  const adjustment = total - (sumBy(lines, ({ amount }) => amount) + shipping + tax + tip)
  return { lines, shipping, tax, tip, total, adjustment }
}
