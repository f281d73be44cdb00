import type { Reconciliation } from '#contract/services.ts'
import { toMajor } from '#domain/money.ts'

/** An order of one side. */
export interface SideOrder {
  readonly sourceId: string
  readonly orderNumber: string
  /** local day */
  readonly day: string
  /** minor units */
  readonly total: number
}

type Compared = Pick<Reconciliation, 'ours' | 'platform' | 'differences' | 'differenceCount' | 'matches'>

/** More are counted, and not listed. */
const MAX_LISTED = 500

/** Both sides by id, in minor units of `currency` on the way in and major ones on the way out. */
export const compareOrders = (
  ours: readonly SideOrder[],
  platform: readonly SideOrder[],
  currency: string,
): Compared => {
  const pairs = new Map<string, { ours?: SideOrder; platform?: SideOrder }>()
  for (const order of ours) pairs.set(order.sourceId, { ours: order })
  for (const order of platform) pairs.set(order.sourceId, { ...pairs.get(order.sourceId), platform: order })
  const different = [...pairs.values()]
    .filter((pair) => pair.ours?.total !== pair.platform?.total)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || idOf(a).localeCompare(idOf(b)))
  const major = (order: SideOrder | undefined) => (order ? toMajor(order.total, currency) : null)
  const differences = different.slice(0, MAX_LISTED).flatMap((pair) => {
    const either = pair.platform ?? pair.ours
    if (!either) return []
    const { sourceId, orderNumber, day } = either
    return [{ sourceId, orderNumber, day, ours: major(pair.ours), platform: major(pair.platform) }]
  })
  return {
    ours: totalsOf(ours, currency),
    platform: totalsOf(
      [...pairs.values()].flatMap((pair) => pair.platform ?? []),
      currency,
    ),
    differences,
    differenceCount: different.length,
    matches: different.length === 0,
  }
}

interface Pair {
  readonly ours?: SideOrder
  readonly platform?: SideOrder
}

const sizeOf = ({ ours, platform }: Pair): number => Math.abs((ours?.total ?? 0) - (platform?.total ?? 0))

const idOf = ({ ours, platform }: Pair): string => (platform ?? ours)?.sourceId ?? ''

const totalsOf = (orders: readonly SideOrder[], currency: string) => ({
  orders: orders.length,
  total: toMajor(
    orders.reduce((sum, { total }) => sum + total, 0),
    currency,
  ),
})
