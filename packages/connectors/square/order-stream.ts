import { z } from 'zod'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, ListedRecord, QuarantinedRecord, Span } from '../kit/connector.ts'
import type { Page } from '../kit/paging.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { parseEach, RecordProblem, readRecords } from '../kit/read-records.ts'
import { type ConvertedRecords, type DeclaredStream, declareStream } from '../kit/stream.ts'
import { countedAt, IS_KNOWN, toChannel } from './codes.ts'
import type { SellerDirectory } from './directory.ts'
import { findOrderRecords } from './lookups.ts'
import type { RelatedRecords } from './order-context.ts'
import { orderNumberOf } from './order-parts.ts'
import { orderRows } from './order-rows.ts'
import { SquareOrder } from './order-schema.ts'
import { type Account, fetchRelatedRecords } from './related-records.ts'
import { latestOrders, locationBatches, ordersAround, ordersChangedFrom, SearchAnswer } from './search-orders.ts'

/** Registers that were offline deliver their orders up to three days late, with their original time. */
const OVERLAP_MS = 72 * 3_600_000

/** Where a read continues. */
const Position = z.object({
  /** index of the current batch in `locationBatches` */
  batch: z.int(),
  /** changes of these locations were read up to here, epoch milliseconds; null: none were */
  reached: z.number().nullable(),
})
type Position = z.output<typeof Position>

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

const ListedOrder = Listed.transform(
  (order): ListedRecord => ({ sourceId: order.id, ordered: countedAt(order), updated: order.updated_at }),
).or(BareListed.transform(({ id, updated_at }): ListedRecord => ({ sourceId: id, ordered: null, updated: updated_at })))

const mayReadOrders = async ({ permissions }: SellerDirectory): Promise<boolean> => {
  const { may } = await permissions()
  return may('ORDERS_READ') && may('MERCHANT_PROFILE_READ')
}

async function* listOrders(seller: SellerDirectory, span: Span | null) {
  if (!(await mayReadOrders(seller))) return
  for (const locationIds of locationBatches(await seller.locations())) {
    const search = span === null ? ordersChangedFrom(locationIds, null) : ordersAround(locationIds, span)
    for await (const { orders } of seller.api.pages(search, SearchAnswer)) yield parseEach(orders, ListedOrder)
  }
}

/** Pages of the changed orders of all locations. */
async function* changedOrders(
  seller: SellerDirectory,
  since: number | null,
  from: Position | null,
): AsyncGenerator<Page<Position>> {
  if (!(await mayReadOrders(seller))) return
  const batches = locationBatches(await seller.locations())
  for (const [batch, locationIds] of batches.entries()) {
    if (batch < (from?.batch ?? 0)) continue
    let reached = batch === from?.batch ? from.reached : null
    for await (const { orders, cursor } of seller.api.pages(
      ordersChangedFrom(locationIds, reached ?? since),
      SearchAnswer,
    )) {
      const updated = parseEach(orders, BareListed).map(({ updated_at }) => updated_at)
      reached = updated.length > 0 ? Math.max(0, ...updated) : reached
      const hasNext = batch + 1 < batches.length
      const after = hasNext ? { batch: batch + 1, reached: null } : null
      yield { records: orders, total: null, next: cursor === null ? after : { batch, reached } }
    }
  }
}

const convert = async (
  seller: SellerDirectory,
  account: Account,
  values: readonly unknown[],
): Promise<ConvertedRecords> => {
  const parsed = readRecords(values, { schema: SquareOrder, rows: () => [] })
  const lookedUp = await fetchRelatedRecords(seller, account, parsed.records)
  const { rows, quarantined } = convertOrders(parsed.records, lookedUp.surroundings)
  return { rows, quarantined: [...parsed.quarantined, ...lookedUp.quarantined, ...quarantined] }
}

/** Orders are never deleted: canceled ones have the state CANCELED. */
export const orderStream = (seller: SellerDirectory, account: Account, now: () => number): DeclaredStream =>
  declareStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    removals: 'reported',
    progress: sinceLastRead({ now, overlapMs: OVERLAP_MS, position: Position }),
    pages: (since, from) => changedOrders(seller, since(), from),
    convert: (records) => convert(seller, account, records),
    fetch: async (ids) => ({ records: await findOrderRecords(seller.api, ids), gone: [] }),
    // Returns have the order's ID and their own.
    listing: { table: 'orders', isListed: (id) => !id.includes(':'), list: (span) => listOrders(seller, span) },
    sample: sampleList({
      label: 'Orders',
      async fetch() {
        const [locationIds = []] = locationBatches(await seller.locations())
        if (locationIds.length === 0) return { records: [], total: null }
        return { records: (await seller.api.call(latestOrders(locationIds), SearchAnswer)).orders, total: null }
      },
      schema: SquareOrder,
      nameOf: orderNumberOf,
      codes(orders) {
        const fulfillments = orders.flatMap((order) => order.fulfillments)
        return [
          { field: 'state', values: orders.map(({ state }) => state), isKnown: IS_KNOWN.state },
          {
            field: 'source',
            values: orders.map(({ source }) => source?.name || null),
            isKnown: (name) => toChannel({ source: { name }, tenders: [], fulfillments: [] }, null) !== 'other',
          },
          { field: 'fulfillment', values: fulfillments.map(({ type }) => type), isKnown: IS_KNOWN.fulfillment },
          {
            field: 'fulfillment state',
            values: fulfillments.map(({ state }) => state),
            isKnown: IS_KNOWN.fulfillmentState,
          },
        ]
      },
    }),
  })
