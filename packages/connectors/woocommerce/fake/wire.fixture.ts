import { CUSTOMER, ORDER, PRODUCT, REFUNDS, SUBSCRIPTION, VARIATION } from './documented-records.fixture.ts'
import {
  type AccountSeed,
  type LineSeed,
  type OrderSeed,
  orderTotal,
  type ProductSeed,
  type RefundSeed,
  type SubscriptionSeed,
  sum,
  sumTax,
  type VariationSeed,
} from './seeds.fixture.ts'
import { both, gmt } from './site-time.fixture.ts'

/** Cents as decimal text with that many decimals. */
const money = (cents: number, decimals: number): string => {
  const size = Math.abs(cents)
  const fraction = String(size % 100)
    .padStart(2, '0')
    .padEnd(decimals, '0')
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${fraction}`
}

/** How WooCommerce names a line. */
const lineName = ({ product, variation }: Pick<LineSeed, 'product' | 'variation'>): string =>
  variation ? `${product.name} - ${variation.option}` : product.name

const billingOf = ({ account, guest }: Pick<OrderSeed, 'account' | 'guest'>) => ({
  ...ORDER.billing,
  first_name: account?.first ?? (guest ? 'Guest' : ''),
  last_name: account?.last ?? guest?.split('@')[0] ?? '',
  city: guest ? 'Napa' : 'Portland',
  state: guest ? 'CA' : 'OR',
  postcode: guest ? '94558' : '97201',
  email: account ? `${account.first}.${account.id}@example.com`.toLowerCase() : (guest ?? ''),
})

const lineWire = (line: LineSeed, dp: number) => ({
  ...ORDER.line_items[0],
  id: line.id,
  name: lineName(line),
  product_id: line.product.id,
  variation_id: line.variation?.id ?? 0,
  quantity: line.quantity,
  subtotal: money(line.gross, dp),
  total: money(line.gross - line.discount, dp),
  total_tax: money(line.tax, dp),
  sku: line.variation?.sku ?? line.product.sku,
  price: (line.gross - line.discount) / line.quantity / 100,
  meta_data: [],
})

const NOWHERE = Object.fromEntries(Object.keys(ORDER.shipping).map((field) => [field, '']))

const METHODS: Readonly<Record<string, string>> = { 'Local pickup': 'local_pickup', 'Flat Rate': 'flat_rate' }

/** Paid by the extension Gift Cards, or PW Gift Cards. */
const giftCards = ({ id, giftCard }: OrderSeed, dp: number) => {
  if (giftCard === 0) return {}
  const amount = money(giftCard, dp)
  return id % 2 === 0
    ? { gift_cards: [{ id: 1, code: 'ABCD', amount }] }
    : { pw_gift_cards_redeemed: [{ number: 'ABCD', amount }] }
}

export const orderWire = (order: OrderSeed, dp = 2) => {
  const isShipped = order.shippingTitle !== null
  const shippingLine = {
    ...ORDER.shipping_lines[0],
    method_title: order.shippingTitle,
    method_id: METHODS[order.shippingTitle ?? ''],
    total: money(order.shipping, dp),
  }
  return {
    ...ORDER,
    id: order.id,
    number: String(order.id),
    status: order.status,
    created_via: order.createdVia,
    ...both('date_created', order.created),
    ...both('date_modified', order.modified),
    ...both('date_paid', order.paid),
    discount_total: money(
      sum(order.lines, ({ discount }) => discount),
      dp,
    ),
    shipping_total: money(order.shipping, dp),
    cart_tax: money(sumTax(order), dp),
    total_tax: money(sumTax(order), dp),
    total: money(orderTotal(order) - order.giftCard, dp),
    customer_id: order.account?.id ?? 0,
    billing: billingOf(order),
    shipping: isShipped ? { ...ORDER.shipping, city: 'Reno', state: 'NV', postcode: '89501' } : NOWHERE,
    line_items: order.lines.map((line) => lineWire(line, dp)),
    shipping_lines: isShipped ? [shippingLine] : [],
    fee_lines: order.fees.map(({ id, name, cents }) => ({
      id: order.id * 10 + id,
      name,
      tax_class: '',
      tax_status: 'none',
      total: money(cents, dp),
      total_tax: money(0, dp),
      taxes: [],
      meta_data: [],
    })),
    refunds: order.refunds.map(({ id, cents }) => ({ id, reason: '', total: money(-cents, dp) })),
    ...giftCards(order, dp),
    meta_data: order.renews
      ? [...ORDER.meta_data, { id: 1, key: '_subscription_renewal', value: String(order.renews.id) }]
      : ORDER.meta_data,
  }
}

export const refundWire = (refund: RefundSeed, order: OrderSeed, dp = 2) => ({
  ...REFUNDS[0],
  id: refund.id,
  parent_id: order.id,
  ...both('date_created', refund.at),
  amount: money(refund.cents, dp),
  line_items: refund.lines.map(({ line, quantity, cents, tax }, index) => {
    const of = order.lines[line] as LineSeed
    return {
      ...lineWire(of, dp),
      id: refund.id * 10 + index,
      quantity: -quantity,
      subtotal: money(-cents, dp),
      total: money(-cents, dp),
      total_tax: money(-tax, dp),
      meta_data: [{ id: 2076, key: '_refunded_item_id', value: String(of.id) }],
    }
  }),
  shipping_lines:
    refund.shipping > 0
      ? [
          {
            ...ORDER.shipping_lines[0],
            id: refund.id * 10 + 9,
            total: money(-refund.shipping, dp),
            total_tax: money(0, dp),
          },
        ]
      : [],
  tax_lines: [],
  fee_lines: [],
})

export const customerWire = (account: AccountSeed) => ({
  ...CUSTOMER,
  id: account.id,
  ...both('date_created', account.created),
  ...both('date_modified', account.modified),
  email: `${account.first}.${account.id}@example.com`.toLowerCase(),
  first_name: account.first,
  last_name: account.last,
  role: account.role,
  username: account.first.toLowerCase(),
  is_paying_customer: account.isPaying,
  billing: billingOf({ account, guest: null }),
})

export const productWire = (product: ProductSeed) => ({
  ...PRODUCT,
  id: product.id,
  name: product.name,
  type: product.type,
  sku: product.sku,
  ...both('date_modified', product.modified),
  price: product.variations ? '' : money(product.cents, 2),
  regular_price: product.variations ? '' : money(product.cents, 2),
  manage_stock: product.stock !== null,
  stock_quantity: product.stock,
  categories: [{ id: 9, name: product.category, slug: 'x' }],
  attributes: [
    ...(product.varietal ? [{ id: 2, name: 'Varietal', variation: false, options: [product.varietal] }] : []),
    ...(product.variations
      ? [{ id: 3, name: 'Size', variation: true, options: product.variations.map(({ option }) => option) }]
      : []),
  ],
  ...(product.brand ? { brands: [{ id: 1, name: product.brand, slug: 'b' }] } : {}),
  variations: product.variations?.map(({ id }) => id) ?? [],
})

export const variationWire = (variation: VariationSeed, product: ProductSeed) => ({
  ...VARIATION,
  id: variation.id,
  sku: variation.sku,
  ...both('date_modified', product.modified),
  price: money(variation.cents, 2),
  regular_price: money(variation.cents, 2),
  manage_stock: variation.stock !== null,
  stock_quantity: variation.stock,
  attributes: [{ id: 3, name: 'Size', option: variation.option }],
})

export const subscriptionWire = (subscription: SubscriptionSeed) => ({
  ...SUBSCRIPTION,
  id: subscription.id,
  number: String(subscription.id),
  status: subscription.status,
  ...both('date_created', subscription.started),
  ...both('date_modified', subscription.modified),
  customer_id: subscription.account.id,
  created_via: 'checkout',
  billing: billingOf({ account: subscription.account, guest: null }),
  start_date_gmt: gmt(subscription.started),
  cancelled_date_gmt:
    subscription.cancelled !== null && subscription.status !== 'expired' ? gmt(subscription.cancelled) : '',
  end_date_gmt: subscription.cancelled === null ? '' : gmt(subscription.cancelled),
  line_items: [{ ...SUBSCRIPTION.line_items[0], name: subscription.product.name, product_id: subscription.product.id }],
  shipping_lines: [
    { ...SUBSCRIPTION.shipping_lines[0], method_id: subscription.isPickup ? 'local_pickup' : 'flat_rate' },
  ],
})
