import { z } from 'zod'

/** Points that queries may cost: as many as are in the bucket, which fills up by `restoreRate` a second. */
export const ThrottleStatus = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
})
export type ThrottleStatus = z.infer<typeof ThrottleStatus>

/** The shop's bucket as of the last answer. */
export interface CostBucket {
  /** milliseconds until the bucket holds what a query of this name cost the last time */
  pauseBefore(query: string): number
  /** `cost`: what Shopify asked for in advance */
  note(query: string, cost: number, status: ThrottleStatus): void
}

// Other apps may use the bucket as well.
const LONGEST_PAUSE_MS = 60_000

export const createCostBucket = (): CostBucket => {
  const costs = new Map<string, number>()
  let last: ThrottleStatus | null = null
  return {
    pauseBefore(query) {
      if (last === null) return 0
      const cost = Math.min(costs.get(query) ?? 0, last.maximumAvailable)
      const missing = cost - last.currentlyAvailable
      return missing <= 0 ? 0 : Math.min(Math.ceil((missing / last.restoreRate) * 1000), LONGEST_PAUSE_MS)
    },
    note(query, cost, status) {
      costs.set(query, cost)
      last = status
    },
  }
}
