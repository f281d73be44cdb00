import {
  CHANNEL_CODES,
  DELIVERY_METHOD_CODES,
  FULFILLMENT_STATUS_CODES,
  ITEM_KIND_CODES,
  ORDER_TYPE_CODES,
  PAYMENT_STATUS_CODES,
} from './codes.ts'
import { type FileKind, field, type TargetField } from './target-field.ts'

const orderId = field('orderId', 'Order ID', 'id', 'Names the order; capitals and small letters differ', {
  required: true,
  names: 'order, order number, order no, invoice, invoice no, invoice number, transaction id',
})
const orderDate = field('orderDate', 'Order date', 'moment', 'When it was ordered; without a zone in account time', {
  required: true,
  names: 'date, invoice date, order submitted date, created at, ordered at, date submitted, timestamp',
})
const orderTime = field('orderTime', 'Order time', 'time', 'Time of day, where the date has none', { names: 'time' })
const timeZone = field('timeZone', 'Time zone', 'zone', 'Zone of date and time, where it is not the account’s')

const customerFields: readonly TargetField[] = [
  field('customerId', 'Customer ID', 'id', 'Kept exactly as it stands', {
    names: 'customer, customer number, client id',
  }),
  field('customerName', 'Customer name', 'text', 'Full name', { names: 'billing name, client name' }),
  field('customerEmail', 'Customer email', 'text', 'Email address of the customer', { names: 'email, e-mail' }),
]

const circumstanceFields: readonly TargetField[] = [
  field('channel', 'Channel', 'code', 'Where it was sold, such as POS, Web, Club or Phone', {
    names: 'sales channel, order channel',
    codes: CHANNEL_CODES,
  }),
  field('orderType', 'Order type', 'code', 'Regular, Refund, Exchange, Corporate, Club or No charge', {
    names: 'purchase type, event type',
    codes: ORDER_TYPE_CODES,
  }),
  field('deliveryMethod', 'Delivery method', 'code', 'Carry out, Pickup or Ship', {
    names: 'order delivery method, shipping method, dining option',
    codes: DELIVERY_METHOD_CODES,
  }),
  field('fulfillmentStatus', 'Fulfillment status', 'code', 'Unfulfilled, Partial, Fulfilled or Not required', {
    codes: FULFILLMENT_STATUS_CODES,
  }),
  field('paymentStatus', 'Payment status', 'code', 'Orders count as sales when paid; without it all are', {
    names: 'financial status',
    codes: PAYMENT_STATUS_CODES,
  }),
  field('teamMember', 'Team member', 'text', 'Who sold it', { names: 'sales associate, employee, staff name, staff' }),
]

const chargeFields: readonly TargetField[] = [
  field('tax', 'Tax', 'money', 'Tax of the order', { names: 'taxes, sales tax' }),
  field('shipping', 'Shipping', 'money', 'Shipping charge of the order'),
  field('tip', 'Tip', 'money', 'Tip of the order', { names: 'tips, gratuity' }),
]

const placeFields: readonly TargetField[] = [
  field('state', 'State', 'text', 'State or province', { names: 'province, region, shipping province, ship state' }),
  field('country', 'Country', 'text', 'Country name or code', { names: 'shipping country, ship country' }),
  field('currency', 'Currency', 'currency', 'Three letters; without it the account’s'),
]

/** Order-level values, given in one row of the order. */
const wholeOrderFields: readonly TargetField[] = [
  field('orderNet', 'Order net amount', 'money', 'What the lines come to after all discounts, before tax and shipping'),
  field('orderDiscount', 'Order discount', 'money', 'Taken off the order as a whole; spread over its lines', {
    names: 'cart discount, order discount amount',
  }),
  field('refundedAmount', 'Refunded amount', 'money', 'Given back, tax and shipping included; makes a refund', {
    names: 'amount refunded, refund amount, refunded',
  }),
]

/** One row is one line of an order; the orders are made from them. */
export const ORDER_LINES: FileKind = {
  label: 'Order lines',
  oneOf: [['lineAmount', 'unitPrice']],
  fields: [
    orderId,
    orderDate,
    orderTime,
    timeZone,
    field('lineId', 'Line ID', 'id', 'Names the line in its order; without it lines are numbered', {
      names: 'line number, lineitem id, item id',
    }),
    field('sku', 'SKU', 'id', 'Kept exactly as it stands', {
      required: true,
      names: 'stock code, product code, item code, lineitem sku, item number, product sku',
    }),
    field('productTitle', 'Product title', 'text', 'Name of the product', {
      names: 'description, product, product name, item, item name, title, lineitem name',
    }),
    field('category', 'Category', 'text', 'Product category', { names: 'department' }),
    field('brand', 'Brand', 'text', 'Brand or winery', { names: 'vendor' }),
    field('vintage', 'Vintage', 'text', 'Year of the wine'),
    field('varietal', 'Varietal', 'text', 'Grape variety', { names: 'grape' }),
    field('quantity', 'Quantity', 'number', 'Units; negative when taken back', {
      required: true,
      names: 'qty, units, lineitem quantity, quantity ordered',
    }),
    field('unitPrice', 'Unit price', 'price', 'Price of one unit before discount', {
      names: 'price, item price, lineitem price',
    }),
    field('lineAmount', 'Line amount', 'money', 'After discount, before tax; instead of a unit price', {
      names: 'amount, net sales, line total, extended price',
    }),
    field('discount', 'Line discount', 'money', 'Taken off quantity × unit price', {
      names: 'discounts, lineitem discount, discount amount',
    }),
    field('itemKind', 'Item kind', 'code', 'Wine, Tasting, Merch, Food, Gift card …; without it all are wine', {
      names: 'item type, product type, itemization type',
      codes: ITEM_KIND_CODES,
    }),
    ...customerFields,
    ...circumstanceFields,
    ...chargeFields,
    ...wholeOrderFields,
    ...placeFields,
  ],
}

/** One row is one order, without its lines. */
export const ORDERS: FileKind = {
  label: 'Orders',
  oneOf: [['netAmount', 'subtotal', 'total']],
  fields: [
    orderId,
    field('orderNumber', 'Order number', 'text', 'Number shown to people; without it the order ID'),
    orderDate,
    orderTime,
    timeZone,
    field('netAmount', 'Net amount', 'money', 'After discount, before tax, shipping and tip', {
      names: 'net sales, net',
    }),
    field('subtotal', 'Subtotal', 'money', 'Before discount, tax, shipping and tip', { names: 'gross sales' }),
    field('discount', 'Discount', 'money', 'Discount of the order; its sign does not matter', {
      names: 'discounts, discount amount',
    }),
    ...chargeFields,
    field('total', 'Total', 'money', 'What the customer paid, tip included', {
      names: 'total collected, order total, grand total',
    }),
    field('itemCount', 'Item count', 'number', 'Units in the order; without it 1', {
      names: 'items, quantity, bottles',
    }),
    ...customerFields,
    ...circumstanceFields,
    field('clubName', 'Club', 'text', 'Club of a club order', { names: 'club' }),
    field('releaseName', 'Release', 'text', 'Release of a club order'),
    field('city', 'City', 'text', 'Where it goes', { names: 'shipping city' }),
    field('postalCode', 'Postal code', 'text', 'Where it goes', { names: 'zip, zip code, shipping zip' }),
    ...placeFields,
  ],
}
