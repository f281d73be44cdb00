import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { createScaledClock } from '../kit/scaled-clock.ts'
import { NOON } from '../kit/sync-setup.fixture.ts'
import { documentedAnswer, readLines } from './documented-answers.fixture.ts'
import { setUpFakeShop } from './fake/fake-shop-setup.fixture.ts'
import { ALL_SCOPES, startFakeShopify } from './fake/fake-shopify.fixture.ts'
import { createShopifyWinery } from './fake/winery.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'
import { openShopify } from './shopify-session.ts'

/** The fake has orders of an app that Shopify names by a number. */
const OTHER_APP = expect.stringContaining('“580111” isn’t a known channel')

const without = (...scopes: string[]): string[] => ALL_SCOPES.filter((scope) => !scopes.includes(scope))

test('queries wait for the cost bucket to refill and are rejected for their cost at most once', async () => {
  const pace = createScaledClock(100)
  const bucket = { size: 1000, restoreRate: 100, now: pace.now }
  const { sink, expected, operations, connect } = await setUpFakeShop({ orders: 150, pace, bucket })
  const { session, waits } = connect()
  await sink.sync(session)
  expect(sink.rows()).toEqual(expected())
  expect(waits.map(({ reason }) => reason)).toContain('Shopify’s query limit is reached')
  const pages = 150 / 25
  expect(operations().filter((name) => name === 'OrderPage').length).toBeLessThanOrEqual(pages + 1)
})

test('pages shrink until a query fits the cost limit', async () => {
  const { sync, sink, expected } = await setUpFakeShop({ orders: 60, mostCost: 260 })
  await sync()
  expect(sink.rows()).toEqual(expected())
})

test('the connection test names the missing permissions', async () => {
  const { connect } = await setUpFakeShop({ orders: 5, scopes: without('read_customers', 'read_locations') })
  await expect(connect().session.test()).rejects.toThrow(
    'The app doesn’t have these permissions in Shopify: read_customers, read_locations',
  )
})

test('a revoked permission ends the run and is named', async () => {
  const { sync, fake } = await setUpFakeShop({ orders: 5 })
  await sync()
  fake.scopes.delete('read_customers')
  const failure = await sync().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestRejected)
  expect(String(failure)).toContain('read_customers')
})

test('reads the last 60 days without read_all_orders, with a warning and the start of the history', async () => {
  const day = 86_400_000
  const scopes = without('read_all_orders')
  const { sink, connect, winery } = await setUpFakeShop({ orders: 90, spacingMs: day, scopes })
  const { session } = connect()
  expect((await session.test()).warnings).toEqual([expect.stringContaining('60 days'), OTHER_APP])
  await sink.sync(session)
  const { historyStart: reachesBackTo } = sink.pages.at(-1) ?? {}
  expect(reachesBackTo).toBe(NOON - 60 * day)
  const held = sink.rows().filter(({ table, row }) => table === 'orders' && !row.is_refund)
  expect(held).toHaveLength(
    winery.orders.filter(({ row, isTest }) => !isTest && Number(row.ordered) >= NOON - 60 * day).length,
  )
})

test('reads orders without their team member when read_users is missing', async () => {
  const { sync, sink, connect } = await setUpFakeShop({ orders: 20, scopes: without('read_users') })
  expect((await connect().session.test()).warnings).toEqual([expect.stringContaining('read_users'), OTHER_APP])
  await sync()
  const sellers = sink.rows().map(({ table, row }) => (table === 'orders' ? row.team_member : null))
  expect(new Set(sellers)).toEqual(new Set([null]))
})

test('the connection test has no warnings with every permission', async () => {
  const { connect } = await setUpFakeShop({ orders: 1 })
  expect(await connect().session.test()).toEqual({
    name: 'Cellar Door',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    samples: [
      { label: 'Orders', value: '#1000' },
      { label: 'Customers', value: 'Guest Number 0' },
      { label: 'Products', value: '2021 Estate Pinot Noir - 750ml' },
      { label: 'Inventory', value: 'SKU-0 at Tasting Room' },
    ],
    warnings: [],
  })
})

describeConnector({
  connector: shopifyConnector,
  open: openShopify,
  // Read page by page; exports have their own tests.
  start: ({ records, now }) => {
    const orders = records === 'some' ? volume({ normal: 110, full: 170 }) : 0
    return startFakeShopify({ winery: createShopifyWinery({ orders, until: now() - 60_000 }), now })
  },
  documented: documentedAnswer,
  parseBody: readLines,
})
