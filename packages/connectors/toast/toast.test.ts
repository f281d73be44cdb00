import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { NOON, setUpSync } from '../kit/sync-setup.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { DAY, HOUR } from './fake/business-days.fixture.ts'
import { type FakeToastOptions, startFakeToast } from './fake/fake-toast.fixture.ts'
import { LOCATIONS } from './fake/winery.fixture.ts'
import { toastConnector } from './toast.connector.ts'
import { openToast } from './toast-session.ts'

const [CELLAR] = LOCATIONS

const setUp = async (options: Partial<FakeToastOptions> = {}) => {
  const cache = new Map<string, unknown>()
  const start = (now: () => number) => startFakeToast({ orders: 30, days: 4, now, ...options })
  const setup = await setUpSync({ connector: toastConnector, open: openToast, start }, { cache })
  const { fake } = setup
  return {
    ...setup,
    connect: (settings: object = {}) => setup.connect({ settings: { ...fake.settings, ...settings } }),
    callsOf: (isOne: (call: FakeCall) => boolean): FakeCall[] => fake.server.calls.filter(isOne),
  }
}

const isLogin = ({ path }: FakeCall): boolean => path.endsWith('/login')
const isOfCellar = ({ headers }: FakeCall): boolean => headers['toast-restaurant-external-id'] === CELLAR.guid

test('shows the restaurant and one of each record', async () => {
  const { connect } = await setUp()
  const facts = await connect().session.test()
  expect(facts).toMatchObject({
    name: 'Larkmoor Estate – Cellar Door',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    warnings: [],
  })
  expect(
    facts.samples?.map(({ label, value }) => [label, value.replace(/^\d+(?= at)|number \d+ of \w+ \d+/g, 'N')]),
  ).toEqual([
    ['Locations', 'Larkmoor Estate – Cellar Door, Larkmoor Estate – Barn'],
    ['Orders', 'N, 2026'],
    ['Customers', expect.stringMatching(/\w+ \w+/)],
    ['Guests', 'N at a table, in order N, 2026'],
    ['Products', '8, such as 2021 Estate Pinot Noir'],
    ['Team members', '3, such as Ana Keller'],
    ['Dining options', '3, such as Dine In'],
  ])
})

test('names scopes that are missing, and an unknown zone and currency', async () => {
  const { fake, connect } = await setUp()
  Object.assign(fake.behavior, {
    scopes: ['restaurants:read', 'orders:read'],
    timeZone: 'Mars/Olympus',
    currency: 'XYZ',
  })
  const { warnings } = await connect().session.test()
  expect(warnings).toEqual([
    'Toast’s time zone “Mars/Olympus” isn’t known.',
    'Toast’s currency “XYZ” isn’t known.',
    'Products won’t be synced, and order lines have no SKUs: the credentials don’t have the scope menus:read.',
    expect.stringContaining('config:read'),
    expect.stringContaining('labor.employees:read'),
    expect.stringContaining('guest.pi:read'),
    expect.stringContaining('delivery_info.address:read'),
  ])
})

test('loads orders without what the credentials may not read', async () => {
  const { fake, sink, sync } = await setUp()
  fake.behavior.scopes = ['restaurants:read', 'orders:read']
  await sync()
  expect(sink.quarantined.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('menus:read'),
    expect.stringContaining('menus:read'),
    expect.stringContaining('labor.employees:read'),
    expect.stringContaining('labor.employees:read'),
  ])
  const ordersIn = (rows: readonly { table: string }[]) => rows.filter(({ table }) => table === 'orders').length
  expect(ordersIn(sink.rows())).toBe(ordersIn(fake.expected()))
})

test('one token serves several sessions, until it ends', async () => {
  const { clock, callsOf, sync } = await setUp()
  await sync()
  await sync()
  expect(callsOf(isLogin)).toHaveLength(1)
  clock.now += 6 * HOUR
  await sync()
  expect(callsOf(isLogin)).toHaveLength(2)
})

test('a token that Toast rejects is replaced once, and a deleted client ends the run', async () => {
  const { fake, callsOf, sync } = await setUp()
  await sync()
  fake.server.failNext({ status: 401 }, { when: (call) => !isLogin(call) })
  await sync()
  expect(callsOf(isLogin)).toHaveLength(2)
  fake.behavior.isClosed = true
  fake.server.failNext({ status: 401 }, { when: (call) => !isLogin(call), times: 1000 })
  await expect(sync()).rejects.toThrow(
    new CredentialsRejected(
      'Toast doesn’t accept this client ID and secret. Check them in Toast Web, under Integrations, Toast API access, Manage credentials.',
    ),
  )
})

test('a day with many orders is read in pages, and changes in spans that fit on one', async () => {
  const { fake, clock, connect, callsOf, sink } = await setUp({ orders: 0, days: 2 })
  const { winery } = fake
  for (let index = 0; index < 230; index += 1)
    winery.addOrder(NOON - 30 * HOUR + index * 1000, index * 4 + 1, NOON - 29 * HOUR)
  await sink.sync(connect({ locations: CELLAR.guid }).session)
  expect(
    callsOf(({ query }) => query.has('businessDate')).map(
      ({ query }) => `${query.get('businessDate')}/${query.get('page')}`,
    ),
  ).toEqual(['20260615/1', '20260616/1', '20260616/2', '20260616/3', '20260617/1', '20260618/1'])
  const ordersOf = () =>
    sortedRows(sink.rows()).filter(({ table, row }) => table === 'orders' && !row.source_id.includes(':')).length
  const expected = () => fake.expected().filter(({ table }) => table === 'orders').length
  expect(ordersOf()).toBe(expected())

  clock.now += 2 * HOUR
  for (let index = 0; index < 230; index += 1)
    winery.addOrder(NOON + index * 1000, index * 4 + 1, NOON + HOUR + index * 10_000)
  fake.server.calls.splice(0)
  await sink.sync(connect({ locations: CELLAR.guid }).session)
  expect(ordersOf()).toBe(expected())
  const spans = callsOf(({ query }) => query.has('startDate'))
  expect(spans.every(({ query }) => query.get('page') === '1')).toBe(true)
  expect(spans.length).toBeGreaterThan(3)
})

test('orders that changed in one millisecond are read in pages', async () => {
  const { fake, clock, connect, sink } = await setUp({ orders: 0, days: 2 })
  await sink.sync(connect({ locations: CELLAR.guid }).session)
  clock.now += HOUR
  for (let index = 0; index < 120; index += 1) fake.winery.addOrder(NOON - HOUR + index, index * 4 + 1, NOON)
  await sink.sync(connect({ locations: CELLAR.guid }).session)
  expect(sink.rows().filter(({ table }) => table === 'orders')).toHaveLength(
    fake.expected().filter(({ table }) => table === 'orders').length,
  )
})

test.each(['isDeleted', 'isVoided'] as const)('a refund is gone with its order: %s', async (flag) => {
  const { fake, clock, sink, sync } = await setUp()
  await sync()
  const order = fake.winery.seeds.orders.find(({ checks }) => checks[0]?.payments[0]?.refund)
  if (!order) throw new Error('No order has a refund')
  clock.now += HOUR
  Object.assign(order, { [flag]: true, modified: clock.now - 1 })
  await sync()
  expect(sink.rows().filter(({ table }) => table === 'orders')).toEqual(
    sortedRows(fake.expected()).filter(({ table }) => table === 'orders'),
  )
})

test('visits are removed when guests are no longer counted', async () => {
  const { connect, sink, sync } = await setUp()
  await sync()
  expect(sink.rows().some(({ table }) => table === 'reservations')).toBe(true)
  await sink.sync(connect({ countGuests: false }).session, { full: true })
  expect(sink.rows().some(({ table }) => table === 'reservations')).toBe(false)
})

test('a location that is added later is read from its first day', async () => {
  const { fake, connect, callsOf, sink, sync } = await setUp()
  await sink.sync(connect({ locations: CELLAR.guid }).session)
  expect(callsOf((call) => !isLogin(call) && !isOfCellar(call))).toEqual([])
  await sync()
  expect(sink.rows()).toEqual(sortedRows(fake.expected()))
})

test('an order is found in the location that has it, and one that is gone is removed', async () => {
  const { fake, connect } = await setUp()
  const stream = connect().session.streams.find(({ name }) => name === 'orders')
  const barn = fake.winery.seeds.orders.find(({ location, isNoSale }) => location === 1 && isNoSale === null)
  const page = await stream?.fetch?.([barn?.guid ?? '', 'gone'], {})
  expect(page?.rows.filter(({ table }) => table === 'orders')[0]?.row.source_id).toBe(barn?.guid)
  expect(page?.removed).toEqual([
    { table: 'orders', sourceIds: ['gone'] },
    { table: 'reservations', sourceIds: ['gone'] },
  ])
})

test('lists the orders of a span for the weekly comparison', async () => {
  const { fake, connect } = await setUp()
  const { listing } = connect().session.streams.find(({ name }) => name === 'orders') ?? {}
  const listed = await Array.fromAsync(listing?.list({ from: NOON - 30 * DAY, until: NOON + DAY }) ?? [])
  const sales = fake
    .expected()
    .flatMap((entry) => (entry.table === 'orders' && !entry.row.is_refund ? [entry.row] : []))
  expect(listed.flat().toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))).toEqual(
    sales
      .map((row) => ({ sourceId: row.source_id, ordered: row.ordered, updated: row.source_updated }))
      .toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
  )
})

test('waits as long as Toast asks for where it gives no Retry-After', async () => {
  const { fake, sink, sync } = await setUp()
  const headers = {
    'x-toast-ratelimit-by': 'GLOBAL',
    'x-toast-ratelimit-remaining': '0',
    'x-toast-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 90),
  }
  fake.server.failNext({ status: 429, headers }, { when: fake.isMain })
  const { waits } = await sync()
  expect(waits.some(({ reason }) => reason === 'Toast is limiting requests')).toBe(true)
  expect(sink.rows()).toEqual(sortedRows(fake.expected()))
})

test('the comparison has what payments came to, whatever their checks say', async () => {
  const { fake, connect, sink, sync } = await setUp()
  const compared = async () =>
    (await Array.fromAsync(connect().session.orders({ from: NOON - 30 * DAY, until: NOON + DAY }, []))).flat()
  const edit = (body: string): string => body.replaceAll('"totalAmount":', '"totalAmount":9')
  const whole = await compared()
  await sync()
  const paidIds = new Set(
    sink
      .rows()
      .flatMap(({ table, row }) =>
        table === 'orders' && row.payment_status === 'paid' && row.total > 0 ? [row.source_id] : [],
      ),
  )
  const paid = (orders: typeof whole) =>
    orders.filter(({ sourceId }) => paidIds.has(sourceId)).map(({ sourceId, total }) => [sourceId, total])
  expect(paid(whole).length).toBeGreaterThan(5)
  fake.server.failNext({ edit }, { times: 1000, when: fake.isMain })
  expect(paid(await compared())).toEqual(paid(whole))
})

describeConnector({
  connector: toastConnector,
  open: openToast,
  documented: documentedAnswer,
  start: ({ records, now }) =>
    startFakeToast({ orders: records === 'some' ? volume({ normal: 100, full: 400 }) : 0, now }),
})
