import { expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { volume } from '#testkit/lane.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, MalformedResponse, PlatformUnavailable } from '../kit/platform-problems.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { createScaledClock } from '../kit/scaled-clock.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { isPageCall, isSearchCall, readOperation, startFakeWineDirect } from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'
import { setUpWineDirect, type WineDirectSetup } from './winedirect-session.fixture.ts'
import { openWineDirect } from './winedirect-session.ts'
import { createWinery } from './winery.fixture.ts'
import { fakeContact, storedContact } from './winery-people.fixture.ts'
import { faultXml, readAnswer } from './wire-xml.fixture.ts'
import { escapeXml } from './xml.ts'

const HOUR_MS = 3_600_000

const expectSynced = ({ sink, winery }: WineDirectSetup): void => {
  expect(sink.rows()).toEqual(sortedRows(winery.rows()))
}

test.each([
  ['us', 'https://webservices.vin65.com'],
  ['au', 'https://webservices.aus.vin65.com'],
  [undefined, 'https://webservices.vin65.com'],
])('region %s uses %s', (region, url) => {
  const { defaultUrl } = winedirectConnector
  expect(typeof defaultUrl === 'function' && defaultUrl({ username: 'a', region })).toBe(url)
})

test('makes one call per order for its items and one per page of a list', async () => {
  const setup = await setUpWineDirect({ orders: 40 })
  await setup.sync(['orders'])
  expect(setup.count('GetOrderDetail')).toBe(40)
  // Two months are three windows; finding the earliest change takes several extra calls.
  const pages = setup.server.calls.filter((call) => isPageCall(call, 'SearchOrders'))
  expect(new Set(pages.map(({ body }) => body)).size).toBe(3)
  expect(setup.count('SearchOrders')).toBeLessThan(16)
})

test('makes at most six concurrent calls for items', async () => {
  const setup = await setUpWineDirect({ orders: 40 })
  const { client, session } = setup.connect()
  let underway = 0
  let most = 0
  const watched = openWineDirect({
    settings: { username: 'estate-webservice' },
    grant: null,
    app: null,
    secrets: { password: 'x7-very-secret-word' },
    cache: new Map(),
    now: () => setup.clock.now,
    account: { currency: 'USD', timeZone: 'UTC' },
    network: { allowPrivate: true, signal: new AbortController().signal, beforeCall: () => undefined },
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
  await setup.sink.sync({ ...session, streams: watched.streams })
  expect(most).toBe(6)
  expectSynced(setup)
})

test('does not fetch the items of a known, unchanged order again', async () => {
  const setup = await setUpWineDirect({ orders: 40 })
  await setup.sync()
  setup.winery.change(2)
  const costs: number[] = []
  for (const hours of [1, 5, 1, 1]) {
    setup.clock.now += hours * HOUR_MS
    await setup.sync()
    costs.push(setup.count('GetOrderDetail'))
  }
  // A record changed within the last hours may change again within the same second of the platform's clock.
  expect(costs).toEqual([2, 2, 0, 0])
  expect(setup.count('SearchOrders')).toBe(1)
  setup.winery.change(2)
  await setup.sync()
  expectSynced(setup)
})

test('continues from a state of an earlier version', async () => {
  const setup = await setUpWineDirect({ orders: 40 })
  await setup.sync()
  setup.clock.now += 5 * HOUR_MS
  await setup.sync()
  const { since, memory } = setup.sink.states.get('orders') ?? {}
  setup.sink.states.set('orders', { mark: since, at: null, began: null, memory })
  setup.winery.change(2)
  await setup.sync()
  expect(setup.count('GetOrderDetail')).toBe(2)
  expectSynced(setup)
})

test('waits for the pause requested by the headers before the next call', async () => {
  const setup = await setUpWineDirect({ orders: 20 })
  setup.limit({ calls: 1, seconds: 60 })
  const lift = (body: string): string => {
    setup.limit(null)
    return body
  }
  setup.server.failNext({ edit: lift })
  // The pause takes 300 ms, in which no machine is still at the first answer.
  const { session, waits } = setup.connect({ pace: createScaledClock(200) })
  await setup.sink.sync(session, { streams: ['products', 'clubs'] })
  expect(waits.map(({ reason }) => reason)).toEqual(['WineDirect’s call limit is reached'])
  expect(setup.server.calls).toHaveLength(2)
})

test('splits a time window in halves when its response fails', async () => {
  const setup = await setUpWineDirect({ orders: 60 })
  const days = (body: string): number => {
    const [from = '', to = ''] = ['From', 'To'].map((end) => new RegExp(`DateModified${end}>([^<]+)<`).exec(body)?.[1])
    return (Date.parse(`${to || '2026-06-17T19:00:00'}Z`) - Date.parse(`${from}Z`)) / 86_400_000
  }
  setup.server.failNext(
    { status: 504 },
    { times: 1000, when: (call) => isPageCall(call, 'SearchOrders') && days(call.body) > 10 },
  )
  await setup.sync()
  expectSynced(setup)
})

test('splits a time window in halves when its list changes during the read', async () => {
  const setup = await setUpWineDirect({ orders: 60, mostRows: 10 })
  setup.server.failNext(
    { edit: (body) => body.replace(/(<RecordCount>)\d+/, '$1999') },
    { when: (call) => isPageCall(call, 'SearchOrders') && call.body.includes('<Page>2<') },
  )
  await setup.sync()
  expectSynced(setup)
})

test.each([
  ['a fault', { status: 500, body: faultXml('Server', 'Element ORDER is undefined') }],
  ['a rate limit fault', { status: 500, body: faultXml('Server', 'Rate limit exceeded') }],
])('retries after %s', async (_name, fault) => {
  const setup = await setUpWineDirect({ orders: 20 })
  setup.server.failNext(fault, { times: 2, when: (call) => isSearchCall(call, 'GetOrderDetail') })
  await setup.sync()
  expectSynced(setup)
})

test('the daily maintenance ends the run as PlatformUnavailable after one call', async () => {
  const setup = await setUpWineDirect({ orders: 20 })
  const fault = { status: 503, body: '<html><body>We are down for scheduled maintenance</body></html>' }
  setup.server.failNext(fault, { times: 1000, when: (call) => isSearchCall(call, 'SearchOrders') })
  const failure = setup.sync()
  await expect(failure).rejects.toThrow(PlatformUnavailable)
  await expect(failure).rejects.toThrow('WineDirect is down for maintenance')
  expect(setup.server.calls.filter((call) => isSearchCall(call, 'SearchOrders'))).toHaveLength(1)
})

test('detects a wrong password from the response after one call', async () => {
  const setup = await setUpWineDirect({ orders: 1 })
  await expect(setup.connect({ secrets: { password: 'wrong' } }).session.test()).rejects.toThrow(CredentialsRejected)
  expect(setup.server.calls).toHaveLength(1)
})

test('the connection test warns about the missing currency and services that the account may not use', async () => {
  const setup = await setUpWineDirect({ orders: 1, forbidden: ['SearchInventory', 'SearchClubMemberships'] })
  expect(await setup.connect().session.test()).toEqual({
    name: null,
    timeZone: null,
    currency: null,
    samples: [
      { label: 'Orders', value: '10000' },
      { label: 'Products', value: '2015 Pinot Noir 0' },
      { label: 'Customers', value: "Ana 0 O'Neill & Daughters" },
      { label: 'Clubs', value: 'Estate Club' },
    ],
    warnings: [
      expect.stringContaining('counted in USD'),
      'This web service account doesn’t have permission to read stock',
      'This web service account doesn’t have permission to read club memberships',
    ],
  })
})

test('the connection test names values that are not known', async () => {
  const setup = await setUpWineDirect({ orders: 1 })
  setup.server.failNext(
    { edit: (body) => body.replace(/<PaymentStatus>[^<]*/, '<PaymentStatus>Pondering') },
    { when: (call) => isSearchCall(call, 'SearchOrders') },
  )
  expect((await setup.connect().session.test()).warnings).toContainEqual(
    'Orders: “Pondering” isn’t a known PaymentStatus. It’s counted as Other.',
  )
})

test('quarantines an order whose items cannot be fetched and loads the others', async () => {
  const setup = await setUpWineDirect({ orders: 10 })
  setup.server.failNext(
    { edit: (body) => body.replace(/<IsSuccessful>true/, '<IsSuccessful>false') },
    { when: (call) => call.body.includes('<OrderID>0RDER-3<') },
  )
  setup.server.failNext(
    { edit: (body) => body.replace(/(<Quantity>)[^<]*/, '$1a few') },
    { when: (call) => call.body.includes('<OrderID>0RDER-4<') },
  )
  await setup.sync()
  expect(setup.sink.quarantined).toEqual([
    { sourceId: '0RDER-3', field: null, reason: 'WineDirect rejected GetOrderDetail: The call failed' },
    { sourceId: '0RDER-4', field: 'OrderItems[0].Quantity', reason: expect.stringContaining('Quantity') },
  ])
  expect(setup.sink.row('orders', '0RDER-5')).toBeDefined()
})

test('items of another order than the requested one end the run', async () => {
  const setup = await setUpWineDirect({ orders: 4 })
  setup.server.failNext(
    { edit: (body) => body.replaceAll('0RDER-2', '0RDER-1') },
    { when: (call) => call.body.includes('<OrderID>0RDER-2<') },
  )
  await expect(setup.sync()).rejects.toThrow(MalformedResponse)
})

test('links a refund to its order by ID, even to one read in an earlier run', async () => {
  const setup = await setUpWineDirect({ orders: 80, days: 90 })
  await setup.sync()
  const refunds = rowsOfTable('orders', setup.sink.rows()).filter(({ is_refund }) => is_refund)
  expect(refunds.length).toBeGreaterThan(2)
  for (const refund of refunds) {
    const sale = setup.sink.row('orders', refund.refund_of_source_id ?? '')
    expect(sale?.row).toMatchObject({ is_refund: false, payment_status: 'paid', total: -refund.total })
  }
})

test('an order marked as refunded before its refund arrives has exactly one refund in the end', async () => {
  const setup = await setUpWineDirect({ orders: 30 })
  await setup.sync()
  const [sale] = setup.winery.store
    .list('orders')
    .filter(({ wire }) => wire.PaymentStatus === 'Paid' && wire.Type === 'Website')
  if (!sale?.detail) throw new Error('The winery sold nothing')
  const later = setup.clock.now + HOUR_MS
  setup.winery.store.put('orders', { ...sale, modified: later, wire: { ...sale.wire, PaymentStatus: 'Refunded' } })
  setup.clock.now += 2 * HOUR_MS
  await setup.sync()
  expect(setup.sink.row('orders', `${sale.id}/refund`)?.row).toMatchObject({
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
  setup.winery.store.put('orders', refund)
  setup.clock.now += HOUR_MS
  await setup.sync()
  expect(setup.sink.row('orders', 'R3FUND')?.row).toMatchObject({ is_refund: true, refund_of_source_id: sale.id })
  expect(setup.sink.row('orders', `${sale.id}/refund`)).toBeUndefined()
})

test('hostile texts are stored as written and stay inside their element', async () => {
  const setup = await setUpWineDirect({ orders: 1 })
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const contact = { ...fakeContact(0, setup.clock.now - HOUR_MS), id: `H-${at}`, first: `x${text}x`, last: 'y' }
    setup.winery.store.put('contacts', storedContact(contact, setup.clock.now - HOUR_MS))
  }
  await setup.sync(['contacts'])
  for (const [at, text] of HOSTILE_TEXTS.entries()) {
    const written = Array.from(text, (one) => (escapeXml(one) === '�' ? '�' : one))
      .join('')
      .replace(/\r\n?/g, '\n')
    expect(setup.sink.row('customers', `H-${at}`)?.row).toMatchObject({ name: `x${written}x y` })
  }
})

test('the comparison has the totals of the list, whatever is read of the details', async () => {
  const setup = await setUpWineDirect({ orders: 20 })
  const totals = async () =>
    (await Array.fromAsync(setup.connect().session.orders({ from: 0, until: Date.UTC(2100, 0) }, [])))
      .flat()
      .filter(({ sourceId }) => !sourceId.endsWith('/refund'))
  const whole = await totals()
  expect(whole.length).toBeGreaterThan(10)
  const edit = (body: string) => body.replace(/(<(?:Total|TotalAfterTip)>)(\d)/g, '$19$2')
  setup.server.failNext({ edit }, { times: 1000, when: (call) => isSearchCall(call, 'GetOrderDetail') })
  expect(await totals()).toEqual(whole)
})

describeConnector({
  connector: winedirectConnector,
  open: openWineDirect,
  documented: (call) => documentedAnswer(readOperation(call)),
  start({ records, now }) {
    const winery = createWinery({ orders: records === 'some' ? volume({ normal: 50, full: 90 }) : 0, now, days: 70 })
    return startFakeWineDirect({ ...winery, now, mostRows: 10 })
  },
  parseBody: readAnswer,
})
