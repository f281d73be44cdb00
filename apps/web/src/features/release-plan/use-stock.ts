import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '#web/app/runtime.tsx'
import { leftAfter, type StockBySku } from './release-tasks.ts'

/** SKUs whose stock is offered: those with most bottles. */
const MOST_SKUS = 500

const STOCK = {
  name: 'Stock',
  reportType: 'Inventory',
  columns: ['sku', 'productTitle', 'free', 'pace', 'paceClub'].map((columnId) => ({ columnId })),
  groupColumns: ['sku', 'productTitle'],
  orderColumns: [{ columnId: 'free', direction: 'desc' as const }],
}

/** What is free to sell by SKU, today and on the release day, at all locations; empty until it is loaded. */
export const useStock = (days: number): { readonly stock: StockBySku; readonly isPending: boolean } => {
  const { queries } = useRuntime()
  const { data, isPending } = useQuery(
    queries.reports.query.queryOptions({ input: { definition: STOCK, pageSize: MOST_SKUS }, retry: false }),
  )
  const rows = data?.rows ?? []
  return {
    stock: new Map(
      rows.map(([sku, title, free, pace, paceClub]) => [
        String(sku),
        {
          title: String(title ?? sku),
          free: Number(free),
          left: leftAfter(days, Number(free), Number(pace) - Number(paceClub)),
        },
      ]),
    ),
    isPending,
  }
}
