import { z } from 'zod'
import type { CanonicalRow, QuarantinedRecord, Removal } from '../kit/connector.ts'
import { readEnvelope, readRecords } from '../kit/read-records.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { INCOMPLETE } from './codes.ts'
import type { StoreDirectory } from './directory.ts'
import { BcId, BcQuantity, readBcId, rfcText } from './fields.ts'
import { orderRows, refundSourceId } from './order-rows.ts'
import { BcConsignments, BcOrder, BcRefund } from './order-schema.ts'

/** What comes with an order: its consignments with their lines, and its fees. */
export const INCLUDED = { include: 'consignments.line_items,fees', consignment_structure: 'object' } as const

/** Orders with their lines are 10 to 20 kB each. */
const PAGE_SIZE = 100
/** Lines that BigCommerce gives of each consignment; it says so only in a warning that isn't documented. */
const LINES_GIVEN = 50
const LIST_SIZE = 250

type Filter = Readonly<Record<string, string | number | undefined>>

export const changedSince = (since: number | null): Filter =>
  since === null ? {} : { min_date_modified: rfcText(since) }

/** Orders made in a span; its end is inclusive at BigCommerce, which counts in seconds. */
export const createdIn = ({ from, until }: { readonly from: number; readonly until: number }): Filter => ({
  min_date_created: rfcText(from),
  max_date_created: rfcText(until - 1),
})

/** Orders after an ID, without their lines. */
export const ordersAfter =
  (api: BigCommerceApi, filter: Filter, given: Filter = { limit: LIST_SIZE }) =>
  (after: number): Promise<readonly unknown[]> => {
    const query = { ...filter, ...given, min_id: after + 1, sort: 'id:asc' }
    return api.list({ scope: 'Orders', name: 'orders', path: '/v2/orders', query })
  }

/** Orders after an ID, with their lines. */
export const wholeOrdersAfter = (api: BigCommerceApi, filter: Filter) =>
  ordersAfter(api, filter, { ...INCLUDED, limit: PAGE_SIZE })

/** One order with its lines; null: there is none. */
export const findOrder = (api: BigCommerceApi, id: string): Promise<unknown> =>
  api.find({ scope: 'Orders', name: 'an order', path: `/v2/orders/${id}`, query: INCLUDED })

const fetchLines = async (api: BigCommerceApi, id: string): Promise<readonly unknown[]> => {
  const request = { scope: 'Orders', name: 'the lines of an order', path: `/v2/orders/${id}/products` } as const
  const after = async (page: number): Promise<readonly unknown[]> =>
    api.list({ ...request, query: { page, limit: LIST_SIZE } })
  const lines: unknown[] = []
  for (let page = 1; ; page += 1) {
    const more = await after(page)
    lines.push(...more)
    if (more.length < LIST_SIZE) return lines
  }
}

const Counted = z.object({ id: BcId, items_total: BcQuantity, consignments: BcConsignments })

interface GivenLines {
  readonly id: string
  readonly lines: readonly unknown[]
  readonly isComplete: boolean
}

const givenLines = (record: unknown): GivenLines | null => {
  const { data } = Counted.safeParse(record)
  if (!data) return null
  const { pickups, shipping, downloads, email } = data.consignments
  const groups = [...pickups, ...shipping, ...downloads, ...(email?.gift_certificates ?? [])]
  const isFull = groups.some((group) => group.line_items.length >= LINES_GIVEN || '__warning__' in group)
  const lines = groups.flatMap((group) => group.line_items)
  return { id: data.id, lines, isComplete: !isFull && (lines.length > 0 || data.items_total === 0) }
}

/** The order with all of its lines in one list. */
const withLines = async (api: BigCommerceApi, record: unknown): Promise<unknown> => {
  const given = givenLines(record)
  if (given === null || typeof record !== 'object') return record
  const line_items = given.isComplete ? given.lines : await fetchLines(api, given.id)
  return { ...record, line_items }
}

const refundIdOf = (record: unknown): string | null => {
  const { data } = z.object({ id: BcId, order_id: BcId }).safeParse(record)
  return data ? refundSourceId(data.order_id, data.id) : null
}

export interface FoundRefunds {
  readonly byOrder: ReadonlyMap<string, readonly BcRefund[]>
  readonly quarantined: readonly QuarantinedRecord[]
}

/** Refunds by a filter, each with its parts. New ones go to the list's end. */
export const fetchRefunds = async (api: BigCommerceApi, filter: Filter): Promise<FoundRefunds> => {
  const byId = new Map<string, BcRefund>()
  const quarantined: QuarantinedRecord[] = []
  const request = { scope: 'Orders', name: 'refunds', path: '/v3/orders/payment_actions/refunds' } as const
  for (let page = 1; ; page += 1) {
    const query = { ...filter, page, limit: LIST_SIZE }
    const answer = (await api.find({ ...request, query })) ?? { data: [] }
    const { data: records } = readEnvelope(answer, z.object({ data: z.array(z.unknown()) }), 'A page of refunds')
    const read = readRecords(records, { schema: BcRefund, idOf: refundIdOf, rows: () => [] })
    quarantined.push(...read.quarantined)
    for (const refund of read.records) byId.set(refund.id, refund)
    if (records.length < LIST_SIZE) break
  }
  const byOrder = Map.groupBy(byId.values(), ({ order_id }) => order_id)
  return { byOrder, quarantined }
}

const refundsOf = async (api: BigCommerceApi, ids: readonly string[]): Promise<FoundRefunds> =>
  ids.length === 0 ? { byOrder: new Map(), quarantined: [] } : fetchRefunds(api, { 'order_id:in': ids.join(',') })

/** Shoppers who left before they paid, and orders that were archived. */
export const isNoOrder = ({ status_id, is_deleted }: Pick<BcOrder, 'status_id' | 'is_deleted'>): boolean =>
  status_id === INCOMPLETE || is_deleted === true

interface ConvertedOrders {
  readonly rows: readonly CanonicalRow[]
  readonly removed: readonly Removal[]
  readonly quarantined: readonly QuarantinedRecord[]
}

/** Refunds that can't be placed still exist with their order. */
const refundsAside = (refunds: FoundRefunds, orders: ReadonlySet<string | null>): QuarantinedRecord[] =>
  [...refunds.byOrder].flatMap(([orderId, list]) =>
    orders.has(orderId)
      ? list.map(({ id }) => ({
          sourceId: refundSourceId(orderId, id),
          field: null,
          reason: 'The order it refunds couldn’t be used',
        }))
      : [],
  )

/** Orders of one page as rows, with one call for the refunds of all. */
export const convertOrders = async (
  { api, catalog }: StoreDirectory,
  records: readonly unknown[],
): Promise<ConvertedOrders> => {
  const facts = await catalog()
  const refunds = await refundsOf(
    api,
    records.flatMap((record) => readBcId(record) ?? []),
  )
  const whole: unknown[] = []
  for (const record of records) whole.push(await withLines(api, record))
  const removed = new Set<string>()
  const read = readRecords(whole, {
    schema: BcOrder,
    idOf: readBcId,
    rows: (order) => {
      const own = refunds.byOrder.get(order.id) ?? []
      if (!isNoOrder(order)) return orderRows(order, own, facts)
      for (const id of [order.id, ...own.map((refund) => refundSourceId(order.id, refund.id))]) removed.add(id)
      return []
    },
  })
  const aside = new Set(read.quarantined.map(({ sourceId }) => sourceId))
  return {
    rows: read.rows,
    removed: removed.size === 0 ? [] : [{ table: 'orders', sourceIds: [...removed] }],
    quarantined: [...read.quarantined, ...refundsAside(refunds, aside), ...refunds.quarantined],
  }
}

/** Whether the ID is of an order and not of a refund. */
export const isOrderId = (id: string): boolean => /^\d+$/.test(id)
