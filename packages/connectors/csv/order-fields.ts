import {
  CHANNEL_CODES,
  DELIVERY_METHOD_CODES,
  FULFILLMENT_STATUS_CODES,
  ITEM_KIND_CODES,
  ORDER_TYPE_CODES,
  PAYMENT_STATUS_CODES,
} from '#domain/vocabulary/written-codes.ts'
import { type FileKind, field, requiredField, type TargetField } from './target-field.ts'

const orderId = requiredField('orderId', 'Order ID', 'id', 'Identifies the order; case-sensitive', {
  names: 'order, order number, order no, invoice, invoice no, invoice number, transaction id',
})
const orderDate = requiredField(
  'orderDate',
  'Order date',
  'moment',
  'When the order was placed; in the account’s time zone unless stated',
  {
    isPast: true,
  },
)
const orderTime = field('orderTime', 'Order time', 'time', 'Time of day, if the date has none')
const timeZone = field('timeZone', 'Time zone', 'zone', 'Time zone of the date, if not the account’s')

const customerFields: readonly TargetField[] = [
  field('customerId', 'Customer ID', 'id', 'Kept exactly as written', {
    names: 'customer, customer number, client id',
  }),
  field('customerName', 'Customer name', 'text', 'Full name', { names: 'billing name, client name' }),
  field('customerEmail', 'Customer email', 'text', 'Email address of the customer'),
]

const circumstanceFields: readonly TargetField[] = [
  field('channel', 'Channel', 'code', 'Where it was sold, such as POS, Web, Club, or Phone', {
    names: 'sales channel, order channel',
    codes: CHANNEL_CODES,
  }),
  field('orderType', 'Order type', 'code', 'Regular, Refund, Exchange, Corporate, Club, or No charge', {
    codes: ORDER_TYPE_CODES,
  }),
  field('deliveryMethod', 'Delivery method', 'code', 'Carry out, Pickup, or Ship', {
    names: 'order delivery method, shipping method, dining option',
    codes: DELIVERY_METHOD_CODES,
  }),
  field('fulfillmentStatus', 'Fulfillment status', 'code', 'Unfulfilled, Partial, Fulfilled, or Not required', {
    codes: FULFILLMENT_STATUS_CODES,
  }),
  field('paymentStatus', 'Payment status', 'code', 'Only paid orders count as sales; if blank, the order is paid', {
    codes: PAYMENT_STATUS_CODES,
  }),
  field('teamMember', 'Team member', 'text', 'Who sold it', { names: 'sales associate, employee, staff name, staff' }),
  field('location', 'Sales location', 'text', 'Tasting room or shop that sold it', {
    names: 'location, store, shop, outlet',
  }),
  field('guests', 'Guests', 'integer', 'Size of the party; the order counts as its visit'),
]

const chargeFields: readonly TargetField[] = [
  field('tax', 'Tax', 'money', 'Tax of the order'),
  field('shipping', 'Shipping', 'money', 'Shipping charge of the order'),
  field('tip', 'Tip', 'money', 'Tip of the order'),
]

const addressFields: readonly TargetField[] = [
  field('requestedShip', 'Ship date', 'day', 'When the order is to be shipped, or was'),
  field('city', 'City', 'text', 'Shipping address', { names: 'town, shipping city, ship city, ship to city' }),
  field('postalCode', 'Postal code', 'text', 'Shipping address', {
    names: 'zip, zip code, postcode, shipping zip, ship zip, shipping postal code, ship to zip, ship postal code',
  }),
  field('state', 'State', 'text', 'State or province', { names: 'province, region, shipping province, ship state' }),
  field('country', 'Country', 'text', 'Country name or code', { names: 'shipping country, ship country' }),
  field('currency', 'Currency', 'currency', 'Three letters; if blank, the account’s currency'),
]

const refundedAmount = field(
  'refundedAmount',
  'Refunded amount',
  'money',
  'Amount refunded, including tax and shipping; creates a refund',
)

/** Order-level values, given in one row of the order. */
const wholeOrderFields: readonly TargetField[] = [
  field('orderNet', 'Order net amount', 'money', 'Sum of the lines after all discounts, before tax and shipping'),
  field('orderDiscount', 'Order discount', 'money', 'Discount on the whole order; allocated to its lines'),
  refundedAmount,
  field('orderTotal', 'Order total', 'money', 'What the customer paid; shows whether prices include tax'),
]

/** One row is one order line; orders are built from them. */
export const ORDER_LINES: FileKind = {
  label: 'Order lines',
  row: 'order line',
  key: ['orderId'],
  oneOf: [['lineAmount', 'unitPrice']],
  fields: [
    orderId,
    orderDate,
    orderTime,
    timeZone,
    field('lineId', 'Line ID', 'id', 'Identifies the line in its order; if blank, lines are numbered'),
    requiredField('sku', 'SKU', 'id', 'Kept exactly as written', {
      names: 'stock code, product code, item code, lineitem sku, item number, product sku',
    }),
    field('productTitle', 'Product title', 'text', 'Name of the product', {
      names: 'description, product, product name, item, item name, title, lineitem name',
    }),
    field('category', 'Category', 'text', 'Product category'),
    field('brand', 'Brand', 'text', 'Brand or winery'),
    field('vintage', 'Vintage', 'text', 'Year of the wine'),
    field('varietal', 'Varietal', 'text', 'Grape variety'),
    requiredField('quantity', 'Quantity', 'number', 'Units; negative for returns'),
    field('unitPrice', 'Unit price', 'price', 'Price per unit before discounts'),
    field('lineAmount', 'Line amount', 'money', 'After discounts, before tax; use instead of unit price'),
    field('unitCost', 'Unit cost', 'price', 'Cost of one unit'),
    field('lineCost', 'Line cost', 'money', 'Cost of all units of the line; the sign is ignored'),
    field('discount', 'Line discount', 'money', 'Subtracted from quantity × unit price', {
      names: 'discounts, lineitem discount, discount amount',
    }),
    field('itemKind', 'Item type', 'code', 'Wine, Tasting, Merch, Food, Gift card …; if blank, by name, else wine', {
      names: 'item kind, product type, itemization type',
      codes: ITEM_KIND_CODES,
    }),
    ...customerFields,
    ...circumstanceFields,
    ...chargeFields,
    ...wholeOrderFields,
    ...addressFields,
  ],
}

/** One row is one order, without its lines. */
export const ORDERS: FileKind = {
  label: 'Orders',
  row: 'order',
  key: ['orderId'],
  oneOf: [['netAmount', 'subtotal', 'total']],
  fields: [
    orderId,
    field('orderNumber', 'Order number', 'text', 'Number shown to people; if blank, the order ID'),
    orderDate,
    orderTime,
    timeZone,
    field('netAmount', 'Net amount', 'money', 'After discounts, before tax, shipping, and tip'),
    field('subtotal', 'Subtotal', 'money', 'Before discounts, tax, shipping, and tip'),
    field('discount', 'Discount', 'money', 'Discount on the order; the sign is ignored', {
      names: 'discounts, discount amount',
    }),
    ...chargeFields,
    field('total', 'Total', 'money', 'What the customer paid, including tip'),
    refundedAmount,
    field('orderCost', 'Cost of goods', 'money', 'Cost of all goods of the order; the sign is ignored'),
    field('itemCount', 'Item count', 'number', 'Units in the order; if blank, 1'),
    ...customerFields,
    ...circumstanceFields,
    field('clubName', 'Club', 'text', 'Club of a club order', { names: 'club' }),
    field('releaseName', 'Release', 'text', 'Release of a club order'),
    ...addressFields,
  ],
}
