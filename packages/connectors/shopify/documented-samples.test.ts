import { afterEach, expect, test } from 'vitest'
import { startFakeServer } from '../kit/fake-server.fixture.ts'
import { createMemorySink } from '../kit/memory-sink.fixture.ts'
import { openTestConnection } from '../kit/test-connection.fixture.ts'
import { shopifyConnector } from './shopify.connector.ts'

// Answers in the form of the samples on shopify.dev/docs/api/admin-graphql/2026-07 (queries orders, customers, shop; objects Order,
// LineItem, Refund) and docs/api/usage/limits (cost), as of November 2026. The values are other ones.

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
const pageInfo = { hasNextPage: false, endCursor: 'eyJsYXN0X2lkIjo0NTA3ODk0Njl9' }
const address = { city: 'Healdsburg', provinceCode: 'CA', countryCodeV2: 'US', zip: '95448' }

const ORDER = {
  id: 'gid://shopify/Order/450789469',
  name: '#1001',
  test: false,
  processedAt: '2026-01-10T11:00:00-05:00',
  updatedAt: '2026-01-12T16:00:00Z',
  cancelledAt: null,
  sourceName: 'web',
  displayFinancialStatus: 'PARTIALLY_REFUNDED',
  displayFulfillmentStatus: 'UNFULFILLED',
  taxesIncluded: false,
  totalPriceSet: money('113.4'),
  totalTaxSet: money('8.4'),
  totalTipReceivedSet: money('0.0'),
  totalShippingPriceSet: money('15.0'),
  originalTotalDutiesSet: null,
  originalTotalAdditionalFeesSet: null,
  customer: { id: 'gid://shopify/Customer/1018520244', displayName: 'Ada Quill' },
  staffMember: null,
  shippingAddress: address,
  billingAddress: address,
  shippingLine: { title: 'Ground', code: 'Ground', deliveryCategory: null },
  refunds: [{ id: 'gid://shopify/Refund/509562969' }],
  lineItems: {
    nodes: [
      {
        id: 'gid://shopify/LineItem/466157049',
        title: '2014 Cabernet Sauvignon',
        variantTitle: 'Default Title',
        sku: '14CS750',
        vendor: 'Spectra',
        quantity: 2,
        isGiftCard: false,
        requiresShipping: true,
        originalUnitPriceSet: money('50.0'),
        originalTotalSet: money('100.0'),
        discountAllocations: [{ allocatedAmountSet: money('10.0') }],
        taxLines: [{ priceSet: money('8.4') }],
        product: { id: 'gid://shopify/Product/632910392', productType: 'Wine', category: null },
        variant: { id: 'gid://shopify/ProductVariant/39072856' },
      },
    ],
    pageInfo,
  },
}

const REFUND = {
  id: 'gid://shopify/Refund/509562969',
  createdAt: '2026-01-12T15:59:00Z',
  updatedAt: '2026-01-12T15:59:00Z',
  totalRefundedSet: money('49.2'),
  refundLineItems: {
    nodes: [
      {
        lineItem: { id: 'gid://shopify/LineItem/466157049' },
        quantity: 1,
        subtotalSet: money('45.0'),
        totalTaxSet: money('4.2'),
      },
    ],
    pageInfo,
  },
  refundShippingLines: { nodes: [] },
  orderAdjustments: { nodes: [] },
}

const CUSTOMER = {
  id: 'gid://shopify/Customer/1018520244',
  displayName: 'Ada Quill',
  createdAt: '2024-06-01T12:21:43Z',
  updatedAt: '2026-01-12T16:00:00Z',
  defaultEmailAddress: { emailAddress: 'ada@example.com' },
  defaultAddress: address,
}

const SCOPES = ['read_all_orders', 'read_orders', 'read_customers', 'read_products', 'read_inventory', 'read_locations']

const DATA: Readonly<Record<string, object>> = {
  Shop: {
    shop: { name: 'Spectra Winery', ianaTimezone: 'America/Los_Angeles', currencyCode: 'USD' },
    currentAppInstallation: { accessScopes: SCOPES.map((handle) => ({ handle })) },
  },
  ProtectedProbe: { orders: { nodes: [ORDER] }, customers: { nodes: [CUSTOMER] } },
  OrderCount: { ordersCount: { count: 1, precision: 'EXACT' } },
  CustomerCount: { customersCount: { count: 1, precision: 'EXACT' } },
  OrderPage: { orders: { nodes: [ORDER], pageInfo } },
  CustomerPage: { customers: { nodes: [CUSTOMER], pageInfo } },
  RefundDetails: { nodes: [REFUND] },
}

const throttleStatus = { maximumAvailable: 2000.0, currentlyAvailable: 1948, restoreRate: 100.0 }
const extensions = { cost: { requestedQueryCost: 52, actualQueryCost: 12, throttleStatus } }

const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

test('reads a documented customer, and an order with its refund', async () => {
  const server = await startFakeServer({
    answer: ({ body }) => {
      const { operationName } = JSON.parse(body) as { operationName: string }
      return { body: { data: DATA[operationName], extensions } }
    },
  })
  const connection = openTestConnection({
    connector: shopifyConnector,
    url: server.url,
    settings: { shop: 'spectra.myshopify.com' },
    secrets: { accessToken: 'shpat_token' },
    now: () => Date.UTC(2026, 10, 1),
  })
  cleanUps.push(
    () => connection.client.close(),
    () => server.close(),
  )
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
