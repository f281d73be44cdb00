import { DAY_MS } from '#domain/clock.ts'
import { encodeCustomer, encodeOrder, encodeRefund, encodeVariant, type ProductsById } from './encode.fixture.ts'
import type { Args, Data, PagedItems, Roots } from './execute.fixture.ts'
import type { FakeWebhooks } from './fake-webhooks.fixture.ts'
import { parseSearch, searchedOrder } from './search.fixture.ts'
import type { OrderSeed } from './seeds.fixture.ts'
import type { ShopifyWinery } from './winery.fixture.ts'

const RECENT_MS = 60 * DAY_MS

export interface ShopView {
  readonly winery: ShopifyWinery
  readonly scopes: ReadonlySet<string>
  /** epoch milliseconds by the platform's clock */
  readonly now: () => number
  readonly bulkOperation: (id: string) => Data | null
  readonly webhooks: FakeWebhooks
  readonly startBulk: (query: string, isGrouped: boolean) => Data
}

/** Position of a record in a list: its sort key and its ID. */
interface Placed {
  readonly at: number
  readonly id: string
  readonly data: () => Data
}

const compareByTime = (a: Placed, b: Placed): number => a.at - b.at || (a.id < b.id ? -1 : 1)

const cursorOf = ({ at, id }: Placed): string => Buffer.from(`${at} ${id}`).toString('base64url')

const readCursor = (cursor: unknown): { at: number; id: string } | null => {
  if (typeof cursor !== 'string') return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  return { at: Number(at), id }
}

const takePage = (placed: readonly Placed[], { first, after, reverse }: Args): PagedItems => {
  const from = readCursor(after)
  const rest = placed
    .filter(({ at, id }) => !from || at > from.at || (at === from.at && id > from.id))
    .sort(compareByTime)
  if (reverse === true) rest.reverse()
  const page = rest.slice(0, Number(first))
  const last = page.at(-1)
  return {
    items: page.map(({ data }) => data()),
    hasNextPage: rest.length > page.length,
    endCursor: last ? cursorOf(last) : null,
  }
}

const numberIn = (id: unknown): string => /(\d+)$/.exec(String(id))?.[1] ?? ''

const visibleOrders = ({ winery, scopes, now }: ShopView): readonly OrderSeed[] =>
  scopes.has('read_all_orders')
    ? winery.orders
    : winery.orders.filter(({ row }) => Number(row.ordered) >= now() - RECENT_MS)

const productsOf = ({ winery }: ShopView): ProductsById =>
  new Map(winery.products.map((product) => [product.row.source_id, product]))

const orderPage = (view: ShopView, args: Args): PagedItems => {
  const fits = parseSearch(args.query)
  const products = productsOf(view)
  const placed = visibleOrders(view)
    .filter((order) => fits(searchedOrder(order)))
    .map((order) => ({
      at: args.sortKey === 'PROCESSED_AT' ? Number(order.row.ordered) : (order.row.source_updated ?? 0),
      id: order.row.source_id,
      data: () => encodeOrder(order, products),
    }))
  return takePage(placed, args)
}

const customerPage = ({ winery }: ShopView, args: Args): PagedItems => {
  const fits = parseSearch(args.query)
  const placed = winery.customers
    .map((row) => ({ at: row.source_updated ?? 0, id: row.source_id, data: () => encodeCustomer(row) }))
    .filter(({ at }) => fits({ updated_at: at, processed_at: at, financial_status: '' }))
  return takePage(placed, args)
}

const variantPage = ({ winery }: ShopView, args: Args): PagedItems =>
  takePage(
    winery.products.map((product) => ({ at: 0, id: product.row.source_id, data: () => encodeVariant(product) })),
    args,
  )

const findRefund = (view: ShopView, id: unknown): Data | null => {
  const number = numberIn(id)
  const order = view.winery.orderOfRefund(number)
  const refund = order?.refunds.find((one) => one.id === number)
  return order && refund ? { ...encodeRefund(refund, order), order: encodeOrder(order, productsOf(view)) } : null
}

const orderOf = (view: ShopView, id: unknown): Data | null => {
  const order = visibleOrders(view).find(({ row }) => row.source_id === numberIn(id))
  return order ? encodeOrder(order, productsOf(view)) : null
}

const findCustomer = ({ winery }: ShopView, id: unknown): Data | null => {
  const row = winery.customers.find(({ source_id }) => source_id === numberIn(id))
  return row ? { __type: 'Customer', ...encodeCustomer(row) } : null
}

const nodeOf = (view: ShopView, id: unknown): Data | null => {
  const text = String(id)
  if (text.includes('/Refund/')) return findRefund(view, text)
  if (text.includes('/Customer/')) return findCustomer(view, text)
  if (text.includes('/BulkOperation/')) return view.bulkOperation(text)
  return text.includes('/Order/') ? orderOf(view, text) : null
}

const toIdList = (ids: unknown): readonly unknown[] => (Array.isArray(ids) ? ids : [])

const upTo = (count: number, limit: unknown): Data => ({
  count: typeof limit === 'number' ? Math.min(count, limit) : count,
})

/** Resolvers of the root fields. */
export const shopRoots = (view: ShopView): Roots => ({
  orders: (args) => orderPage(view, args),
  customers: (args) => customerPage(view, args),
  productVariants: (args) => variantPage(view, args),
  order: ({ id }) => orderOf(view, id),
  refund: ({ id }) => findRefund(view, id),
  node: ({ id }) => nodeOf(view, id),
  nodes: ({ ids }) => toIdList(ids).map((id) => nodeOf(view, id)),
  ordersCount: ({ limit }) => upTo(visibleOrders(view).length, limit),
  customersCount: ({ limit }) => upTo(view.winery.customers.length, limit),
  shop: () => ({ name: 'Cellar Door', ianaTimezone: 'America/Los_Angeles', currencyCode: view.winery.currency }),
  currentAppInstallation: () => ({ accessScopes: [...view.scopes].map((handle) => ({ handle })) }),
  ...view.webhooks.roots,
  bulkOperationRunQuery: ({ query, groupObjects }) => view.startBulk(String(query), groupObjects === true),
})

/** All records of a list, as an export reads them. */
export const allRecords = (view: ShopView, list: string): readonly (() => Data)[] => {
  const products = productsOf(view)
  if (list === 'orders') return visibleOrders(view).map((order) => () => encodeOrder(order, products))
  if (list === 'customers') return view.winery.customers.map((row) => () => encodeCustomer(row))
  return view.winery.products.map((product) => () => encodeVariant(product))
}
