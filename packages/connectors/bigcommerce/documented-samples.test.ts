import { expect, test } from 'vitest'
import { lackingAmounts } from '../kit/expected-rows.fixture.ts'
import type { FakeAnswer } from '../kit/fake-server.fixture.ts'
import { setUpAnswers } from '../kit/sync-setup.fixture.ts'
import { bigcommerceConnector } from './bigcommerce.connector.ts'
import { openBigCommerce } from './bigcommerce-session.ts'
import { newList } from './fake-bigcommerce.fixture.ts'
import {
  BRAND,
  CATEGORY,
  CUSTOMER_1,
  LINES_149,
  LINES_247,
  ORDER_100,
  ORDER_218,
  ORDER_247,
  PRODUCT_192,
  REFUND_12,
  STOCK_79,
  STORE,
} from './samples.fixture.ts'

const page = (query: URLSearchParams, ...records: readonly object[]): FakeAnswer =>
  newList(Number(query.get('id:greater') ?? 0) > 0 ? [] : records, { query })

/** A store that holds the records of the documentation. */
const syncSamples = async (
  orders: readonly (typeof ORDER_100 | typeof ORDER_218 | typeof ORDER_247)[],
  refunds: readonly object[],
) => {
  const answers: Readonly<Record<string, (query: URLSearchParams) => FakeAnswer>> = {
    '/v2/store': () => ({ body: STORE }),
    '/v2/orders': (query) => {
      const listed = orders.filter(({ id }) => id >= Number(query.get('min_id')))
      return listed.length === 0 ? { status: 204, body: '' } : { body: listed }
    },
    '/v3/orders/payment_actions/refunds': () => ({ body: { data: refunds, meta: {} } }),
    '/v2/customer_groups': () => ({ status: 204, body: '' }),
    '/v3/customers': (query) => page(query, CUSTOMER_1),
    '/v3/catalog/products': (query) => page(query, PRODUCT_192),
    '/v3/catalog/brands': (query) => page(query, BRAND),
    '/v3/catalog/trees/categories': (query) => page(query, CATEGORY),
    '/v3/inventory/items': (query) => page(query, STOCK_79),
  }
  const { sink, sync } = await setUpAnswers({
    connector: bigcommerceConnector,
    open: openBigCommerce,
    settings: { storeHash: 'abc123' },
    secrets: { accessToken: 'token' },
    answer({ path, query }) {
      const below = path.replace('/stores/abc123', '')
      if (/\/orders\/\d+\/products$/.test(below)) return { body: below.includes('/247/') ? LINES_247 : LINES_149 }
      return answers[below]?.(query) ?? { status: 404, body: {} }
    },
  })
  await sync()
  expect(sink.quarantined).toEqual([])
  return sink
}

test('reads the orders, their lines, and the refund of the documentation', async () => {
  const sink = await syncSamples(
    [ORDER_100, { ...ORDER_218, id: 180, status_id: 14, payment_status: 'refunded' }],
    [REFUND_12],
  )
  expect(sink.row('orders', '100')?.row).toMatchObject({
    order_number: '100',
    ordered: Date.UTC(2018, 0, 10, 21, 5, 30),
    channel: 'pos',
    channel_raw: 'POS',
    payment_status: 'authorized',
    fulfillment_status: 'unfulfilled',
    customer_source_id: '20',
    customer_name: 'Jane Doe',
    tax: 0,
    total: 36_195,
  })
  expect(sink.row('order_lines', '100/65')?.row).toMatchObject({
    product_title: 'Fog Linen Chambray Towel - Beige Stripe - S, Orange',
    sku: 'S-ORAN',
    brand: 'BigCommerce',
    unit_price: 55.99,
    discount: 159,
    amount: 5440,
    cost: 5000,
  })
  expect(sink.row('order_lines', '100/66')?.row).toMatchObject({ quantity: 1, amount: 0 })
  expect(sink.row('orders', '180')?.row).toMatchObject({ tax: 531, total: 6984, channel: 'other' })
  expect(sink.row('order_lines', '180/fee-1')?.row).toMatchObject({ product_title: 'A Fee', amount: 1230 })
  expect(sink.row('order_lines', '180/fee-2')?.row).toMatchObject({ product_title: 'B Fee', amount: 400 })
  expect(sink.row('orders', '180/refund-12')?.row).toMatchObject({
    ordered: Date.UTC(2022, 5, 16, 16, 44, 15),
    tax: -500,
    total: -5000,
    refund_of_source_id: '180',
  })
  expect(lackingAmounts(sink.rows())).toEqual([])
})

test('reads lines without a discounted total, options, or a gift certificate', async () => {
  const sink = await syncSamples([ORDER_247], [])
  expect(sink.row('orders', '247')?.row).toMatchObject({ channel: 'phone', shipping: 739, tax: 7688, total: 100_874 })
  expect(sink.row('order_lines', '247/238')?.row).toMatchObject({ product_title: 'Journal', amount: 4157 })
  expect(sink.row('order_lines', '247/240')?.row).toMatchObject({ quantity: 4, unit_price: 217.09, amount: 86_836 })
  expect(lackingAmounts(sink.rows())).toEqual([])
})

test('reads the product, its variants, the stock, and the customer of the documentation', async () => {
  const sink = await syncSamples([], [])
  expect(sink.row('products', '382')?.row).toMatchObject({
    sku: 'SMIT',
    title: 'Smith Journal 13 - Beige',
    brand: 'Common Good',
    price: 1000,
    cost: null,
    currency: 'USD',
  })
  expect(sink.row('products', '383')?.row).toMatchObject({ price: 2500, cost: 2500 })
  expect(sink.row('inventory', '79@1')?.row).toMatchObject({
    sku: 'RE-130',
    location: 'Default location',
    on_hand: 11,
    available: 10,
  })
  expect(sink.row('customers', '1')?.row).toMatchObject({
    name: 'string string',
    email: 'string@example.com',
    since: Date.UTC(2018, 10, 13, 21, 42, 6),
    customer_group: null,
  })
})
