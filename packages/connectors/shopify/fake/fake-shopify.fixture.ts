import { type FakeAnswer, type FakeCall, type FakeServer, startFakeServer } from '../../kit/fake-server.fixture.ts'
import { type CostMeter, createCostMeter, type MeterOptions } from './cost-meter.fixture.ts'
import { parseDocument } from './document.fixture.ts'
import { costOf, type Data, execute, QueryRefused } from './execute.fixture.ts'
import { acceptExport, type BulkOperation, writeExport } from './exports.fixture.ts'
import { allRecords, type ShopView, shopRoots } from './shop-roots.fixture.ts'
import type { ShopifyWinery } from './winery.fixture.ts'

const API_PATH = /^\/admin\/api\/\d{4}-\d{2}\/graphql\.json$/

export const FAKE_SHOP = 'cellar-door.myshopify.com'
export const FAKE_TOKEN = 'shpat_5ecret0f7hecellar'
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
  readonly settings: { readonly shop: string }
  readonly secrets: { readonly accessToken: string }
  /** the platform's clock is that many milliseconds ahead of ours */
  skewMs: number
  /** by the platform's clock, epoch milliseconds */
  now(): number
  /** may be changed at any time */
  readonly scopes: Set<string>
  readonly operations: BulkOperation[]
  /** edits the next responses to queries of this name before they are sent */
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

const iso = (at: number): string => new Date(at).toISOString()

const operationData = (operation: BulkOperation, base: string): Data => ({
  __type: 'BulkOperation',
  id: operation.id,
  status: operation.status,
  errorCode: operation.status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
  createdAt: iso(operation.created),
  completedAt: operation.status === 'COMPLETED' ? iso(operation.created) : null,
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
      const operation: BulkOperation = {
        id: `gid://shopify/BulkOperation/${fake.operations.length + 1}`,
        created: fake.now(),
        lines: [],
        records: 0,
        pollsLeft: polls,
        isWritten: false,
        status: 'RUNNING',
      }
      fake.operations.push(operation)
      void writeExport(operation, accepted)
      return { bulkOperation: { id: operation.id, status: 'CREATED' }, userErrors: [] }
    } catch (error) {
      if (!(error instanceof QueryRefused)) throw error
      return { bulkOperation: null, userErrors: [{ code: 'INVALID', field: ['query'], message: error.message }] }
    }
  },
})

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

const graphql = (fake: Omit<FakeShopify, 'server'>, view: ShopView, limits: Limits, call: GraphQLCall): Data => {
  const { meter, mostCost } = limits
  try {
    const document = parseDocument(call.query)
    const { variables } = call
    const type = document.kind === 'mutation' ? 'Mutation' : 'Query'
    const cost = costOf(document.selections, type, { variables, scopes: fake.scopes })
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
    return { data, extensions }
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
  const fake: Omit<FakeShopify, 'server'> = {
    winery,
    settings: { shop: FAKE_SHOP },
    secrets: { accessToken: FAKE_TOKEN },
    skewMs: 0,
    now: () => now() + fake.skewMs,
    scopes: new Set(scopes),
    operations: [],
    editAnswer: null,
  }
  const viewOf = (base: string): ShopView => {
    const view: ShopView = {
      winery,
      scopes: fake.scopes,
      now: fake.now,
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
    if (!API_PATH.test(call.path) || call.method !== 'POST') return { status: 404, body: { errors: 'Not Found' } }
    if (call.headers['x-shopify-access-token'] !== FAKE_TOKEN) {
      return { status: 401, body: { errors: '[API] Invalid API key or access token' } }
    }
    return { body: graphql(fake, viewOf(`http://${call.headers.host}`), { meter, mostCost }, readCall(call.body)) }
  }
  const server = await startFakeServer({ answer, now, ...(port === undefined ? {} : { port }) })
  return Object.assign(fake, { server })
}
