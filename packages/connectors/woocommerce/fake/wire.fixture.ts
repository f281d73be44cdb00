import type { StockedProduct } from '../../kit/winery.fixture.ts'
import { CUSTOMER, ORDER, PRODUCT, REFUNDS, SUBSCRIPTION, VARIATION } from '../samples.fixture.ts'
import { GUEST_HOME, HOME, SHIPPED_TO, sizeId, toEmail, toProductType } from './expected-rows.fixture.ts'
import {
  type AccountSeed,
  type LineSeed,
  type OrderSeed,
  orderTotal,
  type RefundSeed,
  type SubscriptionSeed,
  sumTax,
  type WinerySeeds,
} from './winery.fixture.ts'

/** Where the fake store is. */
export const SITE_ZONE = 'America/Los_Angeles'

const LOCAL = new Intl.DateTimeFormat('sv-SE', { timeZone: SITE_ZONE, dateStyle: 'short', timeStyle: 'medium' })

/** A time as WordPress writes it in GMT, without an offset. */
export const gmt = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 19)

/** A time as WordPress writes it in the site's time zone. */
export const local = (epochMs: number): string => LOCAL.format(epochMs).replace(' ', 'T')

/** Both forms of a field. */
const both = (field: string, epochMs: number | null): Record<string, string | null> => ({
  [field]: epochMs === null ? null : local(epochMs),
  [`${field}_gmt`]: epochMs === null ? null : gmt(epochMs),
})

/** Cents as decimal text with that many decimals. */
const money = (cents: number, decimals = 2): string =>
  `${(cents / 100).toFixed(2)}${'0'.repeat(Math.max(0, decimals - 2))}`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  é: '&eacute;',
}

/** Names are HTML. */
const html = (text: string): string => text.replaceAll(/[&<>"é]/g, (character) => ENTITIES[character] ?? character)

const toAddress = ({ city, state, postal_code: postcode }: typeof HOME) => ({ city, state, postcode })

const billingOf = ({ account, guest }: Pick<OrderSeed, 'account' | 'guest'>) => ({
  ...ORDER.billing,
  first_name: account?.first ?? (guest ? 'Guest' : ''),
  last_name: account?.last ?? guest?.split('@')[0] ?? '',
  ...toAddress(guest ? GUEST_HOME : HOME),
  email: account ? toEmail(account) : (guest ?? ''),
})

const lineWire = ({ product, size, ...line }: LineSeed, dp: number) => ({
  ...ORDER.line_items[0],
  id: line.id,
  name: html(size.name === null ? product.title : `${product.title} - ${size.name}`),
  product_id: product.id,
  variation_id: size.name === null ? 0 : size.id,
  quantity: line.quantity,
  subtotal: money(line.gross, dp),
  total: money(line.gross - line.discount, dp),
  sku: size.sku,
  meta_data: [],
})

const NOWHERE = Object.fromEntries(Object.keys(ORDER.shipping).map((field) => [field, '']))

export const orderWire = (order: OrderSeed, dp: number) => {
  const { lines, shippingTitle } = order
  const shippingLine = {
    ...ORDER.shipping_lines[0],
    method_title: shippingTitle,
    method_id: shippingTitle?.toLowerCase().replace(' ', '_'),
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
    shipping_total: money(order.shipping, dp),
    total_tax: money(sumTax(order), dp),
    total: money(orderTotal(order), dp),
    customer_id: order.account?.id ?? 0,
    billing: billingOf(order),
    shipping: shippingTitle === null ? NOWHERE : { ...ORDER.shipping, ...toAddress(SHIPPED_TO) },
    line_items: lines.map((line) => lineWire(line, dp)),
    shipping_lines: shippingTitle === null ? [] : [shippingLine],
    fee_lines: [],
    refunds: order.refunds.map(({ id, cents }) => ({ id, reason: '', total: money(-cents, dp) })),
    meta_data: order.renews
      ? [...ORDER.meta_data, { id: 1, key: '_subscription_renewal', value: String(order.renews.id) }]
      : ORDER.meta_data,
  }
}

export const refundWire = ({ id, created, cents, lines }: RefundSeed, order: OrderSeed, dp: number) => ({
  ...REFUNDS[0],
  id,
  parent_id: order.id,
  ...both('date_created', created),
  amount: money(cents, dp),
  line_items: lines.map((part, index) => {
    const line = order.lines[part.line] as LineSeed
    return {
      ...lineWire(line, dp),
      id: id * 10 + index,
      quantity: -part.quantity,
      total: money(-part.cents, dp),
      total_tax: money(-part.tax, dp),
      meta_data: [{ id: 2076, key: '_refunded_item_id', value: String(line.id) }],
    }
  }),
  shipping_lines: [],
  fee_lines: [],
})

export const customerWire = (account: AccountSeed) => ({
  ...CUSTOMER,
  id: account.id,
  ...both('date_created', account.created),
  ...both('date_modified', account.modified),
  email: toEmail(account),
  first_name: account.first,
  last_name: account.last,
  role: account.role,
  username: account.first.toLowerCase(),
  is_paying_customer: account.isPaying,
  billing: billingOf({ account, guest: null }),
})

type Size = StockedProduct['sizes'][number]

/** What products and variations have. */
const goodsFields = (size: Size, { modified }: StockedProduct, { stock }: WinerySeeds) => ({
  sku: size.sku,
  ...both('date_modified', modified),
  price: money(size.cents),
  regular_price: money(size.cents),
  manage_stock: stock.has(size.sku),
  stock_quantity: stock.get(size.sku) ?? null,
})

const attribute = (id: number, name: string, variation: boolean, options: readonly (string | null)[]) => ({
  id,
  name,
  variation,
  options,
})

export const productWire = (product: StockedProduct, seeds: WinerySeeds) => {
  const { id, title, category, brand, vintage, varietal, sizes } = product
  const hasSizes = sizes.length > 1
  return {
    ...PRODUCT,
    id,
    name: html(title),
    type: toProductType(product),
    ...goodsFields(sizes[0] as Size, product, seeds),
    ...(hasSizes ? { sku: '21-PN', price: '', regular_price: '', manage_stock: false, stock_quantity: null } : {}),
    categories: [{ id: 9, name: category ?? 'Uncategorized', slug: 'x' }],
    attributes: [
      ...(varietal ? [attribute(1, 'Vintage', false, [vintage]), attribute(2, 'Varietal', false, [varietal])] : []),
      ...(hasSizes
        ? [
            attribute(
              3,
              'Size',
              true,
              sizes.map(({ name }) => name),
            ),
          ]
        : []),
    ],
    ...(brand ? { brands: [{ id: 1, name: brand, slug: 'b' }] } : {}),
    variations: hasSizes ? sizes.map((size) => size.id) : [],
  }
}

export const variationWire = (size: Size, product: StockedProduct, seeds: WinerySeeds) => ({
  ...VARIATION,
  id: sizeId(product, size),
  ...goodsFields(size, product, seeds),
  attributes: [{ id: 3, name: 'Size', option: size.name }],
})

export const subscriptionWire = ({ product, account, status, cancelled, ...subscription }: SubscriptionSeed) => ({
  ...SUBSCRIPTION,
  id: subscription.id,
  status,
  ...both('date_created', subscription.created),
  ...both('date_modified', subscription.modified),
  customer_id: account.id,
  created_via: 'checkout',
  billing: billingOf({ account, guest: null }),
  start_date_gmt: gmt(subscription.created),
  cancelled_date_gmt: cancelled !== null && status !== 'expired' ? gmt(cancelled) : '',
  end_date_gmt: cancelled === null ? '' : gmt(cancelled),
  line_items: [{ ...SUBSCRIPTION.line_items[0], name: product.title, product_id: product.id }],
  shipping_lines: [
    { ...SUBSCRIPTION.shipping_lines[0], method_id: subscription.isPickup ? 'local_pickup' : 'flat_rate' },
  ],
})
