import { z } from 'zod'
import {
  answerList,
  defineFake,
  type FakeOptions,
  type FakePaging,
  FakeRefusal,
  selectRecords,
} from '../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { SCOPES, type Scope } from './bigcommerce-api.ts'
import { expectedRows, GROUPS, STATUSES } from './expected-rows.fixture.ts'
import { CATEGORY, COUNTS, GROUP, HOOK, PAGINATIONS, STORE } from './samples.fixture.ts'
import { createWinery, EVERY_CHANGE, type FakeOrder, type FakeWinery, type WinerySeed } from './winery.fixture.ts'
import {
  BRANDS,
  CATEGORIES,
  customerJson,
  lineJson,
  orderJson,
  productJson,
  refundJson,
  stockJson,
} from './wire.fixture.ts'

export const FAKE_SETTINGS = { storeHash: 'abc123' } as const
export const FAKE_SECRETS = { accessToken: 'x7-very-secret-token' } as const

export interface FakeBigCommerceOptions extends FakeOptions, Omit<WinerySeed, 'now'> {
  /** most orders at a time; default: as documented */
  readonly mostOrders?: number
  /** of the API account; default: all */
  readonly scopes?: readonly Scope[]
}

const HookRequest = z.object({
  scope: z.string().min(1),
  destination: z.url({ protocol: /^https$/ }),
  is_active: z.boolean(),
  headers: z.record(z.string(), z.string()),
})

type FakeHook = z.output<typeof HookRequest> & { readonly id: number; is_active: boolean }
type Limit = { readonly calls: number; readonly windowMs: number } | null

const refusal = (status: number, title: string): FakeAnswer => ({
  status,
  body: { status, title, type: '/api-docs/getting-started/api-status-codes' },
})

/** Most records that BigCommerce gives at a time. */
const MOST = 250

const takePage = <T>(records: readonly T[], query: URLSearchParams, most = MOST) => {
  const limit = Math.max(1, Math.min(Number(query.get('limit') ?? 50), MOST, most))
  const page = Number(query.get('page') ?? 1)
  return { limit, taken: records.slice((page - 1) * limit, page * limit) }
}

/** A list of version 2: a plain array, and 204 where there is nothing. */
const oldList =
  (most?: number): FakePaging =>
  (records, { query }, encode = (record) => record) => {
    const { taken } = takePage(records, query, most)
    return taken.length === 0 ? { status: 204, body: '' } : { body: taken.map(encode) }
  }

/** A list of version 3, with its counts. */
export const newList: FakePaging = (records, { query }, encode = (record) => record) => {
  const { limit, taken } = takePage(records, query)
  const pagination = {
    ...PAGINATIONS[0],
    total: records.length,
    total_pages: Math.ceil(records.length / limit),
  }
  return { body: { data: taken.map(encode), meta: { pagination } } }
}

const ORDER_FILTERS: Readonly<Record<string, (order: FakeOrder, given: string) => boolean>> = {
  min_id: ({ id }, given) => id >= Number(given),
  min_date_created: ({ created }, given) => created >= Date.parse(given),
  max_date_created: ({ created }, given) => created <= Date.parse(given),
  min_date_modified: ({ modified }, given) => modified >= Date.parse(given),
}

const byId = (one: { readonly id: number }, other: { readonly id: number }): number => one.id - other.id
const isOneOf = (id: number, given: string): boolean => given.split(',').includes(String(id))
const afterId = {
  filters: { 'id:greater': ({ id }: { readonly id: number }, given: string) => id > Number(given) },
  sort: () => byId,
}

const createLists = ({ winery, mostOrders }: { winery: FakeWinery; mostOrders: number }) => {
  const findOrder = (id: string | undefined): FakeOrder => {
    const order = winery.orders.find((one) => String(one.id) === id)
    if (order) return order
    throw new FakeRefusal({ status: 404, body: [{ status: 404, message: 'The requested resource was not found.' }] })
  }
  const orders = {
    // Archived orders are not listed.
    records: () => winery.orders.filter(({ isDeleted }) => !isDeleted),
    filters: ORDER_FILTERS,
    sort: (query: URLSearchParams) =>
      query.get('sort') === 'date_modified:desc'
        ? (one: FakeOrder, other: FakeOrder) => other.modified - one.modified
        : byId,
    encode: (order: FakeOrder, { query }: FakeCall) => orderJson(order, query),
  }
  const countOrders = (call: FakeCall): FakeAnswer => {
    const listed = selectRecords(orders, call)
    const statuses = Object.entries(STATUSES).map(([id, [name]]) => ({
      ...COUNTS.statuses[0],
      id: Number(id),
      name,
      count: listed.filter(({ status }) => status === Number(id)).length,
    }))
    return { body: { statuses, count: listed.length } }
  }
  const refunds = {
    records: () => winery.orders.flatMap((order) => order.refunds.map((refund) => ({ ...refund, order, refund }))),
    filters: {
      'order_id:in': ({ order }: { order: FakeOrder }, given: string) => isOneOf(order.id, given),
      'created:min': ({ created }: { created: number }, given: string) => created >= Date.parse(given),
      'created:max': ({ created }: { created: number }, given: string) => created <= Date.parse(given),
    },
    sort: () => byId,
  }
  const customers = answerList(
    {
      records: () => winery.customers,
      filters: {
        'id:in': ({ id }, given) => isOneOf(id, given),
        'date_modified:min': ({ modified }, given) => modified >= Date.parse(given),
      },
      sort: () => (one, other) => one.modified - other.modified,
      encode: customerJson,
    },
    newList,
  )
  const groups = Object.entries(GROUPS).map(([id, name]) => ({ ...GROUP, id: Number(id), name }))
  const categories = CATEGORIES.map((category) => ({ ...CATEGORY, ...category }))
  return {
    'GET /v2/store': () => ({ body: { ...STORE, domain: 'larkmoor.example', name: 'Larkmoor Estate' } }),
    'GET /v2/orders': answerList(orders, oldList(mostOrders)),
    'GET /v2/orders/count': countOrders,
    'GET /v2/orders/*': (call: FakeCall, [id]: readonly string[]) => ({ body: orderJson(findOrder(id), call.query) }),
    'GET /v2/orders/*/products': (call: FakeCall, [id]: readonly string[]) =>
      oldList()(findOrder(id).lines, call, lineJson),
    'GET /v3/orders/payment_actions/refunds': (call: FakeCall) => {
      const { taken } = takePage(selectRecords(refunds, call), call.query)
      // Its response has no counts.
      return { body: { data: taken.map(({ order, refund }) => refundJson(order, refund)), meta: {} } }
    },
    'GET /v2/customer_groups': answerList({ records: () => groups }, oldList()),
    'GET /v3/customers': customers,
    'GET /v3/catalog/products': answerList(
      { records: () => winery.products, ...afterId, encode: productJson },
      newList,
    ),
    'GET /v3/catalog/brands': answerList({ records: () => BRANDS, ...afterId }, newList),
    'GET /v3/catalog/trees/categories': answerList({ records: () => categories }, newList),
    'GET /v3/inventory/items': answerList({ records: () => winery.stock, encode: stockJson }, newList),
  }
}

const createHooks = (registered: Map<number, FakeHook>) => {
  let last = 18_048_286
  const find = (id: string | undefined): FakeHook => {
    const hook = registered.get(Number(id))
    if (!hook) throw new FakeRefusal(refusal(404, `Webhook with id [${id}] not found`))
    return hook
  }
  return {
    'GET /v3/hooks': answerList({ records: () => [...registered.values()] }, newList),
    'POST /v3/hooks': ({ body }: FakeCall) => {
      last += 1
      const hook = { ...HOOK, ...HookRequest.parse(JSON.parse(body)), id: last }
      registered.set(last, hook)
      return { body: { data: hook, meta: {} } }
    },
    'DELETE /v3/hooks/*': (_call: FakeCall, [id]: readonly string[]) => {
      const hook = find(id)
      registered.delete(hook.id)
      return { body: { data: hook, meta: {} } }
    },
  }
}

const STORE_PATH = `/stores/${FAKE_SETTINGS.storeHash}`

/** The scope that a call needs, by the start of its path. */
const NEEDED: readonly (readonly [string, Scope])[] = [
  ['/v2/store', 'Information & Settings'],
  ['/v2/orders', 'Orders'],
  ['/v3/orders', 'Orders'],
  ['/v2/customer_groups', 'Customers'],
  ['/v3/customers', 'Customers'],
  ['/v3/catalog', 'Products'],
  ['/v3/inventory', 'Store Inventory'],
]

const admitWith =
  (scopes: readonly Scope[]) =>
  ({ headers, path }: FakeCall): void => {
    if (headers['x-auth-token'] !== FAKE_SECRETS.accessToken) throw new FakeRefusal(refusal(401, 'Unauthorized'))
    if (!path.startsWith(`${STORE_PATH}/`)) throw new FakeRefusal(refusal(403, 'Forbidden'))
    const [, scope] = NEEDED.find(([start]) => path.startsWith(STORE_PATH + start)) ?? []
    if (scope === undefined || scopes.includes(scope)) return
    throw new FakeRefusal(refusal(403, 'Unauthorized Access. You do not have permission to make this request.'))
  }

/** BigCommerce as a server on loopback, with a store of that many orders; `close` of its server stops it. */
export const startFakeBigCommerce = async (options: FakeBigCommerceOptions) => {
  const { now = Date.now, mostOrders = MOST, scopes = Object.keys(SCOPES) as Scope[], port } = options
  const winery = createWinery({ ...options, now: now() })
  const registered = new Map<number, FakeHook>()
  let limit: Limit = null
  let spent = { since: 0, calls: 0 }

  const around = async ({ at }: FakeCall, answer: () => Promise<FakeAnswer>): Promise<FakeAnswer> => {
    if (limit === null) return answer()
    if (at - spent.since >= limit.windowMs) spent = { since: at, calls: 0 }
    spent.calls += 1
    const headers = {
      'x-rate-limit-time-window-ms': String(limit.windowMs),
      'x-rate-limit-time-reset-ms': String(spent.since + limit.windowMs - at),
      'x-rate-limit-requests-quota': String(limit.calls),
      'x-rate-limit-requests-left': String(Math.max(0, limit.calls - spent.calls)),
    }
    return { ...(spent.calls > limit.calls ? refusal(429, 'Too Many Requests') : await answer()), headers }
  }

  const fake = await defineFake({
    now,
    port,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    root: STORE_PATH,
    around,
    admit: admitWith(scopes),
    routes: { ...createLists({ winery, mostOrders }), ...createHooks(registered) },
    missing: refusal(404, 'The resource at that URL is not found.'),
    main: {
      stream: 'orders',
      table: 'orders',
      // Lists of orders with their lines, not those for comparison.
      isPage: ({ path, query }) =>
        path === `${STORE_PATH}/v2/orders` && query.has('include') && query.get('sort') === 'id:asc',
      isPlain: ({ status_id }) => ![0, 4, 14].includes(Number(status_id)),
      corrupt: (order) => void delete order.date_created,
      unknown: { values: { status_id: 77, status: 'On ice' }, column: 'fulfillment_status' },
    },
    expected: () => expectedRows(winery),
    change: (at, count = EVERY_CHANGE) => winery.change(at, count),
  })
  return {
    ...fake,
    winery,
    /** The API account's webhooks: https://developer.bigcommerce.com/docs/webhooks/webhooks */
    hooks: { registered },
    /** The number of calls accepted in a window; null: unlimited. */
    limit: (next: Limit) => {
      limit = next
    },
  }
}
export type FakeBigCommerce = Awaited<ReturnType<typeof startFakeBigCommerce>>
