import type { ItemKind } from '#domain/commerce.ts'
import type { CanonicalRow } from './connector.ts'
import { utcRow } from './utc-row.ts'

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
export const productRow = (product: ProductFacts, currency: string | null): CanonicalRow => {
  const { id, updated, sku, title, category, brand = null, vintage, varietal = null, kind, price, cost } = product
  const columns = { sku, title, category, brand, vintage, varietal, item_kind: kind, price, cost, currency }
  return utcRow('products', { id, updated, ...columns })
}

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
  readonly reserved?: number | null
  readonly allocated?: number | null
}

/** The row of a stock; on platforms whose times are in UTC. */
export const stockRow = ({ title, onHand, reserved = null, allocated = null, ...columns }: StockFacts): CanonicalRow =>
  utcRow('inventory', { ...columns, product_title: title, on_hand: onHand, reserved, allocated })
