import { afterEach, expect, test } from 'vitest'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { createScaledClock } from '../kit/scaled-clock.ts'
import { startConformanceFake } from './fake/conformance.fixture.ts'
import { type FakeShopSetup, NOON, type StageOptions, setUpFakeShop } from './fake/fake-shop-setup.fixture.ts'
import { ALL_SCOPES } from './fake/fake-shopify.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'

let staged: FakeShopSetup | null = null
afterEach(async () => {
  await staged?.close()
  staged = null
})

const stage = async (options: StageOptions): Promise<FakeShopSetup> => {
  staged = await setUpFakeShop(options)
  return staged
}

const without = (...scopes: string[]): string[] => ALL_SCOPES.filter((scope) => !scopes.includes(scope))

test('queries wait for the bucket of points to fill, and are refused for their cost once at most', async () => {
  const pace = createScaledClock(100)
  const bucket = { size: 1000, restoreRate: 100, now: pace.now }
  const { sink, expected, operations, connect } = await stage({ orders: 150, pace, bucket })
  const { session, waits } = connect()
  await sink.sync(session)
  expect(sink.rows()).toEqual(expected())
  expect(waits.map(({ reason }) => reason)).toContain('Shopify limits what queries may cost')
  const pages = 150 / 25
  expect(operations().filter((name) => name === 'OrderPage').length).toBeLessThanOrEqual(pages + 1)
})

test('pages shrink until one query costs no more than it may', async () => {
  const { sync, sink, expected } = await stage({ orders: 60, mostCost: 260 })
  await sync()
  expect(sink.rows()).toEqual(expected())
})

test('names the permission that the app lacks', async () => {
  const { connect } = await stage({ orders: 5, scopes: without('read_customers', 'read_locations') })
  await expect(connect().session.test()).rejects.toThrow(
    'The app lacks these permissions at Shopify: read_customers, read_locations',
  )
})

test('a permission that is withdrawn ends the run and is named', async () => {
  const { sync, fake } = await stage({ orders: 5 })
  await sync()
  fake.scopes.delete('read_customers')
  const failure = await sync().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RequestRejected)
  expect(String(failure)).toContain('read_customers')
})

test('without read_all_orders the last 60 days come, with a warning, and the read says how far back it saw', async () => {
  const day = 86_400_000
  const scopes = without('read_all_orders')
  const { sink, connect, winery } = await stage({ orders: 90, spacingMs: day, scopes })
  const { session } = connect()
  expect((await session.test()).warnings).toEqual([expect.stringContaining('60 days')])
  await sink.sync(session)
  const { historyStart: reachesBackTo } = sink.pages.at(-1) ?? {}
  expect(reachesBackTo).toBe(NOON - 60 * day)
  const held = sink.rows().filter(({ table, row }) => table === 'orders' && !row.is_refund)
  expect(held).toHaveLength(
    winery.orders.filter(({ row, isTest }) => !isTest && Number(row.ordered) >= NOON - 60 * day).length,
  )
})

test('without read_users orders come without the person who sold them', async () => {
  const { sync, sink, connect } = await stage({ orders: 20, scopes: without('read_users') })
  expect((await connect().session.test()).warnings).toEqual([expect.stringContaining('read_users')])
  await sync()
  const sellers = sink.rows().map(({ table, row }) => (table === 'orders' ? row.team_member : null))
  expect(new Set(sellers)).toEqual(new Set([null]))
})

test('with every permission there is nothing to warn of', async () => {
  const { connect } = await stage({ orders: 1 })
  expect(await connect().session.test()).toEqual({
    name: 'Cellar Door',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    warnings: [],
  })
})

describeConnector({ connector: shopifyConnector, start: startConformanceFake })
