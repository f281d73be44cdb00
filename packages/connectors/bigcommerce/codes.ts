import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { codesOf, isPickupName } from '../kit/codes.ts'
import type { BcOrder } from './order-schema.ts'

/** Where an order was made, by `order_source`. `external` is any app that used the API. */
export const SOURCES = codesOf<Channel>({
  web: 'www, mobile, iphone, ipad, android, checkout_api, buybutton',
  // Staff enters them for orders by phone or email.
  phone: 'manual',
  marketplace: 'amazon, ebay, facebookshop, facebookcheckout, facebookmarketplace, pinterest, socialshop',
  other: 'external',
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

/** By `status_id`, of orders without a payment status: those paid by cash or check, for example. */
export const STATUSES = codesOf<PaymentStatus>({
  pending: `${INCOMPLETE}, 1, 7, 12`,
  paid: `2, 3, ${REFUNDED}, 8, 9, 10, 11, 13, ${PARTIALLY_REFUNDED}`,
  cancelled: `${CANCELED}, 6`,
})

/** By `status_id`; one that was refunded doesn't say what was shipped. */
const SHIPMENTS = codesOf<FulfillmentStatus>({
  unfulfilled: `${INCOMPLETE}, 1, 7, 8, 9, 11, 12, 13`,
  fulfilled: '2, 10',
  partial: '3',
  not_required: `${CANCELED}, 6`,
})

// Refunds are separate orders here, so a refunded order counts as paid.
export const PAYMENT_STATUSES = codesOf<PaymentStatus>({
  authorized: 'authorized',
  paid: 'captured, capture pending, paid, partially refunded, refunded',
  cancelled: 'declined, void, void pending',
  pending: 'held for review, pending',
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
  const payment = STATUSES.read(String(status_id))
  if (status_id === CANCELED && hasRefunds && payment_status?.toLowerCase() === 'partially refunded') return 'paid'
  // Marked as refunded without a refund: its amount is unknown as a sale of any day.
  if (payment === 'cancelled' || (status_id === REFUNDED && !hasRefunds)) return 'cancelled'
  if (payment_status === null) return payment
  const status = PAYMENT_STATUSES.read(payment_status)
  // An order whose goods have left the store isn't merely authorized.
  const hasLeft = ['fulfilled', 'partial'].includes(SHIPMENTS.read(String(status_id)))
  return status === 'authorized' && hasLeft ? 'paid' : status
}

export const toFulfillmentStatus = (
  order: Pick<BcOrder, 'status_id' | 'items_total' | 'items_shipped'>,
): FulfillmentStatus => {
  const status = String(order.status_id)
  if (!STATUSES.has(status)) return 'other'
  const shipped = SHIPMENTS.get(status)
  if (shipped) return shipped
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
