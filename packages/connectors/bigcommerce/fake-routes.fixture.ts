import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { CATEGORY, COUNTS, GROUP, STORE } from './documented-records.fixture.ts'
import { newList, oldList, refusal } from './fake-lists.fixture.ts'
import type { Scope } from './scopes.ts'
import type { FakeWinery } from './winery.fixture.ts'
import { BRANDS, CATEGORIES, productJson, stockJson } from './winery-goods.fixture.ts'
import { linesJson, orderJson, refundJson } from './winery-order-json.fixture.ts'
import { STATUS_NAMES } from './winery-order-rows.fixture.ts'
import type { FakeOrder } from './winery-orders.fixture.ts'
import { customerJson, GROUPS } from './winery-people.fixture.ts'

export interface FakeRoutes {
  readonly winery: FakeWinery
  /** most orders at a time */
  readonly mostOrders: number
  readonly scopes: readonly Scope[]
}

const numbers = (text: string | null): Set<number> | null =>
  text === null ? null : new Set(text.split(',').map(Number))

const within = (at: number, from: string | null, until: string | null): boolean =>
  (from === null || at >= Date.parse(from)) && (until === null || at <= Date.parse(until))

/** Archived orders are not listed. */
const listedOrders = ({ orders }: FakeWinery, query: URLSearchParams): FakeOrder[] => {
  const listed = orders.filter(
    (order) =>
      !order.isDeleted &&
      order.id >= Number(query.get('min_id') ?? 0) &&
      within(order.created, query.get('min_date_created'), query.get('max_date_created')) &&
      within(order.modified, query.get('min_date_modified'), query.get('max_date_modified')),
  )
  return query.get('sort') === 'date_modified:desc'
    ? listed.toSorted((one, other) => other.modified - one.modified)
    : listed.toSorted((one, other) => one.id - other.id)
}

const includedBy = (query: URLSearchParams): string[] => {
  const included = (query.get('include') ?? '').split(',')
  // The array of arrays that comes without it is no longer supported.
  return query.get('consignment_structure') === 'object' ? included : included.filter((name) => name === 'fees')
}

const ordersAnswer = (path: string, { query }: FakeCall, { winery, mostOrders }: FakeRoutes): FakeAnswer => {
  if (path === '/v2/orders') {
    const orders = listedOrders(winery, query).map((order) => orderJson(order, includedBy(query)))
    return oldList(orders, { query, most: mostOrders })
  }
  if (path === '/v2/orders/count') {
    const orders = listedOrders(winery, query)
    const statuses = Object.entries(STATUS_NAMES).map(([id, name]) => ({
      ...COUNTS.statuses[0],
      id: Number(id),
      name,
      count: orders.filter(({ status }) => status === Number(id)).length,
    }))
    return { body: { statuses, count: orders.length } }
  }
  const [id, list] = path.slice('/v2/orders/'.length).split('/')
  const order = winery.orders.find((one) => String(one.id) === id)
  if (!order) return { status: 404, body: [{ status: 404, message: 'The requested resource was not found.' }] }
  return list === 'products' ? oldList(linesJson(order), { query }) : { body: orderJson(order, includedBy(query)) }
}

const refundsAnswer = ({ query }: FakeCall, { winery }: FakeRoutes): FakeAnswer => {
  const ids = numbers(query.get('order_id:in'))
  const found = winery.orders.flatMap((order) =>
    ids === null || ids.has(order.id)
      ? order.refunds
          .filter(({ created }) => within(created, query.get('created:min'), query.get('created:max')))
          .map((refund) => refundJson(order, refund))
      : [],
  )
  const sorted = found.toSorted((one, other) => one.id - other.id)
  // Its response has no counts.
  const limit = Number(query.get('limit') ?? 50)
  const page = Number(query.get('page') ?? 1)
  return { body: { data: sorted.slice((page - 1) * limit, page * limit), meta: {} } }
}

const customersAnswer = ({ query }: FakeCall, { winery }: FakeRoutes): FakeAnswer => {
  const ids = numbers(query.get('id:in'))
  const found = winery.customers
    .filter(({ id }) => ids === null || ids.has(id))
    .filter(({ modified }) => within(modified, query.get('date_modified:min'), null))
    .toSorted((one, other) => one.modified - other.modified)
  return newList(found.map(customerJson), { query })
}

const afterId = <T extends { readonly id: number }>(records: readonly T[], query: URLSearchParams): T[] =>
  records.filter(({ id }) => id > Number(query.get('id:greater') ?? 0)).toSorted((one, other) => one.id - other.id)

const catalogAnswer = (path: string, { query }: FakeCall, { winery }: FakeRoutes): FakeAnswer => {
  if (path === '/v3/catalog/products') return newList(afterId(winery.products, query).map(productJson), { query })
  if (path === '/v3/catalog/brands') {
    return newList(
      afterId(
        BRANDS.map(([id, name]) => ({ id, name })),
        query,
      ),
      { query },
    )
  }
  const categories = CATEGORIES.map(([category_id, name]) => ({ ...CATEGORY, category_id, name }))
  return newList(categories, { query })
}

const LARKMOOR = { ...STORE, domain: 'larkmoor.example', name: 'Larkmoor Estate' }

type Route = readonly [
  start: string,
  scope: Scope,
  answer: (path: string, call: FakeCall, routes: FakeRoutes) => FakeAnswer,
]

const ROUTES: readonly Route[] = [
  ['/v2/store', 'Information & Settings', () => ({ body: LARKMOOR })],
  ['/v2/orders', 'Orders', ordersAnswer],
  ['/v3/orders/payment_actions/refunds', 'Orders', (_path, call, routes) => refundsAnswer(call, routes)],
  [
    '/v2/customer_groups',
    'Customers',
    (_path, { query }) =>
      oldList(
        GROUPS.map(([id, name]) => ({ ...GROUP, id, name })),
        { query },
      ),
  ],
  ['/v3/customers', 'Customers', (_path, call, routes) => customersAnswer(call, routes)],
  ['/v3/catalog', 'Products', catalogAnswer],
  [
    '/v3/inventory/items',
    'Store Inventory',
    (_path, { query }, { winery }) => newList(winery.stock.map(stockJson), { query }),
  ],
]

/** `path`: below the store's */
export const answerCall = (path: string, call: FakeCall, routes: FakeRoutes): FakeAnswer => {
  const [, scope, answer] = ROUTES.find(([start]) => path.startsWith(start)) ?? []
  if (!scope || !answer) return refusal(404, 'The resource at that URL is not found.')
  if (!routes.scopes.includes(scope)) {
    return refusal(403, 'Unauthorized Access. You do not have permission to make this request.')
  }
  return answer(path, call, routes)
}
