import { z } from 'zod'
import type { StreamState, SyncPage, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { toRemovals } from '../kit/removals.ts'
import type { StoreDirectory } from './directory.ts'
import { readBcId } from './fields.ts'
import { orderListing } from './listings.ts'
import { changedSince, convertOrders, fetchRefunds, findOrder, wholeOrdersAfter } from './order-reads.ts'
import { pagesById } from './pages.ts'

/** Longer than any clock skew, and than a change takes to become visible. */
const OVERLAP_MS = 86_400_000

/** All epoch milliseconds, except IDs. */
const State = z
  .object({
    /** start of the last complete read; null: there was none */
    since: z.number().nullable(),
    /** the read in progress: its start, and the last ID that it has read; null: none is */
    reading: z.object({ began: z.number(), after: z.number() }).nullable(),
  })
  .catch({ since: null, reading: null })

/** Orders of these IDs, and those among them that no longer exist. */
const findOrders = async (
  { api }: StoreDirectory,
  ids: readonly string[],
): Promise<{ readonly found: readonly unknown[]; readonly gone: readonly string[] }> => {
  const found: unknown[] = []
  const gone: string[] = []
  for (const id of ids) {
    const record = await findOrder(api, id)
    if (record === null) gone.push(id)
    else found.push(record)
  }
  return { found, gone }
}

/** A refund whose order says nothing of a change: orders refunded since then that the list of changes left out. */
const refundedOrders = async (
  directory: StoreDirectory,
  since: number,
  seen: ReadonlySet<string>,
): Promise<readonly unknown[]> => {
  const { byOrder } = await fetchRefunds(directory.api, { 'created:min': new Date(since).toISOString() })
  const missed = [...byOrder.keys()].filter((id) => !seen.has(id))
  return (await findOrders(directory, missed)).found
}

/**
 * Orders and their lines, with refunds as orders of their own. A call gives 100 orders with their lines, and another their refunds.
 * The list is read by ID, so that a change meanwhile shifts no page; what changes after the start is read again by the next read.
 */
export const ordersStream = (directory: StoreDirectory, now: () => number): SyncStream => ({
  name: 'orders',
  title: 'Orders',
  tables: ['orders', 'order_lines'],
  reads: 'changes',
  removals: 'fullRead',
  listing: orderListing(directory),
  async *read(state: StreamState | null): AsyncIterable<SyncPage> {
    const { since, reading } = State.parse(state ?? { since: null, reading: null })
    const { began, after } = reading ?? { began: now(), after: 0 }
    const from = readFrom(since, OVERLAP_MS)
    const seen = new Set<string>()
    const pages = pagesById('orders', wholeOrdersAfter(directory.api, changedSince(from)), after)
    for await (const { records, lastId, isLast } of pages) {
      for (const record of records) seen.add(readBcId(record) ?? '')
      const rest = isLast && from !== null ? await refundedOrders(directory, from, seen) : []
      const all = [...records, ...rest]
      const next = isLast ? { since: began, reading: null } : { since, reading: { began, after: lastId } }
      yield { ...(await convertOrders(directory, all)), read: all.length, total: null, next }
    }
  },
  async fetch(ids, state) {
    // A refund is fetched with its order.
    const orderIds = [...new Set(ids.map((id) => id.split('/')[0] ?? id))]
    const { found, gone } = await findOrders(directory, orderIds)
    const { rows, removed, quarantined } = await convertOrders(directory, found)
    const next = State.parse(state ?? { since: null, reading: null })
    return {
      read: found.length,
      rows,
      removed: [...removed, ...toRemovals('orders', gone)],
      quarantined,
      total: null,
      next,
    }
  },
})
