import { defineFake, type FakeOptions, FakeRefusal } from '../../kit/define-fake.fixture.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'
import { CLAIMS, LOGIN } from '../samples.fixture.ts'
import { SCOPES } from '../toast-api.ts'
import { businessDay, DAY, ZONE } from './business-days.fixture.ts'
import { expectedRows } from './expected-rows.fixture.ts'
import { CENTER, createWinery, LOCATIONS, type OrderSeed, type Winery, type WinerySeed } from './winery.fixture.ts'
import {
  CATEGORIES,
  employeeWire,
  menusWire,
  type OrderWire,
  optionWire,
  orderWire,
  paymentWire,
  restaurantWire,
} from './wire.fixture.ts'

export type FakeToastOptions = FakeOptions & Omit<WinerySeed, 'now'>

/** What a test can change about the restaurant. */
const createBehavior = () => ({
  /** of the credentials */
  scopes: Object.keys(SCOPES) as readonly string[],
  currency: 'USD' as string | null,
  timeZone: ZONE,
  /** tokens that were given before are rejected */
  revokes: false,
  /** the client was deleted */
  isClosed: false,
})

type RestaurantBehavior = ReturnType<typeof createBehavior>

const FAKE_SETTINGS = {
  clientId: 'VKuhk4NaLedOcjZpJM8grvdrsFi3MlcM',
  locations: LOCATIONS.map(({ guid }) => guid).join('\n'),
}
const FAKE_SECRETS = { clientSecret: 'eS960aiKdvgbSDcLUCk68HR2CJKwwHNO2HKfgxjCWxoj27KIp6jFAi2XOOc_oCuv' }

const BULK_PATH = '/orders/v2/ordersBulk'
const MOST_AT_ONCE = 100
const PAGE_OF_OPTIONS = 2
const LONGEST_MS = 31 * DAY

/** `definitions/ErrorMessage` of the specification */
const refusal = (status: number, message: string): FakeAnswer => ({
  status,
  body: {
    status,
    code: 10_008,
    message,
    messageKey: null,
    fieldName: null,
    link: null,
    requestId: 'a1',
    developerMessage: null,
  },
})

const refuse = (status: number, message: string): never => {
  throw new FakeRefusal(refusal(status, message))
}

const parsedTime = (text: string | null): number => Date.parse((text ?? '').replace('+0000', 'Z'))

const selected = (orders: readonly OrderSeed[], query: URLSearchParams): OrderSeed[] => {
  const day = query.get('businessDate')
  if (day !== null) return orders.filter(({ opened }) => String(businessDay(opened)) === day)
  const [from, until] = [parsedTime(query.get('startDate')), parsedTime(query.get('endDate'))]
  if (!(until > from) || until - from > LONGEST_MS) return refuse(400, 'The time period is not supported')
  return orders.filter(({ modified }) => modified >= from && modified < until)
}

const takePage = <T>(records: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('pageSize') ?? 10)
  const page = Number(query.get('page') ?? 1)
  return size > MOST_AT_ONCE ? [] : records.slice((page - 1) * size, page * size)
}

/** An order without a refund, which was paid. */
const isPlain = ({ source, createdInTestMode, excessFood, checks }: Partial<OrderWire>): boolean =>
  source === 'In Store' &&
  !createdInTestMode &&
  !excessFood &&
  checks?.every(
    ({ payments, paymentStatus }) => paymentStatus !== 'OPEN' && payments.every(({ refund }) => refund === null),
  ) === true

/** The scope that a call needs, by the start of its path. */
const NEEDED: readonly (readonly [string, keyof typeof SCOPES])[] = [
  ['/orders/', 'orders:read'],
  ['/config/', 'config:read'],
  ['/menus/', 'menus:read'],
  ['/labor/', 'labor.employees:read'],
  ['/restaurants/', 'restaurants:read'],
]

const findLocation = ({ headers }: FakeCall): number =>
  LOCATIONS.findIndex(({ guid }) => guid === headers['toast-restaurant-external-id'])

const createRoutes = (winery: Winery, behavior: RestaurantBehavior) => {
  const ordersOf = (call: FakeCall) => winery.seeds.orders.filter(({ location }) => location === findLocation(call))
  const paymentsOf = (call: FakeCall) =>
    ordersOf(call).flatMap((order) =>
      order.checks.flatMap((check) => check.payments.map((payment) => ({ payment, order }))),
    )
  const found = <T>(record: T | undefined): T => record ?? refuse(404, 'Not found')
  const configured =
    (list: readonly object[]) =>
    ({ query }: FakeCall): FakeAnswer => {
      const start = Number(query.get('pageToken') ?? 0)
      const next = start + PAGE_OF_OPTIONS
      const headers: Record<string, string> = next < list.length ? { 'toast-next-page-token': String(next) } : {}
      return { body: list.slice(start, next), headers }
    }
  const named = (records: readonly { guid: string; name: string }[], entityType: string) =>
    configured(records.map((record) => ({ ...record, entityType, externalId: null })))
  return {
    [`GET ${BULK_PATH}`]: (call: FakeCall) => {
      const listed = selected(ordersOf(call), call.query)
      return { body: takePage(listed, call.query).map(orderWire) }
    },
    'GET /orders/v2/orders/*': (call: FakeCall, [id]: readonly string[]) => ({
      body: orderWire(found(ordersOf(call).find(({ guid }) => guid === id))),
    }),
    'GET /orders/v2/payments': (call: FakeCall) => {
      const day = call.query.get('refundBusinessDate')
      const refunded = paymentsOf(call).filter(
        ({ payment: { refund } }) => refund && String(businessDay(refund.at)) === day,
      )
      return { body: refunded.map(({ payment }) => payment.guid) }
    },
    'GET /orders/v2/payments/*': (call: FakeCall, [id]: readonly string[]) => {
      const { payment, order } = found(paymentsOf(call).find((one) => one.payment.guid === id))
      return { body: paymentWire(payment, order) }
    },
    'GET /config/v2/diningOptions': configured(winery.options.map(optionWire)),
    'GET /config/v2/revenueCenters': named([CENTER], 'RevenueCenter'),
    'GET /config/v2/salesCategories': named(CATEGORIES, 'SalesCategory'),
    'GET /menus/v2/menus': () => ({ body: menusWire(winery) }),
    'GET /labor/v1/employees': () => ({ body: winery.seeds.employees.map(employeeWire) }),
    'GET /restaurants/v1/restaurants/*': (call: FakeCall, [id]: readonly string[]) => {
      const location = findLocation(call)
      if (LOCATIONS[location]?.guid !== id) refuse(404, 'Not found')
      return { body: restaurantWire(winery, location, behavior) }
    },
  }
}

/** Toast as a server on loopback, with two locations of a winery; `close` of its server stops it. */
export const startFakeToast = async ({ now = Date.now, port, ...seed }: FakeToastOptions) => {
  const winery = createWinery({ ...seed, now: now() })
  const behavior = createBehavior()
  const tokens = new Set<string>()

  const logIn = ({ body }: FakeCall): FakeAnswer => {
    const { clientId, clientSecret, userAccessType } = JSON.parse(body) as Record<string, string>
    const isKnown = clientId === FAKE_SETTINGS.clientId && clientSecret === FAKE_SECRETS.clientSecret
    if (behavior.isClosed || !isKnown || userAccessType !== 'TOAST_MACHINE_CLIENT') return refusal(401, 'Unauthorized')
    const claims = { ...CLAIMS, scope: behavior.scopes.join(' '), jti: tokens.size }
    const accessToken = ['{"alg":"none"}', JSON.stringify(claims), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
    if (behavior.revokes) tokens.clear()
    tokens.add(accessToken)
    return { body: { ...LOGIN, token: { ...LOGIN.token, accessToken } } }
  }

  const fake = await defineFake({
    now,
    port,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    open: { 'POST /authentication/v1/authentication/login': logIn },
    admit(call) {
      if (!tokens.has((call.headers.authorization ?? '').replace('Bearer ', ''))) refuse(401, 'Unauthorized')
      const [, scope] = NEEDED.find(([start]) => call.path.startsWith(start)) ?? []
      if (findLocation(call) < 0 || (scope && !behavior.scopes.includes(scope))) refuse(403, 'Forbidden')
    },
    routes: createRoutes(winery, behavior),
    missing: refusal(404, 'Not found'),
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: ({ path }) => path === BULK_PATH,
      id: 'guid',
      isPlain,
      corrupt: (order) => void delete order.openedDate,
      unknown: { values: { source: 'Carrier pigeon' }, column: 'channel' },
    },
    expected: () => expectedRows(winery),
    change: winery.change,
  })
  return { ...fake, winery, behavior }
}
