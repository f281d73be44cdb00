import { type LineAmounts, type OrderAmounts, sumOf } from './order-amounts.ts'
import type { ShopifyRefund } from './order-schema.ts'

/** What of a line was taken back, minor units without tax; positive. */
export interface RefundedLine {
  readonly of: LineAmounts
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** A refund's money, positive minor units: the lines, shipping, tax, tip and the adjustment add up to the total. */
export interface RefundAmounts {
  readonly lines: readonly RefundedLine[]
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
  /** what was given back beyond the lines; negative: less was given back than they came to */
  readonly adjustment: number
}

interface RefundedItem {
  readonly lineId: string
  readonly quantity: number
  readonly subtotal: number
  readonly tax: number
}

// A line can be taken back in parts, such as one unit restocked and one not.
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

const sumOfParts = (refund: ShopifyRefund, taxesIncluded: boolean): number => {
  const tax = (amount: number): number => (taxesIncluded ? 0 : amount)
  const items = refund.refundLineItems.nodes
  const charges = refund.refundShippingLines.nodes
  return (
    sumOf(items, ({ subtotalSet, totalTaxSet }) => subtotalSet.minor + tax(totalTaxSet.minor)) +
    sumOf(charges, ({ subtotalAmountSet, taxAmountSet }) => subtotalAmountSet.minor + tax(taxAmountSet.minor))
  )
}

/**
 * What was given back, positive minor units. Articles that left an order before they were paid come without any payment and
 * without a word on why the sums differ: there it is what they came to.
 */
export const refundTotal = (refund: ShopifyRefund, taxesIncluded: boolean): number => {
  const wasPaid = refund.totalRefundedSet.minor !== 0 || refund.orderAdjustments.nodes.length > 0
  return wasPaid ? refund.totalRefundedSet.minor : sumOfParts(refund, taxesIncluded)
}

/** `order`: what is taken back of. A refunded line that it does not hold is a tip. */
export const refundAmounts = (refund: ShopifyRefund, order: OrderAmounts, taxesIncluded: boolean): RefundAmounts => {
  const byId = new Map(order.lines.map((line) => [line.line.id, line]))
  const items = itemsByLine(refund)
  const lines = items.flatMap((item) => {
    const of = byId.get(item.lineId)
    return of ? [refundedLine(item, of, taxesIncluded)] : []
  })
  const tips = items.filter(({ lineId }) => !byId.has(lineId))
  const tip = sumOf(tips, ({ subtotal }) => subtotal)
  const charges = refund.refundShippingLines.nodes
  const shippingTax = sumOf(charges, ({ taxAmountSet }) => taxAmountSet.minor)
  const shipping =
    sumOf(charges, ({ subtotalAmountSet }) => subtotalAmountSet.minor) - (taxesIncluded ? shippingTax : 0)
  const tax = sumOf(items, (item) => item.tax) + shippingTax
  const total = refundTotal(refund, taxesIncluded)
  const adjustment = total - (sumOf(lines, ({ amount }) => amount) + shipping + tax + tip)
  return { lines, shipping, tax, tip, total, adjustment }
}
