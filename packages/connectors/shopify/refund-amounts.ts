import { type AddedAmounts, sumBy } from '../kit/order-amounts.ts'
import type { LineAmounts, OrderAmounts } from './order-amounts.ts'
import type { ShopifyRefund } from './order-schema.ts'

/** The refunded part of a line in minor units excluding tax; positive. */
export interface RefundedLine {
  readonly of: LineAmounts
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** Positive; an adjustment is refunded beyond the lines, or less than they amount to. */
export type RefundAmounts = AddedAmounts<RefundedLine>

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

/** Money that is still to be paid out is no discrepancy: the items were taken back all the same. */
const discrepancies = ({ orderAdjustments }: ShopifyRefund) =>
  orderAdjustments.nodes.filter(({ reason }) => reason !== 'PENDING_REFUND_DISCREPANCY')

/** What the customer pays for the return of a refund. */
export const returnFees = ({ return: made }: ShopifyRefund): number =>
  made
    ? sumBy(made.returnShippingFees, ({ amountSet }) => amountSet.minor) +
      sumBy(made.returnLineItems.nodes, ({ restockingFee }) => restockingFee?.amountSet.minor ?? 0)
    : 0

/** The price of items that the customer took in exchange for those of a refund. */
export const exchangeTotal = ({ return: made }: ShopifyRefund, taxesIncluded: boolean): number =>
  sumBy(
    (made?.exchangeLineItems.nodes ?? []).flatMap(({ lineItems }) => lineItems ?? []),
    (line) =>
      line.originalTotalSet.minor -
      sumBy(line.discountAllocations, ({ allocatedAmountSet }) => allocatedAmountSet.minor) +
      (taxesIncluded ? 0 : sumBy(line.taxLines, ({ priceSet }) => priceSet.minor)),
  )

const takenBack = (refund: ShopifyRefund, taxesIncluded: boolean): number => {
  const tax = (amount: number): number => (taxesIncluded ? 0 : amount)
  const items = refund.refundLineItems.nodes
  const charges = refund.refundShippingLines.nodes
  return (
    sumBy(items, ({ subtotalSet, totalTaxSet }) => subtotalSet.minor + tax(totalTaxSet.minor)) +
    sumBy(charges, ({ subtotalAmountSet, taxAmountSet }) => subtotalAmountSet.minor + tax(taxAmountSet.minor)) +
    sumBy(refund.duties, ({ amountSet }) => amountSet.minor) -
    sumBy(discrepancies(refund), ({ amountSet, taxAmountSet }) => amountSet.minor + taxAmountSet.minor)
  )
}

/**
 * What a refund takes back, in positive minor units: its parts, and what its adjustments say was refunded beyond them (negative at
 * Shopify) or less (positive), less the fees of its return, unless an adjustment has them too: then the payout and
 * the items taken in exchange are all of it. The payout is something else: what the customer owes, such as for those items, is deducted
 * from it, and it may pay back what an earlier refund without a payout took off the order.
 */
export const refundTotal = (refund: ShopifyRefund, taxesIncluded: boolean): number => {
  const total = takenBack(refund, taxesIncluded)
  const fees = returnFees(refund)
  const payout = refund.totalRefundedSet.minor
  const kept = payout === 0 ? fees : Math.max(total - payout - exchangeTotal(refund, taxesIncluded), 0)
  return total - Math.min(fees, kept)
}

/** `order`: the refunded order. A refunded line that it does not contain is a tip. Duties count as tax, as in the order. */
export const refundAmounts = (refund: ShopifyRefund, order: OrderAmounts, taxesIncluded: boolean): RefundAmounts => {
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
  const tax =
    sumBy(items, (item) => item.tax) +
    shippingTax +
    sumBy(refund.duties, ({ amountSet }) => amountSet.minor) -
    sumBy(discrepancies(refund), ({ taxAmountSet }) => taxAmountSet.minor)
  const total = refundTotal(refund, taxesIncluded)
  const adjustment = total - (sumBy(lines, ({ amount }) => amount) + shipping + tax + tip)
  return { lines, shipping, tax, tip, total, adjustment }
}
