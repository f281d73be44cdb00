import { type AddedAmounts, sumBy } from '../kit/order-amounts.ts'
import type { ShopMoney } from './fields.ts'
import type { ShopifyLine, ShopifyOrder } from './order-schema.ts'

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

export type OrderAmounts = AddedAmounts<LineAmounts>

const minorOf = (money: ShopMoney | null): number => money?.minor ?? 0

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
  const levies = minorOf(order.originalTotalDutiesSet) + minorOf(order.originalTotalAdditionalFeesSet)
  const tax = minorOf(order.totalTaxSet) + levies
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
