import { describe, expect, test } from 'vitest'
import { closedAfterTest } from '../kit/closed-after-test.fixture.ts'
import type { CanonicalRow, ListedRecord } from '../kit/connector.ts'
import { createMemorySink, sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, MalformedResponse } from '../kit/platform-problems.ts'
import { startWooFake, type WooFake, type WooFakeOptions } from './fake/fake-woocommerce.fixture.ts'
import type { OrderSeed } from './fake/winery.fixture.ts'
import { woocommerceConnector } from './woocommerce.connector.ts'
import { openWooCommerce } from './woocommerce-session.ts'

const NOW = Date.UTC(2026, 5, 17, 19)
const HOUR = 3_600_000
const DAY = 24 * HOUR

const closed = closedAfterTest()

const start = async (options: Partial<WooFakeOptions> = {}): Promise<WooFake> => {
  const fake = await startWooFake({ orders: 60, now: () => NOW, ...options })
  closed.server(fake.server)
  return fake
}

const open = ({ server, settings, secrets }: WooFake, now = NOW, changes: object = {}) => {
  const connection = closed.open(server, {
    connector: woocommerceConnector,
    open: openWooCommerce,
    settings: { ...settings, ...changes },
    secrets,
    now: () => now,
  })
  return connection.session
}

const streamOf = (fake: WooFake, name: string) => {
  const stream = open(fake).streams.find((one) => one.name === name)
  if (!stream?.fetch || !stream.listing) throw new Error(`${name} is compared`)
  return { fetch: stream.fetch, listing: stream.listing }
}

const listed = async (pages: AsyncIterable<readonly ListedRecord[]>) => (await Array.fromAsync(pages)).flat()

const refundedOrder = ({ winery }: WooFake): OrderSeed => {
  const found = winery.seeds.orders.find(({ refunds }) => refunds.length > 0)
  if (!found) throw new Error('An order was refunded')
  return found
}

describe('the connection test', () => {
  test('reads a record of each kind, and the site’s name, time zone and currency', async () => {
    const facts = await open(await start()).test()
    expect(facts).toEqual({
      name: 'Larkmoor Estate',
      timeZone: 'America/Los_Angeles',
      currency: 'USD',
      samples: [
        { label: 'Orders', value: expect.stringMatching(/^60, such as \d+$/) },
        { label: 'Customers', value: '30, such as Jon Moreau' },
        { label: 'Products', value: expect.stringMatching(/^7, such as /) },
        { label: 'Club memberships', value: '5, such as Estate Club' },
      ],
      warnings: [],
    })
  })

  test('names a currency and a time zone that are not known', async () => {
    const fake = await start()
    Object.assign(fake.behavior, { currency: 'Points', timeZone: '' })
    const { currency, warnings } = await open(fake).test()
    expect(currency).toBeNull()
    expect(warnings).toEqual([
      'WooCommerce doesn’t say which time zone the business is in.',
      'WooCommerce’s currency “Points” isn’t known.',
    ])
  })

  test('names statuses that extensions added, and sources that are not known', async () => {
    const fake = await start()
    Object.assign(fake.winery.seeds.orders[0] ?? {}, { status: 'ready-for-pickup' })
    const last = fake.winery.seeds.orders.at(-1)
    Object.assign(last ?? {}, { createdVia: 'vivino-import' })
    expect((await open(fake).test()).warnings).toEqual([
      'Orders: “ready-for-pickup” isn’t a known status. Such orders count as paid if WooCommerce says when they were paid, and their fulfillment as Other.',
      'Orders: “vivino-import” isn’t a known source. It’s counted as Other.',
    ])
  })

  test('says that a store without Subscriptions has no club memberships', async () => {
    const fake = await start()
    fake.behavior.hasSubscriptions = false
    const { samples, warnings } = await open(fake).test()
    expect(samples?.map(({ label }) => label)).toEqual(['Orders', 'Customers', 'Products'])
    expect(warnings).toEqual(['The store doesn’t have WooCommerce Subscriptions, so there are no club memberships.'])
  })

  test('names what the key’s user may not read', async () => {
    const fake = await start()
    fake.behavior.forbidden = ['orders']
    await expect(open(fake).test()).rejects.toThrow(
      'The user of the API key may not read /wp-json/wc/v3/orders. Choose an administrator or shop manager.',
    )
  })

  test('says that the currency may not be read, and goes on', async () => {
    const fake = await start()
    fake.behavior.forbidden = ['data/currencies/current', 'reports/orders/totals']
    expect((await open(fake).test()).warnings).toEqual([
      'WooCommerce doesn’t say which currency the business sells in.',
    ])
  })

  test('of another site says that there is no REST API', async () => {
    const fake = await start()
    fake.server.failNext({ status: 404, body: '<html>Not found</html>' }, { times: 9 })
    await expect(open(fake).test()).rejects.toThrow(
      'There is no WooCommerce REST API at this address (/wp-json/). Check the address, and that the site’s permalinks aren’t set to Plain.',
    )
  })

  test('of a wrong key asks for another one', async () => {
    const fake = await start()
    await expect(open(fake, NOW, { consumerKey: 'ck_other' }).test()).rejects.toThrow(CredentialsRejected)
  })

  test('can send the key in the URL, and no header', async () => {
    const fake = await start()
    await open(fake, NOW, { keysInUrl: true }).test()
    expect(fake.server.calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
    expect(fake.server.calls[0]?.query.get('consumer_key')).toBe('ck_fake')
  })
})

describe('reading', () => {
  test('loses no order that moves to the end of the list meanwhile', async () => {
    const fake = await start({ orders: 240 })
    const { orders } = fake.winery.seeds
    // What the first page held changes before the second page is read, so that the others move forward.
    const touch = (body: string): string => {
      for (const order of orders.slice(0, 3)) order.modified = NOW
      return body
    }
    fake.server.failNext({ edit: touch }, { when: fake.isMain })
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const ordersOf = (rows: readonly CanonicalRow[]) => rows.filter(({ table }) => table.startsWith('order'))
    expect(ordersOf(sink.rows())).toEqual(ordersOf(sortedRows(fake.expected())))
    expect(fake.server.calls.filter(fake.isMain).length).toBeGreaterThan(3)
  })

  test('asks for changes in GMT without an offset, which WordPress would convert', async () => {
    const fake = await start()
    const sink = createMemorySink()
    await sink.sync(open(fake))
    fake.server.calls.splice(0)
    await sink.sync(open(fake))
    const [first] = fake.server.calls.filter(fake.isMain)
    expect(first?.query.get('modified_after')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect(first?.query.get('dates_are_gmt')).toBe('true')
  })

  test('ends where a store or a cache ignores the limit to changes', async () => {
    const fake = await start()
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const headers = { authorization: `Basic ${Buffer.from('ck_fake:cs_fake').toString('base64')}` }
    const url = `${fake.server.url}/wp-json/wc/v3/orders?orderby=modified&order=asc&per_page=100&dp=6`
    const whole = await (await fetch(url, { headers })).text()
    fake.server.failNext({ edit: () => whole }, { when: fake.isMain })
    const failure = sink.sync(open(fake))
    await expect(failure).rejects.toThrow(MalformedResponse)
    await expect(failure).rejects.toThrow('WooCommerce 5.8 or later is needed')
  })

  test('removes orders in the trash with their refunds, and takes them back', async () => {
    const fake = await start()
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const order = refundedOrder(fake)
    const { status } = order
    Object.assign(order, { status: 'trash', modified: NOW })
    await sink.sync(open(fake))
    const ids = [String(order.id), `${order.id}-refund-${order.refunds[0]?.id}`]
    expect(ids.map((id) => sink.row('orders', id))).toEqual([undefined, undefined])
    Object.assign(order, { status, modified: NOW })
    await sink.sync(open(fake))
    expect(sink.rows().filter(({ table }) => table === 'orders')).toEqual(
      sortedRows(fake.expected().filter(({ table }) => table === 'orders')),
    )
  })

  test('reads new customers at once, and changed ones within a day', async () => {
    const fake = await start()
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const changed = fake.winery.seeds.accounts[5]
    const added = { id: 99, first: 'Zoe', last: 'Zed', role: 'customer', isPaying: false, created: NOW, modified: NOW }
    fake.winery.seeds.accounts.push(added)
    Object.assign(changed ?? {}, { last: 'Married' })
    const nameOf = (id: number | undefined) => {
      const found = sink.row('customers', String(id))?.row
      return found && 'name' in found ? found.name : undefined
    }
    await sink.sync(open(fake, NOW + HOUR))
    expect(nameOf(99)).toBe('Zoe Zed')
    expect(nameOf(changed?.id)).not.toContain('Married')
    await sink.sync(open(fake, NOW + DAY))
    expect(nameOf(changed?.id)).toContain('Married')
  })

  test('reads all customers again after an update that saves another state of them', async () => {
    const fake = await start()
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const changed = fake.winery.seeds.accounts[5]
    Object.assign(changed ?? {}, { last: 'Married' })
    const earlier = { wholeAt: NOW, reading: null, newest: 99 }
    sink.states.set('customers', { ...sink.states.get('customers'), accounts: earlier })
    await sink.sync(open(fake, NOW + HOUR))
    expect(sink.row('customers', String(changed?.id))?.row).toMatchObject({ name: expect.stringContaining('Married') })
  })

  test('of a store without Subscriptions has no memberships and keeps renewals', async () => {
    const fake = await start()
    fake.behavior.hasSubscriptions = false
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const renewals = sink.rows().filter(({ row }) => 'order_type' in row && row.order_type === 'club')
    expect(sink.rows().filter(({ table }) => table === 'memberships')).toEqual([])
    expect(renewals.length).toBeGreaterThan(0)
    expect(renewals.every(({ row }) => 'club_name' in row && row.club_name === null)).toBe(true)
  })
})

describe('comparing', () => {
  const span = { from: NOW - 90 * DAY, until: NOW + DAY }

  test('lists orders by the time that they count, without drafts, and refunds by theirs', async () => {
    const fake = await start()
    const found = await listed(streamOf(fake, 'orders').listing.list(span))
    const orders = fake.expected().flatMap(({ table, row }) => (table === 'orders' && 'ordered' in row ? [row] : []))
    const byId = (a: { sourceId: string }, b: { sourceId: string }) => (a.sourceId < b.sourceId ? -1 : 1)
    expect(found.map(({ sourceId, ordered }) => ({ sourceId, ordered })).sort(byId)).toEqual(
      orders.map(({ source_id, ordered }) => ({ sourceId: source_id, ordered })).sort(byId),
    )
  })

  test('finds a deleted refund, and keeps the others', async () => {
    const fake = await start()
    const { fetch } = streamOf(fake, 'orders')
    const order = refundedOrder(fake)
    const gone = `${order.id}-refund-${order.refunds[0]?.id}`
    const others = fake.winery.seeds.orders.filter((one) => one !== order && one.refunds.length > 0)
    const kept = others.map(({ id, refunds }) => `${id}-refund-${refunds[0]?.id}`).slice(0, 2)
    order.refunds = []
    const page = await fetch([gone, ...kept], null)
    expect(page.removed).toEqual([{ table: 'orders', sourceIds: [gone] }])
    expect(page.rows.map(({ row }) => row.source_id)).toEqual(expect.arrayContaining([String(order.id), ...kept]))
  })

  test('finds orders that were deleted permanently', async () => {
    const fake = await start()
    const { fetch } = streamOf(fake, 'orders')
    const [gone] = fake.winery.seeds.orders.splice(0, 1)
    expect((await fetch([String(gone?.id)], null)).removed).toEqual([
      { table: 'orders', sourceIds: [String(gone?.id)] },
    ])
  })

  test('lists orders of a store that does not list refunds', async () => {
    const fake = await start()
    fake.behavior.listsRefunds = false
    const found = await listed(streamOf(fake, 'orders').listing.list(span))
    expect(found.length).toBeGreaterThan(50)
    expect(found.some(({ sourceId }) => sourceId.includes('refund'))).toBe(false)
  })

  test('lists customers without staff, subscribers and guests, and fetches them', async () => {
    const fake = await start()
    const { fetch, listing } = streamOf(fake, 'customers')
    const found = await listed(listing.list(null))
    expect(found.map(({ sourceId }) => sourceId)).not.toContain('20')
    expect(found).toHaveLength(28)
    expect(listing.isListed?.('guest-0123')).toBe(false)
    expect((await fetch(['22', '7777', 'guest-0123'], null)).removed).toEqual([
      { table: 'customers', sourceIds: ['7777'] },
    ])
  })

  test('lists and fetches memberships', async () => {
    const fake = await start()
    const { fetch, listing } = streamOf(fake, 'memberships')
    const members = fake.expected().filter(({ table }) => table === 'memberships')
    const found = await listed(listing.list(null))
    expect(found.map(({ sourceId }) => sourceId)).toEqual(members.map(({ row }) => row.source_id))
    const page = await fetch([found[0]?.sourceId ?? '', '1'], null)
    expect(page.rows).toHaveLength(1)
    expect(page.removed).toEqual([{ table: 'memberships', sourceIds: ['1'] }])
  })
})

describe('the comparison with WooCommerce’s totals', () => {
  const totals = async (fake: WooFake) =>
    (await Array.fromAsync(open(fake).orders({ from: 0, until: NOW + 1 }, [])))
      .flat()
      .map(({ sourceId, total }) => [sourceId, total])
      .sort()

  test.each([
    ['a refund that its list leaves out', () => '[]'],
    ['a refund whose amount its list doubles', (body: string) => body.replace(/"amount":"\d+/g, '"amount":"9999')],
  ])('has %s, as the order names it', async (_, edit) => {
    const fake = await start()
    const isRefunds = ({ path }: { path: string }) => /\/orders\/\d+\/refunds$/.test(path)
    const whole = await totals(fake)
    fake.server.failNext({ edit }, { times: 1000, when: isRefunds })
    const sink = createMemorySink()
    await sink.sync(open(fake))
    const ours = sink
      .rows()
      .flatMap(({ table, row }) => (table === 'orders' ? [[row.source_id, row.total]] : []))
      .sort()
    expect(ours).not.toEqual(whole)
    expect(await totals(fake)).toEqual(whole)
  })
})
