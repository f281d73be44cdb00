import { z } from 'zod'
import type { CanonicalRow } from '../kit/connector.ts'
import { Id, Text } from './fields.ts'

const Count = z
  .number()
  .nullish()
  .transform((count) => count ?? 0)

export const Stock = z.object({
  id: Id,
  sku: z.string().min(1),
  productTitle: Text,
  inventoryLocationTitle: Text,
  /** false: not tracked */
  hasInventory: z
    .boolean()
    .nullish()
    .transform((counted) => counted ?? true),
  availableForSaleCount: Count,
  reserveCount: Count,
  allocatedCount: Count,
})
export type Stock = z.output<typeof Stock>

/** Reserved and allocated units are still on hand. */
export const stockRows = (stock: Stock): CanonicalRow[] => {
  if (!stock.hasInventory) return []
  const { availableForSaleCount: available, reserveCount: reserved, allocatedCount: allocated } = stock
  return [
    {
      table: 'inventory',
      row: {
        source_id: stock.id,
        source_updated: null,
        time_basis: 'utc',
        sku: stock.sku,
        product_title: stock.productTitle,
        location: stock.inventoryLocationTitle,
        on_hand: available + reserved + allocated,
        reserved,
        allocated,
        available,
      },
    },
  ]
}
