import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { codes, isPickupName } from '../kit/codes.ts'
import type { BcOrder } from './order-schema.ts'

/** Where an order was made, by `order_source`. `external` is any app that used the API. */
export const SOURCES = codes<Channel>({
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
  external: 'other',
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
  return byName ?? SOURCES.read(order_source)
}

/** A shopper reached the payment page and left: not an order. */
export const INCOMPLETE = 0
const REFUNDED = 4
const CANCELED = 5
const PARTIALLY_REFUNDED = 14

interface StatusMeaning {
  /** of orders without a payment status: those paid by cash or check, for example */
  readonly payment: PaymentStatus
  /** null: it doesn't say what was shipped */
  readonly fulfillment: FulfillmentStatus | null
}

/** By `status_id`. */
export const STATUSES = codes<StatusMeaning>({
  [INCOMPLETE]: { payment: 'pending', fulfillment: 'unfulfilled' },
  1: { payment: 'pending', fulfillment: 'unfulfilled' },
  2: { payment: 'paid', fulfillment: 'fulfilled' },
  3: { payment: 'paid', fulfillment: 'partial' },
  [REFUNDED]: { payment: 'paid', fulfillment: null },
  [CANCELED]: { payment: 'cancelled', fulfillment: 'not_required' },
  6: { payment: 'cancelled', fulfillment: 'not_required' },
  7: { payment: 'pending', fulfillment: 'unfulfilled' },
  8: { payment: 'paid', fulfillment: 'unfulfilled' },
  9: { payment: 'paid', fulfillment: 'unfulfilled' },
  10: { payment: 'paid', fulfillment: 'fulfilled' },
  11: { payment: 'paid', fulfillment: 'unfulfilled' },
  12: { payment: 'pending', fulfillment: 'unfulfilled' },
  13: { payment: 'paid', fulfillment: 'unfulfilled' },
  [PARTIALLY_REFUNDED]: { payment: 'paid', fulfillment: null },
})

const readStatus = ({ status_id }: Pick<BcOrder, 'status_id'>) => STATUSES.get(String(status_id))

// Refunds are separate orders here, so a refunded order counts as paid.
export const PAYMENT_STATUSES = codes<PaymentStatus>({
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

interface PaymentFacts extends Pick<BcOrder, 'status_id' | 'payment_status'> {
  readonly hasRefunds: boolean
}

/**
 * The payment status of an order; its refunds share it, so that a canceled order and its refunds are both excluded. Of one that was
 * paid back in part, the rest was kept and is a sale.
 */
export const toPaymentStatus = (order: PaymentFacts): PaymentStatus => {
  const { status_id, payment_status, hasRefunds } = order
  const { payment, fulfillment } = readStatus(order) ?? { payment: 'other', fulfillment: null }
  if (status_id === CANCELED && hasRefunds && payment_status?.toLowerCase() === 'partially refunded') return 'paid'
  // Marked as refunded without a refund: its amount is unknown as a sale of any day.
  if (payment === 'cancelled' || (status_id === REFUNDED && !hasRefunds)) return 'cancelled'
  if (payment_status === null) return payment
  const status = PAYMENT_STATUSES.read(payment_status)
  // An order whose goods have left the store isn't merely authorized.
  const hasLeft = fulfillment === 'fulfilled' || fulfillment === 'partial'
  return status === 'authorized' && hasLeft ? 'paid' : status
}

export const toFulfillmentStatus = (
  order: Pick<BcOrder, 'status_id' | 'items_total' | 'items_shipped'>,
): FulfillmentStatus => {
  const status = readStatus(order)
  if (status === undefined) return 'other'
  if (status.fulfillment !== null) return status.fulfillment
  if (order.items_shipped <= 0) return 'unfulfilled'
  return order.items_shipped < order.items_total ? 'partial' : 'fulfilled'
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

const STATES =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

const STATE_CODES = new Map(STATES.split(',').map((state) => [state.slice(3).toLowerCase(), state.slice(0, 2)]))

/** BigCommerce writes states out, other platforms give their codes: `Texas` is `TX`. Others stay as they are. */
export const stateCode = (state: string | null, country: string | null): string | null =>
  country === 'US' && state !== null ? (STATE_CODES.get(state.toLowerCase()) ?? state) : state
