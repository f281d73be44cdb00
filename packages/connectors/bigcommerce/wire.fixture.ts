import { sum } from '../kit/expected-rows.fixture.ts'
import type { StockedProduct } from '../kit/winery.fixture.ts'
import { CERTIFICATE_TITLE, GUEST, HOME, LOCATIONS, STATUSES, unitCents } from './expected-rows.fixture.ts'
import {
  CONSIGNMENTS,
  CUSTOMER_1,
  LINES_149,
  LISTS_AS_LINKS,
  ORDER_100,
  PRODUCT_192,
  REFUND_12,
  STOCK_79,
  WARNING,
} from './samples.fixture.ts'
import {
  type FakeCustomer,
  type FakeLine,
  type FakeOrder,
  type FakeRefund,
  type FakeStock,
  orderCents,
  refundCents,
} from './winery.fixture.ts'

// What the documented records have besides says nothing about sales.

export const CATEGORIES = ['New arrivals', 'Red Wines', 'White Wines', 'Apparel', 'Experiences', 'Events'].map(
  (name, index) => ({ category_id: 18 + index, name }),
)
export const BRANDS = [
  { id: 35, name: 'Larkmoor' },
  { id: 36, name: 'Larkmoor Reserve' },
]

/** `12.3400`, as version 2 gives amounts. */
const money = (cents: number): string => `${(cents / 100).toFixed(2)}00`
const rfc = (epochMs: number): string => new Date(epochMs).toUTCString().replace('GMT', '+0000')
const iso = (epochMs: number, zone: string): string => new Date(epochMs).toISOString().replace('.000Z', zone)

const isDigital = ({ kind }: StockedProduct): boolean => kind === 'tasting' || kind === 'event'

/** https://developer.bigcommerce.com/docs/rest-management/customers#get-all-customers with `include=addresses` */
export const customerJson = (customer: FakeCustomer) => {
  const { id, email, first: first_name, last: last_name, company, address } = customer
  return {
    ...CUSTOMER_1,
    id,
    email,
    first_name,
    last_name,
    company,
    customer_group_id: customer.group,
    addresses: (address === null ? [] : [address]).map(([city, state, , country_code, postal_code]) => ({
      ...CUSTOMER_1.addresses[0],
      city,
      state_or_province: state,
      postal_code,
      country_code,
    })),
    date_created: iso(customer.created, 'Z'),
    date_modified: iso(customer.modified, 'Z'),
  }
}

/**
 * https://developer.bigcommerce.com/docs/rest-catalog/products#get-all-products with `include=variants,custom_fields`.
 * The first product has a second category; what no title says, custom fields say.
 */
export const productJson = (product: StockedProduct) => {
  const { sizes, varietal, vintage } = product
  const hasSizes = sizes.length > 1
  const categories = CATEGORIES.filter(({ name }, index) => name === product.category || (index === 0 && hasSizes))
  const fields = varietal === null ? {} : { Vintage: vintage, Varietal: varietal }
  return {
    ...PRODUCT_192,
    id: product.id,
    name: product.title,
    type: isDigital(product) ? 'digital' : 'physical',
    sku: hasSizes ? '' : sizes[0]?.sku,
    price: (sizes[0]?.cents ?? 0) / 100,
    cost_price: product.cost / 100,
    categories: categories.map(({ category_id }) => category_id),
    brand_id: BRANDS.find(({ name }) => name === product.brand)?.id ?? 0,
    date_modified: iso(product.modified, '+00:00'),
    custom_fields: Object.entries(fields).map(([name, value], index) => ({ id: index + 1, name, value })),
    variants: sizes.map(({ id, sku, name, cents }) => ({
      ...PRODUCT_192.variants[0],
      id,
      sku,
      // A price of its own, or the product's.
      price: name === null ? null : cents / 100,
      cost_price: null,
      option_values: name === null ? [] : [{ id: id - 300, label: name, option_id: 220, option_display_name: 'Size' }],
    })),
  }
}

/** https://developer.bigcommerce.com/docs/rest-management/inventory/items#get-inventory-at-locations */
export const stockJson = ({ product, size: { id, sku }, onHand }: FakeStock) => ({
  identity: { sku, variant_id: id, product_id: product.id, sku_id: null },
  locations: LOCATIONS.map(({ id: location_id, name, safety }, index) => ({
    ...STOCK_79.locations[0],
    location_id,
    location_name: name,
    available_to_sell: (onHand[index] ?? 0) - safety,
    total_inventory_onhand: onHand[index] ?? 0,
  })),
})

const [LINE] = LINES_149
const [OPTION] = LINE?.product_options ?? []
const [SHIPPING] = CONSIGNMENTS.shipping.shipping
const [PICKUP] = CONSIGNMENTS.pickup.pickups

/** https://developer.bigcommerce.com/docs/rest-management/orders/order-products#list-order-products */
export const lineJson = (line: FakeLine) => {
  const { id, article, quantity, discount, cents } = line
  const cost = money(article?.product.cost ?? 0)
  const goodsType = article && isDigital(article.product) ? 'digital' : 'physical'
  return {
    ...LINE,
    id,
    product_id: article?.product.id ?? 0,
    variant_id: article?.size.id ?? 0,
    name: article?.product.title ?? CERTIFICATE_TITLE,
    sku: article?.size.sku ?? '',
    type: article === null ? 'giftcertificate' : goodsType,
    price_ex_tax: money(unitCents(line)),
    total_ex_tax: money(cents.ex),
    total_inc_tax: money(cents.inc),
    total_tax: money(cents.tax),
    quantity,
    cost_price_ex_tax: cost,
    brand: '',
    applied_discounts:
      discount === 0
        ? []
        : [{ id: 'manual-discount', amount: money(discount), name: 'Manual', code: null, target: 'order' }],
    product_options: article?.size.name ? [{ ...OPTION, order_product_id: id, display_value: article.size.name }] : [],
    discounted_total_inc_tax: money(cents.netInc),
  }
}

/** Lines that come with a consignment. */
const GIVEN = 50

const ADDRESS = {
  ...HOME,
  country: 'United States',
  country_iso2: HOME.country,
}

const consignmentsJson = (order: FakeOrder) => {
  const lines = order.lines.map(lineJson)
  const goods = lines.filter(({ type }) => type !== 'giftcertificate')
  const certificates = lines.filter(({ type }) => type === 'giftcertificate')
  const given = { line_items: goods.slice(0, GIVEN), ...(goods.length > GIVEN ? WARNING : {}) }
  const pickup = {
    ...PICKUP,
    pickup_method_display_name: 'Cellar door',
    location: { ...PICKUP?.location, name: 'Cellar door', city: 'Napa', state: 'California' },
    ...given,
  }
  const shipped = (shipping_method: string) => [
    { ...SHIPPING, ...ADDRESS, id: order.id + 7000, shipping_method, ...given },
  ]
  const none = { pickups: [], shipping: [], downloads: [] }
  return {
    ...{
      pickup: { ...none, pickups: [pickup] },
      ship: { ...none, shipping: shipped('Flat Rate') },
      methodPickup: { ...none, shipping: shipped('In-store Pickup') },
      digital: { ...none, downloads: [{ recipient_email: 'guest@example.com', ...given }] },
    }[order.delivery],
    email: {
      gift_certificates:
        certificates.length === 0 ? [] : [{ recipient_email: 'friend@example.com', line_items: certificates }],
    },
  }
}

/** https://developer.bigcommerce.com/docs/rest-management/orders#get-all-orders */
export const orderJson = (order: FakeOrder, query: URLSearchParams) => {
  const { lines, customer } = order
  const cents = orderCents(order)
  const [ex, inc] = [sum(lines, (line) => line.cents.ex), sum(lines, (line) => line.cents.inc)]
  const items = sum(lines, ({ quantity }) => quantity)
  const isShipped = [2, 4, 10, 14].includes(order.status)
  const [status] = STATUSES[order.status] ?? []
  const included = query.get('include')?.split(',') ?? []
  // The array of arrays that comes without it is no longer supported.
  const isWhole = included.includes('consignments.line_items') && query.get('consignment_structure') === 'object'
  return {
    ...ORDER_100,
    id: order.id,
    customer_id: customer?.id ?? 0,
    date_created: rfc(order.created),
    date_modified: rfc(order.modified),
    status_id: order.status,
    status,
    subtotal_ex_tax: money(ex),
    subtotal_inc_tax: money(inc),
    shipping_cost_ex_tax: money(order.shipping),
    shipping_cost_inc_tax: money(order.shipping),
    total_inc_tax: money(cents.paid),
    total_tax: money(cents.tax),
    items_total: items,
    items_shipped: isShipped ? items : order.status === 3 ? 1 : 0,
    payment_status: order.payment,
    order_is_digital: order.delivery === 'digital',
    currency_code: 'EUR',
    default_currency_code: 'USD',
    discount_amount: money(cents.discount),
    is_deleted: order.isDeleted,
    billing_address: {
      ...ORDER_100.billing_address,
      first_name: customer ? customer.first : GUEST.split(' ')[0],
      last_name: customer ? customer.last : GUEST.split(' ')[1],
      company: customer?.company ?? '',
      ...ADDRESS,
    },
    order_source: order.source[0],
    external_source: order.source[1],
    fees: included.includes('fees') ? [] : LISTS_AS_LINKS.fees,
    consignments: isWhole ? consignmentsJson(order) : LISTS_AS_LINKS.consignments,
  }
}

/** https://developer.bigcommerce.com/docs/rest-management/transactions/payment-actions#get-all-refunds */
export const refundJson = (order: FakeOrder, refund: FakeRefund) => {
  const { lines, shipping, tax, total } = refundCents(order, refund)
  // Only products have a quantity.
  const item = (item_type: string, item_id: number, amount: number | null, quantity: number | null = null) => ({
    item_type,
    item_id,
    quantity,
    requested_amount: amount && amount / 100,
  })
  const [payment] = REFUND_12.payments
  return {
    ...REFUND_12,
    id: refund.id,
    order_id: order.id,
    created: iso(refund.created, '+00:00'),
    total_amount: total / 100,
    total_tax: tax / 100,
    payments: [{ ...payment, id: refund.id + 1, amount: total / 100, is_declined: false }],
    items: [
      ...lines.map(({ line, quantity }) => item('PRODUCT', line.id, null, quantity)),
      ...(shipping === 0 ? [] : [item('SHIPPING', order.id + 7000, shipping)]),
    ],
  }
}
