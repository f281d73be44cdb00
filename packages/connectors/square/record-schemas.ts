import { z } from 'zod'
import { optional, optionalList } from '../kit/optional.ts'
import { SquareAddress, SquareId, SquareInstant, SquareMoney, SquareQuantity, SquareText } from './fields.ts'

export const SquareLocation = z.object({
  id: SquareId,
  name: SquareText,
  timezone: SquareText,
  currency: SquareText,
  created_at: optional(SquareInstant),
})
export type SquareLocation = z.infer<typeof SquareLocation>

export const SquareCustomer = z.object({
  id: SquareId,
  created_at: SquareInstant,
  updated_at: optional(SquareInstant),
  given_name: SquareText,
  family_name: SquareText,
  company_name: SquareText,
  nickname: SquareText,
  email_address: SquareText,
  birthday: SquareText,
  address: optional(SquareAddress),
})
export type SquareCustomer = z.infer<typeof SquareCustomer>

export const SquareTeamMember = z.object({
  id: SquareId,
  given_name: SquareText,
  family_name: SquareText,
  updated_at: optional(SquareInstant),
})
export type SquareTeamMember = z.infer<typeof SquareTeamMember>

export const SquarePayment = z.object({
  id: SquareId,
  order_id: SquareText,
  refund_ids: optionalList(z.string()),
  created_at: SquareInstant,
  customer_id: SquareText,
  team_member_id: SquareText,
  application_details: optional(z.object({ square_product: SquareText })),
  shipping_address: optional(SquareAddress),
  billing_address: optional(SquareAddress),
})
export type SquarePayment = z.infer<typeof SquarePayment>

export const SquareCount = z.object({
  catalog_object_id: SquareId,
  location_id: SquareId,
  state: SquareText,
  quantity: SquareQuantity,
  calculated_at: optional(SquareInstant),
})
export type SquareCount = z.infer<typeof SquareCount>

const CategoryRef = z.object({ id: SquareText })

const Item = z.object({
  name: SquareText,
  product_type: SquareText,
  is_alcoholic: optional(z.boolean()),
  category_id: SquareText,
  categories: optionalList(CategoryRef),
  reporting_category: optional(CategoryRef),
})

const Variation = z.object({
  item_id: SquareId,
  name: SquareText,
  sku: SquareText,
  price_money: optional(SquareMoney),
  default_unit_cost: optional(SquareMoney),
})

const catalogObject = { id: SquareId, updated_at: SquareInstant, is_deleted: optional(z.boolean()) }

/** Catalog objects by `type`. Deleted objects may have only an ID. */
export const SquareCatalogObject = z.discriminatedUnion('type', [
  z.object({ ...catalogObject, type: z.literal('ITEM'), item_data: optional(Item) }),
  z.object({ ...catalogObject, type: z.literal('ITEM_VARIATION'), item_variation_data: optional(Variation) }),
  z.object({ ...catalogObject, type: z.literal('CATEGORY'), category_data: optional(z.object({ name: SquareText })) }),
])
export type SquareCatalogObject = z.infer<typeof SquareCatalogObject>
