import { expect, test } from 'vitest'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { CUSTOM_RETURN } from './documented-answers.fixture.ts'
import {
  CATALOG,
  COUNTS,
  CUSTOMERS,
  CUSTOMERS_BY_ID,
  LOCATIONS,
  MERCHANT,
  OPEN_ORDER,
  PAID_ORDER,
  PAYMENT,
  REFUND,
  RETURN_ORDER,
  TEAM,
  TOKEN_STATUS,
} from './samples.fixture.ts'
import { squareConnector } from './square.connector.ts'
import { usd } from './square-order.fixture.ts'
import { openSquare } from './square-session.ts'

const ORDERS = [OPEN_ORDER, PAID_ORDER, RETURN_ORDER]

const ANSWERS: Readonly<Record<string, object>> = {
  '/oauth2/token-status': TOKEN_STATUS,
  '/v2/merchants/me': MERCHANT,
  '/v2/locations': LOCATIONS,
  '/v2/catalog/search': CATALOG,
  '/v2/inventory/counts/batch-retrieve': COUNTS,
  '/v2/customers/search': CUSTOMERS,
  '/v2/customers/bulk-retrieve': CUSTOMERS_BY_ID,
  '/v2/team-members/search': TEAM,
  '/v2/orders/search': { orders: ORDERS },
  '/v2/orders/batch-retrieve': { orders: ORDERS },
  '/v2/payments': { payments: [PAYMENT] },
  '/v2/payments/bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY': { payment: PAYMENT },
}

const REFUSAL = { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'Not found' }] }

const setUp = (answers = ANSWERS) => {
  const answer = ({ path }: FakeCall) => {
    const body = answers[path]
    return body ? { body } : { status: 404, body: REFUSAL }
  }
  const credentials = { settings: {}, secrets: { accessToken: 'EAAA-token' } }
  const access = { connector: squareConnector, open: openSquare, ...credentials, answer }
  return setUpAnswers(access, { now: () => Date.UTC(2026, 10, 1) })
}

const syncSamples = async (answers = ANSWERS) => {
  const { sink, sync } = await setUp(answers)
  await sync()
  expect(sink.quarantined).toEqual([])
  return sink
}

test('reads the documented catalog, stock, customers and team', async () => {
  const sink = await syncSamples()
  expect(sink.row('products', '2TZFAOHWGG7PAK2QEXWYPZSP')?.row).toMatchObject({
    sku: '2014-CS',
    title: '2014 Spectra Cabernet Sauvignon – 750 ml',
    category: 'Red wines',
    vintage: '2014',
    item_kind: 'wine',
    price: 4500,
    cost: null,
    currency: 'USD',
  })
  expect(sink.row('inventory', '2TZFAOHWGG7PAK2QEXWYPZSP/18YC4JDH91E1H')?.row).toMatchObject({
    sku: '2014-CS',
    location: 'Tasting room',
    on_hand: 79,
    available: 79,
  })
  expect(sink.row('customers', 'JDKYHBWT1D4F8MFH63DBMEN8Y4')?.row).toMatchObject({
    name: 'Amelia Hart',
    email: 'Amelia.Hart@example.com',
    city: 'Healdsburg',
    state: 'CA',
    country: 'US',
    postal_code: '95448',
    birth: '1987-07-24',
    since: Date.UTC(2024, 2, 23, 20, 21, 54, 859),
  })
  expect(sink.row('team_members', 'TMoK_ogh6rH1o4dV')?.row).toMatchObject({ name: 'Johnny Vale' })
})

test('reads a documented order that is open and not paid', async () => {
  const sink = await syncSamples()
  expect(sink.row('orders', OPEN_ORDER.id)?.row).toMatchObject({
    order_number: 'my-order-001',
    ordered: Date.UTC(2026, 9, 12, 20, 47, 53, 293),
    order_type: 'regular',
    payment_status: 'pending',
    payment_status_raw: 'OPEN',
    fulfillment_status: 'not_required',
    subtotal: 1599 + 4500,
    discount: 433,
    shipping: 0,
    tax: 510,
    tip: 0,
    total: 6176,
    currency: 'USD',
    is_refund: false,
  })
  expect(sink.row('order_lines', `${OPEN_ORDER.id}/v8ZuEXpOJpb0bazLuvrLDB`)?.row).toMatchObject({
    sku: '2014-CS',
    product_title: '2014 Spectra Cabernet Sauvignon – 750 ml',
    item_kind: 'wine',
    quantity: 2,
    unit_price: 22.5,
    discount: 346,
    amount: 4154,
  })
})

test('reads a documented paid order with its payment, customer and team member', async () => {
  const sink = await syncSamples()
  expect(sink.row('orders', PAID_ORDER.id)?.row).toMatchObject({
    // Paid more than an hour after the ticket was opened.
    ordered: Date.UTC(2026, 9, 13, 19, 34, 33),
    channel: 'pos',
    payment_status: 'paid',
    delivery_method: 'carry_out',
    customer_source_id: 'JDKYHBWT1D4F8MFH63DBMEN8Y4',
    customer_name: 'Amelia Hart',
    team_member: 'Johnny Vale',
    subtotal: 9000,
    discount: 0,
    tax: 720,
    tip: 500,
    total: 10220,
  })
})

test('reads a documented return as a refund of its order', async () => {
  const sink = await syncSamples()
  expect(sink.row('orders', RETURN_ORDER.id)?.row).toMatchObject({
    ordered: Date.UTC(2026, 9, 20, 17, 0, 1),
    order_type: 'refund',
    payment_status: 'paid',
    refund_of_source_id: PAID_ORDER.id,
    customer_source_id: 'JDKYHBWT1D4F8MFH63DBMEN8Y4',
    team_member: 'Johnny Vale',
    subtotal: -4500,
    tax: -360,
    tip: 0,
    total: -4860,
    is_refund: true,
  })
  expect(sink.row('order_lines', `${RETURN_ORDER.id}/ZQT8bWYTBxR5tsyIJS8ddB`)?.row).toMatchObject({
    quantity: -1,
    unit_price: 45,
    amount: -4500,
  })
})

test('a refund by amount takes what the return before it left, though only its payment names that', async () => {
  const amount = { total_money: usd(5360), tax_money: usd(0), tip_money: usd(0) }
  const later = {
    ...CUSTOM_RETURN,
    id: 'LATER',
    created_at: '2026-10-25T17:00:01.000Z',
    closed_at: '2026-10-25T17:00:01.000Z',
    returns: CUSTOM_RETURN.returns.map((returned) => ({
      ...returned,
      return_line_items: returned.return_line_items.map(({ source_line_item_uid, ...item }) => ({
        ...item,
        item_type: 'CUSTOM_AMOUNT',
        total_tax_money: usd(0),
        total_money: usd(5360),
      })),
      return_amounts: amount,
    })),
    return_amounts: amount,
  }
  const payment = { ...PAYMENT, refund_ids: ['R1', 'R2'] }
  const sink = await syncSamples({
    ...ANSWERS,
    '/v2/orders/search': { orders: [later] },
    '/v2/payments/bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY': { payment },
    '/v2/payments': { payments: [payment] },
    '/v2/refunds/R1': { refund: REFUND },
    '/v2/refunds/R2': { refund: { ...REFUND, order_id: 'LATER' } },
  })
  expect(sink.row('orders', 'LATER')?.row).toMatchObject({ subtotal: -4500, tax: -360, tip: -500, total: -5360 })
})

test('the connection test reads the documented merchant', async () => {
  const { connect } = await setUp()
  expect(await connect().session.test()).toMatchObject({
    name: 'Spectra Winery',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    samples: [
      { label: 'Orders', value: 'my-order-001' },
      { label: 'Customers', value: '1, such as Amelia Hart' },
      { label: 'Products', value: '2014 Spectra Cabernet Sauvignon' },
      { label: 'Inventory', value: '79 at Tasting room' },
      { label: 'Team members', value: 'Johnny Vale' },
    ],
    warnings: [expect.stringContaining('2026-12-14'), expect.stringContaining('“My App” isn’t a known source')],
  })
})
