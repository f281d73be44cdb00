import type { ConformanceFake } from '../../kit/conformance-fake.fixture.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../../kit/fake-server.fixture.ts'
import { SCOPES } from '../scopes.ts'
import { CLAIMS, LOGIN } from './documented-records.fixture.ts'
import { expectedRows } from './expected-rows.fixture.ts'
import { businessDay, DAY, type OrderSeed, ZONE } from './seeds.fixture.ts'
import { CENTER, createWinery, LOCATIONS, type Winery, type WinerySeed } from './winery.fixture.ts'
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

export interface FakeToastOptions extends Omit<WinerySeed, 'now'> {
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: () => number
  readonly port?: number
}

/** What a test can change about the restaurant. */
interface RestaurantBehavior {
  /** of the credentials */
  scopes: readonly string[]
  currency: string | null
  timeZone: string
  /** tokens that were given before are rejected */
  revokes: boolean
  /** the client was deleted */
  isClosed: boolean
}

/** Toast as a server on loopback, with two locations of a winery. */
export interface FakeToast extends ConformanceFake {
  readonly winery: Winery
  readonly behavior: RestaurantBehavior
}

const FAKE_SETTINGS = {
  clientId: 'VKuhk4NaLedOcjZpJM8grvdrsFi3MlcM',
  locations: LOCATIONS.map(({ guid }) => guid).join('\n'),
}
const FAKE_SECRETS = { clientSecret: 'eS960aiKdvgbSDcLUCk68HR2CJKwwHNO2HKfgxjCWxoj27KIp6jFAi2XOOc_oCuv' }

const LOGIN_PATH = '/authentication/v1/authentication/login'
const BULK_PATH = '/orders/v2/ordersBulk'
const MOST_AT_ONCE = 100
const PAGE_OF_OPTIONS = 2
const LONGEST_MS = 31 * DAY

const isMain = ({ path }: FakeCall): boolean => path === BULK_PATH

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

const parsedTime = (text: string | null): number => Date.parse((text ?? '').replace('+0000', 'Z'))

const selected = (orders: readonly OrderSeed[], query: URLSearchParams): OrderSeed[] | null => {
  const day = query.get('businessDate')
  if (day !== null) return orders.filter(({ opened }) => String(businessDay(opened)) === day)
  const [from, until] = [parsedTime(query.get('startDate')), parsedTime(query.get('endDate'))]
  if (!(until > from) || until - from > LONGEST_MS) return null
  return orders.filter(({ modified }) => modified >= from && modified < until)
}

const takePage = <T>(records: readonly T[], query: URLSearchParams): T[] => {
  const size = Number(query.get('pageSize') ?? 10)
  const page = Number(query.get('page') ?? 1)
  return size > MOST_AT_ONCE ? [] : records.slice((page - 1) * size, page * size)
}

const editPage = (body: string, edit: (page: OrderWire[]) => void): string => {
  const page = JSON.parse(body) as OrderWire[]
  edit(page)
  return JSON.stringify(page)
}

/** An order without a refund, which was paid. */
const plainOrder = (page: readonly OrderWire[]): OrderWire => {
  const found = page.find(
    (order) =>
      order.source === 'In Store' &&
      !order.createdInTestMode &&
      !order.excessFood &&
      order.checks.every(
        ({ payments, paymentStatus }) => paymentStatus !== 'OPEN' && payments.every(({ refund }) => refund === null),
      ),
  )
  if (!found) throw new Error('The page has no plain order')
  return found
}

const edited = (body: string, changes: object) => {
  let sourceId = ''
  const made = editPage(body, (page) => {
    sourceId = Object.assign(plainOrder(page), changes).guid
  })
  return { body: made, sourceId }
}

/** Starts a fake; `close` of its server stops it. */
export const startFakeToast = async ({ now = Date.now, port, ...seed }: FakeToastOptions): Promise<FakeToast> => {
  const winery = createWinery({ ...seed, now: now() })
  const behavior: RestaurantBehavior = {
    scopes: Object.keys(SCOPES),
    currency: 'USD',
    timeZone: ZONE,
    revokes: false,
    isClosed: false,
  }
  const tokens = new Set<string>()
  let skewMs = 0
  let isDuplicating = false
  let lastPage: OrderWire[] = []

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

  const withDuplicates = (page: OrderWire[]): OrderWire[] => {
    const made = isDuplicating && lastPage.length > 0 ? [...lastPage, ...page] : page
    if (made !== page) isDuplicating = false
    lastPage = page
    return made
  }

  const answerOrders = (call: FakeCall, location: number): FakeAnswer | null => {
    const { path, query } = call
    const orders = winery.seeds.orders.filter((order) => order.location === location)
    const payments = orders.flatMap((order) =>
      order.checks.flatMap((check) => check.payments.map((payment) => ({ payment, order, check }))),
    )
    if (path === BULK_PATH) {
      const listed = selected(orders, query)
      if (listed === null) return refusal(400, 'The time period is not supported')
      return { body: withDuplicates(takePage(listed, query).map(orderWire)) }
    }
    if (path === '/orders/v2/payments') {
      const day = query.get('refundBusinessDate')
      return {
        body: payments
          .filter(({ payment: { refund } }) => refund && String(businessDay(refund.at)) === day)
          .map(({ payment }) => payment.guid),
      }
    }
    const [, kind, id] = /^\/orders\/v2\/(payments|orders)\/(.+)$/.exec(path) ?? []
    const payment = kind === 'payments' ? payments.find((one) => one.payment.guid === id) : undefined
    if (payment) return { body: paymentWire(payment.payment, payment.order, payment.check) }
    const order = kind === 'orders' ? orders.find((one) => one.guid === id) : undefined
    return order ? { body: orderWire(order) } : null
  }

  const answerConfiguration = ({ path, query }: FakeCall): FakeAnswer | null => {
    const named = (records: readonly { guid: string; name: string }[], entityType: string) =>
      records.map((record) => ({ ...record, entityType, externalId: null }))
    const lists: Readonly<Record<string, readonly object[]>> = {
      '/config/v2/diningOptions': winery.options.map(optionWire),
      '/config/v2/revenueCenters': named([CENTER], 'RevenueCenter'),
      '/config/v2/salesCategories': named(CATEGORIES, 'SalesCategory'),
    }
    const list = lists[path]
    if (!list) return null
    const start = Number(query.get('pageToken') ?? 0)
    const next = start + PAGE_OF_OPTIONS
    const headers: Record<string, string> = next < list.length ? { 'toast-next-page-token': String(next) } : {}
    return { body: list.slice(start, next), headers }
  }

  const answerPath = (call: FakeCall, location: number): FakeAnswer | null => {
    const { path } = call
    const may = (scope: keyof typeof SCOPES): boolean => behavior.scopes.includes(scope)
    const forbidden = refusal(403, 'Forbidden')
    if (path.startsWith('/orders/')) return may('orders:read') ? answerOrders(call, location) : forbidden
    if (path.startsWith('/config/')) return may('config:read') ? answerConfiguration(call) : forbidden
    if (path === '/menus/v2/menus') return may('menus:read') ? { body: menusWire(winery, location) } : forbidden
    if (path === '/labor/v1/employees')
      return may('labor.employees:read') ? { body: winery.seeds.employees.map(employeeWire) } : forbidden
    if (path !== `/restaurants/v1/restaurants/${LOCATIONS[location]?.guid}`) return null
    return may('restaurants:read') ? { body: restaurantWire(winery, location, behavior) } : forbidden
  }

  const answer = (call: FakeCall): FakeAnswer => {
    if (call.path === LOGIN_PATH) return logIn(call)
    if (!tokens.has((call.headers.authorization ?? '').replace('Bearer ', ''))) return refusal(401, 'Unauthorized')
    const location = LOCATIONS.findIndex(({ guid }) => guid === call.headers['toast-restaurant-external-id'])
    if (location < 0) return refusal(403, 'Forbidden')
    return answerPath(call, location) ?? refusal(404, 'Not found')
  }

  const server = await startFakeServer({ answer, now, ...(port === undefined ? {} : { port }) })
  return {
    server,
    winery,
    behavior,
    basePath: '',
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    expected: () => expectedRows(winery),
    change: () => winery.change(now() + skewMs),
    skew: (ms) => {
      skewMs = ms
    },
    duplicateNextPage: () => {
      isDuplicating = true
    },
    main: { stream: 'orders', table: 'orders' },
    isMain,
    corruptRecord: (body) => edited(body, { openedDate: undefined }),
    unknownValue: (body) => ({ ...edited(body, { source: 'Carrier pigeon' }), column: 'channel' }),
    addField: (body) =>
      editPage(body, (page) => {
        for (const order of page) Object.assign(order, { terroir: { slope: 'south' } })
      }),
    breakEnvelope: (body) => JSON.stringify({ orders: JSON.parse(body) as unknown }),
  }
}
