import { z } from 'zod'
import { OptionalAmount, OptionalInstant, WooId, WooMeta, WooText } from './fields.ts'

const Named = z.object({ name: WooText })

const namesOf = z
  .array(Named)
  .nullish()
  .transform((items) => (items ?? []).flatMap(({ name }) => name ?? []))

const Cost = z
  .object({ total_value: OptionalAmount })
  .nullish()
  .catch(null)
  .transform((cost) => cost?.total_value ?? null)

/** `parent`: a variation shares the stock of its product. */
const ManagesStock = z.union([z.boolean(), z.literal('parent')])

const shared = {
  id: WooId,
  sku: WooText,
  date_modified_gmt: OptionalInstant,
  regular_price: OptionalAmount,
  price: OptionalAmount,
  manage_stock: ManagesStock,
  stock_quantity: z.number().nullish(),
  /** from WooCommerce 10.3 on */
  cost_of_goods_sold: Cost,
  meta_data: WooMeta,
}

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-properties */
export const WooProduct = z.object({
  ...shared,
  name: WooText,
  type: z.string(),
  categories: namesOf,
  /** from WooCommerce 9.6 on */
  brands: namesOf,
  attributes: z
    .array(z.object({ name: WooText, options: z.array(z.string()) }))
    .nullish()
    .transform((attributes) => attributes ?? []),
  variations: z
    .array(z.int())
    .nullish()
    .transform((ids) => ids ?? []),
})
export type WooProduct = z.output<typeof WooProduct>

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-variation-properties */
export const WooVariation = z.object({
  ...shared,
  attributes: z
    .array(z.object({ name: WooText, option: WooText }))
    .nullish()
    .transform((attributes) => attributes ?? []),
})
export type WooVariation = z.output<typeof WooVariation>

/** The variations of a product that can't be read otherwise. */
export const BareProduct = z.object({ variations: z.array(z.int()).catch([]) })
