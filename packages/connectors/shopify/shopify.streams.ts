import { z } from 'zod'
import { parseMinor } from '#domain/money.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { customerRow } from '../kit/person.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { productRow } from '../kit/product-row.ts'
import { RecordProblem, readRecords } from '../kit/read-records.ts'
import { declareStream, fetchedByIds, listedRecords } from '../kit/stream.ts'
import { listPages, nodesByIds } from './admin-lists.ts'
import { fullTitle, kindColumns } from './codes.ts'
import type { ExportedRecord } from './exports.ts'
import {
  formatInstant,
  nodesSchema,
  readShopifyId,
  ShopifyAddress,
  ShopifyId,
  ShopifyInstant,
  ShopifyMoney,
  ShopifyText,
} from './fields.ts'
import { convertOrders, findOrderIds } from './order-reads.ts'
import { ShopifyOrder } from './order-schema.ts'
import {
  CUSTOMER_LISTING,
  customerPage,
  customersById,
  EXPORTS,
  ORDER_LISTING,
  orderPage,
  ordersById,
} from './queries.ts'
import { exportPages, HIDDEN, readProgress, recordPages } from './record-pages.ts'
import { earliestReadableTime, type ShopifySession } from './shop.ts'

const StockLevel = z.object({
  id: z.string(),
  updatedAt: ShopifyInstant.nullable(),
  location: z.object({ id: ShopifyId, name: ShopifyText }),
  quantities: z.array(z.object({ name: z.string(), quantity: z.int() })),
})

const Variant = z.object({
  id: ShopifyId,
  title: ShopifyText,
  sku: ShopifyText,
  /** in the shop's currency */
  price: z.string(),
  updatedAt: ShopifyInstant,
  product: z.object({
    title: z.string(),
    vendor: ShopifyText,
    productType: ShopifyText,
    isGiftCard: z.boolean(),
    category: z.object({ fullName: z.string() }).nullable(),
  }),
  inventoryItem: z.object({
    tracked: z.boolean(),
    unitCost: ShopifyMoney.nullable(),
    inventoryLevels: nodesSchema(StockLevel),
  }),
})
type Variant = z.output<typeof Variant>

const toProductRow = (variant: Variant, currency: string): CanonicalRow => {
  const { product } = variant
  const title = fullTitle(product.title, variant.title)
  const price = parseMinor(variant.price, currency)
  if (price === null) throw new RecordProblem('price', 'price isn’t an amount of money')
  const taxonomy = product.category?.fullName ?? null
  const { item_kind: kind, ...columns } = kindColumns({ ...product, title, taxonomy })
  const cost = variant.inventoryItem.unitCost
  return productRow(
    {
      id: variant.id,
      updated: variant.updatedAt,
      sku: variant.sku,
      title,
      ...columns,
      brand: product.vendor,
      kind,
      price,
      cost: cost?.currency === currency ? cost.minor : null,
    },
    currency,
  )
}

/** Untracked stock has no meaning, and stock without a SKU cannot be matched to sales. */
const stockRows = ({ id, sku, title, product, inventoryItem }: Variant): CanonicalRow[] => {
  if (!inventoryItem.tracked || sku === null) return []
  return inventoryItem.inventoryLevels.nodes.map(({ location, updatedAt, quantities }) => {
    const count = (name: string): number => quantities.find((one) => one.name === name)?.quantity ?? 0
    return {
      table: 'inventory',
      row: {
        source_id: `${id}@${location.id}`,
        source_updated: updatedAt,
        time_basis: 'utc',
        sku,
        product_title: fullTitle(product.title, title),
        location: location.name,
        on_hand: count('on_hand'),
        reserved: count('reserved'),
        allocated: count('committed'),
        available: count('available'),
      },
    }
  })
}

const withLevels = ({ record, children }: ExportedRecord): unknown => {
  const { inventoryItem } = record
  if (typeof inventoryItem !== 'object' || inventoryItem === null) return record
  return { ...record, inventoryItem: { ...inventoryItem, inventoryLevels: { nodes: children } } }
}

/** Variants with their stock per location. Stock changes with every sale, so all of it is read each time in one export. */
const products = ({ tools, shop }: ShopifySession) =>
  declareStream({
    name: 'products',
    title: 'Products and stock',
    tables: ['products', 'inventory'],
    progress: readProgress('whole'),
    pages: (_since, state) =>
      exportPages(tools, { list: 'products', exportQuery: EXPORTS.variants, assemble: withLevels }, state),
    async convert(records) {
      const { currency } = await shop()
      return readRecords(records, {
        schema: Variant,
        idOf: readShopifyId,
        rows: (variant) => [toProductRow(variant, currency), ...stockRows(variant)],
      })
    },
  })

const Customer = z.object({
  id: ShopifyId,
  displayName: ShopifyText.optional(),
  createdAt: ShopifyInstant,
  updatedAt: ShopifyInstant,
  defaultEmailAddress: z.object({ emailAddress: ShopifyText }).nullish(),
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

const customers = ({ tools, shop }: ShopifySession) =>
  declareStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    progress: readProgress('changes'),
    async *pages(_since, state) {
      const { readable } = await shop()
      const isHidden = state?.mode === HIDDEN.mode
      if (readable.customers) {
        const source = {
          page: customerPage(readable),
          list: 'customers',
          pageSize: 100,
          exportQuery: EXPORTS.customers(readable),
          assemble: ({ record }: ExportedRecord) => record,
        } as const
        yield* recordPages(tools, source, isHidden ? null : state)
      } else if (state === null || isHidden) yield { records: [], total: 0, next: HIDDEN }
      // Customers that were read before would be deleted.
      else
        throw new RequestRejected(
          'Shopify no longer shows customers to this app. Request protected customer data in the app’s settings.',
        )
    },
    convert: (records) =>
      readRecords(records, { schema: Customer, idOf: readShopifyId, rows: (customer) => [toCustomerRow(customer)] }),
    async fetch(ids) {
      const operation = customersById((await shop()).readable)
      const request = { operation, type: 'Customer', name: 'customers', atOnce: FETCHED_AT_ONCE } as const
      return fetchedByIds(ids, await nodesByIds(tools.api, request, ids), (record) => [readShopifyId(record)])
    },
    listing: {
      table: 'customers',
      async *list() {
        // Where the app may not see customers, nothing is stored that could be compared.
        if (!(await shop()).readable.customers) return
        const list = { page: CUSTOMER_LISTING, list: 'customers', pageSize: LISTED_AT_ONCE }
        yield* listedRecords(listPages(tools.api, list), {
          schema: Customer.pick({ id: true, updatedAt: true }),
          idOf: readShopifyId,
          toListed: ({ id, updatedAt: updated }) => ({ sourceId: id, ordered: null, updated }),
        })
      },
    },
  })

const ListedOrder = ShopifyOrder.pick({ id: true, test: true, processedAt: true, updatedAt: true })

/** Orders with their lines; refunds become separate orders. */
const orders = ({ tools, shop }: ShopifySession) => {
  const { api } = tools
  const oldest = async () => earliestReadableTime(await shop(), tools.now())
  return declareStream({
    name: 'orders',
    title: 'Orders',
    tables: ['orders', 'order_lines'],
    progress: readProgress('changes'),
    async *pages(_since, state) {
      const { readable } = await shop()
      const source = {
        page: orderPage(readable),
        list: 'orders',
        pageSize: 25,
        exportQuery: EXPORTS.orders(readable),
        assemble: ({ record, children }: ExportedRecord) => ({ ...record, lineItems: { nodes: children } }),
      } as const
      yield* recordPages(tools, source, state)
    },
    async convert(records) {
      const historyStart = await oldest()
      return { ...(await convertOrders(api, records)), ...(historyStart === null ? {} : { historyStart }) }
    },
    async fetch(ids) {
      const orderIds = await findOrderIds(api, ids)
      const operation = ordersById((await shop()).readable)
      const request = { operation, type: 'Order', name: 'orders', atOnce: FETCHED_AT_ONCE } as const
      return fetchedByIds(orderIds, await nodesByIds(api, request, orderIds), (record) => [readShopifyId(record)])
    },
    // Refunds are listed with their orders.
    listing: {
      table: 'orders',
      isListed: (id) => /^\d+$/.test(id),
      oldest,
      list(span) {
        const query = span && `processed_at:>=${formatInstant(span.from)} processed_at:<${formatInstant(span.until)}`
        const list = { page: ORDER_LISTING, list: 'orders', pageSize: LISTED_AT_ONCE }
        return listedRecords(listPages(api, list, { query }), {
          schema: ListedOrder,
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
