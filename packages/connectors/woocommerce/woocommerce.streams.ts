import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, ListedRecord, Span, StreamState, SyncPage } from '../kit/connector.ts'
import { isGuest } from '../kit/guest-id.ts'
import { readFrom } from '../kit/page-guard.ts'
import { atOnce, OffsetPosition, type Page } from '../kit/paging.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { changeState, type Progress, parseState, sinceLatestChange, whole } from '../kit/progress.ts'
import { readRecordId, readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { type DeclaredStream, declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import { type Catalog, type CatalogProduct, PRODUCTS, WooProduct } from './catalog.ts'
import { isDraft, isKnownChannel, isKnownSubscriptionStatus, isUnpaidSubscription } from './codes.ts'
import { customerName, customerRows, GuestOrder, guestRows, isCustomer, WooCustomer } from './customers.ts'
import { AMOUNT_DECIMALS, gmtText, OptionalInstant, WooId, WooInstant } from './fields.ts'
import { convertOrders, listRefundIds } from './order-reads.ts'
import { orderOfSourceId, refundSourceId } from './order-rows.ts'
import { countedAt, WooOrder } from './order-schema.ts'
import { type Clubs, clubOf, isNoList, membershipRows, WooSubscription } from './subscriptions.ts'
import {
  PAGE_SIZE,
  readModified,
  type WooApi,
  type WooList,
  type WooQuery,
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

/** Changes of the last day are read again each time, because clocks differ and lists change while they are read. */
const OVERLAP_MS = DAY_MS

const byChange = (now: () => number) =>
  sinceLatestChange({ now, overlapMs: OVERLAP_MS, position: OffsetPosition, updated: readModified })

const sampled = (api: WooApi, { path }: Pick<WooList, 'path'>, query: WooQuery = {}) =>
  api.list(path, { per_page: 1, ...query }, `A sample of ${path}`)

/** Enough to meet the codes that a store uses. */
const SAMPLE_SIZE = 25

/** Only what a schema reads. */
const fieldsOf = ({ shape }: z.ZodObject): { readonly _fields: string } => ({ _fields: Object.keys(shape).join(',') })

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

const ACCOUNTS = { name: 'customers', path: 'customers', orderby: 'id', query: { role: 'all' } } as const

const AccountState = z.object({
  /** when all were last read, epoch milliseconds; null: never */
  wholeAt: z.number().nullable(),
  /** while all are read: when that began, and the position in the list */
  reading: z.object({ began: z.number(), at: OffsetPosition }).nullable(),
  /** the highest ID that was read */
  newest: z.int(),
})

const idNumber = (record: unknown): number => Number(readRecordId(record) ?? 0)

/** WooCommerce can't list changed customers: all are read once a day, and those with higher IDs each time. */
const daily = (now: () => number): Progress<OffsetPosition> => ({
  reads: 'changes',
  begin(state) {
    const start = parseState(state, AccountState)
    const { wholeAt, reading } = start
    const isWhole = reading !== null || wholeAt === null || now() - wholeAt >= DAY_MS
    const began = reading?.began ?? now()
    let { newest } = start
    return {
      start,
      from: reading?.at ?? null,
      since: () => (isWhole ? null : newest),
      after({ records, next }) {
        newest = Math.max(newest, ...records.map(idNumber))
        if (!isWhole) return { ...start, newest }
        return next === null
          ? { wholeAt: began, reading: null, newest }
          : { ...start, reading: { began, at: next }, newest }
      },
    }
  },
})

/** Customers with higher IDs than one, as one page; none: no page. */
async function* newAccounts(api: WooApi, newest: number): AsyncGenerator<Page<OffsetPosition>> {
  const found: unknown[] = []
  for (let offset = 0, isLast = false; !isLast; offset += PAGE_SIZE) {
    const query = { ...ACCOUNTS.query, orderby: 'id', order: 'desc', per_page: PAGE_SIZE, offset }
    const { records } = await api.list(ACCOUNTS.path, query, 'New customers')
    const added = records.filter((record) => idNumber(record) > newest)
    found.push(...added)
    isLast = added.length < PAGE_SIZE
  }
  if (found.length > 0) yield { records: found, total: null, next: null }
}

const ListedAccount = WooCustomer.pick({
  id: true,
  date_modified_gmt: true,
  date_created_gmt: true,
  role: true,
  is_paying_customer: true,
})

const accounts = ({ api, now }: WooStore) =>
  declareStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    progress: daily(now),
    pages(since, from) {
      const newest = since()
      return newest === null ? wooPages(api, ACCOUNTS, undefined, from) : newAccounts(api, newest)
    },
    convert: (records) => readRecords(records, { schema: WooCustomer, rows: customerRows }),
    async fetch(ids) {
      const accountIds = ids.filter((id) => !isGuest(id))
      return fetchedByIds(accountIds, await wooRecords(api, ACCOUNTS, accountIds), (record) => [readRecordId(record)])
    },
    listing: {
      table: 'customers',
      isListed: (id) => !isGuest(id),
      list: () =>
        listedRecords(wooPages(api, { ...ACCOUNTS, query: { ...ACCOUNTS.query, ...fieldsOf(ListedAccount) } }), {
          schema: ListedAccount,
          toListed: (account) =>
            isCustomer(account)
              ? { sourceId: account.id, ordered: null, updated: account.date_modified_gmt ?? account.date_created_gmt }
              : null,
        }),
    },
    sample: sampleList({
      label: 'Customers',
      fetch: () => sampled(api, ACCOUNTS),
      schema: WooCustomer,
      nameOf: (customer) => customerName(customer) ?? customer.id,
    }),
  })

const guests = ({ api, now }: WooStore) =>
  declareStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    progress: byChange(now),
    pages(since, from) {
      const query = { status: 'any', ...fieldsOf(GuestOrder) }
      return wooPages(api, { name: 'customers of orders', path: 'orders', orderby: 'modified', query }, since, from)
    },
    convert(records) {
      // An order that can't be read is reported with the orders.
      const { rows } = readRecords(records, { schema: GuestOrder, rows: guestRows })
      return { read: rows.length, total: null, rows, quarantined: [] }
    },
  })

const CustomerState = z.object({ accounts: AccountState, guests: changeState(OffsetPosition) })

const UNREAD = { accounts: { wholeAt: null, reading: null, newest: 0 }, guests: { mark: null, page: null } }

/** Accounts of the site, and guests by the email addresses of their orders. */
const customers = (store: WooStore): DeclaredStream => {
  const [ofSite, ofOrders] = [accounts(store), guests(store)]
  return {
    ...ofSite,
    async *read(state) {
      const start = parseState(state ?? UNREAD, CustomerState)
      let reached: StreamState = start
      for await (const page of ofSite.read(start.accounts)) {
        reached = { ...start, accounts: page.next }
        yield { ...page, next: reached }
      }
      for await (const page of ofOrders.read(start.guests)) yield { ...page, next: { ...reached, guests: page.next } }
    },
  }
}

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
  [products(store), customers(store), memberships(store), orders(store)] as const
