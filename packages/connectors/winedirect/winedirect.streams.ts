import { z } from 'zod'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow, Span, StreamListing, StreamState } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { once } from '../kit/once.ts'
import { atOnce } from '../kit/paging.ts'
import { customerRow } from '../kit/person.ts'
import { isPlatformRefusal } from '../kit/platform-problems.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { whole } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { type DeclaredStream, declareStream, listedRecords } from '../kit/stream.ts'
import { byChange, changePages } from './change-windows.ts'
import { IS_KNOWN, toMembershipStatus, wineDirectItemKind } from './codes.ts'
import {
  formatContactName,
  idIn,
  parseMinorField,
  WdDecimal,
  WdFlag,
  WdId,
  WdInstant,
  WdOptionalDecimal,
  WdOptionalInstant,
  WdOptionalNumber,
} from './fields.ts'
import { parseQuantity } from './order-amounts.ts'
import { convertOrders, ORDERS, type OrderMemory, openOrderMemory, searchesWithin } from './order-reads.ts'
import { returnOrderId } from './order-rows.ts'
import { OrderSummary } from './order-schema.ts'
import { type Search, searchAll, searchByIds, searchFirst, type WineDirectApi } from './winedirect-api.ts'

/** What the streams of one session share. */
export interface WineDirectAccount {
  readonly api: WineDirectApi
  readonly now: () => number
  readonly currency: string
  /** requested once: items of orders name their product, but neither brand nor vintage */
  catalog(): Promise<Catalog>
}

/** Records of each list that the connection test reads. */
const SAMPLE_SIZE = 25

/** Whether an answer counts its own records or all is not documented. */
const sampled = (api: WineDirectApi, search: Search) => async () => ({
  records: await searchFirst(api, search, SAMPLE_SIZE),
  total: null,
})

/** Permissions are granted by service. The connection test says so; a sync needs all of them. */
const withPermission = (name: string, stream: DeclaredStream): DeclaredStream => ({
  ...stream,
  explain: (error) =>
    isPlatformRefusal(error) ? `This web service account doesn’t have permission to read ${name}` : null,
})

const PRODUCTS: Search = {
  service: 'product',
  operation: 'SearchProducts',
  list: 'Products',
  idOf: idIn('ProductID'),
  maxRows: 500,
}

const Product = z.object({
  ProductID: WdId,
  SKU: OptionalText,
  Title: WdId,
  Type: OptionalText,
  Brand: OptionalText,
  // A wine without a vintage has the vintage 0.
  Vintage: WdOptionalNumber.transform((vintage) => (vintage === '0' ? null : vintage)),
  Price: WdOptionalDecimal,
  DateModified: WdOptionalInstant,
})
type Product = z.output<typeof Product>

const toProductRow = (product: Product, currency: string): CanonicalRow =>
  productRow(
    {
      id: product.ProductID,
      updated: product.DateModified,
      sku: product.SKU,
      title: product.Title,
      category: null,
      brand: product.Brand,
      vintage: product.Vintage,
      kind: wineDirectItemKind({ type: product.Type, title: product.Title, department: null }),
      price: product.Price === null ? null : parseMinorField(product.Price, currency, 'Price'),
      cost: null,
    },
    currency,
  )

const fetchCatalog = async (api: WineDirectApi, currency: string) => {
  const pages = await Array.fromAsync(searchAll(api, PRODUCTS))
  return readRecords(
    pages.flatMap(({ records }) => records),
    { schema: Product, idOf: PRODUCTS.idOf, rows: (product) => [toProductRow(product, currency)] },
  )
}
type Catalog = Awaited<ReturnType<typeof fetchCatalog>>

const products = ({ api, catalog }: WineDirectAccount) =>
  declareStream({
    name: 'products',
    title: 'Products',
    tables: ['products'],
    progress: whole,
    pages: atOnce,
    async convert() {
      const { records, rows, quarantined } = await catalog()
      const read = records.length + quarantined.length
      return { read, total: read, rows, quarantined }
    },
    sample: sampleList({
      label: 'Products',
      fetch: sampled(api, PRODUCTS),
      schema: Product,
      nameOf: ({ Title }) => Title,
      codes: (some) => [{ field: 'Type', values: some.map(({ Type }) => Type), isKnown: IS_KNOWN.itemType }],
    }),
  })

const Stock = z.object({
  SKU: WdId,
  InventoryPool: OptionalText,
  InventoryPoolID: OptionalText,
  WebsiteID: OptionalText,
  CurrentInventory: WdDecimal,
})
const StockKey = Stock.omit({ CurrentInventory: true })

// A SKU has stock in each pool of each website, and the platform has no ID for it.
const stockKey = ({ SKU, InventoryPool, InventoryPoolID, WebsiteID }: z.output<typeof StockKey>): string =>
  [WebsiteID, InventoryPoolID ?? InventoryPool, SKU].filter((part) => part !== null).join('/')

const INVENTORY: Search = {
  service: 'inventory',
  operation: 'SearchInventory',
  list: 'Inventory',
  idOf: (record) => {
    const { data } = StockKey.safeParse(record)
    return data ? stockKey(data) : null
  },
  maxRows: 100,
}

/** The platform's count is the available quantity. */
const toStockRow = (stock: z.output<typeof Stock>): CanonicalRow => {
  const available = parseQuantity(stock.CurrentInventory, 'CurrentInventory')
  return stockRow({
    id: stockKey(stock),
    updated: null,
    sku: stock.SKU,
    title: null,
    location: stock.InventoryPool,
    onHand: available,
    available,
  })
}

const inventory = ({ api }: WineDirectAccount) =>
  declareStream({
    name: 'inventory',
    title: 'Stock',
    tables: ['inventory'],
    progress: whole,
    pages: () => searchAll(api, INVENTORY, { Filter: 'OnlySKUsWithInventoryOn' }),
    convert: (records) =>
      readRecords(records, { schema: Stock, idOf: INVENTORY.idOf, rows: (stock) => [toStockRow(stock)] }),
    sample: sampleList({
      label: 'Inventory',
      fetch: sampled(api, INVENTORY),
      schema: Stock,
      nameOf: ({ SKU }) => SKU,
    }),
  })

const CONTACTS: Search = {
  service: 'contact',
  operation: 'SearchContacts',
  list: 'Contacts',
  idOf: idIn('ContactID'),
  maxRows: 200,
}

const Contact = z.object({
  ContactID: WdId,
  FirstName: OptionalText,
  LastName: OptionalText,
  Company: OptionalText,
  Email: OptionalText,
  City: OptionalText,
  StateCode: OptionalText,
  CountryCode: OptionalText,
  ZipCode: OptionalText,
  // Written as the start of that day in an unknown zone; only the day counts.
  BirthDate: OptionalText.transform((stamp) => stamp?.slice(0, 10) ?? ''),
  DateAdded: WdOptionalInstant,
  DateModified: WdOptionalInstant,
})

const toCustomerRow = (contact: z.output<typeof Contact>): CanonicalRow =>
  customerRow({
    id: contact.ContactID,
    updated: contact.DateModified,
    name: formatContactName(contact),
    email: contact.Email,
    address: {
      city: contact.City,
      state: contact.StateCode,
      country: contact.CountryCode,
      postal_code: contact.ZipCode,
    },
    birth: isLocalDay(contact.BirthDate) ? contact.BirthDate : null,
    since: contact.DateAdded,
  })

const contacts = ({ api, now }: WineDirectAccount) =>
  declareStream({
    name: 'contacts',
    title: 'Contacts',
    tables: ['customers'],
    progress: byChange(now),
    pages: (since, from) => changePages({ api, search: CONTACTS, now }, since(), from),
    convert: (records) =>
      readRecords(records, { schema: Contact, idOf: CONTACTS.idOf, rows: (contact) => [toCustomerRow(contact)] }),
    fetch: (ids) => searchByIds(api, CONTACTS, 'ContactID', ids),
    listing: {
      table: 'customers',
      list: () =>
        listedRecords(searchAll(api, CONTACTS), {
          schema: Contact.pick({ ContactID: true, DateModified: true }),
          idOf: CONTACTS.idOf,
          toListed: ({ ContactID, DateModified }) => ({ sourceId: ContactID, ordered: null, updated: DateModified }),
        }),
    },
    sample: sampleList({
      label: 'Customers',
      fetch: sampled(api, CONTACTS),
      schema: Contact,
      nameOf: formatContactName,
    }),
  })

const CLUBS: Search = {
  service: 'club',
  operation: 'SearchClubs',
  list: 'Clubs',
  idOf: idIn('ClubID'),
  maxRows: 200,
}

const Club = z.object({ ClubID: WdId, ClubName: WdId, DateModified: WdOptionalInstant })

const clubs = ({ api }: WineDirectAccount) =>
  declareStream({
    name: 'clubs',
    title: 'Clubs',
    tables: ['clubs'],
    progress: whole,
    pages: () => searchAll(api, CLUBS),
    convert: (records) =>
      readRecords(records, {
        schema: Club,
        idOf: CLUBS.idOf,
        rows: ({ ClubID, ClubName, DateModified }) => [
          {
            table: 'clubs',
            row: { source_id: ClubID, source_updated: DateModified, time_basis: 'utc', name: ClubName },
          },
        ],
      }),
    sample: sampleList({
      label: 'Clubs',
      fetch: sampled(api, CLUBS),
      schema: Club,
      nameOf: ({ ClubName }) => ClubName,
    }),
  })

const MEMBERSHIPS: Search = {
  service: 'club',
  operation: 'SearchClubMemberships',
  list: 'ClubMemberships',
  idOf: idIn('ClubMembershipID'),
  maxRows: 200,
}

const Membership = z.object({
  ClubMembershipID: WdId,
  ClubID: OptionalText,
  ClubName: OptionalText,
  ContactID: OptionalText,
  FirstName: OptionalText,
  LastName: OptionalText,
  CurrentMembershipStatus: OptionalText,
  SignupDate: WdInstant,
  CancelDate: WdOptionalInstant,
  CancellationReason: OptionalText,
  SalesAssociate: OptionalText,
  SourceCode: OptionalText,
  IsPickup: WdFlag,
  DateModified: WdOptionalInstant,
})

// A membership may be canceled without a date, and holds have no dates on this platform.
const toMembershipRow = (membership: z.output<typeof Membership>): CanonicalRow => {
  const status = toMembershipStatus(membership.CurrentMembershipStatus)
  return {
    table: 'memberships',
    row: {
      source_id: membership.ClubMembershipID,
      source_updated: membership.DateModified,
      time_basis: 'utc',
      club_source_id: membership.ClubID,
      club_name: membership.ClubName,
      customer_source_id: membership.ContactID,
      customer_name: formatContactName(membership),
      status,
      status_raw: membership.CurrentMembershipStatus,
      signup: membership.SignupDate,
      // A future date does not cancel yet.
      cancelled: status === 'cancelled' ? membership.CancelDate : null,
      cancellation_reason: membership.CancellationReason,
      acquisition_channel: membership.SourceCode,
      team_member: membership.SalesAssociate,
      delivery_method: membership.IsPickup ? 'pickup' : 'ship',
    },
  }
}

const memberships = ({ api, now }: WineDirectAccount) =>
  declareStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships'],
    progress: byChange(now),
    pages: (since, from) => changePages({ api, search: MEMBERSHIPS, now }, since(), from),
    convert: (records) =>
      readRecords(records, { schema: Membership, idOf: MEMBERSHIPS.idOf, rows: (one) => [toMembershipRow(one)] }),
    fetch: (ids) => searchByIds(api, MEMBERSHIPS, 'ClubMembershipID', ids),
    listing: {
      table: 'memberships',
      list: () =>
        listedRecords(searchAll(api, MEMBERSHIPS), {
          schema: Membership.pick({ ClubMembershipID: true, DateModified: true }),
          idOf: MEMBERSHIPS.idOf,
          toListed: (one) => ({ sourceId: one.ClubMembershipID, ordered: null, updated: one.DateModified }),
        }),
    },
    sample: sampleList({
      label: 'Memberships',
      fetch: sampled(api, MEMBERSHIPS),
      schema: Membership,
      nameOf: ({ ClubName, LastName }) => [ClubName, LastName].filter(Boolean).join(' '),
      codes: (some) => [
        {
          field: 'CurrentMembershipStatus',
          values: some.map(({ CurrentMembershipStatus }) => CurrentMembershipStatus),
          isKnown: IS_KNOWN.CurrentMembershipStatus,
        },
      ],
    }),
  })

async function* orderPages(api: WineDirectApi, span: Span | null) {
  if (span === null) yield* searchAll(api, ORDERS)
  else for (const { parameters } of searchesWithin(span)) yield* searchAll(api, ORDERS, parameters)
}

/** Lists without details cost one call for 200 orders. A refund within its order has an ID of ours. */
const orderListing = (api: WineDirectApi): StreamListing => ({
  table: 'orders',
  isListed: (id) => !id.includes('/'),
  list: (span) =>
    listedRecords(orderPages(api, span), {
      schema: OrderSummary,
      idOf: ORDERS.idOf,
      toListed: ({ OrderID, ordered, DateModified }) => ({ sourceId: OrderID, ordered, updated: DateModified }),
    }),
})

const ORDER_CODES = ['Type', 'OrderStatus', 'PaymentStatus', 'ShippingStatus'] as const

/** Orders and their items, with refunds as orders of their own. */
const orders = ({ api, now, currency, catalog }: WineDirectAccount): DeclaredStream => {
  const source = {
    api,
    currency,
    products: async () =>
      new Map(
        (await catalog()).records.map(({ ProductID, Brand, Vintage }) => [
          ProductID,
          { brand: Brand, vintage: Vintage },
        ]),
      ),
  }
  const declare = (memory: OrderMemory) =>
    declareStream({
      name: 'orders',
      title: 'Orders',
      tables: ['orders', 'order_lines'],
      progress: byChange(now),
      pages: (since, from) => changePages({ api, search: ORDERS, now }, since(), from),
      convert: (records) => convertOrders(source, memory, records),
      listing: orderListing(api),
      sample: sampleList({
        label: 'Orders',
        fetch: sampled(api, ORDERS),
        schema: OrderSummary,
        nameOf: ({ OrderNumber }) => OrderNumber,
        codes: (some) =>
          ORDER_CODES.map((field) => ({ field, values: some.map((one) => one[field]), isKnown: IS_KNOWN[field] })),
      }),
    })
  return {
    ...declare(openOrderMemory(null, 0, true)),
    async *read(saved) {
      // States of earlier versions have `mark` instead of `since`.
      const state: StreamState | null = saved && { since: saved.mark, ...saved }
      const memory = openOrderMemory(state, now(), state?.since == null)
      for await (const page of declare(memory).read(state))
        yield { ...page, next: { ...page.next, ...memory.toState() } }
    },
    async fetch(ids, state) {
      const memory = openOrderMemory(state, now(), true)
      const { records, gone } = await searchByIds(api, ORDERS, 'OrderID', ids)
      const { removed = [], ...converted } = await convertOrders(source, memory, records)
      const goneIds = gone.flatMap((id) => [id, returnOrderId(id)])
      return {
        ...converted,
        read: records.length,
        removed: [...removed, ...toRemovals('orders', goneIds)],
        total: null,
        next: { ...state, ...memory.toState() },
      }
    },
  }
}

/** In reading order. */
export const wineDirectStreams = (account: Omit<WineDirectAccount, 'catalog'>) => {
  const { api, currency } = account
  const shared = { ...account, catalog: once(() => fetchCatalog(api, currency)) }
  return [
    withPermission('products', products(shared)),
    withPermission('stock', inventory(shared)),
    withPermission('contacts', contacts(shared)),
    withPermission('clubs', clubs(shared)),
    withPermission('club memberships', memberships(shared)),
    orders(shared),
  ] as const
}
