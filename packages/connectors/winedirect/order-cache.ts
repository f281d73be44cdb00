import { z } from 'zod'
import type { OrderSummary } from './order-schema.ts'

/** As long as changes are read again. */
const KEPT_MS = 86_400_000
/** A later change may repeat a recent timestamp, whatever the platform's clock. */
const SETTLED_MS = 3 * 3_600_000

const Memory = z.object({
  /** order id → when it was changed last, epoch milliseconds */
  unchanged: z.record(z.string(), z.number()),
  /** ids of orders that a separate order refunds */
  returned: z.array(z.string()),
})

/** What a read of orders uses from earlier ones. */
export interface OrderCache {
  /** Unchanged since it was read; its details need not be fetched again. */
  isKnown(summary: OrderSummary): boolean
  remember(summary: OrderSummary): void
  readonly returned: ReadonlySet<string>
  addReturned(orderId: string): void
  toJson(): unknown
}

export const openOrderCache = (stored: unknown, readAt: number): OrderCache => {
  const before = Memory.safeParse(stored).data
  const unchanged = new Map(Object.entries(before?.unchanged ?? {}))
  const returned = new Set(before?.returned)
  return {
    isKnown: ({ OrderID, DateModified }) => DateModified !== null && unchanged.get(OrderID) === DateModified,
    remember({ OrderID, DateModified }) {
      if (DateModified !== null && DateModified < readAt - SETTLED_MS) unchanged.set(OrderID, DateModified)
      else unchanged.delete(OrderID)
    },
    returned,
    addReturned: (orderId) => void returned.add(orderId),
    toJson: () => ({
      unchanged: Object.fromEntries([...unchanged].filter(([, modified]) => modified >= readAt - KEPT_MS)),
      returned: [...returned],
    }),
  }
}
