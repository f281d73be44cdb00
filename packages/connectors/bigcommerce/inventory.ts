import { z } from 'zod'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { stockRow } from '../kit/product-row.ts'
import { whole } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { declareStream } from '../kit/stream.ts'
import { type BigCommerceApi, SAMPLE_SIZE } from './bigcommerce-api.ts'
import type { CatalogFacts } from './catalog.ts'
import { BcId } from './fields.ts'

const Location = z.object({
  location_id: BcId,
  location_name: OptionalText,
  available_to_sell: z.int(),
  total_inventory_onhand: z.int(),
})

/** https://developer.bigcommerce.com/docs/rest-management/inventory */
const BcStock = z.object({
  identity: z.object({ sku: OptionalText, variant_id: BcId }),
  locations: z.array(Location),
})
type BcStock = z.output<typeof BcStock>

const BareStock = z.object({ identity: z.object({ variant_id: BcId }) })

const stockRows = ({ identity, locations }: BcStock, catalog: CatalogFacts): CanonicalRow[] => {
  const product = catalog.of({ variant_id: identity.variant_id, product_id: null })
  // Stock without a SKU can't be matched to sales.
  const sku = identity.sku ?? product?.sku ?? null
  if (sku === null) return []
  return locations.map((location) =>
    stockRow({
      id: `${identity.variant_id}@${location.location_id}`,
      updated: null,
      sku,
      title: product?.title ?? null,
      location: location.location_name,
      onHand: location.total_inventory_onhand,
      available: location.available_to_sell,
    }),
  )
}

const STOCK = { scope: 'Store Inventory', name: 'inventory', path: '/v3/inventory/items' } as const

/** Stock changes with every sale, so all of it is read each time. */
export const inventoryStream = (api: BigCommerceApi, facts: () => Promise<CatalogFacts>) =>
  declareStream({
    name: 'inventory',
    title: 'Inventory',
    tables: ['inventory'],
    progress: whole,
    pages: () => api.pages({ ...STOCK, query: { limit: 250 } }),
    async convert(records) {
      const known = await facts()
      return readRecords(records, {
        schema: BcStock,
        idOf: (record) => BareStock.safeParse(record).data?.identity.variant_id ?? null,
        rows: (stock) => stockRows(stock, known),
      })
    },
    sample: sampleList({
      label: 'Inventory',
      fetch: () => api.page({ ...STOCK, query: { limit: SAMPLE_SIZE } }),
      schema: BcStock,
      nameOf: ({ identity, locations: [first] }) =>
        first ? `${identity.sku ?? 'no SKU'} at ${first.location_name ?? `location ${first.location_id}`}` : null,
    }),
  })
