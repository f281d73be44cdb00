import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { sampleList } from '../kit/connection-samples.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { each, Instant, OptionalText, optional } from '../kit/fields.ts'
import { sinceLastRead } from '../kit/progress.ts'
import { parseEach, RecordProblem, readRecords } from '../kit/read-records.ts'
import { customerRow, productRow, stockRow, utcRow } from '../kit/rows.ts'
import { type DeclaredStream, declareStream } from '../kit/stream.ts'
import { CATALOG, type CatalogProduct } from './catalog.ts'
import { countedAt, DELIVERY_METHODS, FULFILLMENT_STATES, isKnownSource, isKnownState } from './codes.ts'
import {
  changedOrders,
  fetchRelatedRecords,
  findOrders,
  listOrders,
  OrderPosition,
  sampleOrders,
} from './order-reads.ts'
import { orderRows } from './order-rows.ts'
import { formatOrderNumber, SquareId, SquareOrder, SquareQuantity } from './order-schema.ts'
import { customerName, findCustomers, type Seller, SquareCustomer, SquareTeamMember, TEAM } from './seller.ts'
import { instantText } from './square-api.ts'

const Item = z.object({ id: z.string(), item_data: z.object({ name: OptionalText }).nullish() })

/** Square can list changes, but not that renaming a category changes its products; orders and stock need the whole catalog anyway. */
const catalog = (seller: Seller): DeclaredStream =>
  declareStream({
    name: 'catalog',
    title: 'Products',
    tables: ['products'],
    assertAllowed: () => seller.require('ITEMS_READ'),
    async convert() {
      const { products, read, quarantined } = await seller.catalog()
      const onSale = [...products.values()].filter(({ isDeleted }) => !isDeleted)
      return { read, total: read, rows: onSale.map((product) => productRow(product, product.currency)), quarantined }
    },
    schema: Item,
    sample: {
      fetch: () => seller.api.sample({ ...CATALOG, body: { object_types: ['ITEM'] } }),
      nameOf: ({ id, item_data }) => item_data?.name ?? id,
    },
  })

// Only sellable units: other states are about goods that left.
const STOCK = {
  name: 'stock',
  key: 'counts',
  path: '/v2/inventory/counts/batch-retrieve',
  body: { states: ['IN_STOCK'], limit: 1000 },
} as const

const Count = z.object({
  catalog_object_id: SquareId,
  location_id: SquareId,
  state: OptionalText,
  quantity: SquareQuantity,
  calculated_at: optional(Instant),
})

const CountId = Count.pick({ catalog_object_id: true, location_id: true }).transform(
  ({ catalog_object_id, location_id }) => `${catalog_object_id}/${location_id}`,
)

const stockRows = (
  count: z.output<typeof Count>,
  products: ReadonlyMap<string, CatalogProduct>,
  locations: ReadonlyMap<string, string>,
): CanonicalRow[] => {
  const product = products.get(count.catalog_object_id)
  if (product === undefined) throw new RecordProblem('catalog_object_id', 'The catalog doesn’t have this variation')
  // Square still counts deleted items, which are no longer sold.
  if (product.isDeleted || count.state !== 'IN_STOCK') return []
  const row = stockRow({
    id: CountId.parse(count),
    updated: count.calculated_at,
    sku: product.sku ?? product.id,
    title: product.title,
    location: locations.get(count.location_id) ?? count.location_id,
    onHand: count.quantity,
    available: count.quantity,
  })
  return [row]
}

const inventory = (seller: Seller): DeclaredStream =>
  declareStream({
    name: 'inventory',
    title: 'Stock',
    assertAllowed: () => seller.require('INVENTORY_READ', 'ITEMS_READ'),
    pages: () => seller.api.pages(STOCK),
    schema: Count,
    idOf: (count) => CountId.safeParse(count).data ?? null,
    context: async () => [(await seller.catalog()).products, await seller.locationNames()] as const,
    rows: (count, context) => stockRows(count, ...context),
    async sample() {
      const locations = await seller.locationNames()
      const fetch = () => seller.api.sample(STOCK)
      const nameOf = ({ quantity, location_id: id }: z.output<typeof Count>) =>
        `${quantity} at ${locations.get(id) ?? id}`
      return sampleList({ label: 'Inventory', fetch, schema: Count, nameOf })
    },
  })

const startingAt = (from: number | null) => (from === null ? undefined : { start_at: instantText(from) })

// Square sorts customers by creation and not by change, so an interrupted read also resumes by creation.
const customerSearch = (changedFrom: number | null, createdFrom: number | null) => ({
  name: 'customers',
  key: 'customers',
  path: '/v2/customers/search',
  body: {
    query: {
      filter: { updated_at: startingAt(changedFrom), created_at: startingAt(createdFrom) },
      sort: { field: 'CREATED_AT', order: 'ASC' },
    },
    limit: 100,
    count: true,
  },
})

const CustomerPosition = z.object({ created: z.number() })

async function* listCustomers(seller: Seller, since: number | null, from: z.output<typeof CustomerPosition> | null) {
  let created = from?.created ?? 0
  for await (const page of seller.api.pages(customerSearch(since, from?.created ?? null))) {
    created = Math.max(created, ...parseEach(page.records, SquareCustomer).map(({ created_at }) => created_at))
    yield { ...page, next: page.isLast ? null : { created } }
  }
}

const customerRows = (customer: SquareCustomer): CanonicalRow[] => [
  customerRow({
    id: customer.id,
    updated: customer.updated_at,
    name: customerName(customer),
    email: customer.email_address || null,
    address: customer.address,
    // Square stores a birthday without a year in year 0000, which is not a birth date.
    birth: customer.birthday !== null && isLocalDay(customer.birthday) ? customer.birthday : null,
    since: customer.created_at,
  }),
]

const customers = (seller: Seller, now: () => number): DeclaredStream =>
  declareStream({
    name: 'customers',
    // Deleted or merged customers are detected only by their absence.
    removals: 'fullRead',
    assertAllowed: () => seller.require('CUSTOMERS_READ'),
    progress: sinceLastRead({ now, overlapMs: DAY_MS, position: CustomerPosition }),
    pages: (since, from) => listCustomers(seller, since(), from),
    schema: SquareCustomer,
    rows: customerRows,
    async fetch(ids) {
      const answers = await findCustomers(seller.api, ids)
      const records = [...answers.values()].filter((customer) => customer !== null)
      return { records, gone: ids.filter((id) => answers.get(id) === null) }
    },
    listing: {
      table: 'customers',
      pages: () => listCustomers(seller, null, null),
      schema: SquareCustomer.pick({ id: true, updated_at: true }),
      toListed: ({ id, updated_at }) => ({ sourceId: id, ordered: null, updated: updated_at }),
    },
    sample: {
      fetch: () => seller.api.sample(customerSearch(null, null)),
      nameOf: (customer) => customerName(customer) ?? customer.id,
    },
  })

const team = (seller: Seller): DeclaredStream =>
  declareStream({
    name: 'team',
    title: 'Team members',
    tables: ['team_members'],
    assertAllowed: () => seller.require('EMPLOYEES_READ'),
    pages: () => seller.api.pages(TEAM),
    schema: SquareTeamMember,
    rows: (member) => [utcRow('team_members', member)],
    sample: { fetch: () => seller.api.sample(TEAM), nameOf: ({ name }) => name },
  })

/** Registers that were offline deliver their orders up to three days late, with their original time. */
const OVERLAP_MS = 3 * DAY_MS

/** Orders are never deleted: canceled ones have the state CANCELED. */
const orders = (seller: Seller, now: () => number): DeclaredStream =>
  declareStream({
    name: 'orders',
    tables: ['orders', 'order_lines'],
    removals: 'reported',
    progress: sinceLastRead({ now, overlapMs: OVERLAP_MS, position: OrderPosition }),
    assertAllowed: () => seller.require('MERCHANT_PROFILE_READ', 'ORDERS_READ'),
    pages: (since, from) => changedOrders(seller, since(), from),
    async convert(records) {
      const { related, quarantined } = await fetchRelatedRecords(seller, parseEach(records, SquareOrder))
      const read = readRecords(records, { schema: SquareOrder, rows: (order) => orderRows(order, related) })
      return { rows: read.rows, quarantined: [...read.quarantined, ...quarantined] }
    },
    fetch: async (ids) => ({ records: await findOrders(seller.api, ids), gone: [] }),
    listing: {
      table: 'orders',
      // Returns have the order's ID and their own.
      isListed: (id) => !id.includes(':'),
      pages: (span) => listOrders(seller, span),
      schema: SquareOrder.pick(
        each(true, 'id', 'state', 'created_at', 'updated_at', 'closed_at', 'tenders', 'total_money'),
      ),
      toListed: (order) => ({ sourceId: order.id, ordered: countedAt(order), updated: order.updated_at }),
    },
    schema: SquareOrder,
    sample: {
      fetch: () => sampleOrders(seller),
      nameOf: formatOrderNumber,
      codes: {
        state: [({ state }) => state, { has: isKnownState }],
        source: [({ source }) => source?.name || null, { has: isKnownSource }],
        fulfillment: [({ fulfillments }) => fulfillments.map(({ type }) => type), DELIVERY_METHODS],
        'fulfillment state': [({ fulfillments }) => fulfillments.map(({ state }) => state), FULFILLMENT_STATES],
      },
    },
  })

/** In reading order. */
export const squareStreams = (seller: Seller, now: () => number) =>
  [catalog(seller), inventory(seller), customers(seller, now), team(seller), orders(seller, now)] as const
