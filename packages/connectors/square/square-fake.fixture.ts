import type { ConformanceFake } from '../kit/conformance-fake.fixture.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../kit/fake-server.fixture.ts'
import { createFakeConsent, type FakeConsent } from './fake-consent.fixture.ts'
import { SquareRefusal } from './fake-paging.fixture.ts'
import { answerCall } from './fake-routes.fixture.ts'
import { createFakeSubscriptions, type FakeSubscriptions } from './fake-subscriptions.fixture.ts'
import { PERMISSIONS } from './permissions.ts'
import { createWinery, expectedRows } from './winery.fixture.ts'
import { changeWinery, EVERY_CHANGE } from './winery-changes.fixture.ts'
import { createRandom, type FakeWinery } from './winery-rows.fixture.ts'

export interface SquareFakeOptions {
  readonly orders: number
  /** epoch milliseconds; the machine's clock when left out */
  readonly now?: () => number
  readonly seed?: number
  readonly locations?: number
  /** maximum orders per page; default: 500 */
  readonly mostOrders?: number
  /** permissions of the token; default: all */
  readonly scopes?: readonly string[]
  readonly port?: number
}

/** Square as a server on loopback, with a winery of that many orders. */
export interface SquareFake extends ConformanceFake {
  readonly winery: FakeWinery
  readonly consent: FakeConsent
  readonly subscriptions: FakeSubscriptions
  expected(): readonly CanonicalRow[]
  /** `count` changes of all kinds; default: one of each kind */
  change(count?: number): void
}

const SECRETS = { accessToken: 'EAAA-fake-token', webhookSignatureKey: 'fake-signature-key' }

interface OrdersBody {
  orders?: { id: string; state?: string; line_items?: { quantity: unknown }[]; returns?: unknown }[]
}

const parsed = (body: string): OrdersBody => JSON.parse(body) as OrdersBody

const plainSale = ({ orders = [] }: OrdersBody) => {
  const found = orders.find(({ line_items = [], returns }) => line_items.length > 0 && returns === undefined)
  if (!found) throw new Error('The page holds no sale')
  return found
}

const spoilRecord = (body: string) => {
  const page = parsed(body)
  const order = plainSale(page)
  for (const item of order.line_items ?? []) item.quantity = 2
  return { body: JSON.stringify(page), sourceId: order.id }
}

const unknownValue = (body: string) => {
  const page = parsed(body)
  const order = plainSale(page)
  order.state = 'ON_ICE'
  return { body: JSON.stringify(page), sourceId: order.id, column: 'payment_status' }
}

const addField = (body: string): string => {
  const page = parsed(body)
  return JSON.stringify({ ...page, orders: page.orders?.map((order) => ({ ...order, terroir: { slope: 'south' } })) })
}

const breakEnvelope = (body: string): string => JSON.stringify({ orders: { first: parsed(body).orders?.[0] } })

const admit = ({ headers }: FakeCall, consent: FakeConsent): void => {
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  if (token !== SECRETS.accessToken && !consent.isValid(token)) {
    throw new SquareRefusal(401, 'UNAUTHORIZED', 'This request could not be authorized')
  }
}

const isMain = ({ path }: FakeCall): boolean => path === '/v2/orders/search'

/** Starts a fake; `close` of its server stops it. */
export const startSquareFake = async (options: SquareFakeOptions): Promise<SquareFake> => {
  const { orders, now = Date.now, seed = 1, mostOrders = 500, scopes = Object.keys(PERMISSIONS) } = options
  const winery = createWinery({ orders, now: now(), seed, locations: options.locations ?? 2 })
  const random = createRandom(seed + 1)
  let skewMs = 0
  const consent = createFakeConsent(() => now() + skewMs)
  const subscriptions = createFakeSubscriptions()
  let changes = 0
  let lastPage: unknown[] = []
  let isDuplicating = false

  const routes = { winery, mostOrders, scopes, now: () => now() + skewMs }

  const withDuplicates = (answer: object): object => {
    const own = (answer as { orders?: unknown[] }).orders ?? []
    const again = isDuplicating && lastPage.length > 0 ? { ...answer, orders: [...lastPage, ...own] } : answer
    if (again !== answer) isDuplicating = false
    lastPage = own
    return again
  }

  const answer = (call: FakeCall): FakeAnswer => {
    try {
      const answered = consent.answer(call)
      if (answered) return answered
      admit(call, consent)
      const isApplication = call.headers.authorization === `Bearer ${SECRETS.accessToken}`
      const subscribed = subscriptions.answer(call, isApplication)
      if (subscribed) return subscribed
      const body = answerCall(call, routes)
      return { body: isMain(call) ? withDuplicates(body) : body }
    } catch (error) {
      if (error instanceof SquareRefusal) return { status: error.status, body: error.body }
      throw error
    }
  }

  const server = await startFakeServer({ answer, now, ...(options.port === undefined ? {} : { port: options.port }) })
  return {
    server,
    winery,
    consent,
    subscriptions,
    basePath: '',
    settings: {},
    secrets: SECRETS,
    expected: () => expectedRows(winery),
    change: (count = EVERY_CHANGE) => {
      changeWinery(winery, { at: now() + skewMs, count, first: changes, random })
      changes += count
    },
    skew: (ms) => {
      skewMs = ms
    },
    duplicateNextPage: () => {
      isDuplicating = true
    },
    main: { stream: 'orders', table: 'orders' },
    isMain,
    corruptRecord: spoilRecord,
    unknownValue,
    addField,
    breakEnvelope,
  }
}
