import { z } from 'zod'
import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { Instant, OptionalText } from '../kit/fields.ts'
import { allRecords, pagesById } from '../kit/paging.ts'
import { parseEach, readRecordId, readRecords } from '../kit/read-records.ts'
import { type ProductFacts, productRow, stockRow, titleWithOptions } from '../kit/rows.ts'
import { declareStream } from '../kit/stream.ts'
import { type BigCommerceApi, SAMPLE_SIZE } from './bigcommerce-api.ts'
import { BcId, BcOptionalDecimal, BcReference, listOrNone, parseMinorOrZero } from './fields.ts'
import type { BcLine } from './order-schema.ts'

const Brand = z.object({ id: BcId, name: z.string() })
const Category = z.object({ category_id: BcId, name: z.string() })
const CustomField = z.object({ name: z.string(), value: z.string() })

const Variant = z.object({
  id: BcId,
  sku: OptionalText,
  price: BcOptionalDecimal,
  cost_price: BcOptionalDecimal,
  option_values: listOrNone(z.object({ label: z.string() })),
})

/** https://developer.bigcommerce.com/docs/rest-catalog/products */
const BcProduct = z.object({
  id: BcId,
  name: z.string(),
  type: OptionalText,
  sku: OptionalText,
  price: BcOptionalDecimal,
  cost_price: BcOptionalDecimal,
  categories: z.array(z.int()).nullish(),
  brand_id: BcReference,
  date_modified: Instant,
  custom_fields: listOrNone(CustomField),
  variants: z.array(Variant),
})
type BcProduct = z.output<typeof BcProduct>

const PRODUCTS = {
  scope: 'Products',
  name: 'products',
  path: '/v3/catalog/products',
  query: { include: 'variants,custom_fields', limit: 100 },
} as const

const BRANDS = {
  scope: 'Products',
  name: 'brands',
  path: '/v3/catalog/brands',
  query: { limit: 250, include_fields: 'name' },
} as const

const CATEGORIES = {
  scope: 'Products',
  name: 'categories',
  path: '/v3/catalog/trees/categories',
  query: { limit: 250 },
} as const

const listById = (api: BigCommerceApi, list: typeof PRODUCTS | typeof BRANDS): Promise<unknown[]> => {
  const fetch = async (after: number) =>
    (await api.page({ ...list, query: { ...list.query, 'id:greater': after, sort: 'id', direction: 'asc' } })).records
  return allRecords(pagesById({ name: list.name, fetch }))
}

const fetchNames = async (api: BigCommerceApi) => {
  const brands = parseEach(await listById(api, BRANDS), Brand)
  const categories = parseEach(await allRecords(api.pages(CATEGORIES)), Category)
  return {
    brands: new Map(brands.map(({ id, name }) => [id, name])),
    categories: new Map(categories.map(({ category_id, name }) => [category_id, name])),
  }
}

const Variants = z.object({ variants: z.array(z.object({ id: BcId })).min(1) })

/** Rows of a product are of its variants, so that those of one that can't be read stay. */
const variantIds = (record: unknown): string | null | string[] =>
  Variants.safeParse(record).data?.variants.map(({ id }) => id) ?? readRecordId(record)

const fieldNamed = ({ custom_fields }: BcProduct, pattern: RegExp): string | null =>
  custom_fields.find(({ name }) => pattern.test(name))?.value.trim() || null

/** `type`: physical, digital, or giftcertificate. */
export const bcItemKind = (type: string | null, title: string, categories: readonly string[] = []): ItemKind =>
  type === 'giftcertificate' ? 'gift_card' : toItemKind({ title, categories })

/** A cost of 0 means that none was entered. */
const productsOf = (
  product: BcProduct,
  { brands, categories }: Awaited<ReturnType<typeof fetchNames>>,
  currency: string,
): ProductFacts[] => {
  const names = (product.categories ?? []).flatMap((id) => categories.get(String(id)) ?? [])
  return product.variants.map((variant) => {
    const options = variant.option_values.map(({ label }) => label)
    const title = titleWithOptions(product.name, options)
    const kind = bcItemKind(product.type, title, names)
    const price = variant.price ?? product.price
    return {
      id: variant.id,
      sku: variant.sku ?? product.sku,
      title,
      // The first that says what the product is, else the first.
      category: names.find((name) => toItemKind({ title: '', categories: [name] }) === kind) ?? names[0] ?? null,
      brand: brands.get(product.brand_id ?? '') ?? null,
      vintage: (kind === 'wine' ? fieldNamed(product, /^vintage$/i) : null) ?? vintageIn(title, kind),
      varietal: fieldNamed(product, /^(grape )?(varietal|variety)$/i),
      kind,
      price: price === null ? null : parseMinorOrZero(price, currency),
      cost: parseMinorOrZero(variant.cost_price ?? product.cost_price, currency) || null,
      updated: product.date_modified,
    }
  })
}

/**
 * What the catalog says about the goods of an order. A variant has a price and a SKU, so it is the product of our records. `products`: the
 * variants of each product. Lines of old orders name only the product: its variant is unambiguous if there is one.
 */
export const catalogFacts = (products: readonly (readonly [id: string, readonly ProductFacts[]])[]) => {
  const byVariant = new Map(products.flatMap(([, variants]) => variants.map((one) => [one.id, one] as const)))
  const byProduct = new Map(products)
  const of = ({ variant_id, product_id }: Pick<BcLine, 'variant_id' | 'product_id'>): ProductFacts | undefined => {
    if (variant_id !== null) return byVariant.get(variant_id)
    const variants = byProduct.get(product_id ?? '')
    return variants?.length === 1 ? variants[0] : undefined
  }
  return {
    of,
    resolveItemKind(line: Pick<BcLine, 'variant_id' | 'product_id' | 'type'>, title: string): ItemKind {
      const known = line.type === 'giftcertificate' ? undefined : of(line)
      return known && known.kind !== 'other' ? known.kind : bcItemKind(line.type, title)
    },
  }
}

export type CatalogFacts = ReturnType<typeof catalogFacts>

/** Every product with its brand and categories: orders, stock, and products need it. `currency`: of its prices */
export const fetchCatalog = async (api: BigCommerceApi, currency: string) => {
  const names = await fetchNames(api)
  const listed = await listById(api, PRODUCTS)
  const { records, quarantined } = readRecords(listed, { schema: BcProduct, idOf: variantIds })
  const products = records.map((product) => [product.id, productsOf(product, names, currency)] as const)
  return {
    products: products.flatMap(([, variants]) => variants),
    currency,
    read: listed.length,
    quarantined,
    ...catalogFacts(products),
  }
}
type Catalog = Awaited<ReturnType<typeof fetchCatalog>>

/** Changes of variants, brands, and categories have no date, and orders need the whole catalog anyway. */
export const productsStream = (api: BigCommerceApi, catalog: () => Promise<Catalog>) =>
  declareStream({
    name: 'products',
    async convert() {
      const { products, currency, read, quarantined } = await catalog()
      return { read, total: read, rows: products.map((product) => productRow(product, currency)), quarantined }
    },
    schema: BcProduct,
    sample: {
      fetch: () => api.page({ ...PRODUCTS, query: { ...PRODUCTS.query, limit: SAMPLE_SIZE } }),
      nameOf: ({ name }) => name,
    },
  })

const Location = z.object({
  location_id: BcId,
  location_name: OptionalText,
  available_to_sell: z.int(),
  total_inventory_onhand: z.int(),
})

/** https://developer.bigcommerce.com/docs/rest-management/inventory */
const BcStock = z.object({
  identity: z.object({ sku: OptionalText, variant_id: BcId }),
  locations: z.array(Location),
})
type BcStock = z.output<typeof BcStock>

const BareStock = z.object({ identity: z.object({ variant_id: BcId }) })

const stockRows = ({ identity, locations }: BcStock, catalog: CatalogFacts): CanonicalRow[] => {
  const product = catalog.of({ variant_id: identity.variant_id, product_id: null })
  // Stock without a SKU can't be matched to sales.
  const sku = identity.sku ?? product?.sku ?? null
  if (sku === null) return []
  return locations.map((location) =>
    stockRow({
      id: `${identity.variant_id}@${location.location_id}`,
      updated: null,
      sku,
      title: product?.title ?? null,
      location: location.location_name,
      onHand: location.total_inventory_onhand,
      available: location.available_to_sell,
    }),
  )
}

const STOCK = { scope: 'Store Inventory', name: 'inventory', path: '/v3/inventory/items' } as const

/** Stock changes with every sale, so all of it is read each time. */
export const inventoryStream = (api: BigCommerceApi, facts: () => Promise<CatalogFacts>) =>
  declareStream({
    name: 'inventory',
    pages: () => api.pages({ ...STOCK, query: { limit: 250 } }),
    schema: BcStock,
    idOf: (record) => BareStock.safeParse(record).data?.identity.variant_id ?? null,
    context: facts,
    rows: stockRows,
    sample: {
      fetch: () => api.page({ ...STOCK, query: { limit: SAMPLE_SIZE } }),
      nameOf: ({ identity, locations: [first] }) =>
        first ? `${identity.sku ?? 'no SKU'} at ${first.location_name ?? `location ${first.location_id}`}` : null,
    },
  })
