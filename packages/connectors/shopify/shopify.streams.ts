import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { parseMinor } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { Instant, OptionalText } from '../kit/fields.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { customerRow, productRow, stockRow } from '../kit/rows.ts'
import { declareStream, listedRecords } from '../kit/stream.ts'
import { fetchByIds, listPages } from './admin-api.ts'
import { fullTitle, kindColumns } from './codes.ts'
import { formatInstant, nodesSchema, readShopifyId, ShopifyAddress, ShopifyId, ShopifyMoney } from './fields.ts'
import { convertOrders, findOrderIds } from './order-reads.ts'
import { ShopifyOrder } from './order-schema.ts'
import {
  type ExportedRecord,
  type ExportTools,
  exportPages,
  HIDDEN,
  readProgress,
  recordPages,
} from './record-pages.ts'

/** The shop, and what the app may access. */
export interface Shop {
  readonly name: string
  /** IANA name */
  readonly timeZone: string
  readonly currency: string
  readonly missingScopes: readonly string[]
  readonly showsAllOrders: boolean
  /** names of fields that the app may not read */
  readonly hidden: ReadonlySet<string>
}

/** What the streams of a connection share. */
interface ShopifySession {
  readonly tools: ExportTools
  /** requested once */
  shop(): Promise<Shop>
}

const StockLevel = z.object({
  id: z.string(),
  updatedAt: Instant.nullable(),
  location: z.object({ id: ShopifyId, name: OptionalText }),
  quantities: z.array(z.object({ name: z.string(), quantity: z.int() })),
})

export const Variant = z.object({
  id: ShopifyId,
  title: OptionalText,
  sku: OptionalText,
  /** in the shop's currency */
  price: z.string(),
  updatedAt: Instant,
  product: z.object({
    title: z.string(),
    vendor: OptionalText,
    productType: OptionalText,
    isGiftCard: z.boolean(),
    category: z.object({ fullName: z.string() }).nullable(),
  }),
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    unitCost: ShopifyMoney.nullable(),
    inventoryLevels: nodesSchema(StockLevel),
  }),
})
type Variant = z.output<typeof Variant>

const toProductRow = ({ product, inventoryItem, ...variant }: Variant, currency: string): CanonicalRow => {
  const title = fullTitle(product.title, variant.title)
  const price = parseMinor(variant.price, currency)
  if (price === null) throw new RecordProblem('price', 'price isn’t an amount of money')
  const taxonomy = product.category?.fullName ?? null
  const { item_kind: kind, ...columns } = kindColumns({ ...product, title, taxonomy })
  const { unitCost } = inventoryItem
  const cost = unitCost?.currency === currency ? unitCost.minor : null
  const { id, sku, updatedAt: updated } = variant
  return productRow({ id, updated, sku, title, ...columns, brand: product.vendor, kind, price, cost }, currency)
}

/** Untracked stock has no meaning, and stock without a SKU cannot be matched to sales. */
const stockRows = ({ id, sku, title, product, inventoryItem }: Variant): CanonicalRow[] => {
  if (!inventoryItem.tracked || sku === null) return []
  return inventoryItem.inventoryLevels.nodes.map(({ location, updatedAt, quantities }) => {
    const count = (name: string): number => quantities.find((one) => one.name === name)?.quantity ?? 0
    return stockRow({
      id: `${id}@${location.id}`,
      updated: updatedAt,
      sku,
      title: fullTitle(product.title, title),
      location: location.name,
      onHand: count('on_hand'),
      reserved: count('reserved'),
      allocated: count('committed'),
      available: count('available'),
    })
  })
}

const VARIANTS = {
  list: 'productVariants',
  record: Variant,
  assemble({ record, children }: ExportedRecord) {
    const inventoryItem = Object(record.inventoryItem)
    return { ...record, inventoryItem: { ...inventoryItem, inventoryLevels: { nodes: children } } }
  },
} as const

/** Variants with their stock per location. Stock changes with every sale, so all of it is read each time in one export. */
const products = ({ tools, shop }: ShopifySession) =>
  declareStream({
    name: 'products',
    title: 'Products and stock',
    tables: ['products', 'inventory'],
    progress: readProgress('whole'),
    pages: (_since, state) => exportPages(tools, VARIANTS, state),
    schema: Variant,
    idOf: readShopifyId,
    context: shop,
    rows: (variant, { currency }) => [toProductRow(variant, currency), ...stockRows(variant)],
  })

export const Customer = z.object({
  id: ShopifyId,
  displayName: OptionalText.optional(),
  createdAt: Instant,
  updatedAt: Instant,
  defaultEmailAddress: z.object({ emailAddress: OptionalText }).nullish(),
  defaultAddress: ShopifyAddress.nullish(),
})

const toCustomerRow = (customer: z.output<typeof Customer>): CanonicalRow =>
  customerRow({
    id: customer.id,
    updated: customer.updatedAt,
    name: customer.displayName ?? null,
    email: customer.defaultEmailAddress?.emailAddress ?? null,
    address: customer.defaultAddress ?? null,
    since: customer.createdAt,
  })

const LISTED_AT_ONCE = 250
/** Orders come with their lines. */
const FETCHED_AT_ONCE = 10

const CUSTOMERS = { list: 'customers', type: 'Customer', record: Customer, pageSize: 100 } as const

const customers = ({ tools, shop }: ShopifySession) =>
  declareStream({
    name: 'customers',
    progress: readProgress('changes'),
    async *pages(_since, state) {
      const { hidden } = await shop()
      const isUnread = state === null || state.mode === HIDDEN.mode
      if (!hidden.has('customers')) yield* recordPages(tools, { ...CUSTOMERS, hidden }, isUnread ? null : state)
      else if (isUnread) yield { records: [], total: 0, next: HIDDEN }
      // Customers that were read before would be deleted.
      else
        throw new RequestRejected(
          'Shopify no longer shows customers to this app. Request protected customer data in the app’s settings.',
        )
    },
    schema: Customer,
    idOf: readShopifyId,
    rows: (customer) => [toCustomerRow(customer)],
    async fetch(ids) {
      const { hidden } = await shop()
      return fetchByIds(tools.api, { ...CUSTOMERS, name: 'CustomersById', hidden, atOnce: FETCHED_AT_ONCE }, ids)
    },
    listing: {
      table: 'customers',
      async *list() {
        // Where the app may not see customers, nothing is stored that could be compared.
        if ((await shop()).hidden.has('customers')) return
        const schema = Customer.pick({ id: true, updatedAt: true })
        const list = { ...CUSTOMERS, name: 'CustomerListing', record: schema, pageSize: LISTED_AT_ONCE }
        yield* listedRecords(listPages(tools.api, { ...list, args: ', sortKey: UPDATED_AT' }), {
          schema,
          idOf: readShopifyId,
          toListed: ({ id, updatedAt: updated }) => ({ sourceId: id, ordered: null, updated }),
        })
      },
    },
  })

const ORDERS = {
  list: 'orders',
  type: 'Order',
  record: ShopifyOrder,
  pageSize: 25,
  assemble: ({ record, children }: ExportedRecord) => ({ ...record, lineItems: { nodes: children } }),
} as const

/** Age of the oldest orders that Shopify shows without `read_all_orders`, milliseconds. */
const RECENT_MS = 60 * DAY_MS

/** Orders with their lines; refunds become separate orders. */
const orders = ({ tools, shop }: ShopifySession) => {
  const { api } = tools
  const oldest = async () => ((await shop()).showsAllOrders ? null : tools.now() - RECENT_MS)
  return declareStream({
    name: 'orders',
    tables: ['orders', 'order_lines'],
    progress: readProgress('changes'),
    async *pages(_since, state) {
      const { hidden } = await shop()
      yield* recordPages(tools, { ...ORDERS, hidden }, state)
    },
    async convert(records) {
      const historyStart = await oldest()
      return { ...(await convertOrders(api, records)), ...(historyStart === null ? {} : { historyStart }) }
    },
    async fetch(ids) {
      const { hidden } = await shop()
      const request = { ...ORDERS, name: 'OrdersById', hidden, atOnce: FETCHED_AT_ONCE }
      return fetchByIds(api, request, await findOrderIds(api, ids))
    },
    // Refunds are listed with their orders.
    listing: {
      table: 'orders',
      isListed: (id) => /^\d+$/.test(id),
      oldest,
      list(span) {
        const query = span && `processed_at:>=${formatInstant(span.from)} processed_at:<${formatInstant(span.until)}`
        const schema = ShopifyOrder.pick({ id: true, test: true, processedAt: true, updatedAt: true })
        const list = { ...ORDERS, name: 'OrderListing', record: schema, pageSize: LISTED_AT_ONCE }
        return listedRecords(listPages(api, { ...list, args: ', query: $query, sortKey: PROCESSED_AT' }, { query }), {
          schema,
          idOf: readShopifyId,
          // Test orders are not sales and are not stored.
          toListed: ({ id, test, processedAt: ordered, updatedAt: updated }) =>
            test ? null : { sourceId: id, ordered, updated },
        })
      },
    },
  })
}

/** In reading order. */
export const shopifyStreams = (session: ShopifySession) => [products(session), customers(session), orders(session)]
