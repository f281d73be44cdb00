import { z } from 'zod'
import type { CanonicalRow } from '../kit/canonical-row.ts'
import type { SyncStream } from '../kit/connector.ts'
import { highWater, readFrom } from '../kit/watermark.ts'
import type { CatalogProduct } from './catalog.ts'
import type { Directory } from './directory.ts'

const OVERLAP_MS = 24 * 3_600_000

const State = z.object({ seen: z.number().nullable() }).catch({ seen: null })

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

/**
 * Products that changed. Orders and stock need the whole catalog anyway, and a category's new name changes products of which
 * Square tells nothing, so that all of it is fetched and the changed part is picked out here.
 */
export const catalogStream = ({ catalog, permissions }: Directory, now: () => number): SyncStream => ({
  name: 'catalog',
  title: 'Products',
  tables: ['products'],
  reads: 'changes',
  removals: 'told',
  async *read(state) {
    if (!(await permissions()).may('ITEMS_READ')) return
    const { products, read, setAside } = await catalog()
    const seen = state === null ? null : State.parse(state).seen
    const from = readFrom(seen, OVERLAP_MS) ?? Number.NEGATIVE_INFINITY
    const changed = [...products.values()].filter(({ updated }) => updated >= from)
    const gone = changed.filter(({ isDeleted }) => isDeleted).map(({ id }) => id)
    yield {
      read,
      rows: changed.filter(({ isDeleted }) => !isDeleted).map(productRow),
      removed: gone.length > 0 ? [{ table: 'products', sourceIds: gone }] : [],
      setAside,
      total: null,
      next: {
        seen: highWater(
          seen,
          [...products.values()].map(({ updated }) => updated),
          now(),
        ),
      },
    }
  },
})
