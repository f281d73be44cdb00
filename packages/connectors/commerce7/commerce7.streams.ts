import { z } from 'zod'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { DAY_MS } from '#domain/clock.ts'
import { sampleText } from '../kit/connection-samples.ts'
import type { Removal, Span, StreamState, SyncPage } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import type { ListPage, Page } from '../kit/paging.ts'
import { isPlatformRefusal, RequestRejected } from '../kit/platform-problems.ts'
import { sinceLatestChange } from '../kit/progress.ts'
import { readRecords, toRemovals } from '../kit/read-records.ts'
import { rowsOfTable, utcRow } from '../kit/rows.ts'
import { type DeclaredStream, declareStream } from '../kit/stream.ts'
import { type Catalog, Product, productRows, Stock, stockRows, type Titles } from './catalog.ts'
import {
  CHANNELS,
  DELIVERY_METHODS,
  FULFILLMENT_STATUSES,
  MEMBERSHIP_STATUSES,
  ORDER_TYPES,
  PAYMENT_STATUSES,
  RESERVATION_STATUSES,
} from './codes.ts'
import { betweenDays, type Commerce7Api, LISTS, type ListSpec, sinceDay } from './commerce7-api.ts'
import { Customer, customerRows, Membership, membershipRows, Reservation, reservationRows } from './customers.ts'
import { Id, OptionalInstant, Reference } from './fields.ts'
import { type AccountingSettings, orderRows, ReleaseDates, releaseRows } from './order-rows.ts'
import { ListedOrder, Order, resolveOrderDate } from './order-schema.ts'

/** Context shared by the streams of one session. */
export interface Tenant {
  readonly api: Commerce7Api
  /** epoch milliseconds */
  readonly now: () => number
  /** IANA name of the account's time zone */
  readonly timeZone: string
  // Each is fetched when it is needed first, once per session.
  accounting(): Promise<AccountingSettings>
  /** titles of departments and vendors; without permission for them: none */
  titles(): Promise<Titles>
  catalog(): Promise<Catalog>
}

/** Samples a page of a list, so that a missing permission or an unknown value shows before the first sync. */
const samplePage = async ({ api }: Tenant, list: ListSpec): Promise<ListPage> => {
  try {
    for await (const { records, total } of api.byNumber(list)) return { records, total: total ?? records.length }
    return { records: [], total: 0 }
  } catch (error) {
    if (!isPlatformRefusal(error)) throw error
    throw new RequestRejected(
      `The app may not read ${list.name}. Give it read access to ${list.permission} in the Commerce7 developer portal.`,
    )
  }
}

const Club = z.object({ id: Id, title: z.string().min(1), updatedAt: OptionalInstant })

const clubs = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'clubs',
    pages: () => tenant.api.byNumber(LISTS.clubs),
    schema: Club,
    rows: ({ id, title: name, updatedAt: updated }) => [utcRow('clubs', { id, updated, name })],
    sample: { fetch: () => samplePage(tenant, LISTS.clubs), nameOf: ({ title }) => title },
  })

/** Orders need the whole catalog anyway. */
const products = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'products',
    async *pages() {
      yield { records: (await tenant.catalog()).records, total: null, next: null }
    },
    schema: Product,
    context: async () => ({ ...(await tenant.accounting()), titles: await tenant.titles() }),
    rows: (product, { currency, titles }) => productRows(product, currency, titles),
    sample: { fetch: () => samplePage(tenant, LISTS.products), nameOf: ({ title }) => title },
  })

const inventory = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'inventory',
    pages: () => tenant.api.byNumber(LISTS.inventory),
    schema: Stock,
    rows: stockRows,
    sample: {
      fetch: () => samplePage(tenant, LISTS.inventory),
      nameOf: ({ productTitle, sku }) => productTitle ?? sku,
    },
  })

// Filters take days, not instants, and clocks differ, so the last days are read again.
const OVERLAP_MS = 3 * DAY_MS

/** Where a read of changes continues: the cursor, and the time that the changes are read from. */
const CursorPosition = z.object({ cursor: z.string(), after: z.number().nullable() })
type CursorPosition = z.output<typeof CursorPosition>

const Dated = z.object({ updatedAt: OptionalInstant })

async function* changedPages(
  api: Commerce7Api,
  list: ListSpec,
  after: number | null,
  cursor: string | null,
): AsyncGenerator<Page<CursorPosition>> {
  let hasPages = false
  try {
    for await (const page of api.byCursor(list, after === null ? {} : { updatedAt: sinceDay(after) }, cursor)) {
      hasPages = true
      yield { ...page, next: page.next === null ? null : { cursor: page.next, after } }
    }
  } catch (error) {
    // The filter is documented for orders, products and reservations only. Where it is rejected, everything is read again.
    if (after === null || hasPages || !(error instanceof RequestRejected)) throw error
    yield* changedPages(api, list, null, null)
  }
}

/** How a list with cursors is read that is asked only for changes since the last read. */
const byChange = ({ api, now }: Tenant, list: ListSpec) => ({
  removals: 'reported' as const,
  progress: sinceLatestChange({
    now,
    overlapMs: OVERLAP_MS,
    position: CursorPosition,
    updated: (record) => Dated.safeParse(record).data?.updatedAt ?? null,
  }),
  pages: (since: () => number | null, from: CursorPosition | null) =>
    changedPages(api, list, from === null ? since() : from.after, from?.cursor ?? null),
})

const Listed = Dated.extend({ id: Id })

/** A list whose records can be looked up and compared, too. */
const byChangeAndId = (tenant: Tenant, table: 'customers' | 'memberships' | 'reservations') => ({
  ...byChange(tenant, LISTS[table]),
  fetch: (ids: readonly string[]) => tenant.api.byId(LISTS[table], ids),
  listing: {
    table,
    count: () => tenant.api.count(LISTS[table]),
    pages: () => tenant.api.byCursor(LISTS[table]),
    schema: Listed,
    toListed: ({ id, updatedAt: updated }: z.output<typeof Listed>) => ({ sourceId: id, ordered: null, updated }),
  },
})

const customers = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'customers',
    ...byChangeAndId(tenant, 'customers'),
    schema: Customer,
    context: tenant.accounting,
    rows: customerRows,
    sample: {
      fetch: () => samplePage(tenant, LISTS.customers),
      nameOf: ({ lastName, firstName, id }) => lastName ?? firstName ?? id,
    },
  })

const memberships = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships', 'membership_holds'],
    ...byChangeAndId(tenant, 'memberships'),
    schema: Membership,
    rows: (membership) => membershipRows(membership, tenant.timeZone),
    sample: {
      label: 'Memberships',
      fetch: () => samplePage(tenant, LISTS.memberships),
      nameOf: ({ id }) => id,
      codes: {
        status: [({ status }) => status, MEMBERSHIP_STATUSES],
        orderDeliveryMethod: [({ orderDeliveryMethod }) => orderDeliveryMethod, DELIVERY_METHODS],
      },
    },
  })

/** The filter's days are of an undocumented time zone, so one more is listed on each side. */
export const ordersAround = (api: Commerce7Api, { from, until }: Span) =>
  api.byCursor(LISTS.orders, { orderSubmittedDate: betweenDays(from - DAY_MS, until + DAY_MS) })

const orders = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'orders',
    title: 'Orders and releases',
    tables: ['orders', 'order_lines', 'club_releases', 'release_members'],
    partial: ['release_members'],
    ...byChange(tenant, LISTS.orders),
    schema: Order,
    context: async () => [await tenant.accounting(), (await tenant.catalog()).facts] as const,
    rows: (order, context) => orderRows(order, ...context),
    fetch: (ids) => tenant.api.byId(LISTS.orders, ids),
    // Lists with cursors have no rate limit, and one call counts a month.
    listing: {
      table: 'orders',
      count: (span) =>
        tenant.api.count(LISTS.orders, span ? { orderSubmittedDate: betweenDays(span.from, span.until - 1) } : {}),
      pages: (span) => (span ? ordersAround(tenant.api, span) : tenant.api.byCursor(LISTS.orders)),
      schema: ListedOrder,
      toListed: (order) => ({ sourceId: order.id, ordered: resolveOrderDate(order), updated: order.updatedAt }),
    },
    sample: {
      label: 'Orders',
      fetch: () => samplePage(tenant, LISTS.orders),
      nameOf: ({ orderNumber }) => orderNumber,
      codes: {
        channel: [({ channel }) => channel, CHANNELS],
        purchaseType: [({ purchaseType }) => purchaseType, ORDER_TYPES],
        paymentStatus: [({ paymentStatus }) => paymentStatus, PAYMENT_STATUSES],
        fulfillmentStatus: [({ fulfillmentStatus }) => fulfillmentStatus, FULFILLMENT_STATUSES],
        orderDeliveryMethod: [({ orderDeliveryMethod }) => orderDeliveryMethod, DELIVERY_METHODS],
      },
    },
  })

const Carried = z.object({ carried: ReleaseDates.default({}) })

/** A page of orders with their releases, whose dates are in the state: a later read lists only some of their orders. */
const addReleases = (page: SyncPage, state: StreamState | null): SyncPage => {
  const orders = rowsOfTable('orders', page.rows)
  const { rows, removed, dates } = releaseRows(orders, Carried.parse(state ?? {}).carried)
  // A club order's release member has the order's ID.
  const gone = page.removed.flatMap(({ table, sourceIds }) => (table === 'orders' ? sourceIds : []))
  return {
    ...page,
    rows: [...rows, ...page.rows],
    removed: [...page.removed, ...toRemovals('release_members', gone), ...removed],
    next: { ...page.next, carried: dates },
  }
}

/** Commerce7 has no list of releases, which are made of the orders that name them. */
const ordersAndReleases = (tenant: Tenant): DeclaredStream => {
  const { fetch, ...stream } = orders(tenant)
  return {
    ...stream,
    async *read(state) {
      let latest = state
      for await (const page of stream.read(state)) {
        const added = addReleases(page, latest)
        latest = added.next
        yield added
      }
    },
    ...(fetch ? { fetch: async (ids, state) => addReleases(await fetch(ids, state), state) } : {}),
  }
}

const reservations = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'reservations',
    ...byChangeAndId(tenant, 'reservations'),
    schema: Reservation,
    rows: reservationRows,
    sample: {
      fetch: () => samplePage(tenant, LISTS.reservations),
      nameOf: ({ reservationNumber, id }) => sampleText(reservationNumber) ?? id,
      codes: {
        status: [({ status }) => status, RESERVATION_STATUSES],
        channel: [({ channel }) => channel, CHANNELS],
      },
    },
  })

/** A deleted record and its kind. */
export const Trashed = z.object({ id: Id, objectId: Reference, object: OptionalText, objectType: OptionalText })
export type Trashed = z.output<typeof Trashed>

// A club order's release member has the order's id.
const TABLES_BY_KIND = new Map<string, readonly CanonicalTable[]>([
  ['order', ['orders', 'release_members']],
  ['customer', ['customers']],
  ['clubmembership', ['memberships']],
  ['reservation', ['reservations']],
])

// Ids are unique across kinds, so an entry without a kind is searched for in all of them.
const listTables = ({ object, objectType }: Trashed): readonly CanonicalTable[] => {
  const kind = (object ?? objectType ?? '').replace(/[^a-z]/gi, '').toLowerCase()
  return kind === '' ? [...TABLES_BY_KIND.values()].flat() : (TABLES_BY_KIND.get(kind) ?? [])
}

export const toTrashRemovals = (trashed: readonly Trashed[]): Removal[] => {
  const rows = trashed.flatMap((one) => listTables(one).map((table) => ({ table, id: one.objectId ?? one.id })))
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return [...byTable].map(([table, removed]) => ({ table, sourceIds: removed.map(({ id }) => id) }))
}

/** Tables that are read completely each time need no reported deletions. */
const trash = (tenant: Tenant): DeclaredStream =>
  declareStream({
    name: 'trash',
    title: 'Deleted records',
    tables: [...TABLES_BY_KIND.values()].flat(),
    ...byChange(tenant, LISTS.trash),
    convert(records) {
      const { records: trashed, quarantined } = readRecords(records, { schema: Trashed })
      return { rows: [], removed: toTrashRemovals(trashed), quarantined }
    },
  })

/** In reading order. Deletions come last, after all records that they could remove. */
export const commerce7Streams = (tenant: Tenant) =>
  [
    clubs(tenant),
    products(tenant),
    inventory(tenant),
    customers(tenant),
    memberships(tenant),
    ordersAndReleases(tenant),
    reservations(tenant),
    trash(tenant),
  ] as const
