import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { productRow } from '../kit/product-row.ts'
import type { CatalogProduct } from './catalog.ts'
import type { WooStore } from './store.ts'

const stockRow = ({ id, sku, title, stock, updated }: CatalogProduct): CanonicalRow[] =>
  stock === null
    ? []
    : [
        {
          table: 'inventory',
          row: {
            source_id: id,
            source_updated: updated,
            time_basis: 'utc',
            sku: sku ?? id,
            product_title: title,
            location: null,
            on_hand: stock,
            reserved: null,
            allocated: null,
            available: stock,
          },
        },
      ]

/** WooCommerce can list changed products, but a sale changes stock without changing the product. */
export const productsStream = ({ catalog, currency }: WooStore): SyncStream => ({
  name: 'products',
  title: 'Products',
  tables: ['products', 'inventory'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    const { products, read, quarantined } = await catalog()
    const money = await currency()
    const rows = [...products.values()].flatMap((product) => [
      ...(product.isSold ? [productRow(product, money)] : []),
      ...stockRow(product),
    ])
    yield { read, rows, removed: [], quarantined, total: read, next: {} }
  },
})
