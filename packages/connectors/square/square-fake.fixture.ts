import { type DefinedFake, defineFake, type FakeOptions } from '../kit/define-fake.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { createRandom } from '../kit/winery.fixture.ts'
import { createFakeConsent } from './fake-consent.fixture.ts'
import { refuseWith } from './fake-paging.fixture.ts'
import { createRoutes } from './fake-routes.fixture.ts'
import { createSubscriptions, type FakeSubscription } from './fake-subscriptions.fixture.ts'
import { PERMISSIONS } from './square-authorization.ts'
import { changeWinery, createWinery, EVERY_CHANGE, expectedRows } from './winery.fixture.ts'

export interface SquareFakeOptions extends FakeOptions {
  readonly orders: number
  readonly locations?: number
  /** maximum orders per page; default: 500 */
  readonly mostOrders?: number
  /** permissions of the token; default: all */
  readonly scopes?: readonly string[]
}

const SECRETS = { accessToken: 'EAAA-fake-token', webhookSignatureKey: 'fake-signature-key' }

/** Square as a server on loopback, with a winery of that many orders; `close` of its server stops it. */
export const startSquareFake = async (options: SquareFakeOptions) => {
  const { orders, now = Date.now, mostOrders = 500, scopes = Object.keys(PERMISSIONS), port } = options
  const winery = createWinery({ orders, now: now(), locations: options.locations ?? 2 })
  const random = createRandom(2)
  const registered = new Map<string, FakeSubscription>()
  let changes = 0
  const clock = (): number => fake.now()
  const consent = createFakeConsent(clock)

  const admit = ({ headers, path }: FakeCall): void => {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const isApplication = token === SECRETS.accessToken
    if (!isApplication && !consent.isValid(token))
      refuseWith(401, 'UNAUTHORIZED', 'This request could not be authorized')
    if (!isApplication && path.startsWith('/v2/webhooks'))
      refuseWith(403, 'FORBIDDEN', 'OAuth access tokens are not supported')
  }

  const fake: DefinedFake = await defineFake({
    now,
    port,
    settings: {},
    secrets: SECRETS,
    open: { 'GET /oauth2/authorize': consent.authorize, 'POST /oauth2/token': consent.token },
    admit,
    routes: { ...createRoutes({ winery, mostOrders, scopes, now: clock }), ...createSubscriptions(registered) },
    missing: { status: 404, body: { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND' }] } },
    main: {
      stream: 'orders',
      table: 'orders',
      isPage: ({ path }) => path === '/v2/orders/search',
      key: 'orders',
      isPlain: ({ line_items, returns }) => Array.isArray(line_items) && line_items.length > 0 && returns === undefined,
      corrupt: ({ line_items }) => {
        for (const item of line_items as object[]) Object.assign(item, { quantity: 2 })
      },
      unknown: { values: { state: 'ON_ICE' }, column: 'payment_status' },
    },
    expected: () => expectedRows(winery),
    change: (at, count = EVERY_CHANGE) => {
      changeWinery(winery, { at, count, first: changes, random })
      changes += count
    },
  })
  return { ...fake, winery, consent, subscriptions: { registered } }
}
export type SquareFake = Awaited<ReturnType<typeof startSquareFake>>
