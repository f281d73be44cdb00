import type { SyncStream } from '../kit/connector.ts'
import { productRow } from '../kit/product-row.ts'
import type { SellerDirectory } from './directory.ts'
import { notAllowed } from './permissions.ts'

/** Square can list changes, but not that renaming a category changes its products; orders and stock need the whole catalog anyway. */
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
    yield {
      read,
      rows: onSale.map((product) => productRow(product, product.currency)),
      removed: [],
      quarantined,
      total: read,
      next: {},
    }
  },
})
