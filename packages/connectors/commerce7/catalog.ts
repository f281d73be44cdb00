import { z } from 'zod'
import { roundHalfAway } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { each, OptionalText, optional } from '../kit/fields.ts'
import { allRecords } from '../kit/paging.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { parseEach } from '../kit/read-records.ts'
import { productRow, stockRow } from '../kit/rows.ts'
import { c7ItemKind } from './codes.ts'
import { type Commerce7Api, LISTS } from './commerce7-api.ts'
import { Cost, Id, OptionalCents, OptionalInstant, Reference, YesUnlessDenied } from './fields.ts'

/** Titles of departments and vendors by ID: most products name only the ID. */
export type Titles = ReadonlyMap<string, string>

const Variant = z.object({
  id: Id,
  ...each(OptionalText, 'title', 'sku', 'taxType'),
  price: OptionalCents,
  costOfGood: Cost,
})

/** A department or vendor: a title, or an object with a title. */
const Titled = optional(z.union([OptionalText, z.object({ title: OptionalText }).transform(({ title }) => title)]))

export const Product = z.object({
  id: Id,
  title: z.string(),
  type: OptionalText,
  department: Titled,
  departmentId: Reference,
  vendor: Titled,
  vendorId: Reference,
  wine: optional(
    z.object({
      varietal: OptionalText,
      vintage: optional(z.union([z.string(), z.number()])).transform((vintage) => (vintage ? String(vintage) : null)),
    }),
  ),
  variants: z.array(Variant),
  updatedAt: OptionalInstant,
})
export type Product = z.output<typeof Product>

/** Facts of sold items that come from the product instead of the order. */
const toProductFact = ({ department, departmentId, vendor, vendorId, wine }: Product, titles: Titles) => ({
  category: department ?? titles.get(departmentId ?? '') ?? null,
  brand: vendor ?? titles.get(vendorId ?? '') ?? null,
  vintage: wine?.vintage ?? null,
  varietal: wine?.varietal ?? null,
})

/** By product ID. */
export type ProductFacts = ReadonlyMap<string, ReturnType<typeof toProductFact>>

/** One row per variant, because variants have the SKU and the price. */
export const productRows = (product: Product, currency: string, titles: Titles): CanonicalRow[] => {
  const isSeveral = product.variants.length > 1
  const fact = toProductFact(product, titles)
  return product.variants.map(({ id, sku, title, price, costOfGood, taxType }) => {
    const facts = {
      ...fact,
      id,
      updated: product.updatedAt,
      sku,
      title: isSeveral && title !== null ? `${product.title}, ${title}` : product.title,
      kind: c7ItemKind({ ...product, ...fact, taxType }),
      price,
      cost: costOfGood === null ? null : roundHalfAway(costOfGood),
    }
    return productRow(facts, currency)
  })
}

const Named = z.object({ id: Id, title: OptionalText })

export const fetchTitles = async (api: Commerce7Api): Promise<Titles> => {
  const titles = new Map<string, string>()
  for (const list of [LISTS.departments, LISTS.vendors]) {
    try {
      for (const { id, title } of parseEach(await allRecords(api.byNumber(list)), Named))
        if (title !== null) titles.set(id, title)
    } catch (error) {
      // Permissions are given by endpoint. Order lines name their department and vendor too.
      if (!isPlatformRefusal(error)) throw error
    }
  }
  return titles
}

/** The products, each still to be parsed, and what orders need of them. */
export const fetchCatalog = async (api: Commerce7Api, titles: Titles) => {
  const records = await allRecords(api.byCursor(LISTS.products))
  const facts = parseEach(records, Product).map((product) => [product.id, toProductFact(product, titles)] as const)
  return { records, facts: new Map(facts) }
}
export type Catalog = Awaited<ReturnType<typeof fetchCatalog>>

const Count = optional(z.number()).transform((count) => count ?? 0)

export const Stock = z.object({
  id: Id,
  sku: z.string().min(1),
  productTitle: OptionalText,
  inventoryLocationTitle: OptionalText,
  /** false: not tracked */
  hasInventory: YesUnlessDenied,
  ...each(Count, 'availableForSaleCount', 'reserveCount', 'allocatedCount'),
})
export type Stock = z.output<typeof Stock>

/** Reserved and allocated units are still on hand. */
export const stockRows = (stock: Stock): CanonicalRow[] => {
  const { id, sku, productTitle: title, inventoryLocationTitle: location } = stock
  const { availableForSaleCount: available, reserveCount: reserved, allocatedCount: allocated } = stock
  const onHand = available + reserved + allocated
  return stock.hasInventory
    ? [stockRow({ id, updated: null, sku, title, location, onHand, reserved, allocated, available })]
    : []
}
