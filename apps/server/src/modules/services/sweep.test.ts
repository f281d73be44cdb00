import { afterAll, expect, test } from 'vitest'
import {
  FAKE_SECRETS as COMMERCE7_SECRETS,
  FAKE_SETTINGS as COMMERCE7_SETTINGS,
  startFakeCommerce7,
} from '#connectors/commerce7/fake-commerce7.fixture.ts'
import { createWinery as createCommerce7Winery } from '#connectors/commerce7/winery.fixture.ts'
import type { CanonicalRow } from '#connectors/kit/connector.ts'
import type { FakeCall, FakeServer } from '#connectors/kit/fake-server.fixture.ts'
import { startFakeShopify } from '#connectors/shopify/fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from '#connectors/shopify/fake/winery.fixture.ts'
import { startSquareFake } from '#connectors/square/square-fake.fixture.ts'
import {
  startFakeWineDirect,
  FAKE_SECRETS as WINEDIRECT_SECRETS,
  FAKE_SETTINGS as WINEDIRECT_SETTINGS,
} from '#connectors/winedirect/fake-winedirect.fixture.ts'
import { createWinery as createWineDirectWinery } from '#connectors/winedirect/winery.fixture.ts'
import { DAY_MS } from '#domain/clock.ts'
import { sample } from '#testkit/lane.ts'
import { testApp, testClock } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const ORDERS = 70
const clock = testClock()
const now = () => clock.now()

/** A platform whose records can be changed without its lists of changes saying so. */
interface QuietPlatform {
  readonly server: FakeServer
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  expected(): readonly CanonicalRow[]
  /** Answers with one unusable order until it is repaired, which leaves its date of change as it was. */
  spoil(): void
  repair(): void
  /** Holds back an old order until it is released, with its old date of change. */
  holdBack(): void
  release(): void
  /** Deletes records without listing the deletion. */
  lose(): void
  isFetch(call: FakeCall): boolean
}

const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The winery lacks such a record')
  return value
}

const editJson = (change: (body: Record<string, unknown>) => void) => (body: string) => {
  const parsed = JSON.parse(body)
  change(parsed)
  return JSON.stringify(parsed)
}

const commerce7 = async (): Promise<QuietPlatform> => {
  const winery = createCommerce7Winery({ orders: ORDERS, now })
  const { store } = winery
  const { server } = await startFakeCommerce7({ store, now })
  const plain = store.list('order').filter(({ wire }) => !wire.club && !wire.reservation)
  const [bad, held, gone] = [must(plain[10]), must(plain[40]), must(plain[20])]
  const spoilt = (order: Record<string, unknown>) => order.id === bad.id && Object.assign(order, { items: 'none' })
  return {
    server,
    settings: COMMERCE7_SETTINGS,
    secrets: COMMERCE7_SECRETS,
    expected: winery.rows,
    spoil: () =>
      server.failNext(
        {
          edit: editJson((body) => {
            for (const order of Array.isArray(body.orders) ? body.orders : [body]) spoilt(order)
          }),
        },
        { times: 1_000, when: ({ path }) => path.startsWith('/v1/order') },
      ),
    repair: server.heal,
    holdBack: () => store.lose('order', held.id),
    release: () => store.put('order', held, held.updated),
    lose: () => {
      store.lose('order', gone.id)
      for (const list of ['customer', 'club-membership', 'reservation'] as const)
        store.lose(list, must(store.list(list)[0]).id)
    },
    isFetch: ({ path }) => /^\/v1\/[a-z-]+\/./.test(path),
  }
}

const shopify = async (): Promise<QuietPlatform> => {
  const winery = createShopifyWinery({ orders: ORDERS, until: now() - DAY_MS, spacingMs: DAY_MS })
  const fake = await startFakeShopify({ winery, now })
  const sales = winery.orders.filter(({ isTest, refunds }) => !isTest && refunds.length === 0)
  const [bad, held] = [must(sales[10]), must(sales[30])]
  const gone = must(winery.orders.find(({ refunds, isTest }) => refunds.length > 0 && !isTest))
  return {
    server: fake.server,
    settings: fake.settings,
    secrets: fake.secrets,
    expected: () => winery.rows(),
    spoil: () =>
      fake.server.failNext(
        {
          edit: editJson((body) => {
            const { orders, nodes } = Object(body.data)
            for (const order of Object(orders).nodes ?? nodes ?? [])
              if (order?.id?.endsWith(`/Order/${bad.row.source_id}`)) order.totalPriceSet = null
          }),
        },
        { times: 1_000, when: ({ path }) => path.endsWith('/graphql.json') },
      ),
    repair: fake.server.heal,
    holdBack: () => winery.deleteOrder(held),
    release: () => void winery.orders.push(held),
    lose: () => {
      winery.deleteOrder(gone)
      winery.customers.splice(0, 1)
    },
    isFetch: ({ body }) => /"(Orders|Customers)ById"/.test(body),
  }
}

const square = async (): Promise<QuietPlatform> => {
  const fake = await startSquareFake({ orders: ORDERS, now })
  const { winery } = fake
  const isOld = (updated: number | null | undefined) => (updated ?? 0) < now() - 10 * DAY_MS
  const sales = winery.orders.filter(({ sale, isRefunded }) => sale && !isRefunded && isOld(sale.row.source_updated))
  const [bad, held] = [must(sales[10]), must(sales[20])]
  return {
    server: fake.server,
    settings: fake.settings,
    secrets: fake.secrets,
    expected: fake.expected,
    spoil: () =>
      fake.server.failNext(
        {
          edit: editJson(({ orders }) => {
            for (const order of Array.isArray(orders) ? orders : [])
              if (order.id === bad.id) order.line_items[0].quantity = 2
          }),
        },
        { times: 1_000, when: ({ path }) => path.startsWith('/v2/orders') },
      ),
    repair: fake.server.heal,
    holdBack: () => {
      winery.orders.splice(winery.orders.indexOf(held), 1)
      winery.orderById.delete(held.id)
      winery.revision += 1
    },
    release: () => {
      winery.orders.push(held)
      winery.orderById.set(held.id, held)
      winery.revision += 1
    },
    // Square never deletes orders.
    lose: () => void winery.customers.splice(0, 1),
    isFetch: ({ path, body }) => path === '/v2/orders/batch-retrieve' && body.includes(held.id),
  }
}

const winedirect = async (): Promise<QuietPlatform> => {
  const winery = createWineDirectWinery({ orders: ORDERS, now })
  const { store } = winery
  const { server } = await startFakeWineDirect({ store, now })
  const orders = store.list('orders')
  const plain = orders.filter(({ rows }) => rows.every((entry) => entry.table !== 'orders' || !entry.row.is_refund))
  const [bad, held] = [must(plain[10]), must(plain[15])]
  const gone = must(plain[20])
  return {
    server,
    settings: WINEDIRECT_SETTINGS,
    secrets: WINEDIRECT_SECRETS,
    expected: winery.rows,
    spoil: () =>
      server.failNext(
        { edit: (body) => body.replaceAll(/(<Quantity[^>]*>)[^<]*/g, '$1many') },
        { times: 1_000, when: ({ body }) => body.includes('GetOrderDetail') && body.includes(`>${bad.id}<`) },
      ),
    repair: server.heal,
    holdBack: () => store.remove('orders', held.id),
    release: () => store.put('orders', held),
    lose: () => {
      store.remove('orders', gone.id)
      store.remove('memberships', must(store.list('memberships')[0]).id)
    },
    isFetch: ({ body }) => /<(\w+:)?(OrderID|ContactID|ClubMembershipID)[ >]/.test(body) && body.includes('Search'),
  }
}

const platforms = {
  commerce7: await commerce7(),
  shopify: await shopify(),
  square: await square(),
  winedirect: await winedirect(),
}
afterAll(async () => {
  for (const { server } of Object.values(platforms)) await server.close()
})

const t = await testApp({
  clock,
  runsJobs: false,
  env: {
    RATE_LIMITS: 'off',
    CONNECTOR_ALLOW_PRIVATE: '1',
    TIME_SCALE: '5000',
    COMMERCE7_URL: `${platforms.commerce7.server.url}/v1`,
    SHOPIFY_URL: platforms.shopify.server.url,
    SQUARE_URL: platforms.square.server.url,
    WINEDIRECT_URL: platforms.winedirect.server.url,
  },
})
const { connect, syncHere, serviceOf, expectRows } = platformCalls(t)

/** Advances the clock, and signs in again because sessions end meanwhile. */
const later = async (member: Member, ms: number): Promise<Member> => {
  clock.advance(ms)
  return { ...member, token: (await t.signIn(member.email, member.password)).access_token }
}

/** An account whose trial does not end. */
const customer = async (): Promise<Member> => {
  const member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  await t.setAccount(member, { is_trial: false })
  return member
}

const kindsFor = async ({ token }: { token: string }) =>
  (await t.call('GET', '/notification', { token })).json<{ kind: string }[]>().map(({ kind }) => kind)

test.each(sample(Object.entries(platforms), 1))(
  '%s: repaired records come back with the next sync; late records and unlisted deletions are found within a week',
  async (type, platform) => {
    let member = await customer()
    const { id } = await connect(member, type, platform)
    const fetches = () => platform.server.calls.filter((call) => platform.isFetch(call)).length

    platform.holdBack()
    platform.spoil()
    expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { rejected: 1 } })
    member = await later(member, 3_600_000)
    expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { rejected: 0 } })
    expect(await serviceOf(member, id)).toMatchObject({ setAside: 1 })
    expect(await kindsFor(member)).toEqual(['recordsSkipped'])

    platform.repair()
    member = await later(member, 2 * 3_600_000)
    expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
    expect(await serviceOf(member, id)).toMatchObject({ setAside: 0 })
    await expectRows(member, id, platform.expected())

    platform.release()
    platform.lose()
    member = await later(member, 8 * DAY_MS)
    expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
    await expectRows(member, id, platform.expected())

    member = await later(member, 8 * DAY_MS)
    const before = fetches()
    expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', isFull: false })
    expect(fetches()).toBe(before)
    expect(await kindsFor(member)).toEqual(['recordsSkipped'])
  },
  60_000,
)

test('a platform that fails during the sweep does not fail the sync, and the next sync goes on', async () => {
  const platform = platforms.commerce7
  let member = await customer()
  const { id } = await connect(member, 'commerce7', platform)
  await syncHere(member, id)
  platform.lose()
  member = await later(member, 8 * DAY_MS)
  const isListing = ({ query }: FakeCall) => (query.get('orderSubmittedDate') ?? '').startsWith('btw')
  platform.server.failNext({ status: 500 }, { times: 1_000, when: isListing })
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  platform.server.heal()
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  await expectRows(member, id, platform.expected())
})
