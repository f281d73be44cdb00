import { z } from 'zod'
import { vintageIn } from '#domain/item-kind/item-kind.ts'
import type { QuarantinedRecord } from '../kit/connector.ts'
import { each, Instant, OptionalText, optional, optionalList } from '../kit/fields.ts'
import { readRecords } from '../kit/read-records.ts'
import type { ProductFacts } from '../kit/rows.ts'
import { squareItemKind } from './codes.ts'
import { SquareId, SquareMoney } from './order-schema.ts'
import type { SquareApi } from './square-api.ts'

const CategoryRef = z.object({ id: OptionalText })

const Item = z.object({
  ...each(OptionalText, 'name', 'product_type', 'category_id'),
  is_alcoholic: optional(z.boolean()),
  categories: optionalList(CategoryRef),
  reporting_category: optional(CategoryRef),
})

const Variation = z.object({
  item_id: SquareId,
  name: OptionalText,
  sku: OptionalText,
  price_money: SquareMoney,
  default_unit_cost: SquareMoney,
})

const shared = { id: SquareId, updated_at: Instant, is_deleted: optional(z.boolean()) }

/** Catalog objects by `type`. Deleted objects may have only an ID. */
const CatalogObject = z.discriminatedUnion('type', [
  z.object({ ...shared, type: z.literal('ITEM'), item_data: optional(Item) }),
  z.object({ ...shared, type: z.literal('ITEM_VARIATION'), item_variation_data: optional(Variation) }),
  z.object({ ...shared, type: z.literal('CATEGORY'), category_data: optional(z.object({ name: OptionalText })) }),
])

/** A variation has a price and a SKU, so it is the product of our records. `updated`: with its item and its category. */
export interface CatalogProduct extends ProductFacts {
  readonly productType: string | null
  readonly currency: string | null
  readonly isDeleted: boolean
}

export interface Catalog {
  readonly products: ReadonlyMap<string, CatalogProduct>
  /** objects that Square returned */
  readonly read: number
  readonly quarantined: readonly QuarantinedRecord[]
}

export const CATALOG = {
  name: 'catalog objects',
  key: 'objects',
  path: '/v2/catalog/search',
  body: {
    object_types: ['ITEM', 'ITEM_VARIATION', 'CATEGORY'],
    // Old orders refer to deleted items.
    include_deleted_objects: true,
    limit: 1000,
  },
} as const

/** The name that Square gives the only variation of an item. */
const PLAIN_VARIATION = 'Regular'

/** `2021 Estate Pinot Noir` with the variation `Magnum` is `2021 Estate Pinot Noir – Magnum`. */
export const productTitle = (item: string | null, variation: string | null): string => {
  if (item === null) return variation ?? 'Unnamed item'
  return variation === null || variation === '' || variation === PLAIN_VARIATION ? item : `${item} – ${variation}`
}

/** The complete catalog including deleted objects: orders, stock and products need it. */
export const fetchCatalog = async (api: SquareApi): Promise<Catalog> => {
  const objects = await api.all(CATALOG)
  const { records, quarantined } = readRecords(objects, { schema: CatalogObject })
  const items = new Map(records.flatMap((one) => (one.type === 'ITEM' ? [[one.id, one] as const] : [])))
  const categories = new Map(records.flatMap((one) => (one.type === 'CATEGORY' ? [[one.id, one] as const] : [])))
  const products = new Map<string, CatalogProduct>()
  const unusable: QuarantinedRecord[] = []
  for (const { id, item_variation_data: data, ...variation } of records.filter(
    (one) => one.type === 'ITEM_VARIATION',
  )) {
    if (data === null) {
      if (!variation.is_deleted)
        unusable.push({ sourceId: id, field: 'item_variation_data', reason: 'item_variation_data is missing' })
      continue
    }
    const item = items.get(data.item_id)
    const facts = item?.item_data ?? null
    if (facts === null && !variation.is_deleted) {
      const reason = 'The item of this variation is missing or invalid'
      unusable.push({ sourceId: id, field: 'item_variation_data.item_id', reason })
      continue
    }
    const category = categories.get(
      facts?.reporting_category?.id ?? facts?.categories[0]?.id ?? facts?.category_id ?? '',
    )
    const about = {
      productType: facts?.product_type ?? null,
      isAlcoholic: facts?.is_alcoholic ?? null,
      category: category?.category_data?.name ?? null,
      title: productTitle(facts?.name ?? null, data.name),
    }
    const kind = squareItemKind(about)
    products.set(id, {
      id,
      sku: data.sku || null,
      title: about.title,
      category: about.category,
      vintage: vintageIn(about.title, kind),
      kind,
      productType: about.productType,
      price: data.price_money?.amount ?? null,
      cost: data.default_unit_cost?.amount ?? null,
      currency: data.price_money?.currency ?? data.default_unit_cost?.currency ?? null,
      updated: Math.max(variation.updated_at, item?.updated_at ?? 0, category?.updated_at ?? 0),
      isDeleted: variation.is_deleted === true || item?.is_deleted === true,
    })
  }
  return { products, read: objects.length, quarantined: [...quarantined, ...unusable] }
}
