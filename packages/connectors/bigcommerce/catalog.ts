import { z } from 'zod'
import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind, vintageIn } from '#domain/item-kind/item-kind.ts'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { PermissionMissing } from '../kit/not-allowed.ts'
import { pagesById, pagesFromEnd } from '../kit/paging.ts'
import type { ProductFacts } from '../kit/product-row.ts'
import { parseEach, readRecords } from '../kit/read-records.ts'
import { type BcRequest, type BigCommerceApi, numbered } from './bigcommerce-api.ts'
import { BcId, BcInstant, BcOptionalDecimal, BcReference, listOrNone, readBcId } from './fields.ts'
import type { BcLine } from './order-schema.ts'

/** A variant has a price and a SKU, so it is the product of our records. Products without options have one variant too. */
export interface CatalogProduct extends Omit<ProductFacts, 'cost' | 'price'> {
  /** the first that says what the product is, else the first */
  readonly category: string | null
  /** decimal text; null: none */
  readonly price: string | null
  readonly cost: string | null
  /** epoch milliseconds */
  readonly updated: number
}

/** What the catalog says about the goods of an order. */
export interface CatalogFacts {
  of(line: Pick<BcLine, 'variant_id' | 'product_id'>): CatalogProduct | undefined
  resolveItemKind(line: Pick<BcLine, 'variant_id' | 'product_id' | 'type'>, title: string): ItemKind
}

export interface Catalog extends CatalogFacts {
  readonly products: readonly CatalogProduct[]
  /** records that BigCommerce returned */
  readonly read: number
  readonly quarantined: readonly QuarantinedRecord[]
  /** null: all may be read */
  readonly missing: PermissionMissing | null
}

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
export const BcProduct = z.object({
  id: BcId,
  name: z.string(),
  type: OptionalText,
  sku: OptionalText,
  price: BcOptionalDecimal,
  cost_price: BcOptionalDecimal,
  categories: z.array(z.int()).nullish(),
  brand_id: BcReference,
  date_modified: BcInstant,
  custom_fields: listOrNone(CustomField),
  variants: z.array(Variant),
})
type BcProduct = z.output<typeof BcProduct>

interface Names {
  readonly brands: ReadonlyMap<string, string>
  readonly categories: ReadonlyMap<string, string>
}

const LISTS = {
  products: {
    scope: 'Products',
    name: 'products',
    path: '/v3/catalog/products',
    query: { include: 'variants,custom_fields', limit: 100 },
  },
  brands: {
    scope: 'Products',
    name: 'brands',
    path: '/v3/catalog/brands',
    query: { limit: 250, include_fields: 'name' },
  },
  categories: {
    scope: 'Products',
    name: 'categories',
    path: '/v3/catalog/trees/categories',
    query: { limit: 250 },
  },
} as const satisfies Readonly<Record<string, BcRequest>>

/** Some products, for the connection test. */
export const sampleProducts = (api: BigCommerceApi, limit: number) =>
  api.page({ ...LISTS.products, query: { ...LISTS.products.query, limit } })

const catalogPages = (api: BigCommerceApi, list: typeof LISTS.products | typeof LISTS.brands) =>
  pagesById({
    name: list.name,
    idOf: readBcId,
    async fetch(after) {
      const query = { ...list.query, 'id:greater': after, sort: 'id', direction: 'asc' }
      return (await api.page({ ...list, query })).records
    },
  })

const fetchNames = async (api: BigCommerceApi): Promise<Names> => {
  const brands = new Map<string, string>()
  for await (const { records } of catalogPages(api, LISTS.brands)) {
    for (const { id, name } of parseEach(records, Brand)) brands.set(id, name)
  }
  const categories = new Map<string, string>()
  for await (const { records } of pagesFromEnd(numbered(api, LISTS.categories))) {
    for (const { category_id, name } of parseEach(records, Category)) categories.set(category_id, name)
  }
  return { brands, categories }
}

const Identified = z.object({ id: BcId, variants: z.array(z.object({ id: BcId })) })

/** Rows of a product are of its variants, so that those of one that can't be read stay. */
const withVariants = (quarantined: QuarantinedRecord, records: readonly unknown[]): QuarantinedRecord[] => {
  const found = parseEach(records, Identified)
  const variants = found.find(({ id }) => id === quarantined.sourceId)?.variants ?? []
  return variants.length === 0 ? [quarantined] : variants.map(({ id }) => ({ ...quarantined, sourceId: id }))
}

const fieldNamed = ({ custom_fields }: BcProduct, pattern: RegExp): string | null =>
  custom_fields.find(({ name }) => pattern.test(name))?.value.trim() || null

/** `type`: physical, digital, or giftcertificate. */
export const bcItemKind = (type: string | null, title: string, categories: readonly string[] = []): ItemKind =>
  type === 'giftcertificate' ? 'gift_card' : toItemKind({ title, categories })

const productsOf = (product: BcProduct, { brands, categories }: Names): CatalogProduct[] => {
  const names = (product.categories ?? []).flatMap((id) => categories.get(String(id)) ?? [])
  return product.variants.map((variant) => {
    const labels = variant.option_values.map(({ label }) => label)
    const title = labels.length === 0 ? product.name : `${product.name} - ${labels.join(', ')}`
    const kind = bcItemKind(product.type, title, names)
    const telling = names.find((name) => toItemKind({ title: '', categories: [name] }) === kind)
    return {
      id: variant.id,
      sku: variant.sku ?? product.sku,
      title,
      category: telling ?? names[0] ?? null,
      brand: brands.get(product.brand_id ?? '') ?? null,
      vintage: (kind === 'wine' ? fieldNamed(product, /^vintage$/i) : null) ?? vintageIn(title, kind),
      varietal: fieldNamed(product, /^(grape )?(varietal|variety)$/i),
      kind,
      price: variant.price ?? product.price,
      cost: variant.cost_price ?? product.cost_price,
      updated: product.date_modified,
    }
  })
}

const buildCatalogFacts = (
  products: readonly CatalogProduct[],
  firstOf: ReadonlyMap<string, CatalogProduct>,
): CatalogFacts => {
  const byId = new Map(products.map((product) => [product.id, product]))
  const of: CatalogFacts['of'] = ({ variant_id, product_id }) =>
    byId.get(variant_id ?? '') ?? (variant_id === null ? firstOf.get(product_id ?? '') : undefined)
  return {
    of,
    resolveItemKind(line, title) {
      const known = line.type === 'giftcertificate' ? undefined : of(line)
      if (known && known.kind !== 'other') return known.kind
      return bcItemKind(line.type, title)
    },
  }
}

/** Every product with its brand and categories: orders, stock, and products need it. */
export const fetchCatalog = async (api: BigCommerceApi): Promise<Catalog> => {
  const products: CatalogProduct[] = []
  const quarantined: QuarantinedRecord[] = []
  // Lines of old orders name only the product: its variant is unambiguous if there is one.
  const firstOf = new Map<string, CatalogProduct>()
  let read = 0
  try {
    const names = await fetchNames(api)
    for await (const { records } of catalogPages(api, LISTS.products)) {
      const page = readRecords(records, { schema: BcProduct, rows: () => [] })
      read += records.length
      quarantined.push(...page.quarantined.flatMap((record) => withVariants(record, records)))
      for (const record of page.records) {
        const variants = productsOf(record, names)
        products.push(...variants)
        const [only] = variants
        if (only && variants.length === 1) firstOf.set(record.id, only)
      }
    }
  } catch (error) {
    if (!(error instanceof PermissionMissing)) throw error
    return { products: [], read: 0, quarantined: [], missing: error, ...buildCatalogFacts([], new Map()) }
  }
  return { products, read, quarantined, missing: null, ...buildCatalogFacts(products, firstOf) }
}
