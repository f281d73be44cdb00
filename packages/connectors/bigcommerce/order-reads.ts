import { z } from 'zod'
import { isWithin, type PlatformOrder, type Span } from '../kit/connector.ts'
import { sumBy } from '../kit/order-amounts.ts'
import { type IdPosition, pagesById } from '../kit/paging.ts'
import { readEnvelope, readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { type ConvertedRecords, fetchedByIds } from '../kit/stream.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import type { CatalogFacts } from './catalog.ts'
import { INCOMPLETE } from './codes.ts'
import { BcId, BcQuantity, readBcId, rfcText } from './fields.ts'
import { isPaidOut, paidTotal, refundedTotal } from './order-money.ts'
import { orderIdOf, orderRows, refundNumber, refundSourceId } from './order-rows.ts'
import { BcConsignments, BcOrder, BcOrderHead, BcRefund } from './order-schema.ts'

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
      idOf: readBcId,
      fetch: (after) => api.list({ ...ORDERS, query: { ...filter, min_id: after + 1, sort: 'id:asc' } }),
    },
    from,
  )

/** Orders with their lines that changed since a time. */
export const changedOrders = (api: BigCommerceApi, since: number | null, from: IdPosition | null) => {
  const filter = since === null ? {} : { min_date_modified: rfcText(since) }
  return orderPages(api, { ...filter, ...INCLUDED, limit: PAGE_SIZE }, from)
}

/** Orders made in a span, without their lines. */
export const listedOrders = (api: BigCommerceApi, span: Span | null) =>
  orderPages(api, { ...createdIn(span), limit: LIST_SIZE })

/** The latest orders with their lines. */
export const latestOrders = (api: BigCommerceApi, limit: number): Promise<readonly unknown[]> =>
  api.list({ ...ORDERS, query: { ...INCLUDED, sort: 'date_modified:desc', limit } })

const Counts = z.object({
  statuses: z.array(z.object({ id: z.int().nonnegative(), count: z.int().nonnegative() })),
})

export const countOrders = async (api: BigCommerceApi, span: Span | null): Promise<number> => {
  const request = { scope: 'Orders', name: 'the number of orders', path: '/v2/orders/count' } as const
  const answer = await api.find({ ...request, query: createdIn(span) })
  const { statuses } = readEnvelope(answer, Counts, 'The number of orders')
  return sumBy(statuses, ({ id, count }) => (id === INCOMPLETE ? 0 : count))
}

/** One order with its lines; null: there is none. */
const findOrder = (api: BigCommerceApi, id: string): Promise<unknown> =>
  api.find({ scope: 'Orders', name: 'an order', path: `/v2/orders/${id}`, query: INCLUDED })

/** Orders with their lines; a refund is fetched with its order. */
export const findOrders = async (api: BigCommerceApi, ids: readonly string[]) => {
  const orderIds = [...new Set(ids.map(orderIdOf))]
  const found = await Array.fromAsync(orderIds, (id) => findOrder(api, id))
  const records = found.filter((record) => record !== null)
  return fetchedByIds(orderIds, records, readBcId)
}

/** All records of a list that doesn't say how many it has: its last page isn't full. */
const fetchAll = async (fetch: (query: Filter) => Promise<readonly unknown[]>): Promise<unknown[]> => {
  const records: unknown[] = []
  for (let page = 1; ; page += 1) {
    const more = await fetch({ page, limit: LIST_SIZE })
    records.push(...more)
    if (more.length < LIST_SIZE) return records
  }
}

const fetchLines = (api: BigCommerceApi, id: string): Promise<readonly unknown[]> => {
  const request = { scope: 'Orders', name: 'the lines of an order', path: `/v2/orders/${id}/products` } as const
  return fetchAll((query) => api.list({ ...request, query }))
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
  const listed = await fetchAll(async (query) => {
    const answer = await api.find({ ...REFUNDS, query: { ...filter, ...query } })
    return answer === null ? [] : readEnvelope(answer, RefundPage, 'A page of refunds').data
  })
  const idOf = (record: unknown) => RefundIds.safeParse(record).data ?? null
  const { records, quarantined } = readRecords(listed, { schema: BcRefund, idOf, rows: () => [] })
  const byId = new Map(records.map((refund) => [refund.id, refund]))
  return { byOrder: Map.groupBy(byId.values(), ({ order_id }) => order_id), quarantined }
}

const NO_REFUNDS: Awaited<ReturnType<typeof fetchRefunds>> = { byOrder: new Map(), quarantined: [] }

/** A refund whose order says nothing of a change: orders refunded since then that the list of changes left out. */
export const refundedOrders = async (
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
export const convertOrders = async (
  api: BigCommerceApi,
  catalog: CatalogFacts,
  records: readonly unknown[],
): Promise<ConvertedRecords> => {
  const ids = records.flatMap((record) => readBcId(record) ?? [])
  const refunds = ids.length > 0 ? await fetchRefunds(api, { 'order_id:in': ids.join(',') }) : NO_REFUNDS
  const refundsOf = (id: string) => refunds.byOrder.get(id) ?? []
  const idsWithRefunds = (id: string) => [id, ...refundsOf(id).map((refund) => refundSourceId(id, refund.id))]
  const removed: string[] = []
  const { rows, quarantined } = readRecords(await Array.fromAsync(records, (record) => withLines(api, record)), {
    schema: BcOrder,
    idOf(record) {
      const id = readBcId(record)
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
      sourceId: refundSourceId(id, refund.id),
      orderNumber: refundNumber(id, refund.id),
      ordered: refund.created,
      currency,
      total: 0 - refundedTotal(refund, currency),
    }))
  }
}
