import type { ProductStock } from '#insights/insight/inputs.ts'
import { queryFor } from './history-queries.ts'
import type { HistoryReader } from './history-reader.ts'

const stockOf = (product: string, units: Pick<ProductStock, 'onHand' | 'reserved' | 'promised'>): ProductStock => ({
  product,
  available: units.onHand - units.reserved,
  ...units,
})

/** Null where no service tells stock. */
export const readStock = async ({ session }: HistoryReader): Promise<ProductStock[] | null> => {
  const rows = await session.rows(
    queryFor({ reportType: 'Inventory', columns: ['sku', 'onHand', 'reserved', 'allocated'], groupBy: ['sku'] }),
  )
  if (rows.length === 0) return null
  return rows.flatMap(([sku, onHand, reserved, allocated]) =>
    typeof sku === 'string'
      ? [
          stockOf(sku, {
            onHand: Number(onHand ?? 0),
            reserved: Number(reserved ?? 0),
            promised: Number(allocated ?? 0),
          }),
        ]
      : [],
  )
}
