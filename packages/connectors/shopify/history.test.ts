import { describe, expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { SyncStream } from '../kit/connector.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { CredentialsRejected, PlatformUnavailable } from '../kit/platform-problems.ts'
import { type FakeShopOptions, type FakeShopSetup, setUpFakeShop } from './fake/fake-shop-setup.fixture.ts'

const HOUR_MS = 3_600_000
/** More orders than are read page by page. */
const MANY = 1100

const setUp = (options: Partial<FakeShopOptions> = {}) => setUpFakeShop({ orders: MANY, ...options })

const isDownload = ({ path }: FakeCall): boolean => path.startsWith('/exports/')

const ordersOf = (connect: FakeShopSetup['connect']): SyncStream => {
  const found = connect().session.streams.find(({ name }) => name === 'orders')
  if (!found) throw new Error('There is no stream of orders')
  return found
}

describe('a long history', () => {
  test('is read as one export, with pages only for refunds', async () => {
    const { sync, sink, expected, operations, fake, winery } = await setUp()
    await sync()
    expect(sink.rows()).toEqual(expected())
    expect(operations()).not.toContain('OrderPage')
    expect(fake.operations).toHaveLength(2)
    const refunds = winery.orders.flatMap((order) => order.refunds).length
    expect(operations().filter((name) => name === 'RefundDetails').length).toBeLessThan(refunds / 2)
  })

  test('is followed by pages of the changes since', async () => {
    const { sync, sink, expected, operations, fake, clock, winery } = await setUp()
    await sync()
    fake.server.calls.splice(0)
    clock.now += HOUR_MS
    winery.change(fake.now(), 50)
    await sync()
    expect(sink.rows()).toEqual(expected())
    expect(operations().filter((name) => name === 'OrderPage').length).toBeGreaterThan(3)
    expect(fake.operations).toHaveLength(3)
  })

  test('shows deleted orders when it is read in full again', async () => {
    const { sync, sink, expected, winery } = await setUp()
    await sync()
    for (const order of winery.orders.slice(10, 30)) winery.deleteOrder(order)
    await sync()
    expect(sink.rows()).not.toEqual(expected())
    await sync({ full: true })
    expect(sink.rows()).toEqual(expected())
  })

  test('resumes in the same file after a run was killed', async () => {
    const { sink, expected, fake, connect, sync } = await setUp()
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

  // Each hanging download waits for its limit of a second.
  const FAULTS = volume<readonly ('cut' | 'reset' | 'hang')[]>({
    normal: ['cut', 'reset'],
    full: ['cut', 'reset', 'hang'],
  })

  test.each(FAULTS)('is read completely when its download breaks: %s', async (fault) => {
    const { sync, sink, expected, fake } = await setUp()
    fake.server.failNext(fault, { times: 2, when: isDownload })
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test.each([
    ['lines', (body: string): string => body.split('\n').slice(0, -20).join('\n')],
    ['half of a line', (body: string): string => body.slice(0, -400)],
  ])('F11: is read completely when its file first ends early by %s', async (_what, edit) => {
    const { sync, sink, expected, fake } = await setUp()
    fake.server.failNext({ edit }, { times: 2, when: isDownload })
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('ends the run when part of the export is missing each time', async () => {
    const { fake, connect } = await setUp()
    const edit = (body: string): string => body.split('\n').slice(0, -20).join('\n')
    fake.server.failNext({ edit }, { times: 1_000, when: isDownload })
    await expect(Array.fromAsync(ordersOf(connect).read(null))).rejects.toThrow(PlatformUnavailable)
  })

  test('ends the run when the export is not JSON', async () => {
    const { fake, connect } = await setUp()
    fake.server.failNext('html', { when: isDownload })
    await expect(Array.fromAsync(ordersOf(connect).read(null))).rejects.toThrow(/Line 1 of the export is not JSON/)
  })

  test.each([
    ['failed to write the export', 'FAILED', PlatformUnavailable],
    ['denied the export and allows it later', 'DENIED', 'required permission'],
  ] as const)('is requested again when Shopify %s', async (_what, status, error) => {
    const { sync, sink, expected, fake, connect } = await setUp({ exportPolls: 3 })
    const reading = ordersOf(connect).read(null)[Symbol.asyncIterator]()
    const first = await reading.next()
    for (const operation of fake.operations) operation.status = status
    await expect(reading.next()).rejects.toThrow(error)
    sink.states.set('orders', first.value?.next ?? {})
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('is requested again when the export file has expired', async () => {
    const { sync, sink, expected, clock, connect } = await setUp()
    const reading = ordersOf(connect).read(null)[Symbol.asyncIterator]()
    const first = await reading.next()
    sink.states.set('orders', first.value?.next ?? {})
    clock.now += 8 * 24 * HOUR_MS
    await sync()
    expect(sink.rows()).toEqual(expected())
  })

  test('waits while another export of the app is running', async () => {
    const { sync, sink, expected, fake } = await setUp({ exportPolls: 4 })
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

  test('makes no further calls once the credentials are revoked', async () => {
    const { sync, fake } = await setUp()
    fake.server.failNext({ status: 401 }, { times: 100 })
    await expect(sync()).rejects.toThrow(CredentialsRejected)
    expect(fake.server.calls).toHaveLength(1)
  })
})
