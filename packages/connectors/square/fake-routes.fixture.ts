import { z } from 'zod'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { clampPageLimit, refuse, refuseWith, sortKey, takePage } from './fake-paging.fixture.ts'
import { orderJson, orderTimes, paymentJson, paymentOrderId } from './order-json.fixture.ts'
import { catalogJson, countsJson, customerJson, locationJson, teamMemberJson } from './record-json.fixture.ts'
import { CUSTOMERS_BY_ID, MERCHANT as DOCUMENTED_MERCHANT, TOKEN_STATUS } from './samples.fixture.ts'
import type { FakeOrder, FakeWinery } from './winery-records.fixture.ts'

export interface FakeRoutesOptions {
  readonly winery: FakeWinery
  /** the platform's clock, epoch milliseconds */
  readonly now: () => number
  /** Square may return fewer orders than requested */
  readonly mostOrders: number
  /** of the token; default: all needed ones */
  readonly scopes: readonly string[]
}

type Body = Readonly<Record<string, unknown>>

const Range = z.object({ start_at: z.string().optional(), end_at: z.string().optional() }).strict()

const OrderSearch = z.object({
  location_ids: z.array(z.string()).min(1).max(10),
  query: z.object({
    filter: z
      .object({ date_time_filter: z.partialRecord(z.enum(['created_at', 'updated_at', 'closed_at']), Range) })
      .partial(),
    sort: z.object({ sort_field: z.string(), sort_order: z.enum(['ASC', 'DESC']) }),
  }),
  cursor: z.string().optional(),
  limit: z.number().optional(),
})

const asked = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> => {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : refuse('BAD_REQUEST', parsed.error.message)
}

const isWithin = (instant: number, range: z.infer<typeof Range> | undefined): boolean =>
  (range?.start_at === undefined || instant >= Date.parse(range.start_at)) &&
  (range?.end_at === undefined || instant <= Date.parse(range.end_at))

type Time = 'created' | 'paid' | 'updated'

const inOrderOf = (orders: readonly FakeOrder[], time: Time) =>
  orders
    .map((value) => ({ at: orderTimes(value)[time], value }))
    .map(({ at, value }) => ({ at, key: sortKey(at, value.id), value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

const sortedCache = new WeakMap<FakeWinery, { revision: number; sorted: Map<Time, ReturnType<typeof inOrderOf>> }>()

/** Orders sorted by a timestamp, cached until one changes, so that twenty thousand are not sorted for every page. */
const sortedOrders = (winery: FakeWinery, time: Time): ReturnType<typeof inOrderOf> => {
  const known = sortedCache.get(winery)
  const current = known?.revision === winery.revision ? known : { revision: winery.revision, sorted: new Map() }
  sortedCache.set(winery, current)
  const sorted = current.sorted.get(time) ?? inOrderOf(winery.orders, time)
  current.sorted.set(time, sorted)
  return sorted
}

const byDateRange = { created_at: 'created', updated_at: 'updated' } as const

const searchOrders = (body: Body, { winery, mostOrders }: FakeRoutesOptions) => {
  const { location_ids, query, cursor, limit } = asked(OrderSearch, body)
  const [filter] = Object.entries(query.filter.date_time_filter ?? {})
  const field = filter?.[0] === 'created_at' ? 'created_at' : 'updated_at'
  if (filter && query.sort.sort_field !== filter[0].toUpperCase()) {
    return refuse('BAD_REQUEST', 'sort_field must match the timestamp field that the filter uses')
  }
  const found = sortedOrders(winery, byDateRange[field]).filter(
    ({ at, value }) => location_ids.includes(value.locationId) && isWithin(at, filter?.[1]),
  )
  const most = Math.min(mostOrders, clampPageLimit(limit, { standard: 500, most: 1000 }))
  const page = takePage(found, { query: { location_ids, query }, cursor, limit: most })
  return { ...(page.values.length > 0 ? { orders: page.values.map(orderJson) } : {}), cursor: page.cursor }
}

const CustomerSearch = z.object({
  query: z.object({
    filter: z.object({ updated_at: Range.optional(), created_at: Range.optional() }),
    sort: z.object({ field: z.enum(['DEFAULT', 'CREATED_AT']), order: z.enum(['ASC', 'DESC']) }),
  }),
  cursor: z.string().optional(),
  limit: z.number().optional(),
  count: z.boolean().optional(),
})

const searchCustomers = (body: Body, { winery }: FakeRoutesOptions) => {
  const { query, cursor, limit, count } = asked(CustomerSearch, body)
  const { updated_at, created_at } = query.filter
  const found = winery.customers
    .filter((row) => isWithin(Number(row.source_updated), updated_at) && isWithin(Number(row.since), created_at))
    .map((row) => ({ key: sortKey(Number(row.since), row.source_id), value: row }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const page = takePage(found, { query, cursor, limit: clampPageLimit(limit, { standard: 100, most: 100 }) })
  return {
    customers: page.values.map(customerJson),
    cursor: page.cursor,
    ...(count ? { count: found.length } : {}),
  }
}

const Ids = z.array(z.string()).min(1).max(100)

const bulkCustomers = (body: Body, { winery }: FakeRoutesOptions) => {
  const { customer_ids } = asked(z.object({ customer_ids: Ids }), body)
  const known = new Map(winery.customers.map((row) => [row.source_id, row]))
  const one = (id: string) => {
    const row = known.get(id)
    return row ? { customer: customerJson(row) } : CUSTOMERS_BY_ID.responses['2GYD7WNXF7BJZW1PMGNXZ3Y8M8']
  }
  return { responses: Object.fromEntries(customer_ids.map((id) => [id, one(id)])) }
}

const batchOrders = (body: Body, { winery }: FakeRoutesOptions) => {
  const { order_ids } = asked(z.object({ order_ids: Ids }), body)
  return { orders: order_ids.flatMap((id) => winery.orderById.get(id) ?? []).map(orderJson) }
}

const YEAR_MS = 365 * 24 * 3_600_000

/** Without a start one year, without a location the main one, as documented. */
const listPayments = (query: URLSearchParams, { winery, now }: FakeRoutesOptions) => {
  const begin = Date.parse(query.get('begin_time') ?? new Date(now() - YEAR_MS).toISOString())
  const end = Date.parse(query.get('end_time') ?? new Date(now()).toISOString())
  const location = query.get('location_id') ?? winery.locations[0]?.id ?? ''
  const limit = Math.min(100, Number(query.get('limit') ?? 100))
  const { cursor, ...rest } = Object.fromEntries(query)
  const found = sortedOrders(winery, 'paid')
    .filter(({ at, value }) => value.locationId === location && at >= begin && at < end)
    .flatMap(({ key, value }) => {
      const payment = paymentJson(value)
      return payment === null ? [] : [{ key, value: payment }]
    })
  const page = takePage(found, { query: rest, cursor, limit })
  return { payments: page.values, cursor: page.cursor }
}

const onePayment = (id: string, { winery }: FakeRoutesOptions) => {
  const order = winery.orderById.get(paymentOrderId(id))
  const payment = order ? paymentJson(order) : null
  return payment === null ? refuseWith(404, 'NOT_FOUND', 'Could not find payment') : { payment }
}

/** A page of records that are listed as they come. */
const listAll = (name: string, records: readonly object[], most: number, { cursor, limit, ...query }: Body) => {
  const sorted = records.map((value, index) => ({ key: sortKey(index, ''), value }))
  const page = takePage(sorted, { query, cursor, limit: clampPageLimit(limit, { standard: 100, most }) })
  return { [name]: page.values, cursor: page.cursor }
}

const searchCatalog = (body: Body, { winery }: FakeRoutesOptions) => {
  const types = asked(z.array(z.string()), body.object_types)
  const found = catalogJson(winery).filter(
    ({ type, is_deleted }) => types.includes(type) && (body.include_deleted_objects === true || !is_deleted),
  )
  return listAll('objects', found, 1000, body)
}

const stockCounts = (body: Body, { winery }: FakeRoutesOptions) => listAll('counts', countsJson(winery), 1000, body)

const searchTeam = (body: Body, { winery }: FakeRoutesOptions) =>
  listAll('team_members', winery.team.map(teamMemberJson), 200, body)

const tokenStatus = (_body: Body, { scopes }: FakeRoutesOptions) => ({
  scopes,
  client_id: TOKEN_STATUS.client_id,
  merchant_id: 'MERCHANT',
})

const MERCHANT = {
  merchant: {
    ...DOCUMENTED_MERCHANT.merchant,
    id: 'MERCHANT',
    business_name: 'Larkmoor Estate',
    main_location_id: 'LOC1',
  },
}

export const createRoutes = (options: FakeRoutesOptions) => {
  const post =
    (answer: (body: Body, given: FakeRoutesOptions) => object) =>
    ({ body }: FakeCall): FakeAnswer => ({ body: answer(body === '' ? {} : JSON.parse(body), options) })
  return {
    'POST /oauth2/token-status': post(tokenStatus),
    'POST /v2/orders/search': post(searchOrders),
    'POST /v2/orders/batch-retrieve': post(batchOrders),
    'POST /v2/customers/search': post(searchCustomers),
    'POST /v2/customers/bulk-retrieve': post(bulkCustomers),
    'POST /v2/catalog/search': post(searchCatalog),
    'POST /v2/inventory/counts/batch-retrieve': post(stockCounts),
    'POST /v2/team-members/search': post(searchTeam),
    'GET /v2/locations': () => ({ body: { locations: options.winery.locations.map(locationJson) } }),
    'GET /v2/merchants/me': () => ({ body: MERCHANT }),
    'GET /v2/payments': ({ query }: FakeCall) => ({ body: listPayments(query, options) }),
    'GET /v2/payments/*': (_call: FakeCall, [id = '']: readonly string[]) => ({ body: onePayment(id, options) }),
  }
}
