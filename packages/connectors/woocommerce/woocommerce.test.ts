import { describe, expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import type { CanonicalRow, ListedRecord } from '../kit/connector.ts'
import { describeConnector } from '../kit/describe-connector.fixture.ts'
import { sortedRows } from '../kit/memory-sink.fixture.ts'
import { CredentialsRejected, MalformedResponse } from '../kit/platform-problems.ts'
import { NOON, type SyncSetup, setUpSync } from '../kit/sync-setup.fixture.ts'
import { documentedAnswer } from './documented-answers.fixture.ts'
import { startWooFake, type WooFake, type WooFakeOptions } from './fake/fake-woocommerce.fixture.ts'
import type { OrderSeed } from './fake/winery.fixture.ts'
import { woocommerceConnector } from './woocommerce.connector.ts'
import { openWooCommerce } from './woocommerce-session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const setUp = (options: Partial<WooFakeOptions> = {}) => {
  const start = (now: () => number) => startWooFake({ orders: 60, now, ...options })
  return setUpSync({ connector: woocommerceConnector, open: openWooCommerce, start })
}

const streamOf = ({ connect }: SyncSetup<WooFake>, name: string) => {
  const stream = connect().session.streams.find((one) => one.name === name)
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
    const { connect } = await setUp()
    expect(await connect().session.test()).toEqual({
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
    const { fake, connect } = await setUp()
    Object.assign(fake.behavior, { currency: 'Points', timeZone: '' })
    const { currency, warnings } = await connect().session.test()
    expect(currency).toBeNull()
    expect(warnings).toEqual([
      'WooCommerce doesn’t say which time zone the business is in.',
      'WooCommerce’s currency “Points” isn’t known.',
    ])
  })

  test('names statuses that extensions added, and sources that are not known', async () => {
    const { fake, connect } = await setUp()
    Object.assign(fake.winery.seeds.orders[0] ?? {}, { status: 'ready-for-pickup' })
    const last = fake.winery.seeds.orders.at(-1)
    Object.assign(last ?? {}, { createdVia: 'vivino-import' })
    expect((await connect().session.test()).warnings).toEqual([
      'Orders: “ready-for-pickup” isn’t a known status. Such orders count as paid if WooCommerce says when they were paid, and their fulfillment as Other.',
      'Orders: “vivino-import” isn’t a known source. It’s counted as Other.',
    ])
  })

  test('says that a store without Subscriptions has no club memberships', async () => {
    const { fake, connect } = await setUp()
    fake.behavior.hasSubscriptions = false
    const { samples, warnings } = await connect().session.test()
    expect(samples?.map(({ label }) => label)).toEqual(['Orders', 'Customers', 'Products'])
    expect(warnings).toEqual(['The store doesn’t have WooCommerce Subscriptions, so there are no club memberships.'])
  })

  test('names what the key’s user may not read', async () => {
    const { fake, connect } = await setUp()
    fake.behavior.forbidden = ['orders']
    await expect(connect().session.test()).rejects.toThrow(
      'The user of the API key may not read /wp-json/wc/v3/orders. Choose an administrator or shop manager.',
    )
  })

  test('says that the currency may not be read, and goes on', async () => {
    const { fake, connect } = await setUp()
    fake.behavior.forbidden = ['data/currencies/current', 'reports/orders/totals']
    expect((await connect().session.test()).warnings).toEqual([
      'WooCommerce doesn’t say which currency the business sells in.',
    ])
  })

  test('of another site says that there is no REST API', async () => {
    const { fake, connect } = await setUp()
    fake.server.failNext({ status: 404, body: '<html>Not found</html>' }, { times: 9 })
    await expect(connect().session.test()).rejects.toThrow(
      'There is no WooCommerce REST API at this address (/wp-json/). Check the address, and that the site’s permalinks aren’t set to Plain.',
    )
  })

  test('of a wrong key asks for another one', async () => {
    const { fake, connect } = await setUp()
    const settings = { ...fake.settings, consumerKey: 'ck_other' }
    await expect(connect({ settings }).session.test()).rejects.toThrow(CredentialsRejected)
  })

  test('can send the key in the URL, and no header', async () => {
    const { fake, connect } = await setUp()
    await connect({ settings: { ...fake.settings, keysInUrl: true } }).session.test()
    expect(fake.server.calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
    expect(fake.server.calls[0]?.query.get('consumer_key')).toBe('ck_fake')
  })
})

describe('reading', () => {
  test('loses no order that moves to the end of the list meanwhile', async () => {
    const { fake, sink, sync } = await setUp({ orders: 240 })
    const { orders } = fake.winery.seeds
    // What the first page held changes before the second page is read, so that the others move forward.
    const touch = (body: string): string => {
      for (const order of orders.slice(0, 3)) order.modified = NOON
      return body
    }
    fake.server.failNext({ edit: touch }, { when: fake.isMain })
    await sync()
    const ordersOf = (rows: readonly CanonicalRow[]) => rows.filter(({ table }) => table.startsWith('order'))
    expect(ordersOf(sink.rows())).toEqual(ordersOf(sortedRows(fake.expected())))
    expect(fake.server.calls.filter(fake.isMain).length).toBeGreaterThan(3)
  })

  test('asks for changes in GMT without an offset, which WordPress would convert', async () => {
    const { fake, sync } = await setUp()
    await sync()
    fake.server.calls.splice(0)
    await sync()
    const [first] = fake.server.calls.filter(fake.isMain)
    expect(first?.query.get('modified_after')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect(first?.query.get('dates_are_gmt')).toBe('true')
  })

  test('ends where a store or a cache ignores the limit to changes', async () => {
    const { fake, sync } = await setUp()
    await sync()
    const headers = { authorization: `Basic ${Buffer.from('ck_fake:cs_fake').toString('base64')}` }
    const url = `${fake.server.url}/wp-json/wc/v3/orders?orderby=modified&order=asc&per_page=100&dp=6`
    const whole = await (await fetch(url, { headers })).text()
    fake.server.failNext({ edit: () => whole }, { when: fake.isMain })
    const failure = sync()
    await expect(failure).rejects.toThrow(MalformedResponse)
    await expect(failure).rejects.toThrow('WooCommerce 5.8 or later is needed')
  })

  test('removes orders in the trash with their refunds, and takes them back', async () => {
    const { fake, sink, sync } = await setUp()
    await sync()
    const order = refundedOrder(fake)
    const { status } = order
    Object.assign(order, { status: 'trash', modified: NOON })
    await sync()
    const ids = [String(order.id), `${order.id}-refund-${order.refunds[0]?.id}`]
    expect(ids.map((id) => sink.row('orders', id))).toEqual([undefined, undefined])
    Object.assign(order, { status, modified: NOON })
    await sync()
    expect(sink.rows().filter(({ table }) => table === 'orders')).toEqual(
      sortedRows(fake.expected().filter(({ table }) => table === 'orders')),
    )
  })

  test('reads new customers at once, and changed ones within a day', async () => {
    const { fake, sink, sync, clock } = await setUp()
    await sync()
    const changed = fake.winery.seeds.accounts[5]
    const added = {
      id: 99,
      first: 'Zoe',
      last: 'Zed',
      role: 'customer',
      isPaying: false,
      created: NOON,
      modified: NOON,
    }
    fake.winery.seeds.accounts.push(added)
    Object.assign(changed ?? {}, { last: 'Married' })
    const nameOf = (id: number | undefined) => {
      const found = sink.row('customers', String(id))?.row
      return found && 'name' in found ? found.name : undefined
    }
    clock.now += HOUR
    await sync()
    expect(nameOf(99)).toBe('Zoe Zed')
    expect(nameOf(changed?.id)).not.toContain('Married')
    clock.now = NOON + DAY
    await sync()
    expect(nameOf(changed?.id)).toContain('Married')
  })

  test('reads all customers again after an update that saves another state of them', async () => {
    const { fake, sink, sync, clock } = await setUp()
    await sync()
    const changed = fake.winery.seeds.accounts[5]
    Object.assign(changed ?? {}, { last: 'Married' })
    const earlier = { wholeAt: NOON, reading: null, newest: 99 }
    sink.states.set('customers', { ...sink.states.get('customers'), accounts: earlier })
    clock.now += HOUR
    await sync()
    expect(sink.row('customers', String(changed?.id))?.row).toMatchObject({ name: expect.stringContaining('Married') })
  })

  test('of a store without Subscriptions has no memberships and keeps renewals', async () => {
    const { fake, sink, sync } = await setUp()
    fake.behavior.hasSubscriptions = false
    await sync()
    const renewals = sink.rows().filter(({ row }) => 'order_type' in row && row.order_type === 'club')
    expect(sink.rows().filter(({ table }) => table === 'memberships')).toEqual([])
    expect(renewals.length).toBeGreaterThan(0)
    expect(renewals.every(({ row }) => 'club_name' in row && row.club_name === null)).toBe(true)
  })
})

describe('comparing', () => {
  const span = { from: NOON - 90 * DAY, until: NOON + DAY }

  test('lists orders by the time that they count, without drafts, and refunds by theirs', async () => {
    const setup = await setUp()
    const found = await listed(streamOf(setup, 'orders').listing.list(span))
    const orders = setup.fake
      .expected()
      .flatMap(({ table, row }) => (table === 'orders' && 'ordered' in row ? [row] : []))
    const byId = (a: { sourceId: string }, b: { sourceId: string }) => (a.sourceId < b.sourceId ? -1 : 1)
    expect(found.map(({ sourceId, ordered }) => ({ sourceId, ordered })).sort(byId)).toEqual(
      orders.map(({ source_id, ordered }) => ({ sourceId: source_id, ordered })).sort(byId),
    )
  })

  test('finds a deleted refund, and keeps the others', async () => {
    const setup = await setUp()
    const { fake } = setup
    const { fetch } = streamOf(setup, 'orders')
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
    const setup = await setUp()
    const { fetch } = streamOf(setup, 'orders')
    const [gone] = setup.fake.winery.seeds.orders.splice(0, 1)
    expect((await fetch([String(gone?.id)], null)).removed).toEqual([
      { table: 'orders', sourceIds: [String(gone?.id)] },
    ])
  })

  test('lists orders of a store that does not list refunds', async () => {
    const setup = await setUp()
    setup.fake.behavior.listsRefunds = false
    const found = await listed(streamOf(setup, 'orders').listing.list(span))
    expect(found.length).toBeGreaterThan(50)
    expect(found.some(({ sourceId }) => sourceId.includes('refund'))).toBe(false)
  })

  test('lists customers without staff, subscribers and guests, and fetches them', async () => {
    const { fetch, listing } = streamOf(await setUp(), 'customers')
    const found = await listed(listing.list(null))
    expect(found.map(({ sourceId }) => sourceId)).not.toContain('20')
    expect(found).toHaveLength(28)
    expect(listing.isListed?.('guest-0123')).toBe(false)
    expect((await fetch(['22', '7777', 'guest-0123'], null)).removed).toEqual([
      { table: 'customers', sourceIds: ['7777'] },
    ])
  })

  test('lists and fetches memberships', async () => {
    const setup = await setUp()
    const { fetch, listing } = streamOf(setup, 'memberships')
    const members = setup.fake.expected().filter(({ table }) => table === 'memberships')
    const found = await listed(listing.list(null))
    expect(found.map(({ sourceId }) => sourceId)).toEqual(members.map(({ row }) => row.source_id))
    const page = await fetch([found[0]?.sourceId ?? '', '1'], null)
    expect(page.rows).toHaveLength(1)
    expect(page.removed).toEqual([{ table: 'memberships', sourceIds: ['1'] }])
  })
})

describe('the comparison with WooCommerce’s totals', () => {
  const totals = async ({ connect }: SyncSetup<WooFake>) =>
    (await Array.fromAsync(connect().session.orders({ from: 0, until: NOON + 1 }, [])))
      .flat()
      .map(({ sourceId, total }) => [sourceId, total])
      .sort()

  test.each([
    ['a refund that its list leaves out', () => '[]'],
    ['a refund whose amount its list doubles', (body: string) => body.replace(/"amount":"\d+/g, '"amount":"9999')],
  ])('has %s, as the order names it', async (_, edit) => {
    const setup = await setUp()
    const { fake, sink, sync } = setup
    const isRefunds = ({ path }: { path: string }) => /\/orders\/\d+\/refunds$/.test(path)
    const whole = await totals(setup)
    fake.server.failNext({ edit }, { times: 1000, when: isRefunds })
    await sync()
    const ours = sink
      .rows()
      .flatMap(({ table, row }) => (table === 'orders' ? [[row.source_id, row.total]] : []))
      .sort()
    expect(ours).not.toEqual(whole)
    expect(await totals(setup)).toEqual(whole)
  })
})

describeConnector({
  connector: woocommerceConnector,
  open: openWooCommerce,
  documented: documentedAnswer,
  start: ({ records, now }) =>
    startWooFake({ orders: records === 'some' ? volume({ normal: 205, full: 240 }) : 0, now }),
})
