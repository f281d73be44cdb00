import { type DefinedFake, defineFake, type FakeOptions, FakeRefusal } from '../../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'
import { createShopConsent } from './consent.fixture.ts'
import { dateTime } from './encode.fixture.ts'
import {
  type Args,
  acceptExport,
  computeCost,
  type Data,
  executeQuery,
  fieldNames,
  type ParsedQuery,
  parseQuery,
  QueryRefused,
  type Roots,
} from './graphql.fixture.ts'
import { allRecords, recordRoots } from './shop-roots.fixture.ts'
import type { ShopifyWinery } from './winery.fixture.ts'

export const FAKE_SHOP = 'cellar-door.myshopify.com'
const FAKE_TOKEN = 'shpat_5ecret0f7hecellar'
/** Credentials of an app of the Dev Dashboard, whose tokens are valid for a day. */
export const FAKE_APP = { clientId: 'a1b2c3d4', clientSecret: 'shpss_5ecret' } as const
const TOKEN_S = 86_399
export const ALL_SCOPES = [
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_products',
  'read_inventory',
  'read_locations',
  'read_users',
] as const

/** Points for queries, which refill while the caller waits. */
interface Bucket {
  readonly size: number
  /** points per second */
  readonly restoreRate: number
  /** epoch milliseconds */
  readonly now: () => number
}

export interface FakeShopifyOptions extends FakeOptions {
  readonly winery: ShopifyWinery
  readonly scopes?: readonly string[]
  /** default: unlimited */
  readonly bucket?: Bucket
  /** maximum cost of one query; default: 1,000 points */
  readonly mostCost?: number
  /** number of polls that still report an export as running; default: 1 */
  readonly exportPolls?: number
}

/** A bulk operation and the file that it writes. */
interface BulkOperation {
  readonly id: string
  readonly created: number
  readonly lines: string[]
  records: number
  /** number of polls that still report it as running */
  pollsLeft: number
  isWritten: boolean
  status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'DENIED'
}

interface FakeWebhook {
  readonly id: string
  readonly topic: string
  readonly uri: string
}

const spendFrom = ({ size, restoreRate, now }: Bucket) => {
  let [points, at] = [size, now()]
  return (cost: number) => {
    points = Math.min(size, points + ((now() - at) / 1000) * restoreRate)
    at = now()
    const isPaid = cost <= points
    if (isPaid) points -= cost
    return { isPaid, throttleStatus: { maximumAvailable: size, currentlyAvailable: Math.floor(points), restoreRate } }
  }
}

const ERROR_CODES = { RUNNING: null, COMPLETED: null, FAILED: 'INTERNAL_SERVER_ERROR', DENIED: 'ACCESS_DENIED' }

const operationData = ({ id, status, created, lines, records }: BulkOperation, host: string | undefined): Data => ({
  __type: 'BulkOperation',
  id,
  status: status === 'DENIED' ? 'FAILED' : status,
  errorCode: ERROR_CODES[status],
  createdAt: dateTime(created),
  completedAt: status === 'COMPLETED' ? dateTime(created) : null,
  objectCount: String(lines.length),
  rootObjectCount: String(records),
  url: status === 'COMPLETED' && lines.length > 0 ? `http://${host}/exports/${id.split('/').at(-1)}.jsonl` : null,
})

/** An operation advances with every poll. */
const poll = (operation: BulkOperation): void => {
  if (operation.status !== 'RUNNING') return
  if (operation.pollsLeft === 0 && operation.isWritten) operation.status = 'COMPLETED'
  else operation.pollsLeft = Math.max(operation.pollsLeft - 1, 0)
}

const AT_ONCE = 100

/** Writes the file in steps, so that the server keeps responding. */
const writeExport = async (
  operation: BulkOperation,
  records: readonly (() => Data)[],
  linesOf: (record: Data) => string[],
): Promise<void> => {
  for (const [index, record] of records.entries()) {
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    operation.lines.push(...linesOf(record()))
  }
  Object.assign(operation, { records: records.length, isWritten: true })
}

interface Shop {
  readonly winery: ShopifyWinery
  /** may be changed at any time */
  readonly scopes: Set<string>
  /** fields of customer data that Shopify hasn't approved the app for, such as `displayName`; may be changed at any time */
  readonly hidden: Set<string>
  readonly operations: BulkOperation[]
  now(): number
}

const bulkRoots = (shop: Shop, polls: number): Roots => ({
  bulkOperationRunQuery: ({ query, groupObjects }) => {
    // Without grouping, the order of lines would be undefined.
    if (groupObjects !== true) throw new QueryRefused('INVALID', 'This shop only writes grouped exports')
    const refused = (code: string, field: string[] | null, message: string): Data => ({
      bulkOperation: null,
      userErrors: [{ code, field, message }],
    })
    const { operations, hidden, scopes, now } = shop
    operations.forEach(poll)
    const busy = operations.find(({ status }) => status === 'RUNNING')
    if (busy)
      return refused(
        'OPERATION_IN_PROGRESS',
        null,
        `A bulk query operation for this app and shop is already in progress: ${busy.id}.`,
      )
    try {
      const { list, query: parsed, linesOf } = acceptExport(String(query), scopes)
      const isDenied = protectedErrors(parsed, hidden).length > 0
      const id = `gid://shopify/BulkOperation/${operations.length + 1}`
      const operation: BulkOperation = {
        ...{ id, created: now(), lines: [], records: 0, pollsLeft: polls, isWritten: false },
        status: isDenied ? 'DENIED' : 'RUNNING',
      }
      operations.push(operation)
      if (!isDenied) void writeExport(operation, allRecords(shop, list), linesOf)
      return { bulkOperation: { id, status: 'CREATED' }, userErrors: [] }
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error
      return refused('INVALID', ['query'], error.message)
    }
  },
})

/** The app's webhook subscriptions, as https://shopify.dev/docs/api/admin-graphql/2026-07/objects/WebhookSubscription describes them. */
const webhookRoots = (registered: FakeWebhook[]): Roots => {
  let made = 0
  const refused = (message: string): Data[] => [{ field: ['webhookSubscription'], message }]
  return {
    webhookSubscriptions: () => registered,
    webhookSubscriptionCreate: ({ topic, webhookSubscription }) => {
      const { uri = '' } = webhookSubscription as { readonly uri?: string }
      if (!uri.startsWith('https://')) return { userErrors: refused('Address is invalid') }
      if (registered.some((one) => one.topic === topic && one.uri === uri))
        return { userErrors: refused('Address for this topic has already been taken') }
      made += 1
      registered.push({ id: `gid://shopify/WebhookSubscription/${made}`, topic: String(topic), uri })
      return { webhookSubscription: registered.at(-1), userErrors: [] }
    },
    webhookSubscriptionDelete: ({ id }) => {
      const index = registered.findIndex((one) => one.id === id)
      if (index < 0) return { userErrors: refused('Webhook subscription does not exist') }
      registered.splice(index, 1)
      return { deletedWebhookSubscriptionId: id, userErrors: [] }
    },
  }
}

const DOCS = 'https://shopify.dev/docs/apps/launch/protected-customer-data'

/** One error for each selected field that the app may not see, as in the examples of Shopify's page on protected data. */
const protectedErrors = (query: ParsedQuery, hidden: ReadonlySet<string>): Data[] =>
  [...new Set(fieldNames(query))]
    .filter((name) => hidden.has(name))
    .map((name) => ({
      message: `This app is not approved to access the ${name} field. See ${DOCS} for more details.`,
      path: [name],
      extensions: { code: 'ACCESS_DENIED', documentation: DOCS },
    }))

/** Shopify answers with the rest of the data, and null for what it hides. */
const withoutHidden = (data: Data, hidden: ReadonlySet<string>): unknown =>
  JSON.parse(JSON.stringify(data, (name, value: unknown) => (hidden.has(name) ? null : value)))

const missing: FakeAnswer = { status: 404, body: { errors: 'Not Found' } }

/** A shop on loopback that implements the subset of Shopify's Admin API that our client uses, and rejects the rest. */
export const startFakeShopify = async (options: FakeShopifyOptions) => {
  const { winery, now = Date.now, port, exportPolls = 1, mostCost = 1000 } = options
  const spend = spendFrom(options.bucket ?? { size: Number.MAX_SAFE_INTEGER, restoreRate: 100, now })
  /** tokens granted to the app, with their ends by the platform's clock */
  const tokens = new Map<string, number>()
  const registered: FakeWebhook[] = []
  const [scopes, hidden] = [new Set<string>(options.scopes ?? ALL_SCOPES), new Set<string>()]
  const shop: Shop = { winery, scopes, hidden, operations: [], now: () => fake.now() }
  const consent = createShopConsent({ shop: FAKE_SHOP, scopes, tokens, now: shop.now })
  const records = recordRoots(shop)
  const roots = { ...records, ...webhookRoots(registered), ...bulkRoots(shop, exportPolls) }

  const rootsFor = ({ headers }: FakeCall): Roots => {
    const findNode = (id: unknown): unknown => {
      const operation = shop.operations.find((one) => one.id === id)
      if (operation) poll(operation)
      return operation ? operationData(operation, headers.host) : records.node?.({ id })
    }
    return { ...roots, node: ({ id }) => findNode(id) }
  }

  const answerQuery = (call: FakeCall): Data => {
    const { query: text = '', variables = {} } = JSON.parse(call.body) as { query?: string; variables?: Args }
    const query = parseQuery(text)
    const cost = computeCost(query, { variables, scopes })
    if (cost > mostCost)
      throw new QueryRefused(
        'MAX_COST_EXCEEDED',
        `Query cost is ${cost}, which exceeds the single query max cost limit`,
      )
    const { isPaid, throttleStatus } = spend(cost)
    const extensions = { cost: { requestedQueryCost: cost, actualQueryCost: cost, throttleStatus } }
    if (!isPaid) return { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions }
    const data = executeQuery(query, rootsFor(call), variables)
    const errors = protectedErrors(query, hidden)
    return errors.length > 0 ? { data: withoutHidden(data, hidden), errors, extensions } : { data, extensions }
  }

  const graphql = (call: FakeCall): FakeAnswer => {
    try {
      return { body: answerQuery(call) }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const code = error instanceof QueryRefused ? error.code : 'undefined'
      return { body: { errors: [{ message: error.message, extensions: { code } }] } }
    }
  }

  /** Grants a token for client credentials: https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant */
  const grant = ({ body, headers }: FakeCall): FakeAnswer => {
    const given = new URLSearchParams(headers['content-type'] === 'application/x-www-form-urlencoded' ? body : '')
    const consented = consent.token(given)
    if (consented) return consented
    const isKnown = given.get('client_id') === FAKE_APP.clientId && given.get('client_secret') === FAKE_APP.clientSecret
    if (given.get('grant_type') !== 'client_credentials' || !isKnown)
      return { status: 400, body: { error: 'invalid_client', error_description: 'The client is not known' } }
    const token = `shpat_granted${tokens.size + 1}`
    tokens.set(token, shop.now() + TOKEN_S * 1000)
    return { body: { access_token: token, scope: [...scopes].join(','), expires_in: TOKEN_S } }
  }

  const file = (_call: FakeCall, [id]: readonly string[]): FakeAnswer => {
    const operation = shop.operations.find((one) => one.id === `gid://shopify/BulkOperation/${id}`)
    if (!operation) return missing
    const body = operation.lines.map((line) => `${line}\n`).join('')
    return { headers: { 'content-type': 'application/jsonl' }, body }
  }

  const credentials = { settings: { shop: FAKE_SHOP }, secrets: { accessToken: FAKE_TOKEN } }
  const fake: DefinedFake = await defineFake({
    now,
    port,
    ...credentials,
    open: {
      'GET /exports/*.jsonl': file,
      'GET /admin/oauth/authorize': consent.authorize,
      'POST /admin/oauth/access_token': grant,
    },
    admit({ headers }) {
      const token = String(headers['x-shopify-access-token'])
      if (token !== FAKE_TOKEN && (tokens.get(token) ?? 0) <= shop.now())
        throw new FakeRefusal({ status: 401, body: { errors: '[API] Invalid API key or access token' } })
    },
    routes: { 'POST /admin/api/*/graphql.json': graphql },
    missing,
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: ({ method, body }) => method === 'POST' && body.includes('"OrderPage"'),
      key: 'data.orders.nodes',
      id: ({ id }) => String(id).split('/').at(-1) ?? '',
      isPlain: ({ refunds, test }) => Array.isArray(refunds) && refunds.length === 0 && test === false,
      corrupt: (order) => void delete order.processedAt,
      unknown: { values: { displayFulfillmentStatus: 'TELEPORTED' }, column: 'fulfillment_status' },
    },
    expected: () => winery.rows(),
    change: (at) => winery.change(at),
  })
  return { ...fake, ...shop, ...credentials, consent, tokens, webhooks: { registered } }
}
