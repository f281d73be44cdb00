import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { isWithin, type ListedRecord, type PlatformOrder, type Span } from '../kit/connector.ts'
import { negative } from '../kit/order-amounts.ts'
import { parseEach, type ReadRecords, readRecordId, readRecords } from '../kit/read-records.ts'
import { type ConvertedRecords, declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import type { WooCatalog } from './catalog.ts'
import { CHANNELS, isDraft } from './codes.ts'
import { AMOUNT_DECIMALS, gmtText, millionthsToMinor, WooAmount, WooId, WooInstant } from './fields.ts'
import { orderOfSourceId, orderRows, readTender, refundFacts, refundSourceId, settleRefunds } from './order-rows.ts'
import { countedAt, ListedOrder, renewedSubscription, WooOrder, WooRefund, WooTotals } from './order-schema.ts'
import type { Clubs } from './subscriptions.ts'
import { fieldsOf, isNoList, SAMPLE_SIZE, type WooApi } from './woocommerce-api.ts'

/** Refunds of one order; no order has as many. */
const MOST_REFUNDS = 100

/** The refunds of an order with their lines, of which the order only lists IDs and amounts; none if the order is gone. */
const fetchRefunds = async (api: WooApi, orderId: string): Promise<readonly unknown[]> => {
  const query = { per_page: MOST_REFUNDS, orderby: 'id', order: 'asc', dp: AMOUNT_DECIMALS }
  return (await api.list(`orders/${orderId}/refunds`, query, `The refunds of order ${orderId}`)).records
}

const WithRefunds = z.object({ refunds: z.array(z.object({ id: WooId })) })

/** IDs of an unparsed order and its refunds. */
const readOrderIds = (record: unknown): string[] => {
  const id = readRecordId(record)
  const refunds = WithRefunds.safeParse(record).data?.refunds ?? []
  return id === null ? [] : [id, ...refunds.map((refund) => refundSourceId(id, refund.id))]
}

interface OrderSources {
  readonly api: WooApi
  catalog(): Promise<WooCatalog>
  readonly clubs: Clubs
}

/** Unparsed orders as rows, with their refunds. */
const convertOrders = async (
  { api, catalog, clubs }: OrderSources,
  records: readonly unknown[],
): Promise<ConvertedRecords> => {
  const orders = parseEach(records, WooOrder).filter(({ status }) => !isDraft(status))
  const about = {
    products: orders.length > 0 ? (await catalog()).products : new Map(),
    clubs: await clubs(orders.flatMap((order) => renewedSubscription(order) ?? [])),
  }
  const refunds = new Map<string, ReadRecords<typeof WooRefund>>()
  for (const { id, refunds: listed } of orders) {
    if (listed.length === 0) continue
    const idOf = (refund: unknown) => refundSourceId(id, readRecordId(refund) ?? '')
    refunds.set(id, readRecords(await fetchRefunds(api, id), { schema: WooRefund, idOf }))
  }
  const { rows, quarantined } = readRecords(records, {
    schema: WooOrder,
    idOf: readOrderIds,
    rows: (order) => (isDraft(order.status) ? [] : orderRows(order, refunds.get(order.id)?.records ?? [], about)),
  })
  return { rows, quarantined: [...quarantined, ...refunds.values().flatMap((read) => read.quarantined)] }
}

const ORDERS = { name: 'orders', path: 'orders', query: { status: 'any', dp: AMOUNT_DECIMALS } }

/** Most orders are paid on the day that they are made; the others are looked up one by one. */
const SOON_PAID_MS = 7 * DAY_MS

const ListedRefund = z.object({ id: WooId, parent_id: WooId, date_created_gmt: WooInstant })

async function* listOrders(api: WooApi, span: Span | null): AsyncGenerator<readonly ListedRecord[]> {
  const made = span && {
    dates_are_gmt: 'true',
    after: gmtText(span.from - SOON_PAID_MS),
    before: gmtText(span.until + 1000),
  }
  const list = { ...ORDERS, query: { status: 'any', ...made } }
  yield* api.listed(list, {
    schema: ListedOrder,
    toListed: (order) =>
      isDraft(order.status)
        ? null
        : { sourceId: order.id, ordered: countedAt(order), updated: order.date_modified_gmt },
  })
  try {
    yield* listedRecords(api.pages({ name: 'refunds', path: 'refunds', query: { ...made } }), {
      schema: ListedRefund,
      idOf: () => null,
      toListed: ({ id, parent_id, date_created_gmt: ordered }) => ({
        sourceId: refundSourceId(parent_id, id),
        ordered,
        updated: null,
      }),
    })
  } catch (error) {
    // Stores of before 9.0 don't list refunds: each stored one is then looked up with its order.
    if (!isNoList(error)) throw error
  }
}

/** Orders with their lines; refunds become separate orders. */
export const ordersStream = ({ api, ...sources }: OrderSources, now: () => number) =>
  declareStream({
    name: 'orders',
    tables: ['orders', 'order_lines'],
    ...api.byChange(ORDERS, now),
    convert: (records) => convertOrders({ api, ...sources }, records),
    // Orders in the trash, with their refunds; those deleted permanently are found by comparison.
    async *deleted(since) {
      const query = { status: 'trash', dates_are_gmt: 'true', modified_after: gmtText(since), _fields: 'id,refunds' }
      for await (const { records } of api.pages({ name: 'deleted orders', path: 'orders', query }))
        yield records.flatMap(readOrderIds)
    },
    async fetch(ids) {
      // Refunds are fetched with their order.
      const orderIds = [...new Set(ids.map(orderOfSourceId))]
      return fetchedByIds(ids, await api.records(ORDERS, orderIds), readOrderIds)
    },
    listing: { table: 'orders', list: (span) => listOrders(api, span) },
    schema: WooOrder,
    sample: {
      fetch: () => api.sample(ORDERS, SAMPLE_SIZE),
      nameOf: ({ number }) => number,
      codes: { source: [({ created_via }) => created_via, CHANNELS] },
    },
  })

/** WooCommerce finds orders by the time they were made, and they count when they are paid. */
const PAID_WITHIN_MS = 62 * DAY_MS

const Refund = z.object({ id: WooId, date_created_gmt: WooInstant, amount: WooAmount })

/** The order names its refunds and what each came to, apart from the list of refunds that rows are made of: only their times are from it. */
const refundTotals = async (
  api: WooApi,
  order: WooTotals,
  sale: { readonly total: number; readonly tender: number },
): Promise<PlatformOrder[]> => {
  const fetched = parseEach(await fetchRefunds(api, order.id), Refund)
  const listed = new Map(fetched.map((refund) => [refund.id, refund]))
  const { currency } = order
  const refunds = order.refunds.map(({ id, total: named }) => {
    const { date_created_gmt = countedAt(order), amount = 0 } = listed.get(id) ?? {}
    return { id, date_created_gmt, amount: millionthsToMinor(Math.abs(named ?? amount), currency) }
  })
  return settleRefunds(refunds, ({ amount }) => amount, sale).map(({ refund, total }, index) => ({
    ...refundFacts(order, refund, index),
    currency,
    total: negative(total),
  }))
}

/** The totals of an unparsed order and its refunds. */
const readTotals = async (api: WooApi, record: unknown): Promise<PlatformOrder[]> => {
  const { data: order } = WooTotals.safeParse(record)
  if (!order || isDraft(order.status)) return []
  const { id: sourceId, number: orderNumber, currency } = order
  const tender = readTender(order).amount
  const total = millionthsToMinor(order.total, currency) + tender
  const sale = { sourceId, orderNumber, ordered: countedAt(order), currency, total }
  return order.refunds.length > 0 ? [sale, ...(await refundTotals(api, order, { total, tender }))] : [sale]
}

/** WooCommerce's totals of orders made around the span, and of older ones that changed since: a refund is a change of its order. */
export async function* platformOrders(api: WooApi, span: Span): AsyncGenerator<readonly PlatformOrder[]> {
  const made = span.from - PAID_WITHIN_MS
  const filters = [
    { after: gmtText(made - 1000), before: gmtText(span.until + 1000) },
    { before: gmtText(made), modified_after: gmtText(span.from - 1000) },
  ]
  const seen = new Set<string>()
  for (const filter of filters) {
    const query = { ...ORDERS.query, ...filter, dates_are_gmt: 'true', ...fieldsOf(WooTotals) }
    for await (const { records } of api.pages({ ...ORDERS, query })) {
      const totals = (await Array.fromAsync(records, (record) => readTotals(api, record))).flat()
      yield totals.filter(({ sourceId, ordered }) => isWithin(span, ordered) && !seen.has(sourceId))
      for (const { sourceId } of totals) seen.add(sourceId)
    }
  }
}
