import { type FakeAnswer, type FakeCall, type FakeServer, startFakeServer } from '../../kit/fake-server.fixture.ts'
import { createShopConsent, type FakeShopConsent } from './consent.fixture.ts'
import { type CostMeter, createCostMeter, type MeterOptions } from './cost-meter.fixture.ts'
import { parseDocument, type Selection } from './document.fixture.ts'
import { dateTime } from './encode.fixture.ts'
import { computeQueryCost, type Data, execute, QueryRefused } from './execute.fixture.ts'
import { acceptExport, type BulkOperation, writeExport } from './exports.fixture.ts'
import { createFakeWebhooks, type FakeWebhooks } from './fake-webhooks.fixture.ts'
import { allRecords, type ShopView, shopRoots } from './shop-roots.fixture.ts'
import type { ShopifyWinery } from './winery.fixture.ts'

const API_PATH = /^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/

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

export interface FakeShopifyOptions {
  readonly winery: ShopifyWinery
  /** epoch milliseconds */
  readonly now?: () => number
  readonly port?: number
  readonly scopes?: readonly string[]
  /** the bucket of query costs; default: unlimited */
  readonly bucket?: MeterOptions
  /** maximum cost of one query; default: 1,000 points */
  readonly mostCost?: number
  /** number of polls that still report an export as running; default: 1 */
  readonly exportPolls?: number
}

/** A shop on loopback that implements the subset of Shopify's Admin API that our client uses, and rejects the rest. */
export interface FakeShopify {
  readonly server: FakeServer
  readonly winery: ShopifyWinery
  readonly consent: FakeShopConsent
  readonly settings: { readonly shop: string }
  readonly secrets: { readonly accessToken: string }
  /** the platform's clock is that many milliseconds ahead of ours */
  skewMs: number
  /** by the platform's clock, epoch milliseconds */
  now(): number
  /** may be changed at any time */
  readonly scopes: Set<string>
  readonly operations: BulkOperation[]
  /** fields of customer data that Shopify hasn't approved the app for, such as `displayName`; may be changed at any time */
  readonly hidden: Set<string>
  /** tokens granted to the app, with their ends by the platform's clock */
  readonly tokens: Map<string, number>
  /** edits the next responses to queries of this name before they are sent */
  readonly webhooks: FakeWebhooks
  editAnswer: ((operation: string, data: Record<string, unknown>) => void) | null
}

interface GraphQLCall {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

const readCall = (body: string): GraphQLCall => {
  const { query, variables } = JSON.parse(body) as Partial<GraphQLCall>
  return { query: query ?? '', variables: variables ?? {} }
}

const refused = (code: string, message: string): Data => ({ errors: [{ message, extensions: { code } }] })

const ERROR_CODES = { RUNNING: null, COMPLETED: null, FAILED: 'INTERNAL_SERVER_ERROR', DENIED: 'ACCESS_DENIED' }

const operationData = (operation: BulkOperation, base: string): Data => ({
  __type: 'BulkOperation',
  id: operation.id,
  status: operation.status === 'DENIED' ? 'FAILED' : operation.status,
  errorCode: ERROR_CODES[operation.status],
  createdAt: dateTime(operation.created),
  completedAt: operation.status === 'COMPLETED' ? dateTime(operation.created) : null,
  objectCount: String(operation.lines.length),
  rootObjectCount: String(operation.records),
  url:
    operation.status === 'COMPLETED' && operation.lines.length > 0
      ? `${base}/exports/${operation.id.split('/').at(-1)}.jsonl`
      : null,
})

/** An operation advances with every poll. */
const poll = (operation: BulkOperation): void => {
  if (operation.status !== 'RUNNING') return
  if (operation.pollsLeft === 0 && operation.isWritten) operation.status = 'COMPLETED'
  else operation.pollsLeft = Math.max(operation.pollsLeft - 1, 0)
}

const createBulk = (
  fake: Omit<FakeShopify, 'server'>,
  records: (list: string) => readonly (() => Data)[],
  polls: number,
) => ({
  start(query: string, isGrouped: boolean): Data {
    // Without grouping, the order of lines would be undefined.
    if (!isGrouped) throw new QueryRefused('INVALID', 'This shop only writes grouped exports')
    fake.operations.forEach(poll)
    const busy = fake.operations.find(({ status }) => status === 'RUNNING')
    if (busy) {
      const message = `A bulk query operation for this app and shop is already in progress: ${busy.id}.`
      return { bulkOperation: null, userErrors: [{ code: 'OPERATION_IN_PROGRESS', field: null, message }] }
    }
    try {
      const accepted = acceptExport(query, { scopes: fake.scopes, records })
      const isDenied = protectedErrors(parseDocument(query).selections, fake.hidden).length > 0
      const operation: BulkOperation = {
        id: `gid://shopify/BulkOperation/${fake.operations.length + 1}`,
        created: fake.now(),
        lines: [],
        records: 0,
        pollsLeft: polls,
        isWritten: false,
        status: isDenied ? 'DENIED' : 'RUNNING',
      }
      fake.operations.push(operation)
      if (!isDenied) void writeExport(operation, accepted)
      return { bulkOperation: { id: operation.id, status: 'CREATED' }, userErrors: [] }
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error
      return { bulkOperation: null, userErrors: [{ code: 'INVALID', field: ['query'], message: error.message }] }
    }
  },
})

/** Grants a token for client credentials: https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant */
const grant = (fake: Omit<FakeShopify, 'server'>, { body, headers }: FakeCall): FakeAnswer => {
  const given = new URLSearchParams(headers['content-type'] === 'application/x-www-form-urlencoded' ? body : '')
  const consented = fake.consent.token(given)
  if (consented) return consented
  const isKnown = given.get('client_id') === FAKE_APP.clientId && given.get('client_secret') === FAKE_APP.clientSecret
  if (given.get('grant_type') !== 'client_credentials' || !isKnown)
    return { status: 400, body: { error: 'invalid_client', error_description: 'The client is not known' } }
  const token = `shpat_granted${fake.tokens.size + 1}`
  fake.tokens.set(token, fake.now() + TOKEN_S * 1000)
  return { body: { access_token: token, scope: [...fake.scopes].join(','), expires_in: TOKEN_S } }
}

const isValidToken = (fake: Omit<FakeShopify, 'server'>, token: string): boolean =>
  token === FAKE_TOKEN || (fake.tokens.get(token) ?? 0) > fake.now()

const file = (fake: Omit<FakeShopify, 'server'>, path: string): FakeAnswer => {
  const id = /^\/exports\/(\d+)\.jsonl$/.exec(path)?.[1]
  const operation = fake.operations.find((one) => one.id === `gid://shopify/BulkOperation/${id}`)
  if (!operation) return { status: 404, body: 'Not found' }
  return { headers: { 'content-type': 'application/jsonl' }, body: operation.lines.map((line) => `${line}\n`).join('') }
}

interface Limits {
  readonly meter: CostMeter
  readonly mostCost: number
}

const namesOf = (selections: readonly Selection[]): string[] =>
  selections.flatMap(({ name, selections: below }) => [...(name ? [name] : []), ...namesOf(below)])

const DOCS = 'https://shopify.dev/docs/apps/launch/protected-customer-data'

/** One error for each selected field that the app may not see, as in the examples of Shopify's page on protected data. */
const protectedErrors = (selections: readonly Selection[], hidden: ReadonlySet<string>): Data[] =>
  [...new Set(namesOf(selections))]
    .filter((name) => hidden.has(name))
    .map((name) => ({
      message: `This app is not approved to access the ${name} field. See ${DOCS} for more details.`,
      path: [name],
      extensions: { code: 'ACCESS_DENIED', documentation: DOCS },
    }))

/** Shopify answers with the rest of the data, and null for what it hides. */
const withoutHidden = (data: Data, hidden: ReadonlySet<string>): unknown =>
  JSON.parse(JSON.stringify(data, (name, value: unknown) => (hidden.has(name) ? null : value)))

const graphql = (fake: Omit<FakeShopify, 'server'>, view: ShopView, limits: Limits, call: GraphQLCall): Data => {
  const { meter, mostCost } = limits
  try {
    const document = parseDocument(call.query)
    const { variables } = call
    const type = document.kind === 'mutation' ? 'Mutation' : 'Query'
    const cost = computeQueryCost(document.selections, type, { variables, scopes: fake.scopes })
    if (cost > mostCost) {
      throw new QueryRefused(
        'MAX_COST_EXCEEDED',
        `Query cost is ${cost}, which exceeds the single query max cost limit`,
      )
    }
    const isPaid = meter.spend(cost)
    const extensions = { cost: { requestedQueryCost: cost, actualQueryCost: cost, throttleStatus: meter.status() } }
    if (!isPaid) return { ...refused('THROTTLED', 'Throttled'), extensions }
    const data = { ...execute(document, { roots: shopRoots(view), variables, scopes: fake.scopes }) }
    fake.editAnswer?.(document.name ?? '', data)
    const errors = protectedErrors(document.selections, fake.hidden)
    return errors.length > 0 ? { data: withoutHidden(data, fake.hidden), errors, extensions } : { data, extensions }
  } catch (error) {
    if (error instanceof SyntaxError) return refused('undefined', error.message)
    if (error instanceof QueryRefused) return refused(error.code, error.message)
    throw error
  }
}

/** Starts a fake shop. */
export const startFakeShopify = async (options: FakeShopifyOptions): Promise<FakeShopify> => {
  const { winery, now = Date.now, port, scopes = ALL_SCOPES, exportPolls = 1, mostCost = 1000 } = options
  const meter = createCostMeter(options.bucket ?? { size: Number.MAX_SAFE_INTEGER, restoreRate: 100, now })
  const [tokens, granted] = [new Map<string, number>(), new Set<string>(scopes)]
  const fake: Omit<FakeShopify, 'server'> = {
    consent: createShopConsent({ shop: FAKE_SHOP, scopes: granted, tokens, now: () => fake.now() }),
    winery,
    settings: { shop: FAKE_SHOP },
    secrets: { accessToken: FAKE_TOKEN },
    skewMs: 0,
    now: () => now() + fake.skewMs,
    scopes: granted,
    operations: [],
    hidden: new Set(),
    webhooks: createFakeWebhooks(),
    tokens,
    editAnswer: null,
  }
  const viewOf = (base: string): ShopView => {
    const view: ShopView = {
      winery,
      scopes: fake.scopes,
      now: fake.now,
      webhooks: fake.webhooks,
      bulkOperation: (id) => {
        const operation = fake.operations.find((one) => one.id === id)
        if (operation) poll(operation)
        return operation ? operationData(operation, base) : null
      },
      startBulk: (query, isGrouped) =>
        createBulk(fake, (list) => allRecords(view, list), exportPolls).start(query, isGrouped),
    }
    return view
  }
  const answer = (call: FakeCall): FakeAnswer => {
    if (call.path.startsWith('/exports/')) return file(fake, call.path)
    if (call.path === '/admin/oauth/authorize') return fake.consent.authorize(call)
    if (call.path === '/admin/oauth/access_token' && call.method === 'POST') return grant(fake, call)
    if (!API_PATH.test(call.path) || call.method !== 'POST') return { status: 404, body: { errors: 'Not Found' } }
    if (!isValidToken(fake, String(call.headers['x-shopify-access-token']))) {
      return { status: 401, body: { errors: '[API] Invalid API key or access token' } }
    }
    return { body: graphql(fake, viewOf(`http://${call.headers.host}`), { meter, mostCost }, readCall(call.body)) }
  }
  const server = await startFakeServer({ answer, now, ...(port === undefined ? {} : { port }) })
  return Object.assign(fake, { server })
}
