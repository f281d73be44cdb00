import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, ListedRecord, Span } from '../kit/connector.ts'
import { atOnce } from '../kit/paging.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { whole } from '../kit/progress.ts'
import { declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import { type Catalog, type CatalogProduct, PRODUCTS, WooProduct } from './catalog.ts'
import { isDraft, isKnownChannel } from './codes.ts'
import { customersStream } from './customers.ts'
import { AMOUNT_DECIMALS, gmtText, WooId, WooInstant } from './fields.ts'
import { convertOrders, readOrderIds } from './order-reads.ts'
import { orderOfSourceId, refundSourceId } from './order-rows.ts'
import { countedAt, WooOrder } from './order-schema.ts'
import { type Clubs, membershipsStream } from './subscriptions.ts'
import {
  byChange,
  isNoList,
  SAMPLE_SIZE,
  sampled,
  type WooApi,
  wooListed,
  wooPages,
  wooRecords,
} from './woocommerce-api.ts'

/** Context shared by the streams of one connection; each part is requested once. */
export interface WooStore {
  readonly api: WooApi
  readonly now: () => number
  /** three letters; null: unknown */
  currency(): Promise<string | null>
  catalog(): Promise<Catalog>
  readonly clubs: Clubs
}

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

const ORDERS = {
  name: 'orders',
  path: 'orders',
  orderby: 'modified',
  query: { status: 'any', dp: AMOUNT_DECIMALS },
} as const

/** Most orders are paid on the day that they are made; the others are looked up one by one. */
const PAID_WITHIN_MS = 7 * DAY_MS

const ListedOrder = WooOrder.pick({
  id: true,
  status: true,
  date_created_gmt: true,
  date_modified_gmt: true,
  date_paid_gmt: true,
})

const ListedRefund = z.object({ id: WooId, parent_id: WooId, date_created_gmt: WooInstant })

async function* listOrders(api: WooApi, span: Span | null): AsyncGenerator<readonly ListedRecord[]> {
  const made = span && {
    dates_are_gmt: 'true',
    after: gmtText(span.from - PAID_WITHIN_MS),
    before: gmtText(span.until + 1000),
  }
  yield* wooListed(
    api,
    { ...ORDERS, query: { status: 'any', ...made } },
    {
      schema: ListedOrder,
      toListed: (order) =>
        isDraft(order.status)
          ? null
          : { sourceId: order.id, ordered: countedAt(order), updated: order.date_modified_gmt },
    },
  )
  try {
    yield* listedRecords(wooPages(api, { name: 'refunds', path: 'refunds', orderby: 'id', query: { ...made } }), {
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
const orders = ({ api, now, catalog, clubs }: WooStore) =>
  declareStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    ...byChange(api, ORDERS, now),
    convert: (records) => convertOrders({ api, catalog, clubs }, records),
    // Orders in the trash, with their refunds; those deleted permanently are found by comparison.
    async *deleted(since) {
      const query = { status: 'trash', dates_are_gmt: 'true', modified_after: gmtText(since), _fields: 'id,refunds' }
      for await (const { records } of wooPages(api, { name: 'deleted orders', path: 'orders', orderby: 'id', query }))
        yield records.flatMap(readOrderIds)
    },
    async fetch(ids) {
      // Refunds are fetched with their order.
      const orderIds = [...new Set(ids.map(orderOfSourceId))]
      return fetchedByIds(ids, await wooRecords(api, ORDERS, orderIds), readOrderIds)
    },
    listing: { table: 'orders', list: (span) => listOrders(api, span) },
    sample: sampleList({
      label: 'Orders',
      fetch: () => sampled(api, ORDERS, SAMPLE_SIZE),
      schema: WooOrder,
      nameOf: ({ number }) => number,
      codes: (made) => [
        { field: 'source', values: made.map(({ created_via }) => created_via), isKnown: isKnownChannel },
      ],
    }),
  })

/** In reading order. */
export const wooStreams = (store: WooStore) =>
  [products(store), customersStream(store), membershipsStream(store.api, store.now), orders(store)] as const
