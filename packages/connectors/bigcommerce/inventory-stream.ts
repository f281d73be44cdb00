import { z } from 'zod'
import type { CanonicalRow, SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import type { Catalog } from './catalog.ts'
import type { StoreDirectory } from './directory.ts'
import { BcId, BcText } from './fields.ts'
import { pagesFromEnd } from './pages.ts'
import { notAllowed, ScopeMissing } from './scopes.ts'

const Location = z.object({
  location_id: BcId,
  location_name: BcText,
  available_to_sell: z.int(),
  total_inventory_onhand: z.int(),
})

/** https://developer.bigcommerce.com/docs/rest-management/inventory */
export const BcStock = z.object({
  identity: z.object({ sku: BcText, variant_id: BcId }),
  locations: z.array(Location),
})
type BcStock = z.output<typeof BcStock>

const stockIdOf = (record: unknown): string | null =>
  z.object({ identity: z.object({ variant_id: BcId }) }).safeParse(record).data?.identity.variant_id ?? null

const stockRows = ({ identity, locations }: BcStock, catalog: Catalog): CanonicalRow[] => {
  const product = catalog.of({ variant_id: identity.variant_id, product_id: null })
  // Stock without a SKU can't be matched to sales.
  const sku = identity.sku ?? product?.sku ?? null
  if (sku === null) return []
  return locations.map((location) => ({
    table: 'inventory',
    row: {
      source_id: `${identity.variant_id}@${location.location_id}`,
      source_updated: null,
      time_basis: 'utc',
      sku,
      product_title: product?.title ?? null,
      location: location.location_name,
      on_hand: location.total_inventory_onhand,
      reserved: null,
      allocated: null,
      available: location.available_to_sell,
    },
  }))
}

export const STOCK_LIST = {
  scope: 'Store Inventory',
  name: 'inventory',
  path: '/v3/inventory/items',
} as const

/** Stock changes with every sale, so all of it is read each time. */
export const inventoryStream = ({ api, catalog }: StoreDirectory): SyncStream => ({
  name: 'inventory',
  title: 'Inventory',
  tables: ['inventory'],
  reads: 'whole',
  removals: 'fullRead',
  async *read() {
    const facts = await catalog()
    try {
      for await (const page of pagesFromEnd(api, { ...STOCK_LIST, query: { limit: 250 } }, null)) {
        const { rows, quarantined } = readRecords(page.records, {
          schema: BcStock,
          idOf: stockIdOf,
          rows: (stock) => stockRows(stock, facts),
        })
        yield { read: page.records.length, rows, removed: [], quarantined, total: page.total, next: {} }
      }
    } catch (error) {
      if (!(error instanceof ScopeMissing)) throw error
      yield notAllowed(error, {})
    }
  },
})
