import type { ConformanceFake } from '../kit/conformance-fake.fixture.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../kit/fake-server.fixture.ts'
import { createFakeHooks, type FakeHooks } from './fake-hooks.fixture.ts'
import { refusal } from './fake-lists.fixture.ts'
import { answerCall } from './fake-routes.fixture.ts'
import { SCOPES, type Scope } from './scopes.ts'
import { createWinery, EVERY_CHANGE, type FakeWinery, type WinerySeed } from './winery.fixture.ts'

export const FAKE_SETTINGS = { storeHash: 'abc123' } as const
export const FAKE_SECRETS = { accessToken: 'x7-very-secret-token' } as const

export interface FakeBigCommerceOptions extends Omit<WinerySeed, 'now'> {
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: () => number
  /** most orders at a time; default: as documented */
  readonly mostOrders?: number
  /** of the API account; default: all */
  readonly scopes?: readonly Scope[]
  readonly port?: number
}

/** BigCommerce as a server on loopback, with a store of that many orders. */
export interface FakeBigCommerce extends ConformanceFake {
  readonly winery: FakeWinery
  readonly hooks: FakeHooks
  change(count?: number): void
  /** The number of calls accepted in a window; null: unlimited. */
  limit(limit: { readonly calls: number; readonly windowMs: number } | null): void
  /** Runs before a call is answered. */
  beforeAnswer(run: (call: FakeCall) => void): void
}

const STORE_PATH = `/stores/${FAKE_SETTINGS.storeHash}`

interface OrderBody {
  id: number
  date_created?: string
  status_id: number
  status: string
}

const parsed = (body: string): OrderBody[] => (body === '' ? [] : (JSON.parse(body) as OrderBody[]))

const firstOrder = (orders: OrderBody[]): OrderBody => {
  const found = orders.find(({ status_id }) => ![0, 4, 14].includes(status_id))
  if (!found) throw new Error('The page holds no plain order')
  return found
}

const corruptRecord = (body: string) => {
  const orders = parsed(body)
  const order = firstOrder(orders)
  delete order.date_created
  return { body: JSON.stringify(orders), sourceId: String(order.id) }
}

const unknownValue = (body: string) => {
  const orders = parsed(body)
  const order = firstOrder(orders)
  Object.assign(order, { status_id: 77, status: 'On ice' })
  return { body: JSON.stringify(orders), sourceId: String(order.id), column: 'fulfillment_status' }
}

const addField = (body: string): string =>
  body === '' ? '' : JSON.stringify(parsed(body).map((order) => ({ ...order, terroir: { slope: 'south' } })))

const breakEnvelope = (body: string): string => JSON.stringify({ orders: { first: parsed(body)[0] } })

// Lists of orders with their lines, not those for comparison.
const isMain = ({ path, query }: FakeCall): boolean =>
  path === `${STORE_PATH}/v2/orders` && query.has('include') && query.get('sort') === 'id:asc'

/** Starts a fake; `close` of its server stops it. */
export const startFakeBigCommerce = async (options: FakeBigCommerceOptions): Promise<FakeBigCommerce> => {
  const { now = Date.now, mostOrders = 250, scopes = Object.keys(SCOPES) as Scope[], port } = options
  const winery = createWinery({ ...options, now: now() })
  const hooks = createFakeHooks()
  let skewMs = 0
  let isDuplicating = false
  let lastPage: unknown[] = []
  let limit: { readonly calls: number; readonly windowMs: number } | null = null
  let spent = { since: 0, calls: 0 }
  let before: (call: FakeCall) => void = () => {}

  const withDuplicates = (answer: FakeAnswer): FakeAnswer => {
    const own = Array.isArray(answer.body) ? answer.body : []
    const isRepeated = isDuplicating && lastPage.length > 0
    const body = isRepeated ? [...lastPage, ...own] : answer.body
    if (isRepeated) isDuplicating = false
    lastPage = own
    return isRepeated ? { body } : answer
  }

  const answer = (call: FakeCall): FakeAnswer => {
    before(call)
    if (call.headers['x-auth-token'] !== FAKE_SECRETS.accessToken) return refusal(401, 'Unauthorized')
    if (!call.path.startsWith(`${STORE_PATH}/`)) return refusal(403, 'Forbidden')
    const path = call.path.slice(STORE_PATH.length)
    if (path.startsWith('/v3/hooks')) return hooks.answer(call, path)
    const answered = answerCall(path, call, { winery, mostOrders, scopes })
    return isMain(call) ? withDuplicates(answered) : answered
  }

  const withinLimit = (call: FakeCall): FakeAnswer => {
    if (limit === null) return answer(call)
    if (call.at - spent.since >= limit.windowMs) spent = { since: call.at, calls: 0 }
    spent.calls += 1
    const headers = {
      'x-rate-limit-time-window-ms': String(limit.windowMs),
      'x-rate-limit-time-reset-ms': String(spent.since + limit.windowMs - call.at),
      'x-rate-limit-requests-quota': String(limit.calls),
      'x-rate-limit-requests-left': String(Math.max(0, limit.calls - spent.calls)),
    }
    if (spent.calls > limit.calls) return { ...refusal(429, 'Too Many Requests'), headers }
    const right = answer(call)
    return { ...right, headers: { ...right.headers, ...headers } }
  }

  const server = await startFakeServer({ answer: withinLimit, now, ...(port === undefined ? {} : { port }) })
  return {
    server,
    winery,
    hooks,
    basePath: '',
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    expected: () => winery.rows(),
    change: (count = EVERY_CHANGE) => winery.change(now() + skewMs, count),
    skew: (ms) => {
      skewMs = ms
    },
    duplicateNextPage: () => {
      isDuplicating = true
    },
    limit: (next) => {
      limit = next
    },
    beforeAnswer: (run) => {
      before = run
    },
    main: { stream: 'orders', table: 'orders' },
    isMain,
    corruptRecord,
    unknownValue,
    addField,
    breakEnvelope,
  }
}
