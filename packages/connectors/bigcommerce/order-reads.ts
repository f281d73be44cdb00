import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { allRecords, IdPosition, pagesById, pagesByNumber } from '../kit/paging.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { readEnvelope, readRecordId, readRecords, toRemovals } from '../kit/read-records.ts'
import { type ConvertedRecords, declareStream, fetchedByIds } from '../kit/stream.ts'
import { type BigCommerceApi, SAMPLE_SIZE } from './bigcommerce-api.ts'
import type { CatalogFacts } from './catalog.ts'
import { INCOMPLETE, PAYMENT_STATUSES, SOURCES, STATUSES } from './codes.ts'
import { BcId, BcQuantity, rfcText } from './fields.ts'
import { isPaidOut, orderIdOf, orderRows, paidTotal, refundedTotal, refundFacts, refundSourceId } from './order-rows.ts'
import { BcConsignments, BcOrder, BcOrderHead, BcRefund, ListedOrder } from './order-schema.ts'

/** What comes with an order: its consignments with their lines, and its fees. */
const INCLUDED = { include: 'consignments.line_items,fees', consignment_structure: 'object' } as const

/** Orders with their lines are 10 to 20 kB each. */
const PAGE_SIZE = 100
/** Lines that BigCommerce gives of each consignment; it says so only in a warning that isn't documented. */
const LINES_GIVEN = 50
const LIST_SIZE = 250

type Filter = Readonly<Record<string, string | number | undefined>>

/** Orders made in a span; its end is inclusive at BigCommerce, which counts in seconds. */
const createdIn = (span: Span | null): Filter =>
  span === null ? {} : { min_date_created: rfcText(span.from), max_date_created: rfcText(span.until - 1) }

const ORDERS = { scope: 'Orders', name: 'orders', path: '/v2/orders' } as const

const orderPages = (api: BigCommerceApi, filter: Filter, from: IdPosition | null = null) =>
  pagesById(
    {
      name: 'orders',
      fetch: (after) => api.list({ ...ORDERS, query: { ...filter, min_id: after + 1, sort: 'id:asc' } }),
    },
    from,
  )

const Counts = z.object({
  statuses: z.array(z.object({ id: z.int().nonnegative(), count: z.int().nonnegative() })),
})

const countOrders = async (api: BigCommerceApi, span: Span | null): Promise<number> => {
  const request = { scope: 'Orders', name: 'the number of orders', path: '/v2/orders/count' } as const
  const answer = await api.find({ ...request, query: createdIn(span) })
  const { statuses } = readEnvelope(answer, Counts, 'The number of orders')
  return sumBy(statuses, ({ id, count }) => (id === INCOMPLETE ? 0 : count))
}

/** One order with its lines; null: there is none. */
const findOrder = (api: BigCommerceApi, id: string): Promise<unknown> =>
  api.find({ scope: 'Orders', name: 'an order', path: `/v2/orders/${id}`, query: INCLUDED })

/** Orders with their lines; a refund is fetched with its order. */
const findOrders = async (api: BigCommerceApi, ids: readonly string[]) => {
  const orderIds = [...new Set(ids.map(orderIdOf))]
  const found = await Array.fromAsync(orderIds, (id) => findOrder(api, id))
  const records = found.filter((record) => record !== null)
  return fetchedByIds(orderIds, records)
}

/** All records of a list that doesn't say how many it has. */
const fetchAll = (name: string, fetch: (query: Filter) => Promise<readonly unknown[]>): Promise<unknown[]> =>
  allRecords(
    pagesByNumber({
      name,
      pageSize: LIST_SIZE,
      fetch: async (page) => ({ records: await fetch({ page, limit: LIST_SIZE }), total: null }),
    }),
  )

const fetchLines = (api: BigCommerceApi, id: string): Promise<readonly unknown[]> => {
  const request = { scope: 'Orders', name: 'the lines of an order', path: `/v2/orders/${id}/products` } as const
  return fetchAll(request.name, (query) => api.list({ ...request, query }))
}

const Counted = z.object({ id: BcId, items_total: BcQuantity, consignments: BcConsignments })

/** The order with all of its lines in one list. */
const withLines = async (api: BigCommerceApi, record: unknown): Promise<unknown> => {
  const { data } = Counted.safeParse(record)
  if (!data || typeof record !== 'object') return record
  const { pickups, shipping, downloads, email } = data.consignments
  const groups = [...pickups, ...shipping, ...downloads, ...(email?.gift_certificates ?? [])]
  const isFull = groups.some((group) => group.line_items.length >= LINES_GIVEN || '__warning__' in group)
  const lines = groups.flatMap((group) => group.line_items)
  const isComplete = !isFull && (lines.length > 0 || data.items_total === 0)
  return { ...record, line_items: isComplete ? lines : await fetchLines(api, data.id) }
}

const RefundIds = BcRefund.pick({ id: true, order_id: true }).transform(({ id, order_id }) =>
  refundSourceId(order_id, id),
)
const RefundPage = z.object({ data: z.array(z.unknown()) })
const REFUNDS = { scope: 'Orders', name: 'refunds', path: '/v3/orders/payment_actions/refunds' } as const

/** Refunds by a filter, each with its parts. New ones go to the list's end. */
const fetchRefunds = async (api: BigCommerceApi, filter: Filter) => {
  const listed = await fetchAll(REFUNDS.name, async (query) => {
    const answer = await api.find({ ...REFUNDS, query: { ...filter, ...query } })
    return answer === null ? [] : readEnvelope(answer, RefundPage, 'A page of refunds').data
  })
  const idOf = (record: unknown) => RefundIds.safeParse(record).data ?? null
  const { records, quarantined } = readRecords(listed, { schema: BcRefund, idOf })
  const byId = new Map(records.map((refund) => [refund.id, refund]))
  return { byOrder: Map.groupBy(byId.values(), ({ order_id }) => order_id), quarantined }
}

const NO_REFUNDS: Awaited<ReturnType<typeof fetchRefunds>> = { byOrder: new Map(), quarantined: [] }

/** A refund whose order says nothing of a change: orders refunded since then that the list of changes left out. */
const refundedOrders = async (
  api: BigCommerceApi,
  since: number,
  listed: ReadonlySet<string | null>,
): Promise<readonly unknown[]> => {
  const { byOrder } = await fetchRefunds(api, { 'created:min': new Date(since).toISOString() })
  const missed = [...byOrder.keys()].filter((id) => !listed.has(id))
  return (await findOrders(api, missed)).records
}

/** Shoppers who left before they paid, and orders that were archived. */
export const isNoOrder = ({ status_id, is_deleted }: Pick<BcOrder, 'status_id' | 'is_deleted'>): boolean =>
  status_id === INCOMPLETE || is_deleted === true

/** Orders of one page as rows, with one call for the refunds of all. */
const convertOrders = async (
  api: BigCommerceApi,
  catalog: CatalogFacts,
  records: readonly unknown[],
): Promise<ConvertedRecords> => {
  const ids = records.flatMap((record) => readRecordId(record) ?? [])
  const refunds = ids.length > 0 ? await fetchRefunds(api, { 'order_id:in': ids.join(',') }) : NO_REFUNDS
  const refundsOf = (id: string) => refunds.byOrder.get(id) ?? []
  const idsWithRefunds = (id: string) => [id, ...refundsOf(id).map((refund) => refundSourceId(id, refund.id))]
  const removed: string[] = []
  const { rows, quarantined } = readRecords(await Array.fromAsync(records, (record) => withLines(api, record)), {
    schema: BcOrder,
    idOf(record) {
      const id = readRecordId(record)
      return id === null ? null : idsWithRefunds(id)
    },
    rows(order) {
      if (!isNoOrder(order)) return orderRows(order, refundsOf(order.id), catalog)
      removed.push(...idsWithRefunds(order.id))
      return []
    },
  })
  return {
    rows,
    removed: toRemovals('orders', [...new Set(removed)]),
    quarantined: [...quarantined, ...refunds.quarantined],
  }
}

const LATEST = { ...INCLUDED, sort: 'date_modified:desc', limit: SAMPLE_SIZE }

/**
 * Orders and their lines, with refunds as orders of their own. A call gives 100 orders with their lines, and another their refunds.
 * The list is read by ID, so that a change meanwhile shifts no page; what changes after the start is read again by the next read.
 */
export const ordersStream = (api: BigCommerceApi, now: () => number, facts: () => Promise<CatalogFacts>) =>
  declareStream({
    name: 'orders',
    tables: ['orders', 'order_lines'],
    isRequired: true,
    // Longer than any clock skew, and than a change takes to become visible.
    progress: sinceLastRead({ now, overlapMs: DAY_MS, position: IdPosition }),
    async *pages(since, from) {
      const changedFrom = since()
      const filter = changedFrom === null ? {} : { min_date_modified: rfcText(changedFrom) }
      const listed = new Set<string | null>()
      for await (const page of orderPages(api, { ...filter, ...INCLUDED, limit: PAGE_SIZE }, from)) {
        for (const record of page.records) listed.add(readRecordId(record))
        const isLast = page.next === null && changedFrom !== null
        yield { ...page, records: isLast ? await refundedOrders(api, changedFrom, listed) : page.records }
      }
    },
    convert: async (records) => convertOrders(api, await facts(), records),
    fetch: (ids) => findOrders(api, ids),
    // Archived orders are no longer listed. A refund is a part of its order.
    listing: {
      table: 'orders',
      isListed: (id) => /^\d+$/.test(id),
      count: (span) => countOrders(api, span),
      pages: (span) => orderPages(api, { ...createdIn(span), limit: LIST_SIZE }),
      schema: ListedOrder,
      toListed: (order) =>
        isNoOrder(order) ? null : { sourceId: order.id, ordered: order.date_created, updated: order.date_modified },
    },
    schema: BcOrderHead,
    sample: {
      fetch: async () => ({ records: await api.list({ ...ORDERS, query: LATEST }), total: null }),
      nameOf: (order) => (isNoOrder({ ...order, is_deleted: false }) ? null : order.id),
      codes: {
        status: [({ status_id }) => String(status_id), STATUSES],
        'payment status': [({ payment_status }) => payment_status, PAYMENT_STATUSES],
        'order source': [({ order_source }) => order_source, SOURCES],
      },
    },
  })

const readHead = (record: unknown): BcOrderHead[] => {
  const { data } = BcOrderHead.safeParse(record)
  return data && !isNoOrder(data) ? [data] : []
}

/** Orders made in the span and refunds made in it, with BigCommerce's totals. */
export async function* platformOrders(api: BigCommerceApi, span: Span): AsyncIterable<readonly PlatformOrder[]> {
  const orders = new Map<string, BcOrderHead>()
  for await (const { records } of orderPages(api, { ...createdIn(span), ...INCLUDED, limit: PAGE_SIZE })) {
    const made = records.flatMap(readHead).filter(({ date_created }) => isWithin(span, date_created))
    for (const order of made) orders.set(order.id, order)
    yield made.map((order) => ({
      sourceId: order.id,
      orderNumber: order.id,
      ordered: order.date_created,
      currency: order.default_currency_code,
      total: paidTotal(order),
    }))
  }
  const range = { 'created:min': new Date(span.from).toISOString(), 'created:max': new Date(span.until).toISOString() }
  const { byOrder } = await fetchRefunds(api, range)
  for (const [id, refunds] of byOrder) {
    const order = orders.get(id) ?? readHead(await findOrder(api, id))[0]
    const inSpan = refunds.filter((refund) => isPaidOut(refund) && isWithin(span, refund.created))
    if (!order || inSpan.length === 0) continue
    const currency = order.default_currency_code
    yield inSpan.map((refund) => ({
      ...refundFacts(refund),
      currency,
      total: 0 - refundedTotal(refund, currency),
    }))
  }
}
