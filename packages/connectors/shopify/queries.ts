import type { Operation } from './admin-api.ts'

const MONEY = '{ shopMoney { amount currencyCode } }'
const ADDRESS = '{ city provinceCode countryCodeV2 zip }'

const LINE_FIELDS = `id title variantTitle sku vendor quantity isGiftCard requiresShipping
  originalUnitPriceSet ${MONEY} originalTotalSet ${MONEY}
  discountAllocations { allocatedAmountSet ${MONEY} }
  taxLines { priceSet ${MONEY} }
  product { id productType category { fullName } }
  variant { id }`

/** `withStaff`: includes the staff member, which only some shops may request. */
const orderFields = (withStaff: boolean): string => `id name test processedAt updatedAt cancelledAt sourceName
  displayFinancialStatus displayFulfillmentStatus taxesIncluded
  totalPriceSet ${MONEY} totalTaxSet ${MONEY} totalTipReceivedSet ${MONEY} totalShippingPriceSet ${MONEY}
  originalTotalDutiesSet ${MONEY} originalTotalAdditionalFeesSet ${MONEY}
  customer { id displayName }
  ${withStaff ? 'staffMember { id name }' : ''}
  shippingAddress ${ADDRESS} billingAddress ${ADDRESS}
  shippingLine { title code deliveryCategory }
  refunds { id }`

const CUSTOMER_FIELDS = `id displayName createdAt updatedAt
  defaultEmailAddress { emailAddress } defaultAddress ${ADDRESS}`

const PAGE_INFO = 'pageInfo { hasNextPage endCursor }'

/** Changed orders, oldest change first. Lines beyond the first are requested per order. */
export const orderPage = (withStaff: boolean): Operation => ({
  name: 'OrderPage',
  document: `query OrderPage($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${orderFields(withStaff)} lineItems(first: 10) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }
    ${PAGE_INFO}
  }
}`,
})

/** Orders by ID. */
export const ordersById = (withStaff: boolean): Operation => ({
  name: 'OrdersById',
  document: `query OrdersById($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Order { ${orderFields(withStaff)} lineItems(first: 10) { nodes { ${LINE_FIELDS} } ${PAGE_INFO} } }
  }
}`,
})

export const CUSTOMERS_BY_ID: Operation = {
  name: 'CustomersById',
  document: `query CustomersById($ids: [ID!]!) { nodes(ids: $ids) { ... on Customer { ${CUSTOMER_FIELDS} } } }`,
}

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
      id createdAt updatedAt totalRefundedSet ${MONEY}
      refundLineItems(first: 20) {
        nodes { lineItem { id } quantity subtotalSet ${MONEY} totalTaxSet ${MONEY} } ${PAGE_INFO}
      }
      refundShippingLines(first: 5) { nodes { subtotalAmountSet ${MONEY} taxAmountSet ${MONEY} } }
      orderAdjustments(first: 5) { nodes { amountSet ${MONEY} } }
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

/** Orders with their totals only. */
export const ORDER_TOTALS: Operation = {
  name: 'OrderTotals',
  document: `query OrderTotals($first: Int!, $after: String, $query: String, $sortKey: OrderSortKeys!) {
  orders(first: $first, after: $after, query: $query, sortKey: $sortKey) {
    nodes {
      id name test processedAt taxesIncluded totalPriceSet ${MONEY}
      refunds { id createdAt updatedAt totalRefundedSet ${MONEY} }
    }
    ${PAGE_INFO}
  }
}`,
}

export const CUSTOMER_PAGE: Operation = {
  name: 'CustomerPage',
  document: `query CustomerPage($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${CUSTOMER_FIELDS} }
    ${PAGE_INFO}
  }
}`,
}

export const RECORD_COUNTS: Operation = {
  name: 'RecordCounts',
  document: `query RecordCounts {
  ordersCount(limit: 2000) { count }
  customersCount(limit: 2000) { count }
}`,
}

export const SHOP: Operation = {
  name: 'Shop',
  document: `query Shop {
  shop { name ianaTimezone currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`,
}

export const STAFF_PROBE: Operation = {
  name: 'StaffProbe',
  document: 'query StaffProbe { orders(first: 1) { nodes { staffMember { name } } } }',
}

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
  orders: (withStaff: boolean): string =>
    `{ orders { edges { node { ${orderFields(withStaff)} lineItems { edges { node { ${LINE_FIELDS} } } } } } } }`,
  customers: `{ customers { edges { node { ${CUSTOMER_FIELDS} } } } }`,
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
