import { expect, test } from 'vitest'
import { closedAfterTest } from '../kit/closed-after-test.fixture.ts'
import { startFakeServer } from '../kit/fake-server.fixture.ts'
import { createMemorySink } from '../kit/memory-sink.fixture.ts'
import { CUSTOMER, extensions, ORDER, pageInfo, REFUND, SHOP } from './fake/documented-records.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'

const SCOPES = ['read_all_orders', 'read_orders', 'read_customers', 'read_products', 'read_inventory', 'read_locations']

const DATA: Readonly<Record<string, object>> = {
  Shop: {
    shop: SHOP,
    currentAppInstallation: { accessScopes: SCOPES.map((handle) => ({ handle })) },
  },
  ProtectedProbe: { orders: { nodes: [ORDER] }, customers: { nodes: [CUSTOMER] } },
  OrderCount: { ordersCount: { count: 1, precision: 'EXACT' } },
  CustomerCount: { customersCount: { count: 1, precision: 'EXACT' } },
  // Dates may have an offset.
  OrderPage: { orders: { nodes: [{ ...ORDER, processedAt: '2026-01-10T11:00:00-05:00' }], pageInfo } },
  CustomerPage: { customers: { nodes: [CUSTOMER], pageInfo } },
  RefundDetails: { nodes: [REFUND] },
}

const closed = closedAfterTest()

test('reads a documented customer, and an order with its refund', async () => {
  const server = await startFakeServer({
    answer: ({ body }) => {
      const { operationName } = JSON.parse(body) as { operationName: string }
      return { body: { data: DATA[operationName], extensions } }
    },
  })
  closed.server(server)
  const connection = closed.open(server, {
    connector: shopifyConnector,
    settings: { shop: 'spectra.myshopify.com' },
    secrets: { accessToken: 'shpat_token' },
    now: () => Date.UTC(2026, 10, 1),
  })
  const sink = createMemorySink()
  await sink.sync(connection.session, { streams: ['customers', 'orders'] })
  expect(sink.quarantined).toEqual([])
  expect(sink.row('customers', '1018520244')?.row).toMatchObject({
    name: 'Ada Quill',
    email: 'ada@example.com',
    city: 'Healdsburg',
    state: 'CA',
    since: Date.UTC(2024, 5, 1, 12, 21, 43),
  })
  expect(sink.row('orders', '450789469')?.row).toMatchObject({
    order_number: '#1001',
    ordered: Date.UTC(2026, 0, 10, 16),
    channel: 'web',
    order_type: 'regular',
    payment_status: 'paid',
    fulfillment_status: 'unfulfilled',
    delivery_method: 'ship',
    customer_source_id: '1018520244',
    customer_name: 'Ada Quill',
    state: 'CA',
    subtotal: 10000,
    discount: 1000,
    shipping: 1500,
    tax: 840,
    tip: 0,
    total: 11340,
    currency: 'USD',
    is_refund: false,
  })
  const refund = sink.rows().find(({ table, row }) => table === 'orders' && row.is_refund)?.row
  expect(refund).toMatchObject({
    order_type: 'refund',
    ordered: Date.UTC(2026, 0, 12, 15, 59),
    refund_of_source_id: '450789469',
    tax: -420,
    total: -4920,
  })
})
