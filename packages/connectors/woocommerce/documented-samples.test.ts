import { expect, test } from 'vitest'
import type { FakeCall } from '../kit/fake-server.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { CUSTOMER, ORDER, PRODUCT, REFUNDS, SUBSCRIPTION, VARIATION } from './samples.fixture.ts'
import { woocommerceConnector } from './woocommerce.connector.ts'
import { openWooCommerce } from './woocommerce-session.ts'

/** The order of the documented refunds, whose own sample isn't shown. */
const REFUNDED = {
  ...ORDER,
  id: 723,
  number: '723',
  total: '39.00',
  total_tax: '0.00',
  line_items: [
    {
      ...ORDER.line_items[0],
      id: 311,
      name: 'Woo Album #2',
      product_id: 87,
      quantity: 1,
      subtotal: '29.00',
      total: '29.00',
    },
  ],
  refunds: REFUNDS.map(({ id, amount }) => ({ id, reason: '', total: `-${amount}` })),
}

/** The variable product of the documentation, with the variation of another sample. */
const VARIABLE = {
  ...PRODUCT,
  id: 22,
  name: 'Ship Your Idea',
  type: 'variable',
  price: '',
  regular_price: '',
  variations: [733],
}

const ANSWERS: Readonly<Record<string, object>> = {
  '/wp-json/': { name: 'My Site', timezone_string: 'America/Sao_Paulo', gmt_offset: -3, namespaces: ['wc/v3'] },
  '/wp-json/wc/v3/data/currencies/current': { code: 'USD', name: 'United States (US) dollar', symbol: '&#36;' },
  '/wp-json/wc/v3/reports/orders/totals': [{ slug: 'pending', name: 'Pending payment', total: 7 }],
  '/wp-json/wc/v3/products': [VARIABLE, PRODUCT],
  '/wp-json/wc/v3/products/22/variations': [VARIATION],
  '/wp-json/wc/v3/customers': [CUSTOMER],
  '/wp-json/wc/v3/orders': [REFUNDED, ORDER],
  '/wp-json/wc/v3/orders/723/refunds': REFUNDS,
  '/wp-json/wc/v3/subscriptions': [SUBSCRIPTION],
}

const setUp = () => {
  const answer = ({ path }: FakeCall) => {
    const body = ANSWERS[path]
    if (!body) return { status: 404, body: { code: 'rest_no_route', message: 'No route', data: { status: 404 } } }
    const total = Array.isArray(body) ? String(body.length) : ''
    return { body, headers: { 'x-wp-total': total, 'x-wp-totalpages': '1' } }
  }
  const settings = { storeUrl: 'https://example.com', consumerKey: 'ck_1' }
  const secrets = { consumerSecret: 'cs_1' }
  const access = { connector: woocommerceConnector, open: openWooCommerce, settings, secrets, answer }
  return setUpAnswers(access, { now: () => Date.UTC(2026, 10, 1) })
}

test('the samples of the documentation become rows, none of them quarantined', async () => {
  const { sink, sync } = await setUp()
  await sync()
  expect(sink.quarantined).toEqual([])
  expect(sink.rows().map(({ table, row }) => `${table} ${row.source_id}`)).toEqual([
    'customers 25',
    'customers guest-836f82db99121b3481011f16',
    'memberships 1313',
    'order_lines 723-refund-724/314',
    'order_lines 723-refund-726/311',
    'order_lines 723/311',
    'order_lines 727/315',
    'order_lines 727/316',
    'orders 723',
    'orders 723-refund-724',
    'orders 723-refund-726',
    'orders 727',
    'products 733',
    'products 794',
  ])
  expect(sink.row('products', '733')?.row).toMatchObject({
    title: 'Ship Your Idea - Black',
    price: 900,
    category: 'Clothing',
  })
  expect(sink.row('customers', '25')?.row).toMatchObject({
    name: 'John Doe',
    email: 'john.doe@example.com',
    since: Date.UTC(2017, 2, 21, 19, 9, 28),
  })
  expect(sink.row('memberships', '1313')?.row).toMatchObject({
    club_name: 'Simple Subscription',
    status: 'active',
    signup: Date.UTC(2021, 3, 23, 10, 45),
    cancelled: null,
  })
})

test('the documented refunds count on their own days', async () => {
  const { sink, sync } = await setUp()
  await sync()
  expect(sink.row('orders', '723-refund-724')?.row).toMatchObject({
    ordered: Date.UTC(2017, 2, 21, 19, 55, 37),
    order_number: '723-R1',
    subtotal: -900,
    total: -900,
  })
  expect(sink.row('orders', '723-refund-726')?.row).toMatchObject({
    ordered: Date.UTC(2017, 2, 21, 20, 7, 11),
    order_number: '723-R2',
    total: -1000,
  })
})

test('the connection test shows one of each sample', async () => {
  const { connect } = await setUp()
  expect(await connect().session.test()).toEqual({
    name: 'My Site',
    timeZone: 'America/Sao_Paulo',
    currency: 'USD',
    samples: [
      { label: 'Orders', value: '2, such as 723' },
      { label: 'Customers', value: '1, such as John Doe' },
      { label: 'Products', value: '2, such as Ship Your Idea' },
      { label: 'Club memberships', value: '1, such as Simple Subscription' },
    ],
    warnings: ['Orders: “rest-api” isn’t a known source. It’s counted as Other.'],
  })
})
