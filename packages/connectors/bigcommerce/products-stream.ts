import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { productRow } from '../kit/product-row.ts'
import type { CatalogProduct } from './catalog.ts'
import type { StoreDirectory } from './directory.ts'
import { parseMinorOrZero } from './fields.ts'
import { notAllowed } from './scopes.ts'

/** A cost of 0 means that none was entered. */
const parseCost = ({ cost }: CatalogProduct, currency: string): number | null =>
  parseMinorOrZero(cost, currency) || null

const toProductRow = (product: CatalogProduct, currency: string): CanonicalRow => {
  const price = product.price === null ? null : parseMinorOrZero(product.price, currency)
  return productRow({ ...product, price, cost: parseCost(product, currency) }, currency)
}

/** Changes of variants, brands, and categories have no date, and orders need the whole catalog anyway. */
export const productsStream = ({ catalog, currency }: StoreDirectory): SyncStream => ({
  name: 'products',
  title: 'Products',
  tables: ['products'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    const code = await currency()
    const { products, read, quarantined, missing } = await catalog()
    if (missing !== null) return yield notAllowed(missing, {})
    const rows = products.map((product) => toProductRow(product, code))
    yield { read, rows, removed: [], quarantined, total: read, next: {} }
  },
})
