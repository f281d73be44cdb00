import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { SyncStream } from '../kit/connector.ts'
import type { FakeAnswer, FakeCall, FakeServer, FakeServerOptions } from '../kit/fake-server.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { createManualClock, type TestConnection } from '../kit/test-connection.fixture.ts'
import { commerce7Connector } from './commerce7.connector.ts'
import { openCommerce7 } from './commerce7-session.ts'
import { FAKE_SECRETS, FAKE_SETTINGS } from './fake-commerce7.fixture.ts'
import { makeStock } from './winery-catalog.fixture.ts'

const PAGE_SIZE = 50

const connect = async (answer: FakeServerOptions['answer']): Promise<TestConnection & { server: FakeServer }> => {
  const pace = createManualClock()
  const credentials = { settings: FAKE_SETTINGS, secrets: FAKE_SECRETS, basePath: '/v1' }
  const access = { connector: commerce7Connector, open: openCommerce7, ...credentials }
  const setup = await setUpAnswers({ ...access, answer, now: pace.now }, { pace })
  return { ...setup.connect(), server: setup.fake.server }
}

const streamOf = ({ session }: TestConnection, name: string): SyncStream => {
  const found = session.streams.find((stream) => stream.name === name)
  if (!found) throw new Error(`There is no stream ${name}`)
  return found
}

const readAll = async (stream: SyncStream): Promise<{ read: number; orders: number }> => {
  const sums = { read: 0, orders: 0 }
  for await (const page of stream.read(null)) {
    sums.read += page.read
    sums.orders += page.rows.filter(({ table }) => table === 'orders').length
  }
  return sums
}

/** The maximum number of calls within any minute by the platform's clock. */
const mostInAMinute = (calls: readonly FakeCall[]): number => {
  let most = 0
  let first = 0
  for (const [index, { at }] of calls.entries()) {
    while ((calls[first]?.at ?? at) <= at - 60_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

const HISTORY = volume({ normal: 10_000, full: 200_000 })

const RECORD = JSON.stringify({
  id: 'ord-7777777',
  orderNumber: 7_777_777,
  orderSubmittedDate: '2026-03-14T21:02:11.120Z',
  updatedAt: '2026-03-15T09:00:00.000Z',
  purchaseType: 'Regular',
  paymentStatus: 'Paid',
  channel: 'Web',
  subTotal: 5000,
  total: 5000,
  items: [{ id: 'a', type: 'Wine', sku: '22-PN', price: 5000, quantity: 1 }],
})

/** Pages of one serialized order under new numbers, so that the fake costs next to nothing. */
const historyPage = (cursor: number): string => {
  const record = (_: unknown, index: number): string =>
    RECORD.replaceAll('7777777', String(1_000_000 + cursor * PAGE_SIZE + index))
  const next = (cursor + 1) * PAGE_SIZE < HISTORY ? `"p${cursor + 1}"` : 'null'
  return `{"orders":[${Array.from({ length: PAGE_SIZE }, record).join()}],"cursor":${next}}`
}

test(`reading ${HISTORY} orders makes only cursor calls and no rate-limited calls`, async () => {
  const connection = await connect(({ path, query }) => {
    if (path === '/v1/setting') return { body: { currency: 'USD' } }
    if (path === '/v1/product') return { body: { products: [], cursor: null } }
    if (path === '/v1/department' || path === '/v1/vendor') return { status: 404, body: {} }
    return { body: historyPage(Number((query.get('cursor') ?? '').replace(/\D/g, ''))) }
  })
  expect(await readAll(streamOf(connection, 'orders'))).toEqual({ read: HISTORY, orders: HISTORY })
  const calls = connection.server.calls.map(({ path }) => path)
  expect(calls.filter((path) => path === '/v1/order')).toHaveLength(HISTORY / PAGE_SIZE)
  expect(calls.filter((path) => path !== '/v1/order')).toEqual([
    '/v1/setting',
    '/v1/department',
    '/v1/vendor',
    '/v1/product',
  ])
  expect(connection.waits).toEqual([])
}, 120_000)

const stockPage = (query: URLSearchParams, total: number): FakeAnswer => {
  const skip = (Number(query.get('page')) - 1) * PAGE_SIZE
  const stock = (position: number) =>
    makeStock(`s${position}`, 'Wine', true, { available: 1, reserved: 0, allocated: 0 })
  const orderIndexes = Array.from(
    { length: Math.max(0, Math.min(PAGE_SIZE, total - skip)) },
    (_, index) => skip + index,
  )
  return { body: { inventory: orderIndexes.map((place) => stock(place).wire), total } }
}

test('lists with page numbers make at most 100 calls in any minute', async () => {
  const connection = await connect(({ query }) => stockPage(query, 4000))
  for (let time = 0; time < 4; time += 1) expect((await readAll(streamOf(connection, 'inventory'))).read).toBe(4000)
  expect(connection.server.calls).toHaveLength(320)
  expect(mostInAMinute(connection.server.calls)).toBeLessThanOrEqual(100)
  expect(connection.waits.map(({ reason }) => reason)).toContain('The platform takes 100 calls in 60 seconds')
}, 30_000)

test('beyond page 100 a list makes one call per minute', async () => {
  const connection = await connect(({ query }) => stockPage(query, 5400))
  expect((await readAll(streamOf(connection, 'inventory'))).read).toBe(5400)
  const deep = connection.server.calls.filter(({ query }) => Number(query.get('page')) > 100)
  expect(deep).toHaveLength(8)
  expect(mostInAMinute(deep)).toBe(1)
}, 30_000)

test('re-reads a page-numbered list that lost a record during the read', async () => {
  let calls = 0
  const connection = await connect(({ query }) => {
    calls += 1
    const answer = stockPage(query, 120)
    if (calls === 1) return answer
    // After the first page one of its records is deleted: the others move up, and one of them appears on no page.
    if (calls > 2) return stockPage(query, 119)
    const skip = (Number(query.get('page')) - 1) * PAGE_SIZE + 1
    const ids = Array.from({ length: Math.min(PAGE_SIZE, 120 - skip) }, (_, index) => `inv-s${skip + index}`)
    return { body: { inventory: ids.map((id) => ({ id, sku: id })), total: 119 } }
  })
  const seen = new Set<string>()
  for await (const { rows } of streamOf(connection, 'inventory').read(null)) {
    for (const { row } of rows) seen.add(row.source_id)
  }
  expect(calls).toBe(5)
  expect(seen).toContain('inv-s118')
  expect(seen.size).toBe(119)
})

test('restarts a list whose cursor has expired', async () => {
  const connection = await connect(({ path, query }) => {
    if (path === '/v1/setting') return { body: { currency: 'USD' } }
    if (query.get('cursor') === 'start') return { body: { customers: [{ id: 'c1' }], cursor: null } }
    return { status: 422, body: { type: 'validationError' } }
  })
  const state = { mark: null, page: { cursor: 'long-gone', after: null } }
  const pages = await Array.fromAsync(streamOf(connection, 'customers').read(state))
  expect(pages.map(({ read }) => read)).toEqual([1])
})
