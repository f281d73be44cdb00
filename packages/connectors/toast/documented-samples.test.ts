import { expect, test } from 'vitest'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { CHECK, EMPLOYEE, FUTURE_ORDER, LOGIN, MENUS, ORDER, RESTAURANT } from './samples.fixture.ts'
import { toastConnector } from './toast.connector.ts'
import { openToast } from './toast-session.ts'

const ORDERS: Readonly<Record<string, object>> = { 20190224: ORDER, 20200302: FUTURE_ORDER }

const answerTo = ({ path, query }: FakeCall, orders: typeof ORDERS): object | null => {
  if (path.endsWith('/login')) return LOGIN
  if (path.includes('/restaurants/')) {
    return { ...RESTAURANT, general: { ...RESTAURANT.general, firstBusinessDate: 20190101 } }
  }
  if (path.endsWith('/menus')) return MENUS
  if (path.endsWith('/employees')) return [EMPLOYEE]
  if (path.startsWith('/config/')) return []
  const order = orders[query.get('businessDate') ?? '']
  return order ? [order] : []
}

const setUp = (now: number, orders = ORDERS) => {
  const answer = (call: FakeCall) => {
    const body = answerTo(call, orders)
    return body ? { body } : { status: 404, body: {} }
  }
  const settings = { clientId: 'my-client-id', locations: RESTAURANT.guid }
  const secrets = { clientSecret: 'secret' }
  return setUpAnswers({ connector: toastConnector, open: openToast, settings, secrets, answer }, { now: () => now })
}

/** Of the last change in the samples; the day before, as Toast's clock is ahead. */
const NOW = Date.UTC(2020, 2, 3)

test('the samples of the documentation become rows, none of them quarantined', async () => {
  const { sink, sync } = await setUp(NOW)
  await sync()
  expect(sink.quarantined).toEqual([])
  expect(sink.rows().map(({ table, row }) => `${table} ${row.source_id}`)).toEqual([
    'customers guest-74674963822d3693d2ad1ae2',
    `order_lines ${ORDER.guid}/69684faa-c35d-4ab4-9bff-41805ae52276`,
    `order_lines ${FUTURE_ORDER.guid}/2e917d92-04e5-4a2b-bb1a-bde41009feb3`,
    `orders ${ORDER.guid}`,
    `orders ${FUTURE_ORDER.guid}`,
    'products 100000000000000001',
    'team_members e1',
  ])
  expect(sink.row('orders', ORDER.guid)?.row).toMatchObject({
    order_number: '2',
    ordered: Date.UTC(2019, 1, 24, 13, 48, 44, 206),
    channel: 'pos',
    payment_status: 'paid',
    customer_name: 'Jack Jones',
    subtotal: 100,
    tax: 6,
    tip: 0,
    total: 106,
    currency: 'USD',
    city: 'Boston',
  })
  expect(sink.row('orders', FUTURE_ORDER.guid)?.row).toMatchObject({
    payment_status: 'pending',
    fulfillment_status: 'unfulfilled',
    channel: 'web',
    total: 11_100,
  })
})

test('an order with a closed and an open check counts both, and the comparison agrees', async () => {
  const open = { ...CHECK, guid: 'open', paymentStatus: 'OPEN', payments: [] }
  const { sink, sync } = await setUp(Date.UTC(2019, 1, 26), { 20190224: { ...ORDER, checks: [open, CHECK] } })
  const { session } = await sync()
  expect(sink.row('orders', ORDER.guid)?.row).toMatchObject({ payment_status: 'paid', total: 212 })
  const pages = await Array.fromAsync(session.orders({ from: Date.UTC(2019, 1), until: Date.UTC(2019, 2) }, []))
  expect(pages.flat()).toMatchObject([{ sourceId: ORDER.guid, total: 212 }])
})

test('the connection test says that the sample of a location names no currency', async () => {
  const { connect } = await setUp(NOW)
  const facts = await connect().session.test()
  expect(facts).toMatchObject({ name: 'Trattoria Roma – Fenway', timeZone: 'America/New_York', currency: null })
  expect(facts.warnings).toEqual(['Toast doesn’t say which currency the business sells in.'])
  expect(facts.samples).toEqual([
    { label: 'Orders', value: 'None yet' },
    { label: 'Customers', value: 'None yet' },
    { label: 'Guests', value: 'None yet' },
    { label: 'Products', value: '1, such as Caesar Salad' },
    { label: 'Team members', value: '1, such as optional chosen name last name' },
    { label: 'Dining options', value: '0' },
  ])
})
