import { afterEach, expect, test } from 'vitest'
import { startFakeServer } from '../kit/fake-server.fixture.ts'
import { createMemorySink } from '../kit/memory-sink.fixture.ts'
import { openTestConnection } from '../kit/test-connection.fixture.ts'
import { CONTACT_ID, documentedAnswer, ORDER_ID } from './documented-samples.fixture.ts'
import { FAKE_SECRETS, FAKE_SETTINGS } from './fake-winedirect.fixture.ts'
import { winedirectConnector } from './winedirect.connector.ts'

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

const syncSamples = async () => {
  const server = await startFakeServer({
    answer: ({ body }) => ({ headers: { 'content-type': 'text/xml' }, body: documentedAnswer(body) }),
  })
  const connection = openTestConnection({
    connector: winedirectConnector,
    url: server.url,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    now: () => Date.UTC(2026, 10, 1),
  })
  cleanUps.push(
    () => connection.client.close(),
    () => server.close(),
  )
  const sink = createMemorySink()
  await sink.sync(connection.session)
  expect(sink.quarantined).toEqual([])
  return sink
}

test('reads the documented answers about an order', async () => {
  const sink = await syncSamples()
  expect(sink.row('orders', ORDER_ID)?.row).toMatchObject({
    order_number: '10482',
    ordered: Date.UTC(2026, 2, 19, 18, 30),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    refund_of_source_id: null,
    external_vendor: null,
    customer_source_id: CONTACT_ID,
    customer_name: 'Ada Quill',
    team_member: null,
    club_name: null,
    city: 'Austin',
    state: 'TX',
    requested_ship: '2026-03-25',
    currency: 'USD',
    subtotal: 10000,
    discount: 1000,
    shipping: 1500,
    tax: 840,
    tip: 0,
    total: 11340,
    is_refund: false,
  })
  expect(sink.row('order_lines', `${ORDER_ID}/1`)?.row).toMatchObject({
    sku: '14CS750',
    product_title: '2014 Cabernet Sauvignon',
    brand: 'Spectra',
    vintage: '2014',
    item_kind: 'wine',
    quantity: 2,
    unit_price: 50,
    discount: 1000,
    amount: 9000,
    cost: 1900,
  })
})

test('reads the documented contact, club membership, product and stock', async () => {
  const sink = await syncSamples()
  const rowOf = (table: string) => sink.rows().find((row) => row.table === table)?.row
  expect(rowOf('customers')).toMatchObject({
    source_id: CONTACT_ID,
    name: 'Ada Quill',
    email: 'ada@example.com',
    state: 'OR',
    birth: '1982-03-19',
    since: Date.UTC(2011, 5, 1, 12, 21, 43),
  })
  expect(rowOf('memberships')).toMatchObject({
    club_name: 'Red Club',
    customer_source_id: CONTACT_ID,
    status: 'active',
    signup: Date.UTC(2015, 4, 18, 17, 2, 59),
    cancelled: null,
    delivery_method: 'ship',
  })
  expect(rowOf('products')).toMatchObject({ sku: '14CS750', brand: 'Spectra', vintage: '2014', price: 5000 })
  expect(rowOf('inventory')).toMatchObject({ sku: '14CS750', location: 'Web', on_hand: 42, available: 42 })
  expect(rowOf('clubs')).toMatchObject({ name: 'Red Club' })
})
