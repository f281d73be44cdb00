import type { ConnectorManifest } from '../kit/manifest.ts'
import type { FieldMapping, FileKindName } from './mapping.ts'
import { headerKey } from './target-field.ts'

/** An export format of a platform: its column names, and how they map to the fields of a kind. */
export interface PlatformExport {
  /** display name */
  readonly title: string
  readonly kind: FileKindName
  /** columns of this export alone, in any order and among others */
  readonly telling: readonly string[]
  readonly mapping: Readonly<Record<string, FieldMapping>>
}

const SHOPIFY_ORDERS: PlatformExport = {
  title: 'Shopify orders',
  kind: 'order_lines',
  telling: ['Name', 'Financial Status', 'Lineitem quantity', 'Lineitem price'],
  // Only the first row of an order has the order's values; a row without SKU is a line like any other. Subtotal is the sum of
  // the lines after every discount; Discount Amount may include shipping or repeat line discounts, and is used only without a
  // Subtotal. Refunded Amount becomes a refund on the day of the order, because the export does not have its date.
  mapping: {
    orderId: 'Name',
    orderDate: { column: 'Created at', format: 'YYYY-MM-DD HH:mm:ss Z' },
    sku: { column: 'Lineitem sku', default: 'no-sku' },
    productTitle: 'Lineitem name',
    brand: 'Vendor',
    quantity: 'Lineitem quantity',
    unitPrice: 'Lineitem price',
    discount: { column: 'Lineitem discount', format: 'amount' },
    orderNet: 'Subtotal',
    orderDiscount: { column: 'Discount Amount', format: 'amount' },
    refundedAmount: 'Refunded Amount',
    customerId: 'Email',
    customerName: 'Billing Name',
    customerEmail: 'Email',
    channel: 'Source',
    fulfillmentStatus: 'Fulfillment Status',
    paymentStatus: 'Financial Status',
    teamMember: 'Employee',
    location: 'Location',
    tax: { column: 'Taxes', format: 'total' },
    shipping: 'Shipping',
    orderTotal: 'Total',
    state: 'Shipping Province',
    country: 'Shipping Country',
    currency: 'Currency',
  },
}

// A refund shares the transaction of its sale, but not the payment, so orders are identified by payment.
const SQUARE = {
  orderId: 'Payment ID',
  orderDate: 'Date',
  orderTime: 'Time',
  timeZone: 'Time Zone',
  tax: 'Tax',
  customerId: 'Customer ID',
  customerName: 'Customer Name',
  orderType: 'Event Type',
  deliveryMethod: 'Dining Option',
  location: 'Location',
}

const SQUARE_ITEMS: PlatformExport = {
  title: 'Square item details',
  kind: 'order_lines',
  telling: ['Date', 'Time', 'Item', 'Qty', 'Net Sales', 'Event Type', 'Payment ID'],
  mapping: {
    ...SQUARE,
    sku: { column: 'SKU', default: 'no-sku' },
    productTitle: 'Item',
    category: 'Category',
    quantity: 'Qty',
    lineAmount: 'Net Sales',
    discount: { column: 'Discounts', format: 'amount' },
    itemKind: 'Itemization Type',
    channel: { column: 'Channel', default: 'pos' },
    teamMember: 'Employee',
  },
}

const SQUARE_TRANSACTIONS: PlatformExport = {
  title: 'Square transactions',
  kind: 'orders',
  telling: ['Date', 'Time', 'Net Sales', 'Total Collected', 'Event Type', 'Payment ID', 'Fees'],
  mapping: {
    ...SQUARE,
    orderNumber: 'Transaction ID',
    netAmount: 'Net Sales',
    discount: { column: 'Discounts', format: 'amount' },
    tip: 'Tip',
    total: 'Total Collected',
    channel: { column: 'Source', default: 'pos' },
    teamMember: 'Staff Name',
  },
}

const COMMERCE7_PRODUCTS: PlatformExport = {
  title: 'Commerce7 products',
  kind: 'products',
  telling: ['Title', 'SKU', 'Web Status', 'Admin Status', 'Department', 'Variant Title'],
  mapping: {
    sku: 'SKU',
    productTitle: 'Title',
    category: 'Department',
    brand: 'Vendor',
    itemKind: 'Type',
    price: 'Price',
    cost: 'Cost of Good',
  },
}

export const PLATFORM_EXPORTS = {
  shopify_orders: SHOPIFY_ORDERS,
  square_items: SQUARE_ITEMS,
  square_transactions: SQUARE_TRANSACTIONS,
  commerce7_products: COMMERCE7_PRODUCTS,
} as const satisfies Record<string, PlatformExport>

export type PlatformExportName = keyof typeof PLATFORM_EXPORTS

const PLATFORM_NAMES = Object.keys(PLATFORM_EXPORTS) as PlatformExportName[]

/** The platform whose export has these columns, in any order and with any additional columns; null if none matches. */
export const detectPlatform = (columns: readonly string[]): PlatformExportName | null => {
  const present = new Set(columns.map(headerKey))
  const has = (column: string) => present.has(headerKey(column))
  return PLATFORM_NAMES.find((name) => PLATFORM_EXPORTS[name].telling.every(has)) ?? null
}

export const csvConnector = {
  type: 'csv',
  title: 'CSV files',
  description:
    'Orders, order lines, customers, products, inventory, memberships, and reservations from files you upload.',
  auth: 'file',
  settingsSchema: { type: 'object', properties: {}, additionalProperties: false },
  streams: ['orders', 'order_lines', 'customers', 'products', 'inventory', 'clubs', 'memberships', 'reservations'],
} as const satisfies ConnectorManifest
