import { CONSIGNMENTS, LINES_149, WARNING } from './documented-lines.fixture.ts'
import { ORDER_100 } from './documented-orders.fixture.ts'
import { REFUND_12 } from './documented-records.fixture.ts'
import { type LineCents, orderCents, refundCents } from './winery-amounts.fixture.ts'
import { GUEST, HOME, looseTitle, STATUS_NAMES, unitCents } from './winery-order-rows.fixture.ts'
import type { FakeOrder, FakeRefund } from './winery-orders.fixture.ts'

/** `12.3400`, as version 2 gives amounts. */
const money = (cents: number): string => `${(cents / 100).toFixed(2)}00`

const rfc = (epochMs: number): string => new Date(epochMs).toUTCString().replace('GMT', '+0000')

const [LINE] = LINES_149
const [OPTION] = LINE?.product_options ?? []
const [SHIPPING] = CONSIGNMENTS.shipping.shipping
const [PICKUP] = CONSIGNMENTS.pickup.pickups

// What the documented records have besides says nothing about sales.

/** https://developer.bigcommerce.com/docs/rest-management/orders/order-products#list-order-products */
const lineJson = (order: FakeOrder, one: LineCents) => {
  const { line, ex, inc, netInc, tax } = one
  const unit = unitCents(one)
  const name = line.goods?.product.name ?? looseTitle(line.isGiftCertificate)
  return {
    ...LINE,
    id: line.id,
    order_id: order.id,
    product_id: line.goods?.product.id ?? 0,
    variant_id: line.goods?.variant.id ?? 0,
    order_pickup_method_id: 0,
    order_address_id: order.id + 7000,
    name,
    name_customer: name,
    name_merchant: name,
    sku: line.goods?.variant.sku ?? '',
    type: line.isGiftCertificate ? 'giftcertificate' : (line.goods?.product.type ?? 'physical'),
    base_price: money(line.unit),
    price_ex_tax: money(unit),
    price_inc_tax: money(line.unit),
    price_tax: money(0),
    base_total: money(line.unit * line.quantity),
    total_ex_tax: money(ex),
    total_inc_tax: money(inc),
    total_tax: money(tax),
    quantity: line.quantity,
    base_cost_price: money(line.goods?.product.cost ?? 0),
    cost_price_inc_tax: money(line.goods?.product.cost ?? 0),
    cost_price_ex_tax: money(line.goods?.product.cost ?? 0),
    brand: '',
    applied_discounts:
      line.discount === 0
        ? []
        : [{ id: 'manual-discount', amount: money(line.discount), name: 'Manual', code: null, target: 'order' }],
    product_options:
      line.goods === null || line.goods.variant.option === null
        ? []
        : [{ ...OPTION, order_product_id: line.id, display_value: line.goods.variant.option }],
    discounted_total_inc_tax: money(netInc),
  }
}
type LineJson = ReturnType<typeof lineJson>

export const linesJson = (order: FakeOrder): LineJson[] => orderCents(order).lines.map((one) => lineJson(order, one))

/** Lines that come with a consignment. */
const GIVEN = 50

const given = (lines: readonly LineJson[]) => ({
  line_items: lines.slice(0, GIVEN),
  ...(lines.length > GIVEN ? WARNING : {}),
})

const ADDRESS = {
  street_1: '455 Main Street',
  street_2: '',
  city: HOME.city,
  state: HOME.state,
  zip: HOME.zip,
  country: 'United States',
  country_iso2: HOME.country,
  phone: '',
}

const consignmentsJson = (order: FakeOrder) => {
  const lines = linesJson(order)
  const goods = lines.filter(({ type }) => type !== 'giftcertificate')
  const certificates = lines.filter(({ type }) => type === 'giftcertificate')
  const isShipped = order.delivery === 'ship' || order.delivery === 'methodPickup'
  const method = order.delivery === 'ship' ? 'Flat Rate' : 'In-store Pickup'
  return {
    pickups:
      order.delivery === 'pickup'
        ? [
            {
              ...PICKUP,
              pickup_method_display_name: 'Cellar door',
              location: { ...PICKUP?.location, name: 'Cellar door', city: 'Napa', state: 'California' },
              ...given(goods),
            },
          ]
        : [],
    shipping: isShipped
      ? [{ ...SHIPPING, ...ADDRESS, id: order.id + 7000, shipping_method: method, ...given(goods) }]
      : [],
    downloads: order.delivery === 'digital' ? [{ recipient_email: 'guest@example.com', ...given(goods) }] : [],
    email: {
      gift_certificates:
        certificates.length === 0 ? [] : [{ recipient_email: 'friend@example.com', line_items: certificates }],
    },
  }
}

const feesJson = (fee: number) =>
  fee === 0
    ? []
    : [
        {
          id: 7,
          type: 'custom_fee',
          display_name_customer: 'Package protection',
          display_name_merchant: 'Package protection',
          source: 'AA',
          base_cost: money(fee),
          cost_ex_tax: money(fee),
          cost_inc_tax: money(fee),
          cost_tax: money(0),
          tax_class_id: null,
        },
      ]

const linkTo = (order: FakeOrder, list: string) => ({
  url: `https://api.bigcommerce.com/stores/abc123/v2/orders/${order.id}/${list}`,
  resource: `/orders/${order.id}/${list}`,
})

/** https://developer.bigcommerce.com/docs/rest-management/orders#get-all-orders; `included`: what `include` names. */
export const orderJson = (order: FakeOrder, included: readonly string[]) => {
  const cents = orderCents(order)
  const ex = cents.lines.reduce((all, line) => all + line.ex, 0)
  const inc = cents.lines.reduce((all, line) => all + line.inc, 0)
  const items = order.lines.reduce((all, { quantity }) => all + quantity, 0)
  const isFree = cents.shippingPaid < cents.shippingEx
  const coupon = order.hasCoupon || isFree ? cents.discount : 0
  const isShipped = [2, 4, 10, 14].includes(order.status)
  return {
    ...ORDER_100,
    id: order.id,
    customer_id: order.customer?.id ?? 0,
    date_created: rfc(order.created),
    date_modified: rfc(order.modified),
    status_id: order.status,
    status: STATUS_NAMES[order.status],
    custom_status: `Our ${STATUS_NAMES[order.status]}`,
    subtotal_ex_tax: money(ex),
    subtotal_inc_tax: money(inc),
    subtotal_tax: money(inc - ex),
    base_shipping_cost: money(order.shipping),
    shipping_cost_ex_tax: money(cents.shippingEx),
    shipping_cost_inc_tax: money(cents.shippingInc),
    shipping_cost_tax: money(cents.shippingInc - cents.shippingEx),
    base_wrapping_cost: money(cents.wrapping),
    wrapping_cost_ex_tax: money(cents.wrapping),
    wrapping_cost_inc_tax: money(cents.wrapping),
    total_ex_tax: money(cents.paid - cents.credit - cents.tax),
    total_inc_tax: money(cents.paid - cents.credit),
    total_tax: money(cents.tax),
    is_tax_inclusive_pricing: order.isInclusive,
    items_total: items,
    items_shipped: isShipped ? items : order.status === 3 ? 1 : 0,
    payment_status: order.payment,
    order_is_digital: order.delivery === 'digital',
    store_credit_amount: money(cents.credit),
    gift_certificate_amount: money(cents.certificate),
    currency_code: 'EUR',
    currency_exchange_rate: '1.1000000000',
    default_currency_code: 'USD',
    discount_amount: money(cents.discount - coupon),
    coupon_discount: money(coupon),
    is_deleted: order.isDeleted,
    billing_address: {
      ...ORDER_100.billing_address,
      first_name: order.customer ? order.customer.first : GUEST.split(' ')[0],
      last_name: order.customer ? order.customer.last : GUEST.split(' ')[1],
      company: order.customer?.company ?? '',
      ...ADDRESS,
      email: order.customer?.email ?? 'guest@example.com',
    },
    order_source: order.source[0],
    external_source: order.source[1],
    products: linkTo(order, 'products'),
    shipping_addresses: linkTo(order, 'shippingaddresses'),
    coupons: linkTo(order, 'coupons'),
    fees: included.includes('fees') ? feesJson(cents.fee) : linkTo(order, 'fees'),
    consignments: included.includes('consignments.line_items')
      ? consignmentsJson(order)
      : linkTo(order, 'consignments'),
  }
}

/** https://developer.bigcommerce.com/docs/rest-management/transactions/payment-actions#get-all-refunds */
export const refundJson = (order: FakeOrder, refund: FakeRefund) => {
  const cents = refundCents(order, refund)
  const products = cents.lines.map(({ of, quantity }) => ({
    item_type: 'PRODUCT',
    item_id: of.line.id,
    reason: '',
    quantity,
    requested_amount: null,
  }))
  const shipping = refund.form === 'whole' ? order.shipping : 0
  // Only products have a quantity.
  const part = { reason: '', quantity: null }
  const freight = { ...part, item_type: 'SHIPPING', item_id: order.id + 7000, requested_amount: shipping / 100 }
  const amount = { ...part, item_type: 'ORDER', item_id: order.id, requested_amount: cents.rest / 100 }
  return {
    ...REFUND_12,
    id: refund.id,
    order_id: order.id,
    created: new Date(refund.created).toISOString().replace('.000Z', '+00:00'),
    total_amount: cents.total / 100,
    total_tax: cents.tax / 100,
    payments: [
      {
        id: refund.id + 1,
        provider_id: 'storecredit',
        amount: cents.total / 100,
        offline: true,
        is_declined: refund.form === 'declined',
        declined_message: '',
      },
    ],
    items: [...products, ...(shipping === 0 ? [] : [freight]), ...(cents.rest === 0 ? [] : [amount])],
  }
}
