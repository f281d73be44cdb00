import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import type { CatalogProduct } from './catalog.ts'
import type { SellerDirectory } from './directory.ts'
import { notAllowed } from './permissions.ts'

const productRow = (product: CatalogProduct): CanonicalRow => ({
  table: 'products',
  row: {
    source_id: product.id,
    source_updated: product.updated,
    time_basis: 'utc',
    sku: product.sku,
    title: product.title,
    category: product.category,
    brand: null,
    vintage: product.vintage,
    varietal: null,
    item_kind: product.kind,
    price: product.price,
    cost: product.cost,
    currency: product.currency,
  },
})

/** Square can list changes, but not that renaming a category changes its products; and orders and stock need the complete catalog
 * anyway.
 * catalog anyway.
 */
export const catalogStream = ({ catalog, permissions }: SellerDirectory): SyncStream => ({
  name: 'catalog',
  title: 'Products',
  tables: ['products'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    if (!(await permissions()).may('ITEMS_READ')) return yield notAllowed('ITEMS_READ')
    const { products, read, quarantined } = await catalog()
    const onSale = [...products.values()].filter(({ isDeleted }) => !isDeleted)
    yield { read, rows: onSale.map(productRow), removed: [], quarantined, total: read, next: {} }
  },
})
