import { queryFor } from './history-queries.ts'
import type { HistoryReader } from './history-reader.ts'

/** Bottles of a product: those that are there, and those of them that a club is promised. */
export interface ProductStock {
  readonly product: string
  readonly available: number
  readonly promised: number
}

/** Null where no service tells stock. */
export const readStock = async ({ session }: HistoryReader): Promise<ProductStock[] | null> => {
  const rows = await session.rows(
    queryFor({ reportType: 'Inventory', columns: ['sku', 'onHand', 'reserved', 'allocated'], groupBy: ['sku'] }),
  )
  if (rows.length === 0) return null
  return rows.flatMap(([sku, onHand, reserved, allocated]) =>
    typeof sku === 'string'
      ? [{ product: sku, available: Number(onHand ?? 0) - Number(reserved ?? 0), promised: Number(allocated ?? 0) }]
      : [],
  )
}
