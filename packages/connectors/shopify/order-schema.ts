import { z } from 'zod'
import { each, Instant, OptionalText, optionalList } from '../kit/fields.ts'
import { completeNodes, nodesSchema, ShopifyAddress, ShopifyId, ShopifyMoneyBag } from './fields.ts'

export const ShopifyLine = z.object({
  id: ShopifyId,
  title: z.string(),
  ...each(OptionalText, 'variantTitle', 'sku', 'vendor'),
  /** as ordered: later returns are in the refunds */
  quantity: z.int(),
  isGiftCard: z.boolean(),
  originalUnitPriceSet: ShopifyMoneyBag,
  originalTotalSet: ShopifyMoneyBag,
  /** allocations of all discounts, including order discounts */
  discountAllocations: z.array(z.object({ allocatedAmountSet: ShopifyMoneyBag })),
  taxLines: z.array(z.object({ priceSet: ShopifyMoneyBag })),
  /** null: it was deleted, or the line is a custom item */
  product: z.object({ productType: OptionalText, category: z.object({ fullName: z.string() }).nullable() }).nullable(),
  variant: z.object({ id: ShopifyId }).nullable(),
})
export type ShopifyLine = z.output<typeof ShopifyLine>

/** What an order comes to, and what was paid of it. */
export const ShopifySettlement = z.object({
  taxesIncluded: z.boolean(),
  totalPriceSet: ShopifyMoneyBag,
  /** received minus refunded */
  netPaymentSet: ShopifyMoneyBag,
  /** still to be received; negative: still to be refunded */
  totalOutstandingSet: ShopifyMoneyBag,
})
export type ShopifySettlement = z.output<typeof ShopifySettlement>

/** An order as placed, before returns. */
export const ShopifyOrder = ShopifySettlement.extend({
  id: ShopifyId,
  name: z.string(),
  test: z.boolean(),
  processedAt: Instant,
  updatedAt: Instant,
  cancelledAt: Instant.nullable(),
  ...each(OptionalText, 'sourceName', 'displayFinancialStatus', 'displayFulfillmentStatus'),
  totalTaxSet: ShopifyMoneyBag.nullable(),
  totalTipReceivedSet: ShopifyMoneyBag,
  totalShippingPriceSet: ShopifyMoneyBag,
  originalTotalDutiesSet: ShopifyMoneyBag.nullable(),
  originalTotalAdditionalFeesSet: ShopifyMoneyBag.nullable(),
  customer: z.object({ id: ShopifyId, displayName: z.string().nullish() }).nullish(),
  staffMember: z.object({ id: ShopifyId, name: z.string() }).nullish(),
  retailLocation: z.object({ name: z.string() }).nullish(),
  shippingAddress: ShopifyAddress.nullish(),
  billingAddress: ShopifyAddress.nullish(),
  shippingLine: z.object({ title: z.string(), code: OptionalText, deliveryCategory: OptionalText }).nullable(),
  refunds: z.array(z.object({ id: ShopifyId })),
  lineItems: completeNodes(ShopifyLine),
})
export type ShopifyOrder = z.output<typeof ShopifyOrder>

export const RefundedItem = z.object({
  lineItem: z.object({ id: ShopifyId }),
  quantity: z.int(),
  subtotalSet: ShopifyMoneyBag,
  totalTaxSet: ShopifyMoneyBag,
})

/** One refund. Amounts are positive. */
export const ShopifyRefund = z.object({
  id: ShopifyId,
  createdAt: Instant.nullable(),
  updatedAt: Instant,
  /** the money that was paid out */
  totalRefundedSet: ShopifyMoneyBag,
  duties: optionalList(z.object({ amountSet: ShopifyMoneyBag })),
  refundLineItems: completeNodes(RefundedItem),
  refundShippingLines: nodesSchema(z.object({ subtotalAmountSet: ShopifyMoneyBag, taxAmountSet: ShopifyMoneyBag })),
})
export type ShopifyRefund = z.output<typeof ShopifyRefund>
