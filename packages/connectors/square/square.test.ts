import { describe, expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, RequestRejected } from '../kit/platform-problems.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { NOON, setUpSync } from '../kit/sync-setup.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { squareConnector } from './square.connector.ts'
import { PERMISSIONS } from './square-authorization.ts'
import { type SquareFake, type SquareFakeOptions, startSquareFake } from './square-fake.fixture.ts'
import { openSquare } from './square-session.ts'

const HOUR = 3_600_000
const ORDERS = volume({ normal: 160, full: 240 })

const setUp = (options: Partial<SquareFakeOptions> = {}) => {
  const start = (now: () => number) => startSquareFake({ orders: 60, now, ...options })
  return setUpSync({ connector: squareConnector, open: openSquare, start })
}

const bodiesOf = (fake: SquareFake, path: string) =>
  fake.server.calls.filter((call) => call.path === path).map(({ body }) => JSON.parse(body))

const without = (...missing: string[]): string[] => Object.keys(PERMISSIONS).filter((name) => !missing.includes(name))

/** The fake has orders of a product of Square that says nothing about the channel. */
const UNKNOWN_SOURCE = expect.stringContaining('“Invoices” isn’t a known source')

describe('connection test', () => {
  test('returns the merchant with the time zone of its main location', async () => {
    const { connect } = await setUp()
    expect(await connect().session.test()).toEqual({
      name: 'Larkmoor Estate',
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      samples: [
        { label: 'Orders', value: 'ORD2' },
        { label: 'Customers', value: '20, such as Jonas Keller' },
        { label: 'Products', value: '2021 Estate Pinot Noir' },
        { label: 'Inventory', value: '185 at Tasting Room' },
        { label: 'Team members', value: 'Ada Abel' },
      ],
      warnings: [UNKNOWN_SOURCE],
    })
  })

  test.each([
    ['timezone', '"timezone":"America/Los_Angeles"', '"timezone":"Napa Valley Time"', 'time zone “Napa Valley Time”'],
    ['state', '"state":"COMPLETED"', '"state":"ON_ICE"', '“ON_ICE” isn’t a known state'],
    ['currency', '"currency":"USD","status"', '"currency":"ABC","status"', 'currency “ABC”'],
  ])('names an unknown %s at once', async (_what, known, unknown, warning) => {
    const { fake, connect } = await setUp()
    fake.server.failNext({ edit: (body) => body.replaceAll(known, unknown) }, { times: 20 })
    expect((await connect().session.test()).warnings).toContainEqual(expect.stringContaining(warning))
  })

  test('says that an order cannot be read, and why', async () => {
    const { fake, connect } = await setUp()
    fake.server.failNext(
      { edit: (body) => body.replaceAll('"quantity":"1"', '"quantity":"one"') },
      { when: ({ path }) => path === '/v2/orders/search' },
    )
    const { warnings } = await connect().session.test()
    expect(warnings).toContainEqual(expect.stringContaining('Orders: a record can’t be read'))
  })

  test('rejects a token that is not a Square token', async () => {
    const { connect } = await setUp()
    await expect(connect({ secrets: { accessToken: 'none' } }).session.test()).rejects.toThrow(CredentialsRejected)
  })

  test('returns when a token expires, or null', async () => {
    const { fake, connect } = await setUp()
    expect(await connect().session.credentialsEnd?.()).toBe(null)
    const edit = (body: string) => body.replace('{', '{"expires_at":"2026-07-01T00:00:00Z",')
    fake.server.failNext({ edit }, { when: ({ path }) => path === '/oauth2/token-status' })
    expect(await connect().session.credentialsEnd?.()).toBe(Date.UTC(2026, 6, 1))
  })

  test.each(Object.keys(PERMISSIONS))('warns about the missing permission %s', async (permission) => {
    const { connect } = await setUp({ scopes: without(permission) })
    const { samples, warnings } = await connect().session.test()
    const isReadable = samples?.some(({ label }) => label === 'Orders') === true
    expect(isReadable).toBe(permission !== 'ORDERS_READ' && permission !== 'MERCHANT_PROFILE_READ')
    expect(warnings).toEqual([expect.stringContaining(permission), ...(isReadable ? [UNKNOWN_SOURCE] : [])])
  })
})

describe('a token with missing permissions', () => {
  test.each([
    ['CUSTOMERS_READ', 'customers', 1],
    ['EMPLOYEES_READ', 'team_members', 1],
    ['INVENTORY_READ', 'inventory', 1],
    ['ITEMS_READ', 'products', 2],
    ['ORDERS_READ', 'orders', 1],
  ])('without %s loads no %s, reports it and loads the rest', async (permission, table, reported) => {
    const { sink, sync } = await setUp({ scopes: without(permission) })
    await sync()
    const tables = new Set(sink.rows().map((entry) => entry.table))
    expect(tables).not.toContain(table)
    expect(tables).toContain(permission === 'ORDERS_READ' ? 'customers' : 'orders')
    expect(sink.quarantined).toHaveLength(reported)
    for (const { sourceId, reason } of sink.quarantined) {
      expect({ sourceId, reason }).toEqual({ sourceId: null, reason: expect.stringContaining(permission) })
    }
  })

  test('customers are read from the beginning once the token may read them', async () => {
    const { sink, sync } = await setUp({ scopes: without('CUSTOMERS_READ') })
    const full = await setUp()
    await sync()
    await sync()
    expect(sink.quarantined).toHaveLength(1)
    await sink.sync(full.connect().session)
    expect(sink.rows().filter(({ table }) => table === 'customers')).toHaveLength(full.fake.winery.customers.length)
  })

  test('without PAYMENTS_READ orders have no team member', async () => {
    const { sink, sync } = await setUp({ scopes: without('PAYMENTS_READ') })
    await sync()
    const orders = rowsOfTable('orders', sink.rows())
    expect(orders.length).toBeGreaterThanOrEqual(60)
    expect(new Set(orders.map(({ team_member }) => team_member))).toEqual(new Set([null]))
  })
})

describe('orders', () => {
  test('are searched in batches when there are more locations than one search accepts', async () => {
    const { fake, sink, sync } = await setUp({ locations: 23, mostOrders: 20 })
    await sync()
    expect(sink.rows()).toEqual(sortedRows(fake.expected()))
    const sizes = bodiesOf(fake, '/v2/orders/search').map(({ location_ids }) => location_ids.length)
    expect(new Set(sizes)).toEqual(new Set([10, 3]))
  })

  test('resume in the locations where a read was interrupted', async () => {
    const { fake, sink, sync, connect } = await setUp({ locations: 23, mostOrders: 20 })
    const stream = connect().session.streams.find(({ name }) => name === 'orders')
    if (!stream) throw new Error('There are orders')
    const states = []
    for await (const page of stream.read(null)) states.push(page.next)
    const middle = states[Math.floor(states.length / 2)]
    if (!middle) throw new Error('There are several pages')
    fake.server.calls.splice(0)
    for await (const _page of connect().session.streams[4]?.read(middle) ?? []);
    expect(bodiesOf(fake, '/v2/orders/search').length).toBeLessThan(states.length)
    await sync()
    expect(sink.rows()).toEqual(sortedRows(fake.expected()))
  })

  test('of registers that were offline for three days are read once they arrive', async () => {
    const { fake, clock, sync } = await setUp()
    await sync()
    fake.server.calls.splice(0)
    clock.now += HOUR
    await sync()
    const [first] = bodiesOf(fake, '/v2/orders/search')
    expect(first.query.filter.date_time_filter.updated_at.start_at).toBe(new Date(NOON - 72 * HOUR).toISOString())
  })

  test('that are rejected name the error code of Square, without a retry', async () => {
    const { fake, sync } = await setUp()
    const body = JSON.stringify({ errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'INVALID_CURSOR' }] })
    fake.server.failNext({ status: 400, body }, { times: 10, when: fake.isMain })
    const failure = sync()
    await expect(failure).rejects.toThrow(RequestRejected)
    await expect(failure).rejects.toThrow('INVALID_CURSOR')
    expect(fake.server.calls.filter(fake.isMain)).toHaveLength(1)
  })

  test('that are quarantined are still included in the order list of Square', async () => {
    const { fake, sink, sync } = await setUp()
    const edit = (body: string): string => body.replaceAll('"line_items":[{', '"line_items":[{"quantity":2},{')
    fake.server.failNext({ edit }, { times: 9, when: fake.isMain })
    const { session } = await sync()
    const ours = sink.rows().filter(({ table, row }) => table === 'orders' && !row.source_id.startsWith('RET'))
    const span = { from: 0, until: NOON + 1 }
    const theirs = (await Array.fromAsync(session.orders(span, []))).flat()
    expect(ours).toEqual([])
    expect(theirs.length).toBeGreaterThanOrEqual(60)
    expect(theirs.every(({ total }) => Number.isSafeInteger(total))).toBe(true)
  })

  test('that double a return are compared with the money that Square paid back', async () => {
    const { fake, connect } = await setUp()
    fake.change()
    const edit = (body: string): string => {
      const page = JSON.parse(body)
      for (const order of page.orders ?? []) {
        if (order.line_items || !order.returns) continue
        for (const { return_amounts } of order.returns) return_amounts.total_money.amount *= 2
      }
      return JSON.stringify(page)
    }
    const refunds = async () =>
      (await Array.fromAsync(connect().session.orders({ from: 0, until: NOON + 24 * HOUR }, [])))
        .flat()
        .filter(({ sourceId, total }) => total < 0 && !sourceId.includes(':'))
    const whole = await refunds()
    fake.server.failNext({ edit }, { times: 9, when: fake.isMain })
    expect(whole.length).toBeGreaterThan(0)
    expect(await refunds()).toEqual(whole)
  })

  test('with an unreadable payment are loaded without it, which is reported', async () => {
    const { fake, sink, sync } = await setUp()
    let corruptedId = ''
    const edit = (body: string): string => {
      const page = JSON.parse(body)
      corruptedId = page.payments[0].order_id
      page.payments[0].created_at = 'yesterday'
      return JSON.stringify(page)
    }
    fake.server.failNext({ edit }, { when: ({ path }) => path === '/v2/payments' })
    await sync()
    expect(sink.quarantined).toMatchObject([{ sourceId: corruptedId, field: 'payment.created_at' }])
    expect(sink.row('orders', corruptedId)?.row).toMatchObject({ team_member: null })
  })
})

describe('the catalog', () => {
  test('is read completely, so that deleted products are removed and old orders keep their names', async () => {
    const { fake, sink, sync, clock } = await setUp()
    await sync()
    const [product] = fake.winery.products
    if (!product) throw new Error('There are products')
    product.isDeleted = true
    clock.now += HOUR
    await sync({ full: true })
    expect(sink.row('products', product.row.source_id)).toBeUndefined()
    expect(sink.rows()).toEqual(sortedRows(fake.expected()))
  })

  test('keeps the products of an unreadable item unchanged and reports it', async () => {
    const { fake, sink, sync, clock } = await setUp()
    await sync()
    const before = sink.rows().filter(({ table }) => table === 'products')
    const edit = (body: string): string => body.replace('"item_data":{"name":"Corkscrew"', '"item_data":{"name":7')
    fake.server.failNext({ edit }, { when: ({ path }) => path === '/v2/catalog/search' })
    clock.now += HOUR
    await sync({ streams: ['catalog'] })
    expect(sink.rows().filter(({ table }) => table === 'products')).toEqual(before)
    expect(sink.quarantined).toMatchObject([
      { sourceId: 'ITEM-VAR10', field: 'item_data.name' },
      { sourceId: 'VAR10', field: 'item_variation_data.item_id' },
    ])
  })
})

describe('customers', () => {
  test('that were deleted are removed by a full read', async () => {
    const { fake, sink, sync, clock } = await setUp()
    await sync()
    const [gone] = fake.winery.customers.splice(0, 1)
    clock.now += HOUR
    await sync()
    expect(sink.row('customers', gone?.source_id ?? '')).toBeDefined()
    clock.now += HOUR
    await sync({ full: true })
    expect(sink.row('customers', gone?.source_id ?? '')).toBeUndefined()
  })
})

test('a webhook that was removed is registered anew', async () => {
  const { fake, connect } = await setUp({ orders: 0 })
  const { webhooks } = connect().session
  const first = await webhooks?.register('https://cuvee.example/hooks/1')
  if (first) await webhooks?.remove(first)
  const again = await webhooks?.register('https://cuvee.example/hooks/1')
  expect([...fake.subscriptions.registered.keys()]).toEqual(again?.ids)
})

describeConnector({
  connector: squareConnector,
  open: openSquare,
  documented: documentedAnswer,
  start: ({ records, now }) => startSquareFake({ orders: records === 'some' ? ORDERS : 0, now, mostOrders: 50 }),
})
