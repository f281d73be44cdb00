import { z } from 'zod'
import { roundHalfAway } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { c7ItemKind } from './codes.ts'
import { Cost, Id, OptionalCents, OptionalInstant, Reference, Text, Titled } from './fields.ts'

/** Facts of sold items that come from the product instead of the order. */
export interface ProductFact {
  readonly category: string | null
  readonly brand: string | null
  readonly vintage: string | null
  readonly varietal: string | null
}

export interface ProductFacts {
  of(productId: string | null): ProductFact | null
}

export const toProductFacts = (products: ReadonlyMap<string, ProductFact>): ProductFacts => ({
  of: (productId) => (productId === null ? null : (products.get(productId) ?? null)),
})

/** Titles of departments and vendors by ID: most products name only the ID. */
export type Titles = ReadonlyMap<string, string>

const Variant = z.object({
  id: Id,
  title: Text,
  sku: Text,
  price: OptionalCents,
  costOfGood: Cost,
  taxType: Text,
})

const Vintage = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((vintage) => (vintage ? String(vintage) : null))

export const Product = z.object({
  id: Id,
  title: z.string(),
  type: Text,
  department: Titled,
  departmentId: Reference,
  vendor: Titled,
  vendorId: Reference,
  wine: z
    .object({ varietal: Text, vintage: Vintage })
    .nullish()
    .transform((wine) => wine ?? null),
  variants: z.array(Variant),
  updatedAt: OptionalInstant,
})
export type Product = z.output<typeof Product>

const titleOf = (titles: Titles, id: string | null): string | null => (id === null ? null : (titles.get(id) ?? null))

/** Product attributes that are copied to order lines. */
export const productFact = (
  { department, departmentId, vendor, vendorId, wine }: Product,
  titles: Titles,
): ProductFact => ({
  category: department ?? titleOf(titles, departmentId),
  brand: vendor ?? titleOf(titles, vendorId),
  vintage: wine?.vintage ?? null,
  varietal: wine?.varietal ?? null,
})

/** One row per variant, because variants have the SKU and the price. */
export const productRows = (product: Product, currency: string, titles: Titles): CanonicalRow[] => {
  const isSeveral = product.variants.length > 1
  const fact = productFact(product, titles)
  return product.variants.map((variant) => ({
    table: 'products',
    row: {
      source_id: variant.id,
      source_updated: product.updatedAt,
      time_basis: 'utc',
      sku: variant.sku,
      title: isSeveral && variant.title !== null ? `${product.title}, ${variant.title}` : product.title,
      ...fact,
      item_kind: c7ItemKind({ ...product, ...fact, taxType: variant.taxType }),
      price: variant.price,
      cost: variant.costOfGood === null ? null : roundHalfAway(variant.costOfGood),
      currency,
    },
  }))
}
