import type { CanonicalRow } from '../../kit/connector.ts'
import {
  expectedGuestId,
  expectedRow,
  type GivenLine,
  type Sold,
  sold,
  soldRows,
  sum,
  takenBack,
} from '../../kit/expected-rows.fixture.ts'
import { formatTitle, productColumns, type StockedProduct } from '../../kit/winery.fixture.ts'
import {
  type AccountSeed,
  type LineSeed,
  type OrderSeed,
  type RefundSeed,
  type SubscriptionSeed,
  sumTax,
  type WinerySeeds,
} from './winery.fixture.ts'

export const toProductType = ({ kind, sizes }: StockedProduct): string => {
  if (kind === 'gift_card') return 'gift-card'
  if (kind === 'club_fee') return 'subscription'
  return sizes.length > 1 ? 'variable' : 'simple'
}

/** A variation has an ID of its own. */
export const sizeId = (product: StockedProduct, size: StockedProduct['sizes'][number]): number =>
  size.name === null ? product.id : size.id

const productRows = (product: StockedProduct, { stock }: WinerySeeds): CanonicalRow[] =>
  product.sizes.flatMap((size) => {
    const shared = { source_id: String(sizeId(product, size)), source_updated: product.modified, sku: size.sku }
    const title = formatTitle(product, size)
    const counted = stock.get(size.sku)
    const row = {
      ...shared,
      title,
      ...productColumns(product),
      price: size.cents,
      currency: 'USD',
    }
    return [
      expectedRow('products', row),
      ...(counted === undefined
        ? []
        : [expectedRow('inventory', { ...shared, product_title: title, on_hand: counted, available: counted })]),
    ]
  })

export const HOME = { city: 'Portland', state: 'OR', postal_code: '97201' }
export const GUEST_HOME = { city: 'Napa', state: 'CA', postal_code: '94558' }
export const SHIPPED_TO = { city: 'Reno', state: 'NV', postal_code: '89501' }

export const toEmail = ({ first, id }: AccountSeed): string => `${first}.${id}@example.com`.toLowerCase()

const accountRow = (account: AccountSeed): CanonicalRow[] => {
  const isStaff = ['administrator', 'subscriber'].includes(account.role)
  if (isStaff && !account.isPaying) return []
  const row = {
    source_id: String(account.id),
    source_updated: account.modified ?? account.created,
    name: `${account.first} ${account.last}`,
    email: toEmail(account),
    ...HOME,
    country: 'US',
    since: account.created,
    customer_group: account.role === 'wholesale_customer' ? account.role : null,
  }
  return [expectedRow('customers', row)]
}

const toGuestName = (email: string): string => `Guest ${email.split('@')[0]}`

/** A cart that was not ordered, or an order in the trash. */
const isAbsent = ({ status }: OrderSeed): boolean => status === 'checkout-draft' || status === 'trash'

const guestRows = (orders: readonly OrderSeed[]): CanonicalRow[] => {
  const latest = new Map<string, number>()
  for (const order of orders) {
    if (order.guest === null || isAbsent(order)) continue
    latest.set(order.guest, Math.max(latest.get(order.guest) ?? 0, order.modified))
  }
  return [...latest].map(([email, source_updated]) => {
    const named = { source_id: expectedGuestId(email), source_updated, name: toGuestName(email), email }
    return expectedRow('customers', { ...named, ...GUEST_HOME, country: 'US' })
  })
}

const MEMBER: Readonly<Record<string, string>> = {
  active: 'active',
  'on-hold': 'on_hold',
  cancelled: 'cancelled',
  'pending-cancel': 'cancelled',
  expired: 'cancelled',
}

const membershipRow = ({ account, product, ...subscription }: SubscriptionSeed): CanonicalRow[] => {
  const status = MEMBER[subscription.status]
  if (status === undefined) return []
  const row = {
    source_id: String(subscription.id),
    source_updated: subscription.modified,
    club_source_id: String(product.id),
    club_name: product.title,
    customer_source_id: String(account.id),
    customer_name: `${account.first} ${account.last}`,
    status,
    status_raw: subscription.status,
    signup: subscription.created,
    cancelled: subscription.cancelled,
    acquisition_channel: 'checkout',
    delivery_method: subscription.isPickup ? 'pickup' : 'ship',
  }
  return [expectedRow('memberships', row)]
}

/** What a status means for payment and fulfillment. */
const STATUSES: Readonly<Record<string, readonly [payment: string, fulfillment: string]>> = {
  completed: ['paid', 'fulfilled'],
  processing: ['paid', 'unfulfilled'],
  refunded: ['paid', 'not_required'],
  'on-hold': ['pending', 'unfulfilled'],
  pending: ['pending', 'unfulfilled'],
  cancelled: ['cancelled', 'not_required'],
  failed: ['cancelled', 'not_required'],
}

const CHANNELS: Readonly<Record<string, string>> = {
  checkout: 'web',
  'store-api': 'web',
  admin: 'phone',
  'pos-rest-api': 'pos',
  subscription: 'club',
}

const readDelivery = ({ createdVia, shippingTitle }: OrderSeed): string => {
  if (shippingTitle === 'Local pickup') return 'pickup'
  if (shippingTitle !== null) return 'ship'
  return createdVia === 'pos-rest-api' ? 'carry_out' : 'other'
}

const customerColumns = ({ account, guest, shippingTitle }: OrderSeed) => ({
  customer_source_id: account ? String(account.id) : guest && expectedGuestId(guest),
  customer_name: account ? `${account.first} ${account.last}` : guest && toGuestName(guest),
  ...(shippingTitle === null ? (guest ? GUEST_HOME : HOME) : SHIPPED_TO),
  country: 'US',
})

const lineColumns = ({ id, product, size, quantity, gross, discount }: LineSeed): GivenLine => ({
  line_id: String(id),
  sku: size.sku,
  product_source_id: String(sizeId(product, size)),
  product_title: formatTitle(product, size),
  ...productColumns(product),
  item_kind_raw: toProductType(product),
  quantity,
  unit_price: gross / quantity / 100,
  discount,
  amount: gross - discount,
})

const saleOf = (order: OrderSeed): Sold => {
  const { renews, status, createdVia } = order
  const [payment_status, fulfillment_status] = STATUSES[status] ?? ['other', 'other']
  const given = {
    source_id: String(order.id),
    source_updated: order.modified,
    order_number: String(order.id),
    ordered: order.paid ?? order.created,
    channel: CHANNELS[createdVia] ?? 'other',
    channel_raw: createdVia || null,
    order_type: renews ? 'club' : 'regular',
    payment_status,
    payment_status_raw: status,
    fulfillment_status,
    fulfillment_status_raw: status,
    delivery_method: readDelivery(order),
    delivery_method_raw: order.shippingTitle,
    ...customerColumns(order),
    team_member_source_id: null,
    club_source_id: renews && String(renews.product.id),
    club_name: renews?.product.title ?? null,
    shipping: order.shipping,
    tax: sumTax(order),
  }
  return sold(given, order.lines.map(lineColumns))
}

const refundOf = (refund: RefundSeed, order: OrderSeed, sale: Sold): Sold => {
  const isWhole = refund.lines.length === 0
  const { shipping, tax } = isWhole ? sale.row : { shipping: 0, tax: sum(refund.lines, (line) => line.tax) }
  const parts = refund.lines.map(({ line, quantity, cents }, index) => {
    const row = lineColumns(order.lines[line] as LineSeed)
    const discount = row.amount === 0 ? 0 : Math.round(((row.discount ?? 0) * cents) / row.amount)
    return { ...row, line_id: String(refund.id * 10 + index), quantity, amount: cents, discount }
  })
  const changes = {
    source_id: `${order.id}-refund-${refund.id}`,
    source_updated: refund.created,
    order_number: `${order.id}-R1`,
    ordered: refund.created,
    shipping,
    tax,
  }
  return takenBack(sale, changes, isWhole ? sale.lines : parts)
}

const orderRows = (order: OrderSeed): CanonicalRow[] => {
  if (isAbsent(order)) return []
  const sale = saleOf(order)
  return [sale, ...order.refunds.map((refund) => refundOf(refund, order, sale))].flatMap(soldRows)
}

/** Every row that a synced warehouse must hold, from the seeds alone. */
export const expectedRows = (seeds: WinerySeeds): CanonicalRow[] => [
  ...seeds.products.flatMap((product) => productRows(product, seeds)),
  ...seeds.accounts.flatMap(accountRow),
  ...guestRows(seeds.orders),
  ...seeds.subscriptions.flatMap(membershipRow),
  ...seeds.orders.flatMap(orderRows),
]
