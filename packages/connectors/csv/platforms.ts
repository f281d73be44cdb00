import type { ConnectorManifest } from '../kit/manifest.ts'
import type { FieldMapping, FileKindName } from './mapping.ts'
import { headerKey } from './target-field.ts'

/** An export format of a platform: its column names, and how they map to the fields of a kind. */
export interface PlatformExport {
  /** display name */
  readonly title: string
  readonly kind: FileKindName
  /** columns that the platform writes; a file may have more or fewer, in any order */
  readonly header: readonly string[]
  /** columns without which it is a different file */
  readonly telling: readonly string[]
  readonly mapping: Readonly<Record<string, FieldMapping>>
}

const columnList = (names: string): readonly string[] => names.split(',').map((name) => name.trim())

const SHOPIFY_ORDERS: PlatformExport = {
  title: 'Shopify orders',
  kind: 'order_lines',
  header: columnList(`
    Name, Email, Financial Status, Paid at, Fulfillment Status, Fulfilled at, Accepts Marketing, Currency, Subtotal,
    Shipping, Taxes, Total, Discount Code, Discount Amount, Shipping Method, Created at, Lineitem quantity,
    Lineitem name, Lineitem price, Lineitem compare at price, Lineitem sku, Lineitem requires shipping,
    Lineitem taxable, Lineitem fulfillment status, Billing Name, Billing Street, Billing Address1, Billing Address2,
    Billing Company, Billing City, Billing Zip, Billing Province, Billing Country, Billing Phone, Shipping Name,
    Shipping Street, Shipping Address1, Shipping Address2, Shipping Company, Shipping City, Shipping Zip,
    Shipping Province, Shipping Country, Shipping Phone, Notes, Note Attributes, Cancelled at, Payment Method,
    Payment Reference, Refunded Amount, Vendor, Outstanding Balance, Employee, Location, Device ID, Id, Tags,
    Risk Level, Source, Lineitem discount, Tax 1 Name, Tax 1 Value, Tax 2 Name, Tax 2 Value, Tax 3 Name, Tax 3 Value,
    Tax 4 Name, Tax 4 Value, Tax 5 Name, Tax 5 Value, Phone, Receipt Number, Duties, Billing Province Name,
    Shipping Province Name, Payment ID, Payment Terms Name, Next Payment Due At, Payment References`),
  telling: ['Name', 'Financial Status', 'Created at', 'Lineitem quantity', 'Lineitem price', 'Lineitem sku'],
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
    tax: { column: 'Taxes', format: 'total' },
    shipping: 'Shipping',
    orderTotal: 'Total',
    state: 'Shipping Province',
    country: 'Shipping Country',
    currency: 'Currency',
  },
}

const SQUARE_ITEMS: PlatformExport = {
  title: 'Square item details',
  kind: 'order_lines',
  header: columnList(`
    Date, Time, Time Zone, Category, Item, Qty, Price Point Name, SKU, Modifiers Applied, Gross Sales, Discounts,
    Net Sales, Tax, Transaction ID, Payment ID, Device Name, Notes, Details, Event Type, Location, Dining Option,
    Customer ID, Customer Name, Customer Reference ID, Unit, Count, GTIN, Itemization Type, Commission, Employee,
    Fulfillment Note, Channel, Token, Card Brand, PAN Suffix`),
  telling: ['Date', 'Time', 'Item', 'Qty', 'Net Sales', 'Event Type', 'Payment ID'],
  // A refund shares the transaction of its sale, but not the payment, so orders are identified by payment. Tax is left out because
  // this export has tax per line, while order tax is read once per order.
  mapping: {
    orderId: 'Payment ID',
    orderDate: 'Date',
    orderTime: 'Time',
    timeZone: 'Time Zone',
    sku: { column: 'SKU', default: 'no-sku' },
    productTitle: 'Item',
    category: 'Category',
    quantity: 'Qty',
    lineAmount: 'Net Sales',
    discount: { column: 'Discounts', format: 'amount' },
    itemKind: 'Itemization Type',
    customerId: 'Customer ID',
    customerName: 'Customer Name',
    channel: { column: 'Channel', default: 'pos' },
    orderType: 'Event Type',
    deliveryMethod: 'Dining Option',
    teamMember: 'Employee',
  },
}

const SQUARE_TRANSACTIONS: PlatformExport = {
  title: 'Square transactions',
  kind: 'orders',
  header: columnList(`
    Date, Time, Time Zone, Gross Sales, Discounts, Net Sales, Gift Card Sales, Tax, Tip, Partial Refunds,
    Total Collected, Source, Card, Card Entry Methods, Cash, Square Gift Card, Other Tender, Other Tender Type,
    Other Tender Note, Fees, Net Total, Transaction ID, Payment ID, Card Brand, PAN Suffix, Device Name, Staff Name,
    Staff ID, Details, Description, Event Type, Location, Dining Option, Customer ID, Customer Name,
    Customer Reference ID, Device Nickname`),
  telling: ['Date', 'Time', 'Net Sales', 'Total Collected', 'Event Type', 'Payment ID', 'Fees'],
  mapping: {
    orderId: 'Payment ID',
    orderNumber: 'Transaction ID',
    orderDate: 'Date',
    orderTime: 'Time',
    timeZone: 'Time Zone',
    netAmount: 'Net Sales',
    discount: { column: 'Discounts', format: 'amount' },
    tax: 'Tax',
    tip: 'Tip',
    total: 'Total Collected',
    customerId: 'Customer ID',
    customerName: 'Customer Name',
    channel: { column: 'Source', default: 'pos' },
    orderType: 'Event Type',
    deliveryMethod: 'Dining Option',
    teamMember: 'Staff Name',
  },
}

const COMMERCE7_PRODUCTS: PlatformExport = {
  title: 'Commerce7 products',
  kind: 'products',
  header: columnList(`
    Id, Title, Sub Title, Image, Type, Teaser, Content, Web Status, Admin Status, Department, Vendor, Variant Title,
    SKU, UPC Code, Cost of Good, Price, Compare Price, Has Inventory, Inventory Policy, Has Shipping, Tax Type,
    Weight, Security, SEO Title, SEO Description, Slug, Created At, Updated At`),
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
  const known = (header: readonly string[]) => header.filter((name) => present.has(headerKey(name))).length
  const candidates = PLATFORM_NAMES.filter((name) =>
    PLATFORM_EXPORTS[name].telling.every((column) => present.has(headerKey(column))),
  )
  return candidates.sort((a, b) => known(PLATFORM_EXPORTS[b].header) - known(PLATFORM_EXPORTS[a].header))[0] ?? null
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
