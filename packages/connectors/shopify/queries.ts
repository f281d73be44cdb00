import type { Operation } from './admin-api.ts'

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
  refunds { id }`

const customerFields = ({ names, emails, addresses }: ProtectedData): string => `id createdAt updatedAt
  ${names ? 'displayName' : ''}
  ${emails ? 'defaultEmailAddress { emailAddress }' : ''}
  ${addresses ? `defaultAddress ${ADDRESS}` : ''}`

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'

/** Changed orders, oldest change first. Lines beyond the first are requested per order. */
export const orderPage = (readable: Readable): Operation => ({
  name: 'OrderPage',
  document: `query OrderPage($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${orderFields(readable)} lineItems(first: 10) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }
    ${PAGE_INFO}
  }
}`,
})

/** Orders by ID. */
export const ordersById = (readable: Readable): Operation => ({
  name: 'OrdersById',
  document: `query OrdersById($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order { ${orderFields(readable)} lineItems(first: 10) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }
  }
}`,
})

export const customersById = (readable: ProtectedData): Operation => ({
  name: 'CustomersById',
  document: `query CustomersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { ${customerFields(readable)} } } }`,
})

export const ORDERS_OF_REFUNDS: Operation = {
  name: 'OrdersOfRefunds',
  document: 'query OrdersOfRefunds($ids: [ID!]!) { nodes(ids: $ids) { ... on Refund { id order { id } } } }',
}

/** IDs and dates only, so that a page of 250 is cheap. */
export const ORDER_LISTING: Operation = {
  name: 'OrderListing',
  document: `query OrderListing($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: PROCESSED_AT) {
    nodes { id test processedAt updatedAt } ${PAGE_INFO}
  }
}`,
}

export const CUSTOMER_LISTING: Operation = {
  name: 'CustomerListing',
  document: `query CustomerListing($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { id updatedAt } ${PAGE_INFO} }
}`,
}

export const ORDER_LINES: Operation = {
  name: 'OrderLines',
  document: `query OrderLines($id: ID!, $after: String) {
  order(id: $id) { lineItems(first: 50, after: $after) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }
}`,
}

export const REFUND_DETAILS: Operation = {
  name: 'RefundDetails',
  document: `query RefundDetails($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Refund {
      id createdAt updatedAt totalRefundedSet ${MONEY} duties { amountSet ${MONEY} }
      refundLineItems(first: 20) {
        nodes { lineItem { id } quantity subtotalSet ${MONEY} totalTaxSet ${MONEY} } ${PAGE_INFO}
      }
      refundShippingLines(first: 5) { nodes { subtotalAmountSet ${MONEY} taxAmountSet ${MONEY} } }
    }
  }
}`,
}

export const REFUND_LINES: Operation = {
  name: 'RefundLines',
  document: `query RefundLines($id: ID!, $after: String) {
  refund(id: $id) {
    refundLineItems(first: 100, after: $after) {
      nodes { lineItem { id } quantity subtotalSet ${MONEY} totalTaxSet ${MONEY} } ${PAGE_INFO}
    }
  }
}`,
}

const TOTALS = `id name test processedAt taxesIncluded totalPriceSet ${MONEY} currentTotalPriceSet ${MONEY}
      ${SETTLEMENT} refunds { id createdAt updatedAt }`

/** Orders with their totals only. */
export const ORDER_TOTALS: Operation = {
  name: 'OrderTotals',
  document: `query OrderTotals($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey) {
    nodes {
      ${TOTALS}
    }
    ${PAGE_INFO}
  }
}`,
}

/** The totals of the orders of refunds. */
export const REFUNDED_ORDERS: Operation = {
  name: 'RefundedOrders',
  document: `query RefundedOrders($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Refund {
      order { ${TOTALS} }
    }
  }
}`,
}

export const customerPage = (readable: ProtectedData): Operation => ({
  name: 'CustomerPage',
  document: `query CustomerPage($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${customerFields(readable)} }
    ${PAGE_INFO}
  }
}`,
})

/** Numbers of records, up to 2,000. */
export const ORDER_COUNT: Operation = {
  name: 'OrderCount',
  document: 'query OrderCount { ordersCount(limit: 2000) { count } }',
}

export const CUSTOMER_COUNT: Operation = {
  name: 'CustomerCount',
  document: 'query CustomerCount { customersCount(limit: 2000) { count } }',
}

export const SHOP: Operation = {
  name: 'Shop',
  document: `query Shop {
  shop { name ianaTimezone currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`,
}

/** The latest orders, and one of each other kind of record. */
export const sampleRecords = ({ customers, names }: ProtectedData): Operation => ({
  name: 'SampleRecords',
  document: `query SampleRecords {
  orders(first: 50, sortKey: PROCESSED_AT, reverse: true) {
    nodes { id name sourceName displayFinancialStatus displayFulfillmentStatus }
  }
  ${customers ? `customers(first: 1) { nodes { id ${names ? 'displayName' : ''} } }` : ''}
  productVariants(first: 1) {
    nodes {
      id title sku product { title }
      inventoryItem { inventoryLevels(first: 1) { nodes { location { name } } } }
    }
  }
}`,
})

export const STAFF_PROBE: Operation = {
  name: 'StaffProbe',
  document: 'query StaffProbe { orders(first: 1) { nodes { staffMember { name } } } }',
}

/** Asks for one record with the fields that an app needs an approval for. */
export const protectedProbe = (wanted: ProtectedData): Operation => ({
  name: 'ProtectedProbe',
  document: `query ProtectedProbe {
  orders(first: 1) { nodes { id ${customerOf(wanted)} ${addressesOf(wanted)} } }
  ${wanted.customers ? `customers(first: 1) { nodes { ${customerFields(wanted)} } }` : ''}
}`,
})

export const EXPORT_START: Operation = {
  name: 'ExportStart',
  document: `mutation ExportStart($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { id }
    userErrors { code message }
  }
}`,
}

export const EXPORT_STATE: Operation = {
  name: 'ExportState',
  document: `query ExportState($id: ID!) {
  node(id: $id) {
    ... on BulkOperation { status errorCode createdAt completedAt objectCount rootObjectCount url }
  }
}`,
}

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
