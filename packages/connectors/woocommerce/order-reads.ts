import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { type CanonicalRow, isWithin, type PlatformOrder, type QuarantinedRecord, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { parseEach, readRecordId, readRecords } from '../kit/read-records.ts'
import type { ConvertedRecords } from '../kit/stream.ts'
import type { Catalog } from './catalog.ts'
import { isDraft } from './codes.ts'
import { AMOUNT_DECIMALS, gmtText, millionthsToMinor, OptionalAmount, WooAmount, WooId, WooInstant } from './fields.ts'
import { readTender, refundedTotals, TENDER_FIELDS } from './order-amounts.ts'
import { orderRows, refundNumber, refundSourceId } from './order-rows.ts'
import { countedAt, renewedSubscription, WooOrder, WooRefund } from './order-schema.ts'
import type { Clubs } from './subscriptions.ts'
import { type WooApi, wooPages } from './woocommerce-api.ts'

/** Refunds of one order; no order has as many. */
const MOST_REFUNDS = 100

/** The refunds of an order with their lines, of which the order only lists IDs and amounts; none if the order is gone. */
const fetchRefunds = async (api: WooApi, orderId: string): Promise<readonly unknown[]> => {
  const query = { per_page: MOST_REFUNDS, orderby: 'id', order: 'asc', dp: AMOUNT_DECIMALS }
  return (await api.list(`orders/${orderId}/refunds`, query, `The refunds of order ${orderId}`)).records
}

const ListedRefunds = z.object({ id: WooId, refunds: z.array(z.object({ id: WooId })) })

/** IDs of the refunds of an unparsed order. */
export const listRefundIds = (record: unknown): string[] => {
  const { data } = ListedRefunds.safeParse(record)
  return data ? data.refunds.map(({ id }) => refundSourceId(data.id, id)) : []
}

const unusedRefunds = (record: unknown): QuarantinedRecord[] =>
  listRefundIds(record).map((sourceId) => ({ sourceId, field: null, reason: 'The order it refunds couldn’t be used' }))

interface OrderSources {
  readonly api: WooApi
  catalog(): Promise<Catalog>
  readonly clubs: Clubs
}

/** Unparsed orders as rows, with their refunds. */
export const convertOrders = async (
  { api, catalog, clubs }: OrderSources,
  records: readonly unknown[],
): Promise<ConvertedRecords> => {
  const parsed = readRecords(records, { schema: WooOrder, rows: () => [] })
  const orders = parsed.records.filter(({ status }) => !isDraft(status))
  const unused = new Set(parsed.quarantined.map(({ sourceId }) => sourceId))
  const quarantined = [
    ...parsed.quarantined,
    ...records.filter((record) => unused.has(readRecordId(record))).flatMap(unusedRefunds),
  ]
  if (orders.length === 0) return { rows: [], quarantined }
  const knownClubs = await clubs(orders.flatMap((order) => renewedSubscription(order) ?? []))
  const { products } = await catalog()
  const rows: CanonicalRow[] = []
  for (const order of orders) {
    const refunds = readRecords(order.refunds.length > 0 ? await fetchRefunds(api, order.id) : [], {
      schema: WooRefund,
      idOf: (refund) => refundSourceId(order.id, readRecordId(refund) ?? ''),
      rows: () => [],
    })
    quarantined.push(...refunds.quarantined)
    const made = readRecords([order], {
      schema: Unchanged,
      rows: () => orderRows(order, refunds.records, { products, clubs: knownClubs }),
    })
    rows.push(...made.rows)
    quarantined.push(...made.quarantined)
  }
  return { rows, quarantined }
}

// The limits of stored numbers are checked on rows.
const Unchanged = z.custom<WooOrder>()

/** WooCommerce finds orders by the time they were made, and they count when they are paid. */
const PAID_WITHIN_MS = 62 * DAY_MS

const Totals = WooOrder.pick({
  id: true,
  number: true,
  status: true,
  date_created_gmt: true,
  date_paid_gmt: true,
  ...TENDER_FIELDS,
}).extend({ refunds: z.array(z.object({ id: WooId, total: OptionalAmount })).nullish() })
type Totals = z.output<typeof Totals>

const FIELDS = Object.keys(Totals.shape).join(',')

const Refund = z.object({ id: WooId, date_created_gmt: WooInstant, amount: WooAmount })

/** The order names its refunds and what each came to, apart from the list of refunds that rows are made of: only their times are from it. */
const refundTotals = async (api: WooApi, order: Totals, total: number): Promise<PlatformOrder[]> => {
  const fetched = parseEach(await fetchRefunds(api, order.id), Refund)
  const listed = new Map(fetched.map((refund) => [refund.id, refund]))
  const refunds = (order.refunds ?? []).map(({ id, total: refunded }) => ({
    id,
    at: listed.get(id)?.date_created_gmt ?? countedAt(order),
    amount: millionthsToMinor(Math.abs(refunded ?? listed.get(id)?.amount ?? 0), order.currency),
  }))
  const inOrder = refunds.sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id))
  const totals = refundedTotals(
    inOrder.map(({ amount }) => amount),
    total,
    readTender(order).amount,
  )
  return inOrder.map(({ id, at }, index) => ({
    sourceId: refundSourceId(order.id, id),
    orderNumber: refundNumber(order.number, index),
    ordered: at,
    currency: order.currency,
    total: negative(totals[index] ?? 0),
  }))
}

const readOrders = async (api: WooApi, record: unknown, span: Span): Promise<PlatformOrder[]> => {
  const { data: order } = Totals.safeParse(record)
  if (!order || isDraft(order.status)) return []
  const shared = { orderNumber: order.number, currency: order.currency }
  const total = millionthsToMinor(order.total, order.currency) + readTender(order).amount
  const sale = { ...shared, sourceId: order.id, ordered: countedAt(order), total }
  const refunds = (order.refunds ?? []).length > 0 ? await refundTotals(api, order, total) : []
  return [sale, ...refunds].filter(({ ordered }) => isWithin(span, ordered))
}

/** Orders made around the span, and older ones that changed since: a refund is a change of its order. */
const listsFor = (span: Span) => {
  const made = span.from - PAID_WITHIN_MS
  const shared = { status: 'any', dp: AMOUNT_DECIMALS, dates_are_gmt: 'true', _fields: FIELDS }
  return [
    { ...shared, after: gmtText(made - 1000), before: gmtText(span.until + 1000) },
    { ...shared, before: gmtText(made), modified_after: gmtText(span.from - 1000) },
  ]
}

/** WooCommerce's totals of orders and refunds in a span. */
export async function* platformOrders(api: WooApi, span: Span): AsyncGenerator<readonly PlatformOrder[]> {
  const seen = new Set<string>()
  for (const query of listsFor(span)) {
    for await (const { records } of wooPages(api, { name: 'orders', path: 'orders', orderby: 'id', query })) {
      const totals: PlatformOrder[] = []
      for (const record of records) totals.push(...(await readOrders(api, record, span)))
      yield totals.filter(({ sourceId }) => !seen.has(sourceId))
      for (const { sourceId } of totals) seen.add(sourceId)
    }
  }
}
