import { vintageIn } from '#domain/item-kind/item-kind.ts'
import type { QuarantinedRecord } from '../kit/connector.ts'
import type { ProductFacts } from '../kit/product-row.ts'
import { readRecords } from '../kit/read-records.ts'
import { metaAmount, millionthsToMinor } from './fields.ts'
import { readRecordId, wholeList } from './list-pages.ts'
import { firstProductCategory, wooItemKind } from './product-kind.ts'
import { BareProduct, WooProduct, WooVariation } from './product-schema.ts'
import type { WooApi } from './woocommerce-api.ts'

/** A product that can be sold: a simple product or a variation of one. */
export interface CatalogProduct extends ProductFacts {
  readonly type: string
  /** null: the store doesn't count it, or counts it with its product */
  readonly stock: number | null
  /** false: a product of which only variations are sold */
  readonly isSold: boolean
}

export interface Catalog {
  readonly products: ReadonlyMap<string, CatalogProduct>
  /** records that WooCommerce returned */
  readonly read: number
  readonly quarantined: readonly QuarantinedRecord[]
}

const PRODUCTS = { name: 'products', path: 'products', orderby: 'id' } as const

const VARIABLE_TYPES: ReadonlySet<string> = new Set(['variable', 'variable-subscription'])

/** Products that only link to others, in this shop or elsewhere. */
const LINK_TYPES: ReadonlySet<string> = new Set(['grouped', 'external'])

type Attributes = readonly { readonly name: string | null; readonly value: string | null }[]

const attributeOf = (attributes: Attributes, pattern: RegExp): string | null =>
  attributes.find(({ name }) => pattern.test(name ?? ''))?.value ?? null

const productAttributes = ({ attributes }: WooProduct): Attributes =>
  attributes.map(({ name, options }) => ({ name, value: options.length === 1 ? (options[0] ?? null) : null }))

/** `2021 Estate Pinot Noir` with the options `Magnum` is `2021 Estate Pinot Noir - Magnum`, as WooCommerce names its lines. */
const fullTitle = (name: string | null, options: readonly string[]): string => {
  const title = name ?? 'Unnamed product'
  return options.length === 0 ? title : `${title} - ${options.join(', ')}`
}

const readCost = ({ cost_of_goods_sold, meta_data }: WooProduct | WooVariation): number | null =>
  cost_of_goods_sold ?? metaAmount(meta_data, '_wc_cog_cost')

const inMinor = (millionths: number | null, currency: string | null): number | null =>
  millionths === null || currency === null ? null : millionthsToMinor(millionths, currency)

const entryOf = (product: WooProduct, variation: WooVariation | null, currency: string | null): CatalogProduct => {
  const sold = variation ?? product
  const options = variation?.attributes.flatMap(({ option }) => option ?? []) ?? []
  const title = fullTitle(product.name, options)
  const own: Attributes = variation?.attributes.map(({ name, option }) => ({ name, value: option })) ?? []
  const attributes = [...own, ...productAttributes(product)]
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

/** Variations of a product that can't be read still exist. */
const lostVariations = (record: unknown): QuarantinedRecord[] =>
  (BareProduct.safeParse(record).data?.variations ?? []).map((id) => ({
    sourceId: String(id),
    field: null,
    reason: 'The product of this variation can’t be used',
  }))

/** All products that are not in the trash, with their variations: orders, stock and products need them. */
export const fetchCatalog = async (api: WooApi, currency: string | null): Promise<Catalog> => {
  const products = new Map<string, CatalogProduct>()
  const quarantined: QuarantinedRecord[] = []
  let read = 0
  const add = (entry: CatalogProduct): void => void products.set(entry.id, entry)

  const addVariations = async (product: WooProduct): Promise<void> => {
    const list = { name: 'variations', path: `products/${product.id}/variations`, orderby: 'id' } as const
    for await (const records of wholeList(api, list)) {
      const parsed = readRecords(records, { schema: WooVariation, rows: () => [] })
      for (const variation of parsed.records) add(entryOf(product, variation, currency))
      quarantined.push(...parsed.quarantined)
      read += records.length
    }
  }

  for await (const records of wholeList(api, PRODUCTS)) {
    const parsed = readRecords(records, { schema: WooProduct, rows: () => [] })
    const lost = new Set(parsed.quarantined.map(({ sourceId }) => sourceId))
    quarantined.push(...parsed.quarantined)
    for (const record of records) if (lost.has(readRecordId(record))) quarantined.push(...lostVariations(record))
    read += records.length
    for (const product of parsed.records) {
      add(entryOf(product, null, currency))
      if (VARIABLE_TYPES.has(product.type)) await addVariations(product)
    }
  }
  return { products, read, quarantined }
}
