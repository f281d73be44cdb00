import { z } from 'zod'
import type { CanonicalRow, ListedRecord, QuarantinedRecord, Span, SyncPage, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import { countedAt } from './codes.ts'
import type { SellerDirectory } from './directory.ts'
import { findOrderRecords } from './lookups.ts'
import type { RelatedRecords } from './order-context.ts'
import { orderRows } from './order-rows.ts'
import { SquareOrder } from './order-schema.ts'
import { type Account, fetchRelatedRecords } from './related-records.ts'
import { locationBatches, ordersAround, ordersChangedFrom, SearchAnswer } from './search-orders.ts'

/** Registers that were offline deliver their orders up to three days late, with their original time. */
const OVERLAP_MS = 72 * 3_600_000

/** All instants are epoch milliseconds. */
const State = z
  .object({
    /** changes were read up to here; null: none were */
    since: z.number().nullable(),
    /** start of the read in progress; null: none is */
    began: z.number().nullable(),
    /** index of the current batch in `locationBatches` */
    batch: z.int(),
    /** the read in progress has read changes of these locations up to here */
    reached: z.number().nullable(),
  })
  .catch({ since: null, began: null, batch: 0, reached: null })
type State = z.infer<typeof State>

const convertOrders = (orders: readonly SquareOrder[], surroundings: RelatedRecords) => {
  const made = { rows: [] as CanonicalRow[], quarantined: [] as QuarantinedRecord[] }
  for (const order of orders) {
    try {
      made.rows.push(...orderRows(order, surroundings))
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error
      made.quarantined.push({ sourceId: order.id, field: error.field, reason: error.message })
    }
  }
  return made
}

const Listed = SquareOrder.pick({
  id: true,
  state: true,
  created_at: true,
  updated_at: true,
  closed_at: true,
  tenders: true,
  total_money: true,
})
const BareListed = Listed.pick({ id: true, updated_at: true })

const listedOrder = (value: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(value)
  if (data) return [{ sourceId: data.id, ordered: countedAt(data), updated: data.updated_at }]
  const bare = BareListed.safeParse(value).data
  return bare ? [{ sourceId: bare.id, ordered: null, updated: bare.updated_at }] : []
}

async function* listOrders({ api, permissions, locations }: SellerDirectory, span: Span | null) {
  const { may } = await permissions()
  if (!may('ORDERS_READ') || !may('MERCHANT_PROFILE_READ')) return
  for (const locationIds of locationBatches(await locations())) {
    const search = span === null ? ordersChangedFrom(locationIds, null) : ordersAround(locationIds, span)
    for await (const { orders } of api.pages(search, SearchAnswer)) yield orders.flatMap(listedOrder)
  }
}

export const orderStream = (directory: SellerDirectory, account: Account, now: () => number): SyncStream => {
  const { api } = directory

  const convertPage = async (
    values: readonly unknown[],
  ): Promise<{ page: Omit<SyncPage, 'next'>; latest: number | null }> => {
    const parsed = readRecords(values, { schema: SquareOrder, rows: () => [] })
    const lookedUp = await fetchRelatedRecords(directory, account, parsed.records)
    const { rows, quarantined } = convertOrders(parsed.records, lookedUp.surroundings)
    return {
      page: {
        read: values.length,
        rows,
        // Orders are never deleted: cancelled ones have the state CANCELED.
        removed: [],
        quarantined: [...parsed.quarantined, ...lookedUp.quarantined, ...quarantined],
        total: null,
      },
      latest: parsed.records.reduce<number | null>((last, { updated_at }) => Math.max(last ?? 0, updated_at), null),
    }
  }

  return {
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    reads: 'changes',
    removals: 'reported',
    async *read(state) {
      const permissions = await directory.permissions()
      if (!permissions.may('ORDERS_READ') || !permissions.may('MERCHANT_PROFILE_READ')) return
      const start = State.parse(state ?? {})
      const began = start.began ?? now()
      const batches = locationBatches(await directory.locations())
      for (const [batch, locationIds] of batches.entries()) {
        if (batch < start.batch) continue
        let reached = batch === start.batch ? start.reached : null
        const from = reached ?? readFrom(start.since, OVERLAP_MS)
        for await (const { orders, cursor } of api.pages(ordersChangedFrom(locationIds, from), SearchAnswer)) {
          const { page, latest } = await convertPage(orders)
          reached = latest ?? reached
          yield { ...page, next: nextState({ ...start, began, batch, reached }, cursor !== null, batches.length) }
        }
      }
    },
    async fetch(ids, state) {
      const { page } = await convertPage(await findOrderRecords(api, ids))
      return { ...page, next: { ...state } }
    },
    // Returns have the order's ID and their own.
    listing: {
      table: 'orders',
      isListed: (id) => !id.includes(':'),
      list: (span) => listOrders(directory, span),
    },
  }
}

/** After the last page of a location batch comes the next batch, and after the last batch the next read. */
const nextState = (state: State & { began: number }, hasMore: boolean, batches: number): State => {
  if (hasMore) return state
  if (state.batch + 1 < batches) return { ...state, batch: state.batch + 1, reached: null }
  return { since: state.began, began: null, batch: 0, reached: null }
}
