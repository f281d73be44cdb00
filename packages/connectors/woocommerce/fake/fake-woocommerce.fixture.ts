import {
  answerList,
  defineFake,
  type FakeOptions,
  type FakePaging,
  FakeRefusal,
} from '../../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'
import { WEBHOOK } from '../samples.fixture.ts'
import { expectedRows } from './expected-rows.fixture.ts'
import { createFakeConsent } from './fake-consent.fixture.ts'
import { createWinery, type RefundSeed, type WinerySeeds } from './winery.fixture.ts'
import {
  customerWire,
  gmt,
  local,
  orderWire,
  productWire,
  refundWire,
  SITE_ZONE,
  subscriptionWire,
  variationWire,
} from './wire.fixture.ts'

export interface WooFakeOptions extends FakeOptions {
  readonly orders: number
}

/** What a test can change about the store. */
const createBehavior = () => ({
  hasSubscriptions: true,
  /** from WooCommerce 9.0 on */
  listsRefunds: true,
  /** the key has the permission Read */
  isReadOnly: false,
  /** the web server doesn't pass on the Authorization header */
  dropsAuthorization: false,
  /** paths that the key's user may not read */
  forbidden: [] as readonly string[],
  currency: 'USD',
  /** `timezone_string` */
  timeZone: SITE_ZONE,
})

type StoreBehavior = ReturnType<typeof createBehavior>

interface FakeWebhook {
  readonly id: number
  topic: string
  delivery_url: string
  secret: string
  status: string
}

const API = '/wp-json/wc/v3/'
const KEY = 'ck_fake'
const SECRETS = { consumerSecret: 'cs_fake' }

/** An error as WordPress answers it. */
const refusal = (status: number, code: string): FakeAnswer => ({
  status,
  body: { code, message: 'Sorry, you cannot do that.', data: { status } },
})

const refuse = (status: number, code: string): never => {
  throw new FakeRefusal(refusal(status, code))
}

/** A record with what lists filter and sort by, epoch milliseconds. */
interface ListedRecord {
  readonly id: number
  readonly created?: number
  readonly modified?: number | null
  readonly status?: string
  /** its JSON, amounts with that many decimals */
  readonly wire: (decimals: number) => object
}

const MOST = 100
const HIDDEN = ['trash', 'auto-draft']

const readNumber = (query: URLSearchParams, name: string, otherwise: number): number => {
  const text = query.get(name)
  if (text !== null && !/^\d+$/.test(text)) return refuse(400, 'rest_invalid_param')
  return text === null ? otherwise : Number(text)
}

/** `WP_Date_Query::build_mysql_datetime`: a text with an offset is converted to the site's time zone, another one is kept. */
const readLimit = (text: string): string =>
  /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? local(Date.parse(text)) : text.slice(0, 19)

/** The date filters of `WC_REST_CRUD_Controller`: exclusive, and on GMT columns only with `dates_are_gmt`. */
const dateFilter =
  (field: 'created' | 'modified', direction: 1 | -1) =>
  (record: ListedRecord, given: string, query: URLSearchParams): boolean => {
    const stored = (query.get('dates_are_gmt') === 'true' ? gmt : local)(record[field] ?? 0)
    const limit = readLimit(given)
    return direction === 1 ? stored > limit : stored < limit
  }

const FILTERS = {
  status: ({ status }: ListedRecord, given: string) => given === 'any' || status === undefined || status === given,
  include: ({ id }: ListedRecord, given: string) => given.split(',').includes(String(id)),
  after: dateFilter('created', 1),
  before: dateFilter('created', -1),
  modified_after: dateFilter('modified', 1),
}

const SORTS: Readonly<Record<string, (record: ListedRecord) => number>> = {
  date: ({ created }) => created ?? 0,
  modified: ({ modified }) => modified ?? 0,
  id: ({ id }) => id,
}

const sortBy = (query: URLSearchParams) => {
  const key = SORTS[query.get('orderby') ?? 'date'] ?? refuse(400, 'rest_invalid_param')
  const direction = query.get('order') === 'asc' ? 1 : -1
  return (one: ListedRecord, other: ListedRecord) => direction * (key(one) - key(other) || one.id - other.id)
}

const page: FakePaging = (records, { query }, encode = (record) => record) => {
  const perPage = readNumber(query, 'per_page', 10)
  if (perPage < 1 || perPage > MOST) return refuse(400, 'rest_invalid_param')
  const offset = query.has('offset') ? readNumber(query, 'offset', 0) : (readNumber(query, 'page', 1) - 1) * perPage
  const headers = {
    'x-wp-total': String(records.length),
    'x-wp-totalpages': String(Math.ceil(records.length / perPage)),
  }
  return { headers, body: records.slice(offset, offset + perPage).map(encode) }
}

const onlyFields = (wire: object, fields: string | null): object =>
  fields === null ? wire : Object.fromEntries(Object.entries(wire).filter(([name]) => fields.split(',').includes(name)))

/** A list with the parameters that every list of WooCommerce has. */
const list = (records: (id: string) => readonly ListedRecord[]) =>
  answerList<ListedRecord>(
    {
      records: ([id = ''], query) => {
        const isHidden = ({ status = '' }: ListedRecord) => HIDDEN.includes(status)
        return records(id).filter((record) => (query.get('status') ?? 'any') !== 'any' || !isHidden(record))
      },
      filters: FILTERS,
      sort: sortBy,
      encode: ({ wire }, { query }) => onlyFields(wire(Number(query.get('dp') ?? 2)), query.get('_fields')),
    },
    page,
  )

/** One of the records that has the ID in its path. */
const find = <T extends { readonly id: number }>(records: readonly T[], id: string | undefined, code: string): T =>
  records.find((one) => String(one.id) === id) ?? refuse(404, code)

const createLists = (seeds: WinerySeeds, behavior: StoreBehavior) => {
  const refundsOf = (order: WinerySeeds['orders'][number]) =>
    order.refunds.map((refund: RefundSeed) => ({
      ...refund,
      modified: refund.created,
      wire: (dp: number) => refundWire(refund, order, dp),
    }))
  return {
    orders: list(() => seeds.orders.map((order) => ({ ...order, wire: (dp) => orderWire(order, dp) }))),
    'orders/*/refunds': list((id) => refundsOf(find(seeds.orders, id, 'woocommerce_rest_invalid_order_refund_id'))),
    refunds: list(() => (behavior.listsRefunds ? seeds.orders.flatMap(refundsOf) : refuse(404, 'rest_no_route'))),
    customers: list(() => seeds.accounts.map((one) => ({ ...one, wire: () => customerWire(one) }))),
    products: list(() => seeds.products.map((one) => ({ ...one, wire: () => productWire(one, seeds) }))),
    'products/*/variations': list((id) => {
      const product = find(seeds.products, id, 'woocommerce_rest_product_invalid_id')
      return product.sizes.map((one) => ({ ...one, wire: () => variationWire(one, product, seeds) }))
    }),
    subscriptions: list(() =>
      behavior.hasSubscriptions
        ? seeds.subscriptions.map((one) => ({ ...one, wire: () => subscriptionWire(one) }))
        : refuse(404, 'rest_no_route'),
    ),
    'data/currencies/current': () => ({ body: { code: behavior.currency, name: 'Currency', symbol: '$' } }),
    'reports/orders/totals': () => ({
      body: [...Map.groupBy(seeds.orders, ({ status }) => status)].map(([slug, orders]) => ({
        slug,
        name: slug,
        total: orders.length,
      })),
    }),
  }
}

/** The webhooks of a store: their secrets are never returned. */
const createWebhooks = (stored: Map<number, FakeWebhook>) => {
  let nextId = 142
  const wire = ({ secret: _, ...webhook }: FakeWebhook) => ({ ...WEBHOOK, ...webhook })
  const findStored = (id: string | undefined): FakeWebhook =>
    find([...stored.values()], id, 'woocommerce_rest_shop_webhook_invalid_id')
  return {
    [`GET ${API}webhooks`]: list(() => [...stored.values()].map((one) => ({ id: one.id, wire: () => wire(one) }))),
    [`POST ${API}webhooks`]: ({ body }: FakeCall) => {
      const { topic, delivery_url, secret, status } = JSON.parse(body)
      if (!/^(order|customer|product|coupon)\.\w+$/.test(topic)) refuse(400, 'woocommerce_rest_webhook_invalid_topic')
      const webhook = { id: nextId, topic, delivery_url, secret, status }
      nextId += 1
      stored.set(webhook.id, webhook)
      return { status: 201, body: wire(webhook) }
    },
    [`POST ${API}webhooks/*`]: ({ body }: FakeCall, [id]: readonly string[]) => ({
      body: wire(Object.assign(findStored(id), JSON.parse(body))),
    }),
    [`DELETE ${API}webhooks/*`]: ({ query }: FakeCall, [id]: readonly string[]) => {
      if (query.get('force') !== 'true') refuse(501, 'woocommerce_rest_trash_not_supported')
      const webhook = findStored(id)
      stored.delete(webhook.id)
      return { body: wire(webhook) }
    },
  }
}

const readKeys = ({ headers, query }: FakeCall, { dropsAuthorization }: StoreBehavior): string => {
  const [scheme, text = ''] = dropsAuthorization ? [] : (headers.authorization ?? '').split(' ')
  if (scheme === 'Basic') return Buffer.from(text, 'base64').toString('utf8')
  return `${query.get('consumer_key')}:${query.get('consumer_secret')}`
}

/** WooCommerce as a server on loopback, with a winery of that many orders; `close` of its server stops it. */
export const startWooFake = async ({ orders, now = Date.now, port }: WooFakeOptions) => {
  const winery = createWinery({ orders, now: now() })
  const stored = new Map<number, FakeWebhook>()
  const consent = createFakeConsent()
  const behavior = createBehavior()
  const lists = Object.entries(createLists(winery.seeds, behavior)).map(([path, answer]) => [
    `GET ${API}${path}`,
    answer,
  ])
  const fake = await defineFake({
    now,
    port,
    settings: { storeUrl: 'https://shop.example.com', consumerKey: KEY },
    secrets: SECRETS,
    open: { 'GET /wc-auth/v1/authorize': consent.answer },
    admit(call) {
      const keys = readKeys(call, behavior)
      const isKnown = keys === `${KEY}:${SECRETS.consumerSecret}` || consent.keys.has(keys)
      if (!isKnown) refuse(401, 'woocommerce_rest_cannot_view')
      if (behavior.forbidden.some((path) => call.path === API + path)) refuse(403, 'woocommerce_rest_cannot_view')
      if (call.method !== 'GET' && behavior.isReadOnly) refuse(401, 'woocommerce_rest_authentication_error')
    },
    routes: {
      'GET /wp-json/': () => ({
        body: { name: 'Larkmoor Estate', timezone_string: behavior.timeZone, gmt_offset: -7, namespaces: ['wc/v3'] },
      }),
      ...Object.fromEntries(lists),
      ...createWebhooks(stored),
    },
    missing: refusal(404, 'rest_no_route'),
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: ({ method, path, query }) =>
        method === 'GET' && path === `${API}orders` && query.get('orderby') === 'modified' && !query.has('_fields'),
      isPlain: ({ refunds, status }) => Array.isArray(refunds) && refunds.length === 0 && status === 'completed',
      corrupt: (order) => void Object.assign(order, { total: 'a lot' }),
      unknown: { values: { status: 'on-ice' }, column: 'fulfillment_status' },
    },
    expected: () => expectedRows(winery.seeds),
    change: winery.change,
  })
  return { ...fake, winery, behavior, webhooks: { stored }, consent }
}
export type WooFake = Awaited<ReturnType<typeof startWooFake>>
