import { z } from 'zod'
import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import { codesOf } from '../kit/codes.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { optional, optionalList } from '../kit/fields.ts'
import { allRecords } from '../kit/paging.ts'
import { parseEach, readRecords } from '../kit/read-records.ts'
import { type ProductFacts, productRow, stockRow, titleWithOptions } from '../kit/rows.ts'
import { declareStream } from '../kit/stream.ts'
import { metaAmount, millionthsToMinor, OptionalAmount, OptionalInstant, WooId, WooMeta, WooText } from './fields.ts'
import type { WooApi } from './woocommerce-api.ts'

const namesOf = optionalList(z.object({ name: WooText })).transform((items) => items.flatMap(({ name }) => name ?? []))

const Cost = optional(z.object({ total_value: OptionalAmount }).transform(({ total_value }) => total_value)).catch(null)

const shared = {
  id: WooId,
  sku: WooText,
  date_modified_gmt: OptionalInstant,
  regular_price: OptionalAmount,
  price: OptionalAmount,
  /** `parent`: a variation shares the stock of its product */
  manage_stock: z.union([z.boolean(), z.literal('parent')]),
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
  attributes: optionalList(
    z
      .object({ name: WooText, options: z.array(z.string()) })
      .transform(({ name, options }) => ({ name, value: options.length === 1 ? (options[0] ?? null) : null })),
  ),
})
type WooProduct = z.output<typeof WooProduct>

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#product-variation-properties */
export const WooVariation = z.object({
  ...shared,
  attributes: optionalList(
    z.object({ name: WooText, option: WooText }).transform(({ name, option }) => ({ name, value: option })),
  ),
})
type WooVariation = z.output<typeof WooVariation>

const Identified = z.object({ id: WooId, variations: z.array(WooId).catch([]) })

const TYPES = codesOf<ItemKind>({
  gift_card: 'gift-card, pw-gift-card',
  club_fee: 'subscription, variable-subscription',
})

/** What is booked may be a tasting. */
const BOOKINGS: ReadonlySet<string> = new Set(['booking', 'accommodation-booking'])

export const wooItemKind = (product: {
  /** such as `simple`, `variable`, or one that an extension adds */
  readonly type: string
  readonly categories: readonly string[]
  readonly title: string
}): ItemKind =>
  TYPES.get(product.type) ?? toItemKind({ ...product, otherwise: BOOKINGS.has(product.type) ? 'reservation' : null })

/** Name of the category that WooCommerce gives products without one. */
const NO_CATEGORY = /^uncategori[sz]ed$/i

/** The first category that the shop chose. */
export const firstProductCategory = (categories: readonly string[]): string | null =>
  categories.find((name) => !NO_CATEGORY.test(name)) ?? null

/** A product that can be sold: a simple product or a variation of one. */
export interface CatalogProduct extends ProductFacts {
  readonly type: string
  /** null: the store doesn't count it, or counts it with its product */
  readonly stock: number | null
  /** false: a product of which only variations are sold */
  readonly isSold: boolean
}

const PRODUCTS = { name: 'products', path: 'products' }

const VARIABLE_TYPES: ReadonlySet<string> = new Set(['variable', 'variable-subscription'])

/** Products that only link to others, in this shop or elsewhere. */
const LINK_TYPES: ReadonlySet<string> = new Set(['grouped', 'external'])

const attributeOf = (attributes: WooProduct['attributes'], pattern: RegExp): string | null =>
  attributes.find(({ name }) => pattern.test(name ?? ''))?.value ?? null

const readCost = ({ cost_of_goods_sold, meta_data }: WooProduct | WooVariation): number | null =>
  cost_of_goods_sold ?? metaAmount(meta_data, '_wc_cog_cost')

const inMinor = (millionths: number | null, currency: string | null): number | null =>
  millionths === null || currency === null ? null : millionthsToMinor(millionths, currency)

const entryOf = (product: WooProduct, variation: WooVariation | null, currency: string | null): CatalogProduct => {
  const sold = variation ?? product
  const options = variation?.attributes ?? []
  const values = options.flatMap(({ value }) => value ?? [])
  const title = titleWithOptions(product.name ?? 'Unnamed product', values)
  const attributes = [...options, ...product.attributes]
  const kind = wooItemKind({ type: product.type, categories: product.categories, title })
  return {
    id: sold.id,
    sku: sold.sku ?? product.sku,
    title,
    category: firstProductCategory(product.categories),
    brand: product.brands[0] ?? attributeOf(attributes, /^(brand|winery|producer)$/i),
    vintage: attributeOf(attributes, /\bvintage\b/i) ?? vintageIn(title, kind),
    varietal: attributeOf(attributes, /\b(varietal|variety|grapes?)\b/i),
    kind,
    type: product.type,
    price: inMinor(sold.regular_price ?? sold.price, currency),
    cost: inMinor(readCost(sold) ?? readCost(product), currency),
    updated: sold.date_modified_gmt,
    stock: sold.manage_stock === true ? (sold.stock_quantity ?? 0) : null,
    isSold: variation !== null || !(VARIABLE_TYPES.has(product.type) || LINK_TYPES.has(product.type)),
  }
}

/** All products that are not in the trash, with their variations: orders, stock and products need them. `currency`: null: unknown */
export const fetchCatalog = async (api: WooApi, currency: string | null) => {
  const listed = await allRecords(api.pages(PRODUCTS))
  // Variations of a product that can't be read still exist.
  const idOf = (record: unknown) => parseEach([record], Identified).flatMap(({ id, variations }) => [id, ...variations])
  const { records, quarantined } = readRecords(listed, { schema: WooProduct, idOf })
  const products = new Map<string, CatalogProduct>()
  const catalog = { products, currency, read: listed.length, quarantined: [...quarantined] }
  for (const product of records) {
    products.set(product.id, entryOf(product, null, currency))
    if (!VARIABLE_TYPES.has(product.type)) continue
    const list = { name: 'variations', path: `products/${product.id}/variations` }
    const variations = await allRecords(api.pages(list))
    const read = readRecords(variations, { schema: WooVariation })
    for (const variation of read.records) products.set(variation.id, entryOf(product, variation, currency))
    catalog.quarantined.push(...read.quarantined)
    catalog.read += variations.length
  }
  return catalog
}
export type WooCatalog = Awaited<ReturnType<typeof fetchCatalog>>

const productRows = (product: CatalogProduct, currency: string | null): CanonicalRow[] => {
  const { id, sku, title, stock, updated } = product
  const facts = { id, updated, sku: sku ?? id, title, location: null }
  return [
    ...(product.isSold ? [productRow(product, currency)] : []),
    ...(stock === null ? [] : [stockRow({ ...facts, onHand: stock, available: stock })]),
  ]
}

/** WooCommerce can list changed products, but a sale changes stock without changing the product. */
export const productsStream = (api: WooApi, catalog: () => Promise<WooCatalog>) =>
  declareStream({
    name: 'products',
    tables: ['products', 'inventory'],
    async convert() {
      const { products, currency, read, quarantined } = await catalog()
      const rows = [...products.values()].flatMap((product) => productRows(product, currency))
      return { read, total: read, rows, quarantined }
    },
    schema: WooProduct,
    sample: { fetch: () => api.sample(PRODUCTS), nameOf: ({ name, id }) => name ?? id },
  })
