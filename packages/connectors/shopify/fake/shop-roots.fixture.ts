import { DAY_MS } from '#domain/clock.ts'
import { CURRENCY, encodeCustomer, encodeOrder, encodeRefund, encodeVariant } from './encode.fixture.ts'
import { type Args, type Data, type PagedItems, QueryRefused, type Roots } from './graphql.fixture.ts'
import type { OrderSeed } from './seeds.fixture.ts'
import type { ShopifyWinery } from './winery.fixture.ts'

const RECENT_MS = 60 * DAY_MS

interface ShopView {
  readonly winery: ShopifyWinery
  readonly scopes: ReadonlySet<string>
  /** epoch milliseconds by the platform's clock */
  now(): number
}

/** A record of a list: its sort key, its ID, and what a search can filter by. */
interface Listed {
  readonly at: number
  readonly id: string
  readonly searched: Readonly<Record<string, number | string>>
  readonly data: () => Data
}

const TERM = /([a-z_]+):(>=|<)?(?:'([^']*)'|([^\s()']+))/g
const ALTERNATIVES = /\(([^)]*)\)/

const readTerms = (text: string) => {
  const terms = [...text.matchAll(TERM)]
  return ({ searched }: Listed): boolean[] =>
    terms.map(([, field = '', compare, quoted, plain]) => {
      const [held, value] = [searched[field], quoted ?? plain ?? '']
      if (held === undefined) throw new QueryRefused('BAD_REQUEST', `Invalid search field for this query: ${field}`)
      if (typeof held === 'string') return held === value
      return compare === '<' ? held < Date.parse(value) : held >= Date.parse(value)
    })
}

/** Terms that must all match; in parentheses, terms of which one must match. */
const parseSearch = (query: unknown): ((record: Listed) => boolean) => {
  const text = String(query ?? '')
  const alternatives = ALTERNATIVES.exec(text)?.[1]
  const [all, any] = [readTerms(text.replace(ALTERNATIVES, '')), readTerms(alternatives ?? '')]
  return (record) => all(record).every(Boolean) && (alternatives === undefined || any(record).some(Boolean))
}

const cursorOf = ({ at, id }: Listed): string => Buffer.from(`${at} ${id}`).toString('base64url')

const takePage = (listed: readonly Listed[], { first, after, reverse, query }: Args): PagedItems => {
  const [from, fromId = ''] =
    typeof after === 'string' ? Buffer.from(after, 'base64url').toString().split(' ') : [-Infinity]
  const rest = listed
    .filter(parseSearch(query))
    .filter(({ at, id }) => at > Number(from) || (at === Number(from) && id > fromId))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  if (reverse === true) rest.reverse()
  const page = rest.slice(0, Number(first))
  const last = page.at(-1)
  return {
    items: page.map(({ data }) => data()),
    hasNextPage: rest.length > page.length,
    endCursor: last ? cursorOf(last) : null,
  }
}

const visibleOrders = ({ winery, scopes, now }: ShopView): readonly OrderSeed[] =>
  scopes.has('read_all_orders')
    ? winery.orders
    : winery.orders.filter(({ row }) => Number(row.ordered) >= now() - RECENT_MS)

/** The records of a list by name. */
const listRecords = (view: ShopView, list: string, sortKey?: unknown): readonly Listed[] => {
  const { products, customers } = view.winery
  const byId = new Map(products.map((product) => [product.row.source_id, product]))
  if (list === 'orders')
    return visibleOrders(view).map((order) => {
      const { source_id: id, source_updated, ordered, payment_status_raw } = order.row
      const [updated_at, processed_at] = [source_updated ?? 0, Number(ordered)]
      const financial_status = (payment_status_raw ?? '').toLowerCase()
      return {
        at: sortKey === 'PROCESSED_AT' ? processed_at : updated_at,
        id,
        searched: { updated_at, processed_at, financial_status },
        data: () => encodeOrder(order, byId),
      }
    })
  if (list === 'customers')
    return customers.map((row) => {
      const at = row.source_updated ?? 0
      return { at, id: row.source_id, searched: { updated_at: at }, data: () => encodeCustomer(row) }
    })
  return products.map((product) => ({
    at: 0,
    id: product.row.source_id,
    searched: {},
    data: () => encodeVariant(product),
  }))
}

/** All records of a list, as an export reads them. */
export const allRecords = (view: ShopView, list: string): readonly (() => Data)[] =>
  listRecords(view, list).map(({ data }) => data)

const findRecord = (view: ShopView, list: string, number: string): Data | null =>
  listRecords(view, list)
    .find(({ id }) => id === number)
    ?.data() ?? null

const findRefund = (view: ShopView, number: string): Data | null => {
  const order = view.winery.orderOfRefund(number)
  const refund = order?.refunds.find(({ id }) => id === number)
  const products = new Map(view.winery.products.map((product) => [product.row.source_id, product]))
  return order && refund ? { ...encodeRefund(refund), order: encodeOrder(order, products) } : null
}

const findNode = (view: ShopView, gid: unknown): Data | null => {
  const [, type, number = ''] = /gid:\/\/shopify\/(\w+)\/(\d+)$/.exec(String(gid)) ?? []
  if (type === 'Refund') return findRefund(view, number)
  if (type === 'Customer') return findRecord(view, 'customers', number)
  return type === 'Order' ? findRecord(view, 'orders', number) : null
}

const count = (records: readonly unknown[], { limit }: Args): Data => ({
  count: typeof limit === 'number' ? Math.min(records.length, limit) : records.length,
})

/** Resolvers of the root fields that read records. */
export const recordRoots = (view: ShopView): Roots => ({
  ...Object.fromEntries(
    ['orders', 'customers', 'productVariants'].map((list) => [
      list,
      (args: Args) => takePage(listRecords(view, list, args.sortKey), args),
    ]),
  ),
  order: ({ id }) => findNode(view, id),
  refund: ({ id }) => findNode(view, id),
  node: ({ id }) => findNode(view, id),
  nodes: ({ ids }) => (ids as readonly unknown[]).map((id) => findNode(view, id)),
  ordersCount: (args) => count(visibleOrders(view), args),
  customersCount: (args) => count(view.winery.customers, args),
  shop: () => ({ name: 'Cellar Door', ianaTimezone: 'America/Los_Angeles', currencyCode: CURRENCY }),
  currentAppInstallation: () => ({ accessScopes: [...view.scopes].map((handle) => ({ handle })) }),
})
