import type { CanonicalRow } from '../kit/connector.ts'
import { type AddedAmounts, type LineAmounts, settle, sumBy } from '../kit/order-amounts.ts'
import { orderWithRefunds, type RefundFacts } from '../kit/order-rows.ts'
import { NO_ADDRESS } from '../kit/rows.ts'
import { CHANNELS, FULFILLMENT_STATUSES, fullTitle, kindColumns, toDeliveryMethod, toPaymentStatus } from './codes.ts'
import type { ShopifyLine, ShopifyOrder, ShopifyRefund, ShopifySettlement } from './order-schema.ts'

interface SoldLine extends LineAmounts {
  readonly line: ShopifyLine
  /** before discounts */
  readonly gross: number
}

const lineAmounts = (line: ShopifyLine, taxesIncluded: boolean): SoldLine => {
  const discount = sumBy(line.discountAllocations, ({ allocatedAmountSet }) => allocatedAmountSet.minor)
  const tax = taxesIncluded ? sumBy(line.taxLines, ({ priceSet }) => priceSet.minor) : 0
  const gross = line.originalTotalSet.minor - tax
  return { line, quantity: line.quantity, gross, discount, amount: gross - discount }
}

// A tip given in the online shop is also a line without a product.
const isTipLine = ({ line }: SoldLine): boolean =>
  line.title === 'Tip' && line.product === null && line.variant === null && line.sku === null

const withoutTips = (lines: readonly SoldLine[], tip: number): readonly SoldLine[] => {
  const tips = lines.filter(isTipLine)
  if (tip === 0 || sumBy(tips, ({ amount }) => amount) !== tip) return lines
  return lines.filter((line) => !isTipLine(line))
}

/**
 * Shopify gives the shipping charge before its discounts and not the discounts: they follow from the total. Duties and fees
 * collected for others count as tax.
 */
const orderAmounts = (order: ShopifyOrder): AddedAmounts<SoldLine> => {
  const tip = order.totalTipReceivedSet.minor
  const lines = withoutTips(
    order.lineItems.nodes.map((line) => lineAmounts(line, order.taxesIncluded)),
    tip,
  )
  const levies = [order.totalTaxSet, order.originalTotalDutiesSet, order.originalTotalAdditionalFeesSet]
  const tax = sumBy(levies, (money) => money?.minor ?? 0)
  const total = order.totalPriceSet.minor
  const parts = { lines, shipping: 0, tax, tip }
  const { adjustment: rest } = settle(parts, total)
  const shipping = Math.min(Math.max(rest, 0), order.totalShippingPriceSet.minor)
  return settle({ ...parts, shipping }, total)
}

/** The parts of a refund, excluding tax, and its tax; duties count as tax, as in the order. */
const refundParts = (refund: ShopifyRefund, taxesIncluded: boolean) => {
  const taxWithin = (tax: number): number => (taxesIncluded ? tax : 0)
  const parts = refund.refundLineItems.nodes.map(({ lineItem, quantity, subtotalSet, totalTaxSet }) => {
    return { id: lineItem.id, quantity, amount: subtotalSet.minor - taxWithin(totalTaxSet.minor) }
  })
  // A line can be refunded in parts, such as one unit restocked and one not.
  const items = [...Map.groupBy(parts, ({ id }) => id)].map(([id, some]) => {
    return { id, quantity: sumBy(some, (part) => part.quantity), amount: sumBy(some, (part) => part.amount) }
  })
  const charges = refund.refundShippingLines.nodes
  const shippingTax = sumBy(charges, ({ taxAmountSet }) => taxAmountSet.minor)
  const itemTax = sumBy(refund.refundLineItems.nodes, ({ totalTaxSet }) => totalTaxSet.minor)
  return {
    items,
    shipping: sumBy(charges, ({ subtotalAmountSet }) => subtotalAmountSet.minor) - taxWithin(shippingTax),
    tax: itemTax + shippingTax + sumBy(refund.duties, ({ amountSet }) => amountSet.minor),
  }
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
  const returned = refunds.map((refund) => {
    const { items, shipping, tax } = refundParts(refund, order.taxesIncluded)
    return {
      id: refund.id,
      parts: sumBy(items, ({ amount }) => amount) + shipping + tax,
      paid: refund.totalRefundedSet.minor,
    }
  })
  const left = order.totalPriceSet.minor - sumBy(returned, ({ parts }) => parts)
  let kept = order.netPaymentSet.minor + order.totalOutstandingSet.minor - left
  return new Map(
    returned.map(({ id, parts, paid }) => {
      const unpaid = parts - paid
      const share = unpaid > 0 ? Math.min(unpaid, Math.max(kept, 0)) : Math.max(unpaid, Math.min(kept, 0))
      kept -= share
      return [id, parts - share]
    }),
  )
}

/** The refunded part of a line; positive. */
const refundedLine = (of: SoldLine, quantity: number, amount: number): SoldLine => {
  const gross = of.quantity === 0 ? amount : Math.round((of.gross * quantity) / of.quantity)
  return { ...of, gross, quantity, discount: gross - amount, amount }
}

/**
 * The amounts of a refund, positive; an adjustment is refunded beyond the parts, or kept of them if it is negative. A refunded line that
 * the order does not contain is a tip. `total`: what the refund takes back.
 */
const refundAmounts = (
  refund: ShopifyRefund,
  total: number,
  sold: readonly SoldLine[],
  taxesIncluded: boolean,
): AddedAmounts<SoldLine> => {
  const { items, shipping, tax } = refundParts(refund, taxesIncluded)
  const byId = new Map(sold.map((line) => [line.line.id, line]))
  const lines = items.flatMap(({ id, quantity, amount }) => {
    const of = byId.get(id)
    return of ? [refundedLine(of, quantity, amount)] : []
  })
  const tip = sumBy(items, ({ id, amount }) => (byId.has(id) ? 0 : amount))
  return settle({ lines, shipping, tax, tip }, total)
}

/** `remaining`: the total less what refunds took back. */
const orderColumns = (order: ShopifyOrder, remaining: number) => {
  const channel = CHANNELS.read(order.sourceName)
  return {
    source_id: order.id,
    source_updated: order.updatedAt,
    order_number: order.name,
    ordered: order.processedAt,
    channel,
    channel_raw: order.sourceName,
    order_type: channel === 'club' ? ('club' as const) : ('regular' as const),
    payment_status: toPaymentStatus(order, remaining > 0 && order.netPaymentSet.minor > 0),
    payment_status_raw: order.displayFinancialStatus,
    fulfillment_status: FULFILLMENT_STATUSES.read(order.displayFulfillmentStatus),
    fulfillment_status_raw: order.displayFulfillmentStatus,
    delivery_method: toDeliveryMethod({
      channel,
      shippingLine: order.shippingLine,
      hasShippingAddress: Boolean(order.shippingAddress),
    }),
    delivery_method_raw: order.shippingLine?.title ?? null,
    customer_source_id: order.customer?.id ?? null,
    customer_name: order.customer?.displayName ?? null,
    team_member: order.staffMember?.name ?? null,
    team_member_source_id: order.staffMember?.id ?? null,
    location: order.retailLocation?.name ?? null,
    ...(order.shippingAddress ?? order.billingAddress ?? NO_ADDRESS),
    currency: order.totalPriceSet.currency,
  }
}

const describeLine = ({ line }: SoldLine) => {
  const title = fullTitle(line.title, line.variantTitle)
  const productType = line.product?.productType ?? null
  return {
    id: line.id,
    sku: line.sku,
    product_source_id: line.variant?.id ?? null,
    product_title: title,
    brand: line.vendor,
    varietal: null,
    ...kindColumns({
      isGiftCard: line.isGiftCard,
      title,
      productType,
      taxonomy: line.product?.category?.fullName ?? null,
    }),
    item_kind_raw: productType,
    unit_price: line.originalUnitPriceSet.major,
  }
}

const REFUND = 'refund-'

/** Orders and refunds have separate numbers at Shopify and share a table here. */
export const refundSourceId = (refundId: string): string => `${REFUND}${refundId}`

/** The number of the refund whose row has a source ID; null: an order's. */
export const refundIdIn = (sourceId: string): string | null =>
  sourceId.startsWith(REFUND) ? sourceId.slice(REFUND.length) : null

export const refundFacts = (
  order: Pick<ShopifyOrder, 'name'>,
  { id, createdAt, updatedAt }: Pick<ShopifyRefund, 'id' | 'createdAt' | 'updatedAt'>,
  index: number,
): RefundFacts => ({
  sourceId: refundSourceId(id),
  orderNumber: `${order.name}-R${index + 1}`,
  ordered: createdAt ?? updatedAt,
})

/** An order with its lines, and each of its refunds as a separate order dated by the refund. */
export const orderRows = (order: ShopifyOrder, refunds: readonly ShopifyRefund[]): CanonicalRow[] => {
  const amounts = orderAmounts(order)
  const totals = refundTotals(order, refunds)
  const remaining = amounts.total - sumBy(refunds, ({ id }) => totals.get(id) ?? 0)
  const returned = refunds.map((refund, index) => ({
    ...refundFacts(order, refund, index),
    updated: refund.updatedAt,
    amounts: refundAmounts(refund, totals.get(refund.id) ?? 0, amounts.lines, order.taxesIncluded),
  }))
  return orderWithRefunds(orderColumns(order, remaining), amounts, returned, describeLine)
}
