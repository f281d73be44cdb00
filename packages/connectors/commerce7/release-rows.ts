import { z } from 'zod'
import type { CanonicalRow, Removal } from '../kit/connector.ts'
import { toRemovals } from '../kit/removals.ts'
import { orderedAt } from './order-rows.ts'
import { isRefundOrder, type Order } from './order-schema.ts'

/** When each release was first charged, epoch milliseconds by id; stored in the state of the orders stream. */
export const ReleaseDates = z.record(z.string(), z.number())
export type ReleaseDates = z.infer<typeof ReleaseDates>

export interface ReleaseRows {
  readonly rows: readonly CanonicalRow[]
  readonly removed: readonly Removal[]
  readonly dates: ReleaseDates
}

interface Released {
  readonly id: string
  readonly order: Order
}

const releaseOf = (order: Order): Released[] => {
  const id = order.club?.clubPackageId ?? null
  return id === null || isRefundOrder(order) ? [] : [{ id, order }]
}

const releaseRow = ({ id, order }: Released, released: number): CanonicalRow => ({
  table: 'club_releases',
  row: {
    source_id: id,
    source_updated: null,
    time_basis: 'utc',
    name: order.club?.clubPackageTitle ?? 'Release without a name',
    club_source_id: order.club?.clubId ?? null,
    club_name: order.club?.clubTitle ?? null,
    released,
  },
})

// An order does not name its membership, which is found by club and customer.
const memberRow = ({ id, order }: Released): CanonicalRow => ({
  table: 'release_members',
  row: {
    source_id: order.id,
    source_updated: order.updatedAt,
    time_basis: 'utc',
    release_source_id: id,
    membership_source_id: `${order.club?.clubId}/${order.customerId}`,
    status: 'processed',
    order_source_id: order.id,
  },
})

const isCanceled = ({ order }: Released): boolean => order.paymentStatus === 'Cancelled'

/**
 * Commerce7 has no list of club releases: a club order names its package. A release begins with its first order, and its
 * members are those who were charged.
 */
export const releaseRows = (orders: readonly Order[], before: ReleaseDates): ReleaseRows => {
  const released = orders.flatMap(releaseOf)
  const dates = new Map(Object.entries(before))
  const first = new Map<string, Released>()
  for (const one of released) {
    const known = dates.get(one.id)
    const at = orderedAt(one.order)
    if (known !== undefined && known <= at) continue
    dates.set(one.id, at)
    first.set(one.id, one)
  }
  const gone = released.filter(isCanceled).map(({ order }) => order.id)
  return {
    rows: [
      ...[...first.values()].map((one) => releaseRow(one, orderedAt(one.order))),
      ...released.filter((one) => !isCanceled(one)).map(memberRow),
    ],
    removed: toRemovals('release_members', gone),
    dates: Object.fromEntries(dates),
  }
}
