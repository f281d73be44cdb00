import { z } from 'zod'
import type { CanonicalRow, QuarantinedRecord, SyncStream } from '../kit/connector.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import { changesStream, type PageRows, type ReadStart, type RecordsToRows } from './changes-stream.ts'
import { idIn } from './fields.ts'
import { orderListing } from './listings.ts'
import { findOrderId, ORDERS, orderDetails } from './order-details.ts'
import { canonicalOrder, isRefundOrder, orderRows } from './order-rows.ts'
import { OrderSummary, type WineDirectOrder } from './order-schema.ts'
import type { ProductFacts } from './products.ts'
import { isReturned, returnOrder, returnOrderId } from './return-order.ts'
import type { XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

/** Period during which changes are read again. */
const KEPT_MS = 86_400_000
/** A later change may repeat a recent timestamp, whatever the platform's clock. */
const SETTLED_MS = 3 * 3_600_000

const Memory = z.object({
  /** order ID → last change, epoch milliseconds */
  unchanged: z.record(z.string(), z.number()),
  /** ids of orders that a separate order refunds */
  returned: z.array(z.string()),
})

/** What a read of orders uses from earlier ones. */
interface OrderCache {
  /** Unchanged since it was read; its details need not be fetched again. */
  isKnown(summary: OrderSummary): boolean
  remember(summary: OrderSummary): void
  readonly returned: ReadonlySet<string>
  addReturned(orderId: string): void
  toJson(): unknown
}

const openOrderCache = (stored: unknown, readAt: number): OrderCache => {
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

export interface OrdersSource {
  readonly client: WineDirectClient
  readonly currency: string
  readonly products: () => Promise<ProductFacts>
}

export const readSummaries = (records: readonly XmlElement[]) =>
  readRecords(records, { schema: OrderSummary, idOf: idIn('OrderID'), rows: () => [] })

/** The platform names the refunded order by number; we use its ID. */
const previousId = async (
  { client }: OrdersSource,
  { summary, detail }: WineDirectOrder,
  idByNumber: ReadonlyMap<string, string>,
): Promise<string | null> => {
  const number = detail.PreviousOrderNumber
  if (number === null || number === summary.OrderNumber) return null
  return idByNumber.get(`${summary.WebsiteID} ${number}`) ?? findOrderId(client, number, summary)
}

interface PlacedOrder {
  readonly source: WineDirectOrder
  readonly placed: ReturnType<typeof orderRows>
}

const placeOrders = async (
  source: OrdersSource,
  orders: readonly WineDirectOrder[],
): Promise<{ readonly placed: readonly PlacedOrder[]; readonly quarantined: readonly QuarantinedRecord[] }> => {
  const { currency } = source
  const products = await source.products()
  const idByNumber = new Map(
    orders.map(({ summary }) => [`${summary.WebsiteID} ${summary.OrderNumber}`, summary.OrderID]),
  )
  const placed: PlacedOrder[] = []
  const quarantined: QuarantinedRecord[] = []
  for (const order of orders) {
    try {
      const previous = isRefundOrder(order.detail, currency) ? await previousId(source, order, idByNumber) : null
      placed.push({ source: order, placed: orderRows(order, { currency, products, previousId: previous }) })
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error
      quarantined.push({ sourceId: order.summary.OrderID, field: error.field, reason: error.message })
    }
  }
  return { placed, quarantined }
}

/** Rows of orders, and of refunds that have no order of their own; refunds with their own order are removed. */
const withRefunds = (placed: readonly PlacedOrder[], memory: OrderCache): Pick<PageRows, 'rows' | 'removed'> => {
  const rows: CanonicalRow[] = []
  const removedIds = new Set<string>()
  for (const { order } of placed.map((one) => one.placed)) {
    if (order.refund_of_source_id === null) continue
    memory.addReturned(order.refund_of_source_id)
    removedIds.add(returnOrderId(order.refund_of_source_id))
  }
  for (const { source, placed: made } of placed) {
    memory.remember(source.summary)
    rows.push(...canonicalOrder(made))
    const isMade = isReturned(source, made) && !memory.returned.has(made.order.source_id)
    if (isMade) rows.push(...canonicalOrder(returnOrder(source, made)))
    else removedIds.add(returnOrderId(made.order.source_id))
  }
  return { rows, removed: removedIds.size === 0 ? [] : [{ table: 'orders', sourceIds: [...removedIds] }] }
}

const ordersToRows = (source: OrdersSource, { memory: stored, at, isWhole }: ReadStart): RecordsToRows => {
  const memory = openOrderCache(stored, at)
  return {
    async rows(records): Promise<PageRows> {
      const listed = readSummaries(records)
      const wanted = listed.records.filter((summary) => isWhole || !memory.isKnown(summary))
      if (wanted.length === 0) return { rows: [], removed: [], quarantined: listed.quarantined }
      const { orders, quarantined } = await orderDetails(source.client, wanted)
      const made = await placeOrders(source, orders)
      return {
        ...withRefunds(made.placed, memory),
        quarantined: [...listed.quarantined, ...quarantined, ...made.quarantined],
      }
    },
    memory: () => memory.toJson(),
  }
}

/** Orders and their items, with refunds as orders of their own. */
export const ordersStream = (source: OrdersSource, now: () => number): SyncStream =>
  changesStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    client: source.client,
    search: ORDERS,
    idParameter: 'OrderID',
    removedIds: (id) => [id, returnOrderId(id)],
    listing: orderListing(source.client),
    now,
    begin: (start) => ordersToRows(source, start),
  })
