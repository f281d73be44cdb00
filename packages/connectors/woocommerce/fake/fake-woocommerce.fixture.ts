import type { ConformanceFake } from '../../kit/conformance-fake.fixture.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../../kit/fake-server.fixture.ts'
import { expectedRows } from './expected-rows.fixture.ts'
import { createFakeConsent, type FakeConsent } from './fake-consent.fixture.ts'
import { createFakeWebhooks } from './fake-webhooks.fixture.ts'
import { answerList, type ListedRecord, WpRefusal } from './list-query.fixture.ts'
import { SITE_ZONE } from './site-time.fixture.ts'
import { createWinery, type Winery } from './winery.fixture.ts'
import { changeWinery } from './winery-changes.fixture.ts'
import { customerWire, orderWire, productWire, refundWire, subscriptionWire, variationWire } from './wire.fixture.ts'

export interface WooFakeOptions {
  readonly orders: number
  /** epoch milliseconds; the machine's clock when left out */
  readonly now?: () => number
  readonly seed?: number
  readonly port?: number
}

/** What a test can change about the store. */
interface StoreBehavior {
  hasSubscriptions: boolean
  /** from WooCommerce 9.0 on */
  listsRefunds: boolean
  /** the key has the permission Read */
  isReadOnly: boolean
  /** the web server doesn't pass on the Authorization header */
  dropsAuthorization: boolean
  /** paths that the key's user may not read */
  forbidden: readonly string[]
  currency: string
  /** `timezone_string` */
  timeZone: string
}

export interface WooFake extends ConformanceFake {
  readonly winery: Winery
  readonly behavior: StoreBehavior
  readonly webhooks: ReturnType<typeof createFakeWebhooks>
  readonly consent: FakeConsent
}

const API = '/wp-json/wc/v3/'
const KEY = 'ck_fake'
const SECRETS = { consumerSecret: 'cs_fake' }

const isMain = ({ method, path, query }: FakeCall): boolean =>
  method === 'GET' && path === `${API}orders` && query.get('orderby') === 'modified' && !query.has('_fields')

const keysIn = ({ headers, query }: FakeCall, { dropsAuthorization }: StoreBehavior): string => {
  const [scheme, text = ''] = dropsAuthorization ? [] : (headers.authorization ?? '').split(' ')
  if (scheme === 'Basic') return Buffer.from(text, 'base64').toString('utf8')
  return `${query.get('consumer_key')}:${query.get('consumer_secret')}`
}

const listRecords = ({ seeds }: Winery, path: string, dp: number, behavior: StoreBehavior): ListedRecord[] | null => {
  const [kind, id, part] = path.split('/')
  if (path === 'orders') {
    return seeds.orders.map((order) => ({ ...order, wire: () => orderWire(order, dp) }))
  }
  if (kind === 'orders' && part === 'refunds') {
    const order = seeds.orders.find((one) => String(one.id) === id)
    if (!order) throw new WpRefusal(404, 'woocommerce_rest_invalid_order_refund_id')
    return order.refunds.map((refund) => ({
      id: refund.id,
      created: refund.at,
      modified: refund.at,
      wire: () => refundWire(refund, order, dp),
    }))
  }
  if (path === 'refunds' && behavior.listsRefunds) {
    return seeds.orders.flatMap((order) =>
      order.refunds.map((refund) => ({
        id: refund.id,
        created: refund.at,
        modified: refund.at,
        wire: () => refundWire(refund, order, dp),
      })),
    )
  }
  if (path === 'customers')
    return seeds.accounts.map((one) => ({ ...one, modified: one.modified ?? 0, wire: () => customerWire(one) }))
  if (path === 'products') return seeds.products.map((one) => ({ ...one, created: 0, wire: () => productWire(one) }))
  if (kind === 'products' && part === 'variations') {
    const product = seeds.products.find((one) => String(one.id) === id)
    if (!product) throw new WpRefusal(404, 'woocommerce_rest_product_invalid_id')
    const variations = product.variations ?? []
    return variations.map((one) => ({ id: one.id, created: 0, modified: 0, wire: () => variationWire(one, product) }))
  }
  if (path === 'subscriptions' && behavior.hasSubscriptions) {
    return seeds.subscriptions.map((one) => ({ ...one, created: one.started, wire: () => subscriptionWire(one) }))
  }
  return null
}

const statusTotals = ({ seeds }: Winery) =>
  [...Map.groupBy(seeds.orders, ({ status }) => status)].map(([slug, orders]) => ({
    slug,
    name: slug,
    total: orders.length,
  }))

type Json = Record<string, unknown>

const editPage = (body: string, edit: (page: Json[]) => void): string => {
  const page = JSON.parse(body) as Json[]
  edit(page)
  return JSON.stringify(page)
}

const plainOrder = (page: readonly Json[]): Json => {
  const found = page.find(
    ({ refunds, status }) => Array.isArray(refunds) && refunds.length === 0 && status === 'completed',
  )
  if (!found) throw new Error('The page has no plain order')
  return found
}

const edited = (body: string, changes: Json) => {
  let sourceId = ''
  const made = editPage(body, (page) => {
    const order = Object.assign(plainOrder(page), changes)
    sourceId = String(order.id)
  })
  return { body: made, sourceId }
}

/** WooCommerce as a server on loopback, with a winery of that many orders; `close` of its server stops it. */
export const startWooFake = async ({ orders, now = Date.now, seed = 1, port }: WooFakeOptions): Promise<WooFake> => {
  const winery = createWinery({ orders, now: now(), seed })
  const webhooks = createFakeWebhooks()
  const consent = createFakeConsent()
  const isAuthorized = (call: FakeCall): boolean => {
    const keys = keysIn(call, behavior)
    return keys === `${KEY}:${SECRETS.consumerSecret}` || consent.keys.has(keys)
  }
  const behavior: StoreBehavior = {
    hasSubscriptions: true,
    listsRefunds: true,
    isReadOnly: false,
    dropsAuthorization: false,
    forbidden: [],
    currency: 'USD',
    timeZone: SITE_ZONE,
  }
  let skewMs = 0
  let lastPage: Json[] = []
  let isDuplicating = false

  const withDuplicates = (page: Json[]): Json[] => {
    const made = isDuplicating && lastPage.length > 0 ? [...lastPage, ...page] : page
    if (made !== page) isDuplicating = false
    lastPage = page
    return made
  }

  const answerPath = (call: FakeCall, path: string): FakeAnswer => {
    if (behavior.forbidden.includes(path)) throw new WpRefusal(403, 'woocommerce_rest_cannot_view')
    if (call.method !== 'GET' && behavior.isReadOnly) throw new WpRefusal(401, 'woocommerce_rest_authentication_error')
    if (path.startsWith('webhooks')) return webhooks.answer(call, path)
    if (path === 'data/currencies/current') return { body: { code: behavior.currency, name: 'Currency', symbol: '$' } }
    if (path === 'reports/orders/totals') return { body: statusTotals(winery) }
    const records = listRecords(winery, path, Number(call.query.get('dp') ?? 2), behavior)
    if (records === null) throw new WpRefusal(404, 'rest_no_route')
    const { body, headers } = answerList(records, call.query)
    return { headers, body: isMain(call) ? withDuplicates(body) : body }
  }

  const answer = (call: FakeCall): FakeAnswer | Promise<FakeAnswer> => {
    try {
      if (call.path === '/wc-auth/v1/authorize') return consent.answer(call)
      if (!isAuthorized(call)) throw new WpRefusal(401, 'woocommerce_rest_cannot_view')
      if (call.path === '/wp-json/') {
        return {
          body: { name: 'Larkmoor Estate', timezone_string: behavior.timeZone, gmt_offset: -7, namespaces: ['wc/v3'] },
        }
      }
      if (!call.path.startsWith(API)) throw new WpRefusal(404, 'rest_no_route')
      return answerPath(call, call.path.slice(API.length))
    } catch (error) {
      if (error instanceof WpRefusal) return { status: error.status, body: error.body }
      throw error
    }
  }

  const server = await startFakeServer({ answer, now, ...(port === undefined ? {} : { port }) })
  return {
    server,
    winery,
    behavior,
    webhooks,
    consent,
    basePath: '',
    settings: { storeUrl: 'https://shop.example.com', consumerKey: KEY },
    secrets: SECRETS,
    expected: () => expectedRows(winery.seeds),
    change: () => changeWinery(winery, now() + skewMs),
    skew: (ms) => {
      skewMs = ms
    },
    duplicateNextPage: () => {
      isDuplicating = true
    },
    main: { stream: 'orders', table: 'orders' },
    isMain,
    corruptRecord: (body) => edited(body, { total: 'a lot' }),
    unknownValue: (body) => ({ ...edited(body, { status: 'on-ice' }), column: 'fulfillment_status' }),
    addField: (body) =>
      editPage(body, (page) =>
        page.forEach((order) => {
          order.terroir = { slope: 'south' }
        }),
      ),
    breakEnvelope: (body) => JSON.stringify({ orders: JSON.parse(body) }),
  }
}
