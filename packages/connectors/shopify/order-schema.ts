import { z } from 'zod'
import { nodesSchema, ShopifyAddress, ShopifyId, ShopifyInstant, ShopifyMoneyBag, ShopifyText } from './fields.ts'

const ShopifyLine = z.object({
  id: ShopifyId,
  title: z.string(),
  variantTitle: ShopifyText,
  sku: ShopifyText,
  vendor: ShopifyText,
  /** as ordered: later returns are in the refunds */
  quantity: z.int(),
  isGiftCard: z.boolean(),
  requiresShipping: z.boolean(),
  originalUnitPriceSet: ShopifyMoneyBag,
  originalTotalSet: ShopifyMoneyBag,
  /** allocations of all discounts, including order discounts */
  discountAllocations: z.array(z.object({ allocatedAmountSet: ShopifyMoneyBag })),
  taxLines: z.array(z.object({ priceSet: ShopifyMoneyBag })),
  /** null: it was deleted, or the line is a custom item */
  product: z
    .object({ id: ShopifyId, productType: ShopifyText, category: z.object({ fullName: z.string() }).nullable() })
    .nullable(),
  variant: z.object({ id: ShopifyId }).nullable(),
})
export type ShopifyLine = z.infer<typeof ShopifyLine>

/** An order as placed, before returns. */
export const ShopifyOrder = z.object({
  id: ShopifyId,
  name: z.string(),
  test: z.boolean(),
  processedAt: ShopifyInstant,
  updatedAt: ShopifyInstant,
  cancelledAt: ShopifyInstant.nullable(),
  sourceName: ShopifyText,
  displayFinancialStatus: ShopifyText,
  displayFulfillmentStatus: ShopifyText,
  taxesIncluded: z.boolean(),
  totalPriceSet: ShopifyMoneyBag,
  totalTaxSet: ShopifyMoneyBag.nullable(),
  totalTipReceivedSet: ShopifyMoneyBag,
  totalShippingPriceSet: ShopifyMoneyBag,
  originalTotalDutiesSet: ShopifyMoneyBag.nullable(),
  originalTotalAdditionalFeesSet: ShopifyMoneyBag.nullable(),
  /** received minus refunded */
  netPaymentSet: ShopifyMoneyBag,
  /** still to be received; negative: still to be refunded */
  totalOutstandingSet: ShopifyMoneyBag,
  customer: z.object({ id: ShopifyId, displayName: z.string().nullish() }).nullish(),
  staffMember: z.object({ id: ShopifyId, name: z.string() }).nullish(),
  shippingAddress: ShopifyAddress.nullish(),
  billingAddress: ShopifyAddress.nullish(),
  shippingLine: z.object({ title: z.string(), code: ShopifyText, deliveryCategory: ShopifyText }).nullable(),
  refunds: z.array(z.object({ id: ShopifyId })),
  lineItems: nodesSchema(ShopifyLine),
})
export type ShopifyOrder = z.infer<typeof ShopifyOrder>

/** One refund. Amounts are positive. */
export const ShopifyRefund = z.object({
  id: ShopifyId,
  createdAt: ShopifyInstant.nullable(),
  updatedAt: ShopifyInstant,
  /** the money that was paid out */
  totalRefundedSet: ShopifyMoneyBag,
  duties: z
    .array(z.object({ amountSet: ShopifyMoneyBag }))
    .nullable()
    .transform((duties) => duties ?? []),
  refundLineItems: nodesSchema(
    z.object({
      lineItem: z.object({ id: ShopifyId }),
      quantity: z.int(),
      subtotalSet: ShopifyMoneyBag,
      totalTaxSet: ShopifyMoneyBag,
    }),
  ),
  refundShippingLines: nodesSchema(z.object({ subtotalAmountSet: ShopifyMoneyBag, taxAmountSet: ShopifyMoneyBag })),
})
export type ShopifyRefund = z.infer<typeof ShopifyRefund>
