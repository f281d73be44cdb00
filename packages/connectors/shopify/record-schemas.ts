import { z } from 'zod'
import { nodesSchema, ShopifyAddress, ShopifyId, ShopifyInstant, ShopifyMoney, ShopifyText } from './fields.ts'

export const ShopifyCustomer = z.object({
  id: ShopifyId,
  displayName: ShopifyText.optional(),
  createdAt: ShopifyInstant,
  updatedAt: ShopifyInstant,
  defaultEmailAddress: z.object({ emailAddress: ShopifyText }).nullish(),
  defaultAddress: ShopifyAddress.nullish(),
})
export type ShopifyCustomer = z.infer<typeof ShopifyCustomer>

const ShopifyLevel = z.object({
  id: z.string(),
  updatedAt: ShopifyInstant.nullable(),
  location: z.object({ id: ShopifyId, name: ShopifyText }),
  quantities: z.array(z.object({ name: z.string(), quantity: z.int() })),
})
export type ShopifyLevel = z.infer<typeof ShopifyLevel>

export const ShopifyVariant = z.object({
  id: ShopifyId,
  title: ShopifyText,
  sku: ShopifyText,
  /** in the shop's currency */
  price: z.string(),
  updatedAt: ShopifyInstant,
  product: z.object({
    title: z.string(),
    vendor: ShopifyText,
    productType: ShopifyText,
    isGiftCard: z.boolean(),
    category: z.object({ fullName: z.string() }).nullable(),
  }),
  inventoryItem: z.object({
    tracked: z.boolean(),
    unitCost: ShopifyMoney.nullable(),
    inventoryLevels: nodesSchema(ShopifyLevel),
  }),
})
export type ShopifyVariant = z.infer<typeof ShopifyVariant>
