import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { OptionalText } from '../kit/fields.ts'
import { atOnce, IdPosition, NumberPosition } from '../kit/paging.ts'
import { customerRow, personName } from '../kit/person.ts'
import { productRow, stockRow } from '../kit/product-row.ts'
import { sinceLastRead, whole } from '../kit/progress.ts'
import { readRecords } from '../kit/read-records.ts'
import { type DeclaredStream, declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import type { BigCommerceApi } from './bigcommerce-api.ts'
import { BcProduct, type Catalog, type CatalogFacts, PRODUCTS } from './catalog.ts'
import { IS_KNOWN, stateCode } from './codes.ts'
import { BcId, BcInstant, BcReference, listOrNone, readBcId } from './fields.ts'
import {
  changedOrders,
  convertOrders,
  countOrders,
  findOrders,
  isNoOrder,
  latestOrders,
  listedOrders,
  refundedOrders,
} from './order-reads.ts'
import { BcOrderHead } from './order-schema.ts'

/** What the streams of one session share. Each is requested once, when it is needed first. */
export interface Store {
  readonly api: BigCommerceApi
  readonly now: () => number
  /** the currency of the catalog's prices */
  currency(): Promise<string>
  catalog(): Promise<Catalog>
  /** of the catalog; empty where it may not be read */
  facts(): Promise<CatalogFacts>
  /** names of customer groups by ID */
  groups(): Promise<ReadonlyMap<string, string>>
}

/** Records of each list that the connection test reads. */
const SAMPLE_SIZE = 25
const PAGE_SIZE = 250

/** Changes of variants, brands, and categories have no date, and orders need the whole catalog anyway. */
const products = ({ api, catalog, currency }: Store): DeclaredStream =>
  declareStream({
    name: 'products',
    title: 'Products',
    tables: ['products'],
    progress: whole,
    pages: atOnce,
    async convert() {
      const { products, read, quarantined } = await catalog()
      const code = await currency()
      return { read, total: read, rows: products.map((product) => productRow(product, code)), quarantined }
    },
    sample: sampleList({
      label: 'Products',
      fetch: () => api.page({ ...PRODUCTS, query: { ...PRODUCTS.query, limit: SAMPLE_SIZE } }),
      schema: BcProduct,
      nameOf: ({ name }) => name,
    }),
  })

const Location = z.object({
  location_id: BcId,
  location_name: OptionalText,
  available_to_sell: z.int(),
  total_inventory_onhand: z.int(),
})

/** https://developer.bigcommerce.com/docs/rest-management/inventory */
const BcStock = z.object({
  identity: z.object({ sku: OptionalText, variant_id: BcId }),
  locations: z.array(Location),
})
type BcStock = z.output<typeof BcStock>

const BareStock = z.object({ identity: z.object({ variant_id: BcId }) })

const stockRows = ({ identity, locations }: BcStock, catalog: CatalogFacts): CanonicalRow[] => {
  const product = catalog.of({ variant_id: identity.variant_id, product_id: null })
  // Stock without a SKU can't be matched to sales.
  const sku = identity.sku ?? product?.sku ?? null
  if (sku === null) return []
  return locations.map((location) =>
    stockRow({
      id: `${identity.variant_id}@${location.location_id}`,
      updated: null,
      sku,
      title: product?.title ?? null,
      location: location.location_name,
      onHand: location.total_inventory_onhand,
      available: location.available_to_sell,
    }),
  )
}

const STOCK = { scope: 'Store Inventory', name: 'inventory', path: '/v3/inventory/items' } as const

/** Stock changes with every sale, so all of it is read each time. */
const inventory = ({ api, facts }: Store): DeclaredStream =>
  declareStream({
    name: 'inventory',
    title: 'Inventory',
    tables: ['inventory'],
    progress: whole,
    pages: () => api.pages({ ...STOCK, query: { limit: PAGE_SIZE } }),
    async convert(records) {
      const known = await facts()
      return readRecords(records, {
        schema: BcStock,
        idOf: (record) => BareStock.safeParse(record).data?.identity.variant_id ?? null,
        rows: (stock) => stockRows(stock, known),
      })
    },
    sample: sampleList({
      label: 'Inventory',
      fetch: () => api.page({ ...STOCK, query: { limit: SAMPLE_SIZE } }),
      schema: BcStock,
      nameOf: ({ identity, locations: [first] }) =>
        first ? `${identity.sku ?? 'no SKU'} at ${first.location_name ?? `location ${first.location_id}`}` : null,
    }),
  })

const Address = z.object({
  city: OptionalText,
  state_or_province: OptionalText,
  country_code: OptionalText,
  postal_code: OptionalText,
})

/** https://developer.bigcommerce.com/docs/rest-management/customers */
const BcCustomer = z.object({
  id: BcId,
  first_name: OptionalText,
  last_name: OptionalText,
  company: OptionalText,
  email: OptionalText,
  customer_group_id: BcReference,
  date_created: BcInstant,
  date_modified: BcInstant,
  addresses: listOrNone(Address),
})
type BcCustomer = z.output<typeof BcCustomer>

const toCustomerRow = (customer: BcCustomer, groups: ReadonlyMap<string, string>): CanonicalRow => {
  const [address] = customer.addresses
  return customerRow({
    id: customer.id,
    updated: customer.date_modified,
    name: personName(customer),
    email: customer.email,
    address: address
      ? {
          city: address.city,
          state: stateCode(address.state_or_province, address.country_code),
          country: address.country_code,
          postal_code: address.postal_code,
        }
      : null,
    since: customer.date_created,
    customer_group: groups.get(customer.customer_group_id ?? '') ?? null,
  })
}

const CUSTOMERS = { scope: 'Customers', name: 'customers', path: '/v3/customers' } as const
/** By change, so that new and changed customers go to the list’s end. */
const BY_CHANGE = { sort: 'date_modified:asc', limit: PAGE_SIZE } as const

const customers = ({ api, groups, now }: Store): DeclaredStream =>
  declareStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    // The filter's time zone isn't documented, so it names a whole day, two days before the last read.
    progress: sinceLastRead({ now, overlapMs: 2 * DAY_MS, position: NumberPosition }),
    pages(since, from) {
      const day = since()
      const changed = day === null ? {} : { 'date_modified:min': new Date(day).toISOString().slice(0, 10) }
      const query = { ...BY_CHANGE, ...changed, include: 'addresses' }
      return api.pages({ ...CUSTOMERS, query }, from)
    },
    async convert(records) {
      const names = await groups()
      return readRecords(records, { schema: BcCustomer, idOf: readBcId, rows: (one) => [toCustomerRow(one, names)] })
    },
    async fetch(ids) {
      const query = { 'id:in': ids.join(','), include: 'addresses', limit: PAGE_SIZE }
      const { records } = await api.page({ ...CUSTOMERS, query })
      return fetchedByIds(ids, records, readBcId)
    },
    listing: {
      table: 'customers',
      list: () =>
        listedRecords(api.pages({ ...CUSTOMERS, query: BY_CHANGE }), {
          schema: BcCustomer.pick({ id: true, date_modified: true }),
          toListed: ({ id, date_modified }) => ({ sourceId: id, ordered: null, updated: date_modified }),
        }),
    },
    sample: sampleList({
      label: 'Customers',
      fetch: () => api.page({ ...CUSTOMERS, query: { include: 'addresses', limit: SAMPLE_SIZE } }),
      schema: BcCustomer,
      nameOf: (customer) => personName(customer) ?? customer.email,
    }),
  })

/**
 * Orders and their lines, with refunds as orders of their own. A call gives 100 orders with their lines, and another their refunds.
 * The list is read by ID, so that a change meanwhile shifts no page; what changes after the start is read again by the next read.
 */
const orders = ({ api, facts, now }: Store): DeclaredStream =>
  declareStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    isRequired: true,
    // Longer than any clock skew, and than a change takes to become visible.
    progress: sinceLastRead({ now, overlapMs: DAY_MS, position: IdPosition }),
    async *pages(since, from) {
      const changedFrom = since()
      const listed = new Set<string | null>()
      for await (const page of changedOrders(api, changedFrom, from)) {
        for (const record of page.records) listed.add(readBcId(record))
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
      list: (span) =>
        listedRecords(listedOrders(api, span), {
          schema: BcOrderHead.pick({
            id: true,
            date_created: true,
            date_modified: true,
            status_id: true,
            is_deleted: true,
          }),
          toListed: (order) =>
            isNoOrder(order) ? null : { sourceId: order.id, ordered: order.date_created, updated: order.date_modified },
        }),
    },
    sample: sampleList({
      label: 'Orders',
      fetch: async () => ({ records: await latestOrders(api, SAMPLE_SIZE), total: null }),
      schema: BcOrderHead,
      nameOf: (order) => (isNoOrder({ ...order, is_deleted: false }) ? null : order.id),
      codes: (sampled) => [
        { field: 'status', values: sampled.map(({ status_id }) => String(status_id)), isKnown: IS_KNOWN.status },
        {
          field: 'payment status',
          values: sampled.map(({ payment_status }) => payment_status),
          isKnown: IS_KNOWN.paymentStatus,
        },
        { field: 'order source', values: sampled.map(({ order_source }) => order_source), isKnown: IS_KNOWN.source },
      ],
    }),
  })

/** In reading order. */
export const bigcommerceStreams = (store: Store) =>
  [products(store), inventory(store), customers(store), orders(store)] as const
