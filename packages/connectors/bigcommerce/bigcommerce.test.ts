import { describe, expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { SyncPage } from '../kit/connector.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, RequestRejected } from '../kit/platform-problems.ts'
import { NOON, type SyncSetup, setUpSync } from '../kit/sync-setup.fixture.ts'
import { createManualClock, type TestConnectionOptions } from '../kit/test-connection.fixture.ts'
import { bigcommerceConnector } from './bigcommerce.connector.ts'
import { SCOPES, type Scope } from './bigcommerce-api.ts'
import { openBigCommerce } from './bigcommerce-session.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { type FakeBigCommerce, type FakeBigCommerceOptions, startFakeBigCommerce } from './fake-bigcommerce.fixture.ts'
import { createCustomer } from './winery.fixture.ts'

const HOUR = 3_600_000
const ORDERS = volume({ normal: 66, full: 160 })

const setUp = (options: Partial<FakeBigCommerceOptions> = {}, shared: Partial<TestConnectionOptions> = {}) => {
  const start = (now: () => number) => startFakeBigCommerce({ orders: 40, now, ...options })
  return setUpSync({ connector: bigcommerceConnector, open: openBigCommerce, start }, shared)
}

const without = (...missing: Scope[]): Scope[] =>
  (Object.keys(SCOPES) as Scope[]).filter((scope) => !missing.includes(scope))

const callsOf = (fake: FakeBigCommerce, end: string) => fake.server.calls.filter(({ path }) => path.endsWith(end))

const expectSynced = ({ fake, sink }: SyncSetup<FakeBigCommerce>) =>
  expect(sink.rows()).toEqual(sortedRows(fake.expected()))

describe('connection test', () => {
  test('returns the store and one record of each kind', async () => {
    const { connect } = await setUp()
    expect(await connect().session.test()).toEqual({
      name: 'Larkmoor Estate',
      timeZone: 'America/Chicago',
      currency: 'USD',
      samples: [
        { label: 'Orders', value: '139' },
        { label: 'Customers', value: '14, such as Ada Keller' },
        { label: 'Products', value: '7, such as 2021 Estate Pinot Noir' },
        { label: 'Inventory', value: '8, such as PN21 at Default location' },
      ],
      warnings: [],
    })
  })

  test.each([
    ['time zone', '"America/Chicago"', '"Hill Country"', 'time zone “Hill Country”'],
    ['currency', '"currency":"USD"', '"currency":"ABC"', 'currency “ABC”'],
    ['status', '"status_id":11', '"status_id":77', '“77” isn’t a known status'],
    [
      'payment status',
      '"payment_status":"captured"',
      '"payment_status":"pawned"',
      '“pawned” isn’t a known payment status',
    ],
    ['order source', '"order_source":"www"', '"order_source":"pigeon"', '“pigeon” isn’t a known order source'],
  ])('names an unknown %s at once', async (_what, known, unknown, warning) => {
    const { fake, connect } = await setUp()
    fake.server.failNext({ edit: (body) => body.replaceAll(known, unknown) }, { times: 20 })
    expect((await connect().session.test()).warnings).toContainEqual(expect.stringContaining(warning))
  })

  test('says that an order cannot be read, and why', async () => {
    const { fake, connect } = await setUp()
    fake.server.failNext(
      { edit: (body) => body.replaceAll('"total_inc_tax":"', '"total_inc_tax":"about ') },
      { when: ({ path }) => path.endsWith('/v2/orders') },
    )
    expect((await connect().session.test()).warnings).toContainEqual(
      'Orders: a record can’t be read. Total inc tax has an invalid value.',
    )
  })

  test.each(Object.keys(SCOPES) as Scope[])('names the missing scope %s', async (scope) => {
    const { connect } = await setUp({ scopes: without(scope) })
    const { warnings, samples } = await connect().session.test()
    expect(warnings).toEqual([expect.stringContaining(`doesn’t have the scope ${scope}.`)])
    expect(samples).toHaveLength(scope === 'Information & Settings' ? 4 : 3)
  })

  test('rejects a wrong token', async () => {
    const { connect } = await setUp()
    await expect(connect({ secrets: { accessToken: 'none' } }).session.test()).rejects.toThrow(CredentialsRejected)
  })
})

describe('an API account without a scope', () => {
  test.each([
    ['Products', 'products'],
    ['Customers', 'customers'],
    ['Store Inventory', 'inventory'],
  ] as const)('%s loads the rest and says so', async (scope, table) => {
    const { sink, sync } = await setUp({ scopes: without(scope) })
    await sync()
    const tables = new Set(sink.rows().map((entry) => entry.table))
    expect(tables).not.toContain(table)
    expect(tables).toContain('orders')
    expect(sink.quarantined).toEqual([{ sourceId: null, field: null, reason: expect.stringContaining(scope) }])
  })

  test('Orders fails and says so, not that the token is wrong', async () => {
    const { sync } = await setUp({ scopes: without('Orders') })
    const failure = sync()
    await expect(failure).rejects.toThrow(RequestRejected)
    await expect(failure).rejects.toThrow('doesn’t have the scope Orders')
  })

  test('Information & Settings counts prices in the account’s currency', async () => {
    const setup = await setUp({ scopes: without('Information & Settings') })
    await setup.sync()
    expectSynced(setup)
  })
})

describe('orders', () => {
  test('take two calls a page, and one more where an order has over 50 lines', async () => {
    const setup = await setUp({ orders: 60, mostOrders: 30 })
    const { fake } = setup
    await setup.sync()
    expectSynced(setup)
    expect(fake.server.calls.filter(fake.isMain)).toHaveLength(3)
    expect(callsOf(fake, '/refunds')).toHaveLength(2)
    expect(callsOf(fake, '/products').map(({ path }) => path)).toEqual([
      '/stores/abc123/v3/catalog/products',
      '/stores/abc123/v3/catalog/products',
      '/stores/abc123/v2/orders/130/products',
    ])
  })

  test('that are changed, archived, or made while pages are read are neither lost nor doubled', async () => {
    const setup = await setUp({ orders: 60, mostOrders: 20 })
    const { fake, sink, sync } = setup
    let pages = 0
    fake.beforeAnswer((call) => {
      if (!fake.isMain(call)) return
      pages += 1
      if (pages === 2) {
        for (const order of fake.winery.orders.slice(0, 5)) order.isDeleted = true
        fake.change()
      }
    })
    await sync()
    setup.clock.now += HOUR
    await sync()
    const archived = new Set(fake.winery.orders.slice(0, 5).map(({ id }) => String(id)))
    const own = sink.rows().filter(({ row }) => !archived.has(row.source_id.split('/')[0] ?? ''))
    expect(own).toEqual(sortedRows(fake.expected()))
    await sync({ full: true })
    expectSynced(setup)
  })

  test('that are archived leave the list; one that is fetched by its ID is removed with its refunds', async () => {
    const { fake, connect } = await setUp()
    const orders = connect().session.streams.find(({ name }) => name === 'orders')
    const refunded = fake.winery.orders.find(({ refunds }) => refunds.length > 0)
    if (!orders?.listing || !orders.fetch || !refunded) throw new Error('There are orders')
    refunded.isDeleted = true
    const listed = (await Array.fromAsync(orders.listing.list(null))).flat().map(({ sourceId }) => sourceId)
    const expected = fake.winery.orders.filter(({ status, isDeleted }) => status !== 0 && !isDeleted)
    expect(listed).toEqual(expected.map(({ id }) => String(id)))
    expect(await orders.listing.count?.(null)).toBe(expected.length)
    const refund = `${refunded.id}/refund-${refunded.refunds[0]?.id}`
    const page: SyncPage = await orders.fetch([refund, '999999'], null)
    expect(page.removed).toEqual([
      { table: 'orders', sourceIds: [String(refunded.id), refund] },
      { table: 'orders', sourceIds: ['999999'] },
    ])
  })

  test('that can’t be read keep their refunds', async () => {
    const { fake, sink, sync } = await setUp()
    const refunded = fake.winery.orders.find(({ refunds }) => refunds.length > 0)
    const edit = (body: string): string =>
      JSON.stringify(
        JSON.parse(body || '[]').map((order: { id: number }) =>
          order.id === refunded?.id ? { ...order, total_tax: 'much' } : order,
        ),
      )
    fake.server.failNext({ edit }, { when: fake.isMain })
    await sync()
    expect(sink.quarantined.map(({ sourceId }) => sourceId)).toEqual([
      String(refunded?.id),
      `${refunded?.id}/refund-${refunded?.refunds[0]?.id}`,
    ])
  })

  test('stay within the store’s limit, which other apps use too', async () => {
    const pace = createManualClock()
    const began = pace.now()
    let elapsed = 0
    const now = () => NOON + pace.now() - began + elapsed
    const setup = await setUp({ orders: 60, mostOrders: 10, now }, { pace })
    const { fake } = setup
    fake.limit({ calls: 8, windowMs: 30_000 })
    fake.beforeAnswer(() => {
      elapsed += 1000
    })
    const { waits } = await setup.sync()
    expectSynced(setup)
    expect(waits.map(({ reason }) => reason)).toContain('BigCommerce is limiting requests')
  })
})

describe('customers', () => {
  const many = () => setUp({ orders: 3, customers: 620 })

  test('that are deleted or changed while pages are read shift no other one away', async () => {
    const setup = await many()
    const { fake, sink, sync } = setup
    const { customers } = fake.winery
    let pages = 0
    fake.beforeAnswer(({ path }) => {
      if (!path.endsWith('/v3/customers')) return
      pages += 1
      if (pages !== 3) return
      // One of the first page is deleted, one changes, and one is new.
      customers.splice(5, 1)
      Object.assign(customers[100] ?? {}, { group: 4, modified: NOON })
      customers.push({ ...createCustomer(9000, NOON), modified: NOON })
    })
    await sync()
    expect(pages).toBe(4)
    setup.clock.now += HOUR
    await sync()
    const ids = new Set(sink.rows().flatMap(({ table, row }) => (table === 'customers' ? [row.source_id] : [])))
    expect(customers.filter(({ id }) => !ids.has(String(id)))).toEqual([])
    await sync({ full: true })
    expectSynced(setup)
  })

  test('resume at the page where a read was interrupted', async () => {
    const { fake, sink, sync, connect } = await many()
    const [, , stream] = connect().session.streams
    if (stream?.name !== 'customers') throw new Error('There are customers')
    for await (const page of stream.read(null)) {
      sink.states.set('customers', page.next)
      break
    }
    fake.server.calls.splice(0)
    await sync({ streams: ['customers'] })
    const pages = callsOf(fake, '/v3/customers').map(({ query }) => query.get('page'))
    expect(pages).toEqual(['2', '1'])
  })

  test('are fetched by ID, and missing ones reported', async () => {
    const { connect } = await many()
    const stream = connect().session.streams[2]
    const page = await stream?.fetch?.(['11', '12', '99999'], null)
    expect(page?.rows.map(({ row }) => row.source_id)).toEqual(['11', '12'])
    expect(page?.removed).toEqual([{ table: 'customers', sourceIds: ['99999'] }])
  })
})

test('a product that can’t be read keeps its variants', async () => {
  const { fake, sink, sync } = await setUp()
  const edit = (body: string): string => body.replace('"name":"2021 Estate Pinot Noir"', '"name":7')
  fake.server.failNext({ edit }, { when: ({ path }) => path.endsWith('/catalog/products') })
  await sync({ streams: ['products'] })
  expect(sink.quarantined.map(({ sourceId, field }) => [sourceId, field])).toEqual([
    ['501', 'name'],
    ['502', 'name'],
  ])
})

describeConnector({
  connector: bigcommerceConnector,
  open: openBigCommerce,
  start: ({ records, now }) => startFakeBigCommerce({ orders: records === 'some' ? ORDERS : 0, now, mostOrders: 20 }),
  documented: documentedAnswer,
})
