import { z } from 'zod'
import { vintageIn } from '#domain/item-kind/item-kind.ts'
import type { QuarantinedRecord } from '../kit/connector.ts'
import type { ProductFacts } from '../kit/product-row.ts'
import { readRecords } from '../kit/read-records.ts'
import { squareItemKind } from './item-kind.ts'
import { SquareCatalogObject } from './record-schemas.ts'
import { Cursor, Records, type SquareApi } from './square-api.ts'

/** A variation has a price and a SKU, so it is the product of our records. */
export interface CatalogProduct extends ProductFacts {
  readonly productType: string | null
  readonly currency: string | null
  /** latest change of the variation, its item or its category; epoch milliseconds */
  readonly updated: number
  readonly isDeleted: boolean
}

export interface Catalog {
  readonly products: ReadonlyMap<string, CatalogProduct>
  /** objects that Square returned */
  readonly read: number
  readonly quarantined: readonly QuarantinedRecord[]
}

const SEARCH = {
  name: 'catalog objects',
  path: '/v2/catalog/search',
  body: {
    object_types: ['ITEM', 'ITEM_VARIATION', 'CATEGORY'],
    // Old orders refer to deleted items.
    include_deleted_objects: true,
    limit: 1000,
  },
} as const

type Lack = Pick<QuarantinedRecord, 'field' | 'reason'>

type ObjectOf<T extends SquareCatalogObject['type']> = Extract<SquareCatalogObject, { type: T }>

interface Objects {
  readonly items: Map<string, ObjectOf<'ITEM'>>
  readonly variations: ObjectOf<'ITEM_VARIATION'>[]
  readonly categories: Map<string, ObjectOf<'CATEGORY'>>
}

const sortObjects = (objects: readonly SquareCatalogObject[]): Objects => {
  const sorted: Objects = { items: new Map(), variations: [], categories: new Map() }
  for (const object of objects) {
    if (object.type === 'ITEM') sorted.items.set(object.id, object)
    else if (object.type === 'ITEM_VARIATION') sorted.variations.push(object)
    else sorted.categories.set(object.id, object)
  }
  return sorted
}

/** The name that Square gives the only variation of an item. */
const PLAIN_VARIATION = 'Regular'

/** `2021 Estate Pinot Noir` with the variation `Magnum` is `2021 Estate Pinot Noir – Magnum`. */
export const productTitle = (item: string | null, variation: string | null): string => {
  if (item === null) return variation ?? 'Unnamed item'
  return variation === null || variation === '' || variation === PLAIN_VARIATION ? item : `${item} – ${variation}`
}

/** Why a variation is not a product; null if it is one. */
const lackOf = ({ item_variation_data: data }: ObjectOf<'ITEM_VARIATION'>, { items }: Objects): Lack | null => {
  if (data === null) return { field: 'item_variation_data', reason: 'item_variation_data is missing' }
  const item = items.get(data.item_id)
  if (item?.item_data) return null
  return { field: 'item_variation_data.item_id', reason: 'The item of this variation is missing or invalid' }
}

const toCatalogProduct = (
  variation: ObjectOf<'ITEM_VARIATION'>,
  { items, categories }: Objects,
): CatalogProduct | null => {
  const data = variation.item_variation_data
  if (data === null) return null
  const item = items.get(data.item_id)
  const facts = item?.item_data ?? null
  const categoryId = facts?.reporting_category?.id ?? facts?.categories[0]?.id ?? facts?.category_id ?? null
  const category = categoryId === null ? undefined : categories.get(categoryId)
  const categoryName = category?.category_data?.name ?? null
  const title = productTitle(facts?.name ?? null, data.name)
  const kind = squareItemKind({
    productType: facts?.product_type ?? null,
    isAlcoholic: facts?.is_alcoholic ?? null,
    category: categoryName,
    title,
  })
  return {
    id: variation.id,
    sku: data.sku || null,
    title,
    category: categoryName,
    vintage: vintageIn(title, kind),
    kind,
    productType: facts?.product_type ?? null,
    price: data.price_money?.amount ?? null,
    cost: data.default_unit_cost?.amount ?? null,
    currency: data.price_money?.currency ?? data.default_unit_cost?.currency ?? null,
    updated: Math.max(variation.updated_at, item?.updated_at ?? 0, category?.updated_at ?? 0),
    isDeleted: variation.is_deleted === true || item?.is_deleted === true,
  }
}

const CatalogAnswer = z.object({ objects: Records, cursor: Cursor })

/** The complete catalog including deleted objects: orders, stock and products need it. */
export const fetchCatalog = async (api: SquareApi): Promise<Catalog> => {
  const objects: SquareCatalogObject[] = []
  const quarantined: QuarantinedRecord[] = []
  let read = 0
  for await (const page of api.pages(SEARCH, CatalogAnswer)) {
    const answered = readRecords(page.objects, { schema: SquareCatalogObject, rows: () => [] })
    objects.push(...answered.records)
    quarantined.push(...answered.quarantined)
    read += page.objects.length
  }
  const sorted = sortObjects(objects)
  const products = new Map<string, CatalogProduct>()
  for (const variation of sorted.variations) {
    const lack = variation.is_deleted === true ? null : lackOf(variation, sorted)
    if (lack !== null) quarantined.push({ sourceId: variation.id, ...lack })
    const product = lack === null ? toCatalogProduct(variation, sorted) : null
    if (product !== null) products.set(product.id, product)
  }
  return { products, read, quarantined }
}
