import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, ListedRecord, Span, StreamState, SyncPage } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { atOnce, OffsetPosition } from '../kit/paging.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { changeState, parseState, whole } from '../kit/progress.ts'
import { readRecordId, readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { type DeclaredStream, declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import { type Catalog, type CatalogProduct, PRODUCTS, WooProduct } from './catalog.ts'
import { isDraft, isKnownChannel, isKnownSubscriptionStatus, isUnpaidSubscription } from './codes.ts'
import { customersStream } from './customers.ts'
import { AMOUNT_DECIMALS, gmtText, OptionalInstant, WooId, WooInstant } from './fields.ts'
import { convertOrders, listRefundIds } from './order-reads.ts'
import { orderOfSourceId, refundSourceId } from './order-rows.ts'
import { countedAt, WooOrder } from './order-schema.ts'
import { type Clubs, clubOf, isNoList, membershipRows, WooSubscription } from './subscriptions.ts'
import { byChange, fieldsOf, OVERLAP_MS, sampled, type WooApi, wooPages, wooRecords } from './woocommerce-api.ts'

/** Context shared by the streams of one connection; each part is requested once. */
export interface WooStore {
  readonly api: WooApi
  readonly now: () => number
  /** three letters; null: unknown */
  currency(): Promise<string | null>
  catalog(): Promise<Catalog>
  readonly clubs: Clubs
}

/** Enough to meet the codes that a store uses. */
const SAMPLE_SIZE = 25

const productRows = (product: CatalogProduct, currency: string | null): CanonicalRow[] => {
  const { id, sku, title, stock, updated } = product
  const counted = stock === null ? [] : [{ id, updated, sku: sku ?? id, title, location: null, onHand: stock }]
  return [
    ...(product.isSold ? [productRow(product, currency)] : []),
    ...counted.map((facts) => stockRow({ ...facts, available: facts.onHand })),
  ]
}

/** WooCommerce can list changed products, but a sale changes stock without changing the product. */
const products = ({ api, catalog, currency }: WooStore) =>
  declareStream({
    name: 'products',
    title: 'Products',
    tables: ['products', 'inventory'],
    progress: whole,
    pages: atOnce,
    async convert() {
      const { products, read, quarantined } = await catalog()
      const code = await currency()
      return { read, total: read, rows: [...products.values()].flatMap((one) => productRows(one, code)), quarantined }
    },
    sample: sampleList({
      label: 'Products',
      fetch: () => sampled(api, PRODUCTS),
      schema: WooProduct,
      nameOf: ({ name, id }) => name ?? id,
    }),
  })

const SUBSCRIPTIONS = {
  name: 'subscriptions',
  path: 'subscriptions',
  orderby: 'modified',
  query: { status: 'any' },
} as const

const ListedSubscription = z.object({ id: WooId, status: z.string(), date_modified_gmt: OptionalInstant })

/** Subscriptions of the extension WooCommerce Subscriptions as club memberships; none without the extension. */
const memberships = ({ api, now }: WooStore) =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships'],
    absent: (error) =>
      isNoList(error) ? 'The store doesn’t have WooCommerce Subscriptions, so there are no club memberships.' : null,
    progress: byChange(now),
    pages: (since, from) => wooPages(api, SUBSCRIPTIONS, since, from),
    convert: (records) => readRecords(records, { schema: WooSubscription, rows: membershipRows }),
    fetch: async (ids) =>
      fetchedByIds(ids, await wooRecords(api, SUBSCRIPTIONS, ids), (record) => [readRecordId(record)]),
    listing: {
      table: 'memberships',
      list() {
        const query = { ...SUBSCRIPTIONS.query, ...fieldsOf(ListedSubscription) }
        return listedRecords(wooPages(api, { ...SUBSCRIPTIONS, orderby: 'id', query }), {
          schema: ListedSubscription,
          toListed: ({ id, status, date_modified_gmt: updated }) =>
            isUnpaidSubscription(status) ? null : { sourceId: id, ordered: null, updated },
        })
      },
    },
    sample: sampleList({
      label: 'Club memberships',
      fetch: () => sampled(api, SUBSCRIPTIONS, { per_page: SAMPLE_SIZE, status: 'any' }),
      schema: WooSubscription,
      nameOf: (subscription) => clubOf(subscription).name ?? subscription.id,
      codes: (subscriptions) => [
        { field: 'status', values: subscriptions.map(({ status }) => status), isKnown: isKnownSubscriptionStatus },
      ],
    }),
  })

const ORDERS = {
  name: 'orders',
  path: 'orders',
  orderby: 'modified',
  query: { status: 'any', dp: AMOUNT_DECIMALS },
} as const

/** Most orders are paid on the day that they are made; the others are looked up one by one. */
const PAID_WITHIN_MS = 7 * DAY_MS

/** IDs of an unparsed order and its refunds. */
const readOrderIds = (record: unknown): string[] => {
  const id = readRecordId(record)
  return id === null ? [] : [id, ...listRefundIds(record)]
}

/** Orders that were moved to the trash, with their refunds; those deleted permanently are found by comparison. */
async function* trashedOrders(api: WooApi, state: StreamState): AsyncGenerator<SyncPage> {
  const { mark, page } = parseState(state, changeState(OffsetPosition))
  const after = readFrom(mark, OVERLAP_MS)
  if (after === null || page !== null) return
  const filter = { status: 'trash', dates_are_gmt: 'true', modified_after: gmtText(after), _fields: 'id,refunds' }
  const list = { name: 'deleted orders', path: 'orders', orderby: 'id', query: filter } as const
  for await (const { records } of wooPages(api, list)) {
    const removed = toRemovals('orders', records.flatMap(readOrderIds))
    yield { read: 0, rows: [], removed, quarantined: [], total: null, next: state }
  }
}

const ListedOrder = WooOrder.pick({
  id: true,
  status: true,
  date_created_gmt: true,
  date_modified_gmt: true,
  date_paid_gmt: true,
})

const ListedRefund = z.object({ id: WooId, parent_id: WooId, date_created_gmt: WooInstant })

async function* listOrders(api: WooApi, span: Span | null): AsyncGenerator<readonly ListedRecord[]> {
  const made =
    span === null
      ? {}
      : { dates_are_gmt: 'true', after: gmtText(span.from - PAID_WITHIN_MS), before: gmtText(span.until + 1000) }
  const query = { status: 'any', ...made, ...fieldsOf(ListedOrder) }
  yield* listedRecords(wooPages(api, { name: 'orders', path: 'orders', orderby: 'id', query }), {
    schema: ListedOrder,
    toListed: (order) =>
      isDraft(order.status)
        ? null
        : { sourceId: order.id, ordered: countedAt(order), updated: order.date_modified_gmt },
  })
  try {
    yield* listedRecords(wooPages(api, { name: 'refunds', path: 'refunds', orderby: 'id', query: made }), {
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

const saleOrders = ({ api, now, catalog, clubs }: WooStore) =>
  declareStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    progress: byChange(now),
    pages: (since, from) => wooPages(api, ORDERS, since, from),
    convert: (records) => convertOrders({ api, catalog, clubs }, records),
    async fetch(ids) {
      // Refunds are fetched with their order.
      const orderIds = [...new Set(ids.map(orderOfSourceId))]
      return fetchedByIds(ids, await wooRecords(api, ORDERS, orderIds), readOrderIds)
    },
    listing: { table: 'orders', list: (span) => listOrders(api, span) },
    sample: sampleList({
      label: 'Orders',
      fetch: () => sampled(api, ORDERS, { ...ORDERS.query, per_page: SAMPLE_SIZE }),
      schema: WooOrder,
      nameOf: ({ number }) => number,
      codes: (made) => [
        { field: 'source', values: made.map(({ created_via }) => created_via), isKnown: isKnownChannel },
      ],
    }),
  })

/** Orders with their lines; refunds become separate orders. */
const orders = (store: WooStore): DeclaredStream => {
  const stream = saleOrders(store)
  return {
    ...stream,
    async *read(state) {
      if (state !== null) yield* trashedOrders(store.api, state)
      yield* stream.read(state)
    },
  }
}

/** In reading order. */
export const wooStreams = (store: WooStore) =>
  [products(store), customersStream(store), memberships(store), orders(store)] as const
