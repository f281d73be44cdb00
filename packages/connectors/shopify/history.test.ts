import { afterEach, describe, expect, test } from 'vitest'
import type { SyncStream } from '../kit/connector.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { CredentialsRejected, MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { type FakeShopSetup, type StageOptions, setUpFakeShop } from './fake/fake-shop-setup.fixture.ts'

const HOUR_MS = 3_600_000
/** More than are read page by page. */
const MANY = 1100

let staged: FakeShopSetup | null = null
afterEach(async () => {
  await staged?.close()
  staged = null
})

const stage = async (options: Partial<StageOptions> = {}): Promise<FakeShopSetup> => {
  staged = await setUpFakeShop({ orders: MANY, ...options })
  return staged
}

const isDownload = ({ path }: FakeCall): boolean => path.startsWith('/exports/')

const ordersOf = ({ connect }: FakeShopSetup): SyncStream => {
  const found = connect().session.streams.find(({ name }) => name === 'orders')
  if (!found) throw new Error('There is no stream of orders')
  return found
}

describe('a long history', () => {
  test('comes as one export, with pages for nothing but refunds', async () => {
    const { sync, sink, expected, operations, fake, winery } = await stage()
    await sync()
    expect(sink.rows()).toEqual(expected())
    expect(operations()).not.toContain('OrderPage')
    expect(fake.operations).toHaveLength(2)
    const refunds = winery.orders.flatMap((order) => order.refunds).length
    expect(operations().filter((name) => name === 'RefundDetails').length).toBeLessThan(refunds / 2)
  })

  test('is followed by pages of what changed since', async () => {
    const { sync, sink, expected, operations, fake, clock, winery } = await stage()
    await sync()
    fake.server.calls.splice(0)
    clock.now += HOUR_MS
    winery.change(fake.now(), 50)
    await sync()
    expect(sink.rows()).toEqual(expected())
    expect(operations().filter((name) => name === 'OrderPage').length).toBeGreaterThan(3)
    expect(fake.operations).toHaveLength(3)
  })

  test('read in full again, it shows which orders are gone', async () => {
    const { sync, sink, expected, winery } = await stage()
    await sync()
    for (const order of winery.orders.slice(10, 30)) winery.deleteOrder(order)
    await sync()
    expect(sink.rows()).not.toEqual(expected())
    await sync({ full: true })
    expect(sink.rows()).toEqual(expected())
  })

  test('goes on in the same file after a run that was killed', async () => {
    const { sink, expected, fake, connect, sync } = await stage()
    const { session } = connect()
    const killed = session.streams.map(
      (stream): SyncStream => ({
        ...stream,
        async *read(state) {
          let pages = 0
          for await (const page of stream.read(state)) {
            yield page
            pages += 1
            if (stream.name === 'orders' && pages === 3) return
          }
        },
      }),
    )
    await sink.sync({ ...session, streams: killed })
    expect(sink.states.get('orders')).toMatchObject({ mode: 'export', done: 400 })
    await sync()
    expect(sink.rows()).toEqual(expected())
    // Products are read each time, orders once.
    expect(fake.operations).toHaveLength(3)
  })

  test.each(['cut', 'reset', 'hang'] as const)('arrives whole when its download breaks: %s', async (fault) => {
    const { sync, sink, expected, fake } = await stage()
    fake.server.failNext(fault, { times: 2, when: isDownload })
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('of which a part is missing ends the run', async () => {
    const { fake } = await stage()
    const edit = (body: string): string => body.split('\n').slice(0, -20).join('\n')
    fake.server.failNext({ edit }, { when: isDownload })
    if (!staged) return
    await expect(Array.fromAsync(ordersOf(staged).read(null))).rejects.toThrow(MalformedResponse)
  })

  test('that holds no JSON ends the run', async () => {
    const { fake } = await stage()
    fake.server.failNext('html', { when: isDownload })
    if (!staged) return
    await expect(Array.fromAsync(ordersOf(staged).read(null))).rejects.toThrow(/Line 1 of the export is not JSON/)
  })

  test('is asked for anew when Shopify gave up writing it', async () => {
    const { sync, sink, expected, fake } = await stage({ exportPolls: 3 })
    if (!staged) return
    const reading = ordersOf(staged).read(null)[Symbol.asyncIterator]()
    const first = await reading.next()
    for (const operation of fake.operations) operation.status = 'FAILED'
    await expect(reading.next()).rejects.toThrow(PlatformUnavailable)
    sink.states.set('orders', first.value?.next ?? {})
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('is asked for anew when the file is no longer kept', async () => {
    const { sync, sink, expected, clock } = await stage()
    if (!staged) return
    const reading = ordersOf(staged).read(null)[Symbol.asyncIterator]()
    const first = await reading.next()
    sink.states.set('orders', first.value?.next ?? {})
    clock.now += 8 * 24 * HOUR_MS
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('waits its turn while another export of the app is written', async () => {
    const { sync, sink, expected, fake } = await stage({ exportPolls: 4 })
    await fetch(`${fake.server.url}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': fake.secrets.accessToken },
      body: JSON.stringify({
        query:
          'mutation M($q: String!) { bulkOperationRunQuery(query: $q, groupObjects: true) { bulkOperation { id } } }',
        variables: { q: '{ customers { edges { node { id } } } }' },
      }),
    })
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('asks nothing more once the credentials are taken back', async () => {
    const { sync, fake } = await stage()
    fake.server.failNext({ status: 401 }, { times: 100 })
    await expect(sync()).rejects.toThrow(CredentialsRejected)
    expect(fake.server.calls).toHaveLength(1)
  })
})
