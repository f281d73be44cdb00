import type { Operation } from './admin-api.ts'

/** `variables`: their types, such as `($id: ID!)`; empty: it takes none */
const operation =
  (kind: 'query' | 'mutation') =>
  (name: string, variables: string, fields: string): Operation => ({
    name,
    document: `${kind} ${name}${variables} { ${fields} }`,
  })
export const query = operation('query')
export const mutation = operation('mutation')

const MONEY = '{ shopMoney { amount currencyCode } }'
const ADDRESS = '{ city provinceCode countryCodeV2 zip }'

const LINE_FIELDS = `id title variantTitle sku vendor quantity isGiftCard requiresShipping
  originalUnitPriceSet ${MONEY} originalTotalSet ${MONEY}
  discountAllocations { allocatedAmountSet ${MONEY} } taxLines { priceSet ${MONEY} }
  product { id productType category { fullName } }
  variant { id }`

const SETTLEMENT = `netPaymentSet ${MONEY} totalOutstandingSet ${MONEY}`

/** What an app may read of customers. */
export interface ProtectedData {
  readonly customers: boolean
  readonly names: boolean
  readonly emails: boolean
  readonly addresses: boolean
}

/** Fields that only some apps may request. */
export interface Readable extends ProtectedData {
  readonly staff: boolean
}

const customerOf = ({ customers, names }: ProtectedData): string =>
  customers ? `customer { id ${names ? 'displayName' : ''} }` : ''

const addressesOf = ({ addresses }: ProtectedData): string =>
  addresses ? `shippingAddress ${ADDRESS} billingAddress ${ADDRESS}` : ''

const orderFields = (readable: Readable): string => `id name test processedAt updatedAt cancelledAt sourceName
  displayFinancialStatus displayFulfillmentStatus taxesIncluded
  totalPriceSet ${MONEY} totalTaxSet ${MONEY} totalTipReceivedSet ${MONEY} totalShippingPriceSet ${MONEY}
  originalTotalDutiesSet ${MONEY} originalTotalAdditionalFeesSet ${MONEY} ${SETTLEMENT}
  ${customerOf(readable)}
  ${readable.staff ? 'staffMember { id name }' : ''}
  ${addressesOf(readable)}
  shippingLine { title code deliveryCategory }
  retailLocation { name }
  refunds { id }`

const customerFields = ({ names, emails, addresses }: ProtectedData): string => `id createdAt updatedAt
  ${names ? 'displayName' : ''}
  ${emails ? 'defaultEmailAddress { emailAddress }' : ''}
  ${addresses ? `defaultAddress ${ADDRESS}` : ''}`

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'
const PAGE = '($first: Int!, $after: String, $query: String)'
const INNER_PAGE = '($id: ID!, $first: Int!, $after: String)'

/** Lines beyond the first are requested per order. */
const orderWithLines = (readable: Readable): string =>
  `${orderFields(readable)} lineItems(first: 10) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} }`

/** Changed records, oldest change first. */
const changedPage = (list: 'orders' | 'customers', fields: string): string =>
  `${list}(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${fields} } ${PAGE_INFO} }`

export const orderPage = (readable: Readable): Operation =>
  query('OrderPage', PAGE, changedPage('orders', orderWithLines(readable)))

export const customerPage = (readable: ProtectedData): Operation =>
  query('CustomerPage', PAGE, changedPage('customers', customerFields(readable)))

const byIds = (name: string, type: string, fields: string): Operation =>
  query(name, '($ids: [ID!]!)', `nodes(ids: $ids) { ... on ${type} { ${fields} } }`)

export const ordersById = (readable: Readable): Operation => byIds('OrdersById', 'Order', orderWithLines(readable))

export const customersById = (readable: ProtectedData): Operation =>
  byIds('CustomersById', 'Customer', customerFields(readable))

export const ORDERS_OF_REFUNDS = byIds('OrdersOfRefunds', 'Refund', 'id order { id }')

/** IDs and dates only, so that a page of 250 is cheap. */
export const ORDER_LISTING = query(
  'OrderListing',
  PAGE,
  `orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    nodes { id test processedAt updatedAt } ${PAGE_INFO}
  }`,
)

export const CUSTOMER_LISTING = query('CustomerListing', PAGE, changedPage('customers', 'id updatedAt'))

export const ORDER_LINES = query(
  'OrderLines',
  INNER_PAGE,
  `order(id: $id) { lineItems(first: $first, after: $after) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }`,
)

const REFUND_LINE_FIELDS = `lineItem { id } quantity subtotalSet ${MONEY} totalTaxSet ${MONEY}`

export const REFUND_DETAILS = byIds(
  'RefundDetails',
  'Refund',
  `id createdAt updatedAt totalRefundedSet ${MONEY} duties { amountSet ${MONEY} }
  refundLineItems(first: 20) { nodes { ${REFUND_LINE_FIELDS} } ${PAGE_INFO} }
  refundShippingLines(first: 5) { nodes { subtotalAmountSet ${MONEY} taxAmountSet ${MONEY} } }`,
)

export const REFUND_LINES = query(
  'RefundLines',
  INNER_PAGE,
  `refund(id: $id) { refundLineItems(first: $first, after: $after) { nodes { ${REFUND_LINE_FIELDS} } ${PAGE_INFO} } }`,
)

const TOTALS = `id name test processedAt taxesIncluded totalPriceSet ${MONEY} currentTotalPriceSet ${MONEY}
  ${SETTLEMENT} refunds { id createdAt updatedAt }`

/** Orders with their totals only. */
export const ORDER_TOTALS = query(
  'OrderTotals',
  '($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys!)',
  `orders(first: $first, after: $after, query: $query, sortKey: $sortKey) { nodes { ${TOTALS} } ${PAGE_INFO} }`,
)

/** The totals of the orders of refunds. */
export const REFUNDED_ORDERS = byIds('RefundedOrders', 'Refund', `order { ${TOTALS} }`)

/** Numbers of records, up to 2,000. */
export const COUNTS = {
  orders: query('OrderCount', '', 'ordersCount(limit: 2000) { count }'),
  customers: query('CustomerCount', '', 'customersCount(limit: 2000) { count }'),
} as const

export const SHOP = query(
  'Shop',
  '',
  `shop { name ianaTimezone currencyCode }
  currentAppInstallation { accessScopes { handle } }`,
)

/** The latest orders, and one of each other kind of record. */
export const sampleRecords = ({ customers, names }: ProtectedData): Operation =>
  query(
    'SampleRecords',
    '',
    `orders(first: 50, sortKey: PROCESSED_AT, reverse: true) {
    nodes { id name sourceName displayFinancialStatus displayFulfillmentStatus }
  }
  ${customers ? `customers(first: 1) { nodes { id ${names ? 'displayName' : ''} } }` : ''}
  productVariants(first: 1) {
    nodes {
      id title sku product { title }
      inventoryItem { inventoryLevels(first: 1) { nodes { location { name } } } }
    }
  }`,
  )

export const STAFF_PROBE = query('StaffProbe', '', 'orders(first: 1) { nodes { staffMember { name } } }')

/** Asks for one record with the fields that an app needs an approval for. */
export const protectedProbe = (wanted: ProtectedData): Operation =>
  query(
    'ProtectedProbe',
    '',
    `orders(first: 1) { nodes { id ${customerOf(wanted)} ${addressesOf(wanted)} } }
  ${wanted.customers ? `customers(first: 1) { nodes { ${customerFields(wanted)} } }` : ''}`,
  )

export const EXPORT_START = mutation(
  'ExportStart',
  '($query: String!)',
  'bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { id } userErrors { code message } }',
)

export const EXPORT_STATE = query(
  'ExportState',
  '($id: ID!)',
  `node(id: $id) {
    ... on BulkOperation { status errorCode createdAt completedAt objectCount rootObjectCount url }
  }`,
)

/** Queries of bulk exports. Connections have no limits there, and lists cannot contain connections. */
export const EXPORTS = {
  orders: (readable: Readable): string =>
    `{ orders { edges { node { ${orderFields(readable)} lineItems { edges { node { ${LINE_FIELDS} } } } } } } }`,
  customers: (readable: ProtectedData): string => `{ customers { edges { node { ${customerFields(readable)} } } } }`,
  variants: `{ productVariants { edges { node {
  id title sku price updatedAt
  product { title vendor productType isGiftCard category { fullName } }
  inventoryItem {
    id tracked unitCost { amount currencyCode }
    inventoryLevels { edges { node {
      id updatedAt location { id name }
      quantities(names: ["available", "committed", "on_hand", "reserved"]) { name quantity }
    } } }
  }
} } } }`,
} as const
