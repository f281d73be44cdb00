import type { ItemKind } from '#domain/commerce.ts'
import type { CanonicalRow } from './connector.ts'

/** A product as a catalog describes it; prices in minor units. */
export interface ProductFacts {
  readonly id: string
  /** epoch milliseconds */
  readonly updated: number | null
  readonly sku: string | null
  readonly title: string
  readonly category: string | null
  readonly brand?: string | null
  readonly vintage: string | null
  readonly varietal?: string | null
  readonly kind: ItemKind
  readonly price: number | null
  readonly cost: number | null
}

/** `2021 Estate Pinot Noir` with the option `Magnum` is `2021 Estate Pinot Noir - Magnum`. */
export const titleWithOptions = (title: string, options: readonly string[]): string =>
  options.length === 0 ? title : `${title} - ${options.join(', ')}`

/** The row of a product; on platforms whose times are in UTC. */
export const productRow = (product: ProductFacts, currency: string | null): CanonicalRow => ({
  table: 'products',
  row: {
    source_id: product.id,
    source_updated: product.updated,
    time_basis: 'utc',
    sku: product.sku,
    title: product.title,
    category: product.category,
    brand: product.brand ?? null,
    vintage: product.vintage,
    varietal: product.varietal ?? null,
    item_kind: product.kind,
    price: product.price,
    cost: product.cost,
    currency,
  },
})

/** Units of a product that can be sold, at one place. */
interface StockFacts {
  readonly id: string
  /** epoch milliseconds */
  readonly updated: number | null
  readonly sku: string
  readonly title: string | null
  readonly location: string | null
  readonly onHand: number
  readonly available: number
  readonly reserved?: number
  readonly allocated?: number
}

/** The row of a stock; on platforms whose times are in UTC. */
export const stockRow = (stock: StockFacts): CanonicalRow => ({
  table: 'inventory',
  row: {
    source_id: stock.id,
    source_updated: stock.updated,
    time_basis: 'utc',
    sku: stock.sku,
    product_title: stock.title,
    location: stock.location,
    on_hand: stock.onHand,
    reserved: stock.reserved ?? null,
    allocated: stock.allocated ?? null,
    available: stock.available,
  },
})
