import type { DocumentedForm } from '../../kit/documented-form.fixture.ts'
import type { FakeCall } from '../../kit/fake-server.fixture.ts'

/*
 * Records in the forms of the samples on shopify.dev/docs/api/admin-graphql/2026-07 (queries orders, customers, productVariants, shop;
 * objects Order, LineItem, Refund, InventoryLevel, BulkOperation, WebhookSubscription) and docs/api/usage/limits (cost), as of November
 * 2026. The values are other ones. A field that the schema lets be null has a null in `NULLS`.
 */

export const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
export const pageInfo = { hasNextPage: false, endCursor: 'eyJsYXN0X2lkIjo0NTA3ODk0Njl9' }
const address = { city: 'Healdsburg', provinceCode: 'CA', countryCodeV2: 'US', zip: '95448' }

export const LINE_ITEM = {
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
}

export const ORDER = {
  id: 'gid://shopify/Order/450789469',
  name: '#1001',
  test: false,
  processedAt: '2026-01-10T16:00:00Z',
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
  currentTotalPriceSet: money('64.2'),
  netPaymentSet: money('64.2'),
  totalOutstandingSet: money('0.0'),
  customer: { id: 'gid://shopify/Customer/1018520244', displayName: 'Ada Quill' },
  staffMember: null,
  retailLocation: null,
  shippingAddress: address,
  billingAddress: address,
  shippingLine: { title: 'Ground', code: 'Ground', deliveryCategory: null },
  refunds: [{ id: 'gid://shopify/Refund/509562969' }],
  lineItems: { nodes: [LINE_ITEM], pageInfo },
}

export const REFUND = {
  id: 'gid://shopify/Refund/509562969',
  createdAt: '2026-01-12T15:59:00Z',
  updatedAt: '2026-01-12T15:59:00Z',
  duties: [],
  totalRefundedSet: money('49.2'),
  refundLineItems: {
    nodes: [{ lineItem: { id: LINE_ITEM.id }, quantity: 1, subtotalSet: money('45.0'), totalTaxSet: money('4.2') }],
    pageInfo,
  },
  refundShippingLines: { nodes: [] },
}

export const CUSTOMER = {
  id: 'gid://shopify/Customer/1018520244',
  displayName: 'Ada Quill',
  createdAt: '2024-06-01T12:21:43Z',
  updatedAt: '2026-01-12T16:00:00Z',
  defaultEmailAddress: { emailAddress: 'ada@example.com' },
  defaultAddress: address,
}

const LEVEL = {
  id: 'gid://shopify/InventoryLevel/523463154?inventory_item_id=30322695',
  updatedAt: '2026-01-12T16:00:00Z',
  location: { id: 'gid://shopify/Location/124656943', name: 'Cellar' },
  quantities: [{ name: 'available', quantity: 2 }],
}

const VARIANT = {
  id: 'gid://shopify/ProductVariant/39072856',
  title: 'Default Title',
  sku: '14CS750',
  price: '50.00',
  updatedAt: '2026-01-12T16:00:00Z',
  product: {
    title: '2014 Cabernet Sauvignon',
    vendor: 'Spectra',
    productType: 'Wine',
    isGiftCard: false,
    category: { fullName: 'Food, Beverages & Tobacco > Beverages' },
  },
  inventoryItem: {
    id: 'gid://shopify/InventoryItem/30322695',
    tracked: true,
    unitCost: { amount: '9.5', currencyCode: 'USD' },
    inventoryLevels: { nodes: [LEVEL], pageInfo },
  },
}

export const SHOP = { name: 'Spectra Winery', ianaTimezone: 'America/Los_Angeles', currencyCode: 'USD' }

const WEBHOOK = {
  id: 'gid://shopify/WebhookSubscription/892403750',
  topic: 'ORDERS_CREATE',
  uri: 'https://example.com/hook',
  format: 'JSON',
}

const EXPORT = {
  id: 'gid://shopify/BulkOperation/720918',
  status: 'COMPLETED',
  errorCode: null,
  createdAt: '2026-01-12T16:00:00Z',
  completedAt: '2026-01-12T16:00:30Z',
  objectCount: '2',
  rootObjectCount: '1',
  url: 'https://storage.example.com/export.jsonl',
}

const RUNNING = { completedAt: null, errorCode: 'INTERNAL_SERVER_ERROR', url: null }

const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 1948, restoreRate: 100 }
export const extensions = { cost: { requestedQueryCost: 52, actualQueryCost: 12, throttleStatus } }

const FEE = money('1.0')
const NO_ADDRESS = { city: null, provinceCode: null, countryCodeV2: null, zip: null }
const NO_LINE = {
  variantTitle: null,
  sku: null,
  vendor: null,
  product: { category: VARIANT.product.category },
  variant: null,
}

/** Records with the nulls that the schema allows, and values where the samples above have null. */
const NULLS = {
  order: {
    cancelledAt: ORDER.processedAt,
    sourceName: null,
    displayFinancialStatus: null,
    totalTaxSet: null,
    originalTotalDutiesSet: FEE,
    originalTotalAdditionalFeesSet: FEE,
    customer: null,
    staffMember: { id: 'gid://shopify/StaffMember/902541635', name: 'Ana P.' },
    retailLocation: { name: 'Cellar' },
    shippingAddress: NO_ADDRESS,
    shippingLine: { code: null, deliveryCategory: 'local_pickup' },
    lineItems: { nodes: [NO_LINE, { product: null }], pageInfo: { endCursor: null } },
  },
  customer: { defaultEmailAddress: null, defaultAddress: NO_ADDRESS },
  variant: { sku: null, product: { category: null }, inventoryItem: { unitCost: null } },
  refund: {
    createdAt: null,
    refundShippingLines: { nodes: [{ subtotalAmountSet: FEE, taxAmountSet: FEE }] },
    duties: [{ amountSet: FEE }],
  },
}

const listOf = (...nodes: object[]) => ({ nodes, pageInfo })
const ORDERS = [ORDER, NULLS.order, { ...NULLS.order, shippingAddress: null, billingAddress: null, shippingLine: null }]
const CUSTOMERS = [CUSTOMER, NULLS.customer, { ...NULLS.customer, defaultAddress: null }]

/** Every root field of the answers; which of them an answer has, and which of their fields, is what its query asks for. */
const DATA = {
  shop: SHOP,
  currentAppInstallation: { accessScopes: [{ handle: 'read_orders' }] },
  orders: listOf(...ORDERS),
  order: { ...ORDER, lineItems: listOf(LINE_ITEM, NO_LINE, { product: null }) },
  customers: listOf(...CUSTOMERS),
  productVariants: listOf(VARIANT, NULLS.variant),
  refund: REFUND,
  node: EXPORT,
  nodes: [...ORDERS, ...CUSTOMERS, REFUND, NULLS.refund, { order: { id: ORDER.id } }, null],
  ordersCount: { count: 1, precision: 'EXACT' },
  customersCount: { count: 1, precision: 'EXACT' },
  webhookSubscriptions: listOf(WEBHOOK),
  bulkOperationRunQuery: { bulkOperation: { id: EXPORT.id }, userErrors: [] },
  webhookSubscriptionCreate: { webhookSubscription: WEBHOOK, userErrors: [] },
  webhookSubscriptionDelete: { deletedWebhookSubscriptionId: WEBHOOK.id, userErrors: [] },
}

/** Lines of an export: docs/api/usage/bulk-operations/queries. */
const LINES = [
  { ...ORDER, lineItems: undefined },
  CUSTOMER,
  VARIANT,
  ...[LINE_ITEM, LEVEL].map((child) => ({ ...child, __parentId: VARIANT.id })),
  ...[NULLS.order, NULLS.customer, NULLS.variant, NO_LINE, { product: null }],
]

/** The form of an answer, where null stands only for what the schema says; each answer is read as a list of lines. */
export const documentedAnswer = ({ path }: FakeCall): DocumentedForm => ({
  samples: [],
  parts: path.startsWith('/exports/') ? [LINES] : [[{ data: DATA, extensions }, { data: { node: RUNNING } }]],
  omitsNulls: true,
})

export const readLines = (body: string): unknown =>
  body
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
