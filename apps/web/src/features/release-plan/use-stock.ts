import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRuntime } from '#web/app/runtime.tsx'
import type { StockBySku } from './release-tasks.ts'

/** SKUs whose stock is offered: those with most bottles. */
const MOST_SKUS = 500

const STOCK = {
  name: 'Stock',
  reportType: 'Inventory',
  columns: ['sku', 'productTitle', 'onHand', 'available'].map((columnId) => ({ columnId })),
  groupColumns: ['sku', 'productTitle'],
  orderColumns: [{ columnId: 'onHand', direction: 'desc' as const }],
}

/** What is in stock today by SKU, at all locations; empty until it is loaded. */
export const useStock = (): { readonly stock: StockBySku; readonly isPending: boolean } => {
  const { queries } = useRuntime()
  const { data, isPending } = useQuery(
    queries.reports.query.queryOptions({ input: { definition: STOCK, pageSize: MOST_SKUS }, retry: false }),
  )
  const stock = useMemo(
    () =>
      new Map(
        (data?.rows ?? []).map(([sku, title, onHand, available]) => [
          String(sku),
          { title: String(title ?? sku), onHand: Number(onHand ?? 0), available: Number(available ?? 0) },
        ]),
      ),
    [data],
  )
  return { stock, isPending }
}
