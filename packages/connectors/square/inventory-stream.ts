import { z } from 'zod'
import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import type { Catalog } from './catalog.ts'
import type { SellerDirectory } from './directory.ts'
import { notAllowed } from './permissions.ts'
import { SquareCount, type SquareLocation } from './record-schemas.ts'
import { Cursor, Records } from './square-api.ts'

const CountAnswer = z.object({ counts: Records, cursor: Cursor })

// Only sellable units: other states are about goods that left.
const SEARCH = {
  name: 'stock',
  path: '/v2/inventory/counts/batch-retrieve',
  body: { states: ['IN_STOCK'], limit: 1000 },
} as const

const countId = (count: unknown): string | null => {
  if (typeof count !== 'object' || count === null) return null
  const { catalog_object_id: product, location_id: location } = count as Record<string, unknown>
  return typeof product === 'string' && typeof location === 'string' ? `${product}/${location}` : null
}

const countRows = (
  count: z.output<typeof SquareCount>,
  { products }: Catalog,
  locations: ReadonlyMap<string, SquareLocation>,
): CanonicalRow[] => {
  const product = products.get(count.catalog_object_id)
  if (product === undefined) throw new RecordProblem('catalog_object_id', 'The catalog doesn’t have this variation')
  // Square still counts deleted items, which are no longer sold.
  if (product.isDeleted || count.state !== 'IN_STOCK') return []
  return [
    {
      table: 'inventory',
      row: {
        source_id: `${count.catalog_object_id}/${count.location_id}`,
        source_updated: count.calculated_at,
        time_basis: 'utc',
        sku: product.sku ?? product.id,
        product_title: product.title,
        location: locations.get(count.location_id)?.name ?? count.location_id,
        on_hand: count.quantity,
        reserved: null,
        allocated: null,
        available: count.quantity,
      },
    },
  ]
}

export const inventoryStream = ({ api, catalog, locations, permissions }: SellerDirectory): SyncStream => ({
  name: 'inventory',
  title: 'Stock',
  tables: ['inventory'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    const { may } = await permissions()
    if (!may('INVENTORY_READ')) return yield notAllowed('INVENTORY_READ')
    if (!may('ITEMS_READ')) return yield notAllowed('ITEMS_READ')
    const [whole, places] = [await catalog(), new Map((await locations()).map((location) => [location.id, location]))]
    for await (const { counts } of api.pages(SEARCH, CountAnswer)) {
      const { rows, quarantined } = readRecords(counts, {
        schema: SquareCount,
        idOf: countId,
        rows: (count) => countRows(count, whole, places),
      })
      yield { read: counts.length, rows, removed: [], quarantined, total: null, next: {} }
    }
  },
})
