import { afterEach, expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { isPageOf, isSearchOf } from './fake-winedirect.fixture.ts'
import { escapeXml } from './soap/xml-text.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { openStage, type StageOptions, type WineDirectStage } from './winedirect-session.fixture.ts'
import { fakeContact, storedContact } from './winery-people.fixture.ts'
import { faultXml } from './wire-xml.fixture.ts'

const HOUR_MS = 3_600_000
const stages: WineDirectStage[] = []

afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close()
})

const stageOf = async (options: StageOptions): Promise<WineDirectStage> => {
  const stage = await openStage(options)
  stages.push(stage)
  return stage
}

const expectInStep = ({ sink, winery }: WineDirectStage): void => {
  expect(sink.rows()).toEqual(sortedRows(winery.rows()))
}

test.each([
  ['us', 'https://webservices.vin65.com'],
  ['au', 'https://webservices.aus.vin65.com'],
  [undefined, 'https://webservices.vin65.com'],
])('region %s is at %s', (region, url) => {
  const { defaultUrl } = winedirectConnector
  expect(typeof defaultUrl === 'function' && defaultUrl({ username: 'a', region })).toBe(url)
})

test('each order costs one call for its items, and each list one for a page', async () => {
  const stage = await stageOf({ orders: 40 })
  await stage.sync(['orders'])
  expect(stage.count('GetOrderDetail')).toBe(40)
  // Two months are three windows; the first change there is takes some looks.
  const pages = stage.server.calls.filter((call) => isPageOf(call, 'SearchOrders'))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(3)
  expect(stage.count('SearchOrders')).toBeLessThan(16)
})

test('at most six calls for items are under way at a time', async () => {
  const stage = await stageOf({ orders: 40 })
  const { client, session } = stage.connect()
  let underway = 0
  let most = 0
  const watched = winedirectConnector.open({
    settings: { username: 'estate-webservice' },
    secrets: { password: 'x7-very-secret-word' },
    now: () => stage.clock.now,
    account: { currency: 'USD', timeZone: 'UTC' },
    client: {
      ...client,
      async send(request) {
        underway += 1
        most = Math.max(most, underway)
        return client.send(request).finally(() => {
          underway -= 1
        })
      },
    },
  })
  await stage.sink.sync({ ...session, streams: watched.streams })
  expect(most).toBe(6)
  expectInStep(stage)
})

test('an order that is known and did not change costs no call for its items again', async () => {
  const stage = await stageOf({ orders: 40 })
  await stage.sync()
  stage.winery.change(2)
  const costs: number[] = []
  for (const hours of [1, 5, 1, 1]) {
    stage.clock.now += hours * HOUR_MS
    await stage.sync()
    costs.push(stage.count('GetOrderDetail'))
  }
  // What changed within the last hours may change once more within the same second of the platform's clock.
  expect(costs).toEqual([2, 2, 0, 0])
  expect(stage.count('SearchOrders')).toBe(1)
  stage.winery.change(2)
  await stage.sync()
  expectInStep(stage)
})

test('a rest that the headers ask for is waited out before the next call', async () => {
  const stage = await stageOf({ orders: 20 })
  stage.limit({ calls: 1, seconds: 60 })
  const lift = (body: string): string => {
    stage.limit(null)
    return body
  }
  stage.server.failNext({ edit: lift })
  const { session, waits } = stage.connect()
  await stage.sink.sync(session, { streams: ['products', 'clubs'] })
  expect(waits.map(({ reason }) => reason)).toEqual(['WineDirect takes no more calls for now'])
  expect(stage.server.calls).toHaveLength(2)
})

test('a window that cannot be answered whole is read in halves', async () => {
  const stage = await stageOf({ orders: 60 })
  const days = (body: string): number => {
    const [from = '', to = ''] = ['From', 'To'].map((end) => new RegExp(`DateModified${end}>([^<]+)<`).exec(body)?.[1])
    return (Date.parse(`${to || '2026-06-17T19:00:00'}Z`) - Date.parse(`${from}Z`)) / 86_400_000
  }
  stage.server.failNext(
    { status: 504 },
    { times: 1000, when: (call) => isPageOf(call, 'SearchOrders') && days(call.body) > 10 },
  )
  await stage.sync()
  expectInStep(stage)
})

test('a list that moves while it is read is read in halves', async () => {
  const stage = await stageOf({ orders: 60, mostRows: 10 })
  stage.server.failNext(
    { edit: (body) => body.replace(/(<RecordCount [^>]*>)\d+/, '$1999') },
    { when: (call) => isPageOf(call, 'SearchOrders') && call.body.includes('<Page>2<') },
  )
  await stage.sync()
  expectInStep(stage)
})

test.each([
  ['a fault', { status: 500, body: faultXml('Server', 'Element ORDER is undefined') }],
  ['a fault for the load', { status: 500, body: faultXml('Server', 'Rate limit exceeded') }],
])('what passes is tried again: %s', async (_name, fault) => {
  const stage = await stageOf({ orders: 20 })
  stage.server.failNext(fault, { times: 2, when: (call) => isSearchOf(call, 'GetOrderDetail') })
  await stage.sync()
  expectInStep(stage)
})

test('the daily maintenance ends the run as a platform that is down, without a storm of calls', async () => {
  const stage = await stageOf({ orders: 20 })
  const fault = { status: 503, body: '<html><body>We are down for scheduled maintenance</body></html>' }
  stage.server.failNext(fault, { times: 1000, when: (call) => isSearchOf(call, 'SearchOrders') })
  const failure = stage.sync()
  await expect(failure).rejects.toThrow(PlatformUnavailable)
  await expect(failure).rejects.toThrow('WineDirect is down for maintenance')
  expect(stage.server.calls.filter((call) => isSearchOf(call, 'SearchOrders'))).toHaveLength(1)
})

test('detects a wrong password from the response after one call', async () => {
  const stage = await stageOf({ orders: 1 })
  await expect(stage.connect({ password: 'wrong' }).session.test()).rejects.toThrow(CredentialsRejected)
  expect(stage.server.calls).toHaveLength(1)
})

test('a test of the connection tells which services the account may not use', async () => {
  const stage = await stageOf({ orders: 1, forbidden: ['SearchInventory', 'SearchClubMemberships'] })
  expect(await stage.connect().session.test()).toEqual({
    name: null,
    timeZone: null,
    currency: null,
    warnings: ['This web service account may not read stock', 'This web service account may not read club memberships'],
  })
})

test('an order whose items cannot be fetched is quarantined, and the others are loaded', async () => {
  const stage = await stageOf({ orders: 10 })
  stage.server.failNext(
    { edit: (body) => body.replace(/<IsSuccessful [^>]*>true/, '<IsSuccessful>false') },
    { when: (call) => call.body.includes('<OrderID>0RDER-3<') },
  )
  stage.server.failNext(
    { edit: (body) => body.replace(/(<Quantity [^>]*>)[^<]*/, '$1a few') },
    { when: (call) => call.body.includes('<OrderID>0RDER-4<') },
  )
  await stage.sync()
  expect(stage.sink.quarantined).toEqual([
    { sourceId: '0RDER-3', field: null, reason: 'WineDirect refuses GetOrderDetail: The call failed' },
    { sourceId: '0RDER-4', field: 'OrderItems[0].Quantity', reason: expect.stringContaining('Quantity') },
  ])
  expect(stage.sink.row('orders', '0RDER-5')).toBeDefined()
})

test('items of another order than was asked for end the run', async () => {
  const stage = await stageOf({ orders: 4 })
  stage.server.failNext(
    { edit: (body) => body.replaceAll('0RDER-2', '0RDER-1') },
    { when: (call) => call.body.includes('<OrderID>0RDER-2<') },
  )
  await expect(stage.sync()).rejects.toThrow(MalformedResponse)
})

test('a refund names the order it takes back by its id, even one that was read long before', async () => {
  const stage = await stageOf({ orders: 80, days: 90 })
  await stage.sync()
  const refunds = stage.sink.rows().flatMap(({ table, row }) => (table === 'orders' && row.is_refund ? [row] : []))
  expect(refunds.length).toBeGreaterThan(2)
  for (const refund of refunds) {
    const sale = stage.sink.row('orders', refund.refund_of_source_id ?? '')
    expect(sale?.row).toMatchObject({ is_refund: false, payment_status: 'paid', total: -refund.total })
  }
})

test('an order that is marked as refunded before its refund is seen has one refund in the end', async () => {
  const stage = await stageOf({ orders: 30 })
  await stage.sync()
  const [sale] = stage.winery.store
    .list('orders')
    .filter(({ wire }) => wire.PaymentStatus === 'Paid' && wire.Type === 'Website')
  if (!sale?.detail) throw new Error('The winery sold nothing')
  const later = stage.clock.now + HOUR_MS
  stage.winery.store.put('orders', { ...sale, modified: later, wire: { ...sale.wire, PaymentStatus: 'Refunded' } })
  stage.clock.now += 2 * HOUR_MS
  await stage.sync()
  expect(stage.sink.row('orders', `${sale.id}/refund`)?.row).toMatchObject({
    is_refund: true,
    refund_of_source_id: sale.id,
  })
  const refund = {
    ...sale,
    id: 'R3FUND',
    number: '99999',
    modified: later + HOUR_MS,
    wire: { ...sale.wire, OrderID: 'R3FUND', OrderNumber: '99999', PaymentStatus: 'Refunded' },
    detail: { ...sale.detail, OrderID: 'R3FUND', TransactionType: 'Refund', PreviousOrderNumber: sale.number ?? null },
  }
  stage.winery.store.put('orders', refund)
  stage.clock.now += HOUR_MS
  await stage.sync()
  expect(stage.sink.row('orders', 'R3FUND')?.row).toMatchObject({ is_refund: true, refund_of_source_id: sale.id })
  expect(stage.sink.row('orders', `${sale.id}/refund`)).toBeUndefined()
})

test('hostile texts arrive as they were written, and no record gets out of its element', async () => {
  const stage = await stageOf({ orders: 1 })
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const contact = { ...fakeContact(0, stage.clock.now - HOUR_MS), id: `H-${at}`, first: `x${text}x`, last: 'y' }
    stage.winery.store.put('contacts', storedContact(contact, stage.clock.now - HOUR_MS))
  }
  await stage.sync(['contacts'])
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const written = Array.from(text, (one) => (escapeXml(one) === '�' ? '�' : one))
      .join('')
      .replace(/\r\n?/g, '\n')
    expect(stage.sink.row('customers', `H-${at}`)?.row).toMatchObject({ name: `x${written}x y` })
  }
})
