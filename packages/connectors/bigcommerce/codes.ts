import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { codes, isPickupName } from '../kit/codes.ts'
import type { BcOrder } from './order-schema.ts'

/** Where an order was made, by `order_source`. `external` is any app that used the API. */
const SOURCES = codes<Channel>({
  www: 'web',
  mobile: 'web',
  iphone: 'web',
  ipad: 'web',
  android: 'web',
  checkout_api: 'web',
  buybutton: 'web',
  // Staff enters them for orders by phone or email.
  manual: 'phone',
  amazon: 'marketplace',
  ebay: 'marketplace',
  facebookshop: 'marketplace',
  facebookcheckout: 'marketplace',
  facebookmarketplace: 'marketplace',
  pinterest: 'marketplace',
  socialshop: 'marketplace',
})

/** BigCommerce asks apps to name the kind of their system and its vendor, such as `POS (Square)`. */
const EXTERNAL_WORDS: readonly (readonly [Channel, RegExp])[] = [
  ['club', /\bclubs?\b|\bsubscriptions?\b|\bmemberships?\b/i],
  ['pos', /\bpos\b|\bpoint of sale\b|\bregister\b|\btasting room\b/i],
  ['wholesale', /\bwholesale\b|\bb2b\b/i],
]

type SourceFacts = Pick<BcOrder, 'order_source' | 'external_source'>

/** The name of the source: of the system, where it says one. */
export const formatOrderSource = ({ order_source, external_source }: SourceFacts): string | null =>
  external_source ?? order_source

export const toChannel = ({ order_source, external_source }: SourceFacts): Channel => {
  const byName = EXTERNAL_WORDS.find(([, words]) => words.test(external_source ?? ''))?.[0]
  return byName ?? SOURCES.get(order_source?.toLowerCase() ?? '') ?? 'other'
}

/** A shopper reached the payment page and left: not an order. */
export const INCOMPLETE = 0
const PARTIALLY_SHIPPED = 3
const REFUNDED = 4
const CANCELED = 5
const PARTIALLY_REFUNDED = 14

/** Statuses without a payment of their own: of orders paid by cash or check, for example. */
const PAYMENT_BY_STATUS = codes<PaymentStatus>({
  1: 'pending',
  2: 'paid',
  3: 'paid',
  4: 'paid',
  5: 'cancelled',
  6: 'cancelled',
  7: 'pending',
  8: 'paid',
  9: 'paid',
  10: 'paid',
  11: 'paid',
  12: 'pending',
  13: 'paid',
  14: 'paid',
})

// Refunds are separate orders here, so a refunded order counts as paid.
const PAYMENT_STATUSES = codes<PaymentStatus>({
  authorized: 'authorized',
  captured: 'paid',
  'capture pending': 'paid',
  declined: 'cancelled',
  'held for review': 'pending',
  paid: 'paid',
  'partially refunded': 'paid',
  pending: 'pending',
  refunded: 'paid',
  void: 'cancelled',
  'void pending': 'cancelled',
})

/** Statuses after which the goods have left the store, so that an order isn't merely authorized. */
const HANDED_OVER = new Set([2, PARTIALLY_SHIPPED, 10])

interface PaymentFacts extends Pick<BcOrder, 'status_id' | 'payment_status'> {
  readonly hasRefunds: boolean
}

/**
 * The payment status of an order; its refunds share it, so that a canceled order and its refunds are both excluded. Of one that was
 * paid back in part, the rest was kept and is a sale.
 */
export const toPaymentStatus = ({ status_id, payment_status, hasRefunds }: PaymentFacts): PaymentStatus => {
  const byStatus = PAYMENT_BY_STATUS.get(String(status_id)) ?? 'other'
  if (status_id === CANCELED && hasRefunds && payment_status?.toLowerCase() === 'partially refunded') return 'paid'
  // Marked as refunded without a refund: its amount is unknown as a sale of any day.
  if (byStatus === 'cancelled' || (status_id === REFUNDED && !hasRefunds)) return 'cancelled'
  if (payment_status === null) return byStatus
  const status = PAYMENT_STATUSES.get(payment_status.toLowerCase()) ?? 'other'
  return status === 'authorized' && HANDED_OVER.has(status_id) ? 'paid' : status
}

/** Order statuses; those of refunds don't say what was shipped. */
const FULFILLMENT_STATUSES = codes<FulfillmentStatus>({
  1: 'unfulfilled',
  2: 'fulfilled',
  3: 'partial',
  5: 'not_required',
  6: 'not_required',
  7: 'unfulfilled',
  8: 'unfulfilled',
  9: 'unfulfilled',
  10: 'fulfilled',
  11: 'unfulfilled',
  12: 'unfulfilled',
  13: 'unfulfilled',
})

type FulfillmentFacts = Pick<BcOrder, 'status_id' | 'items_total' | 'items_shipped'>

const byCount = ({ items_total, items_shipped }: FulfillmentFacts): FulfillmentStatus => {
  if (items_shipped <= 0) return 'unfulfilled'
  return items_shipped < items_total ? 'partial' : 'fulfilled'
}

export const toFulfillmentStatus = (order: FulfillmentFacts): FulfillmentStatus => {
  if (order.status_id === REFUNDED || order.status_id === PARTIALLY_REFUNDED) return byCount(order)
  return FULFILLMENT_STATUSES.get(String(order.status_id)) ?? 'other'
}

/** How an order reaches its customer, and the name of the method. */
export const toDeliveryMethod = (
  { consignments: { pickups, shipping }, order_is_digital }: Pick<BcOrder, 'consignments' | 'order_is_digital'>,
  channel: Channel,
): { readonly method: DeliveryMethod; readonly raw: string | null } => {
  const [pickup] = pickups
  if (pickup) return { method: 'pickup', raw: pickup.pickup_method_display_name }
  const [sent] = shipping
  if (sent && isPickupName(sent.shipping_method)) return { method: 'pickup', raw: sent.shipping_method }
  if (channel === 'pos') return { method: 'carry_out', raw: sent?.shipping_method ?? null }
  if (sent && order_is_digital !== true) return { method: 'ship', raw: sent.shipping_method }
  return { method: 'other', raw: null }
}

/** Values that Cuvee gives a meaning, for the connection test. */
export const IS_KNOWN = {
  status: (id: string): boolean => id === String(INCOMPLETE) || PAYMENT_BY_STATUS.has(id),
  paymentStatus: (status: string): boolean => PAYMENT_STATUSES.has(status.toLowerCase()),
  source: (source: string): boolean => source === 'external' || SOURCES.has(source.toLowerCase()),
} as const

const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const STATE_CODES = new Map(STATES.split(',').map((state) => [state.slice(3).toLowerCase(), state.slice(0, 2)]))

/** BigCommerce writes states out, other platforms give their codes: `Texas` is `TX`. Others stay as they are. */
export const stateCode = (state: string | null, country: string | null): string | null =>
  country === 'US' && state !== null ? (STATE_CODES.get(state.toLowerCase()) ?? state) : state
