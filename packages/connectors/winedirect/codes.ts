import type {
  Channel,
  DeliveryMethod,
  FulfillmentStatus,
  ItemKind,
  MembershipStatus,
  PaymentStatus,
} from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { codesOf, toCodeKey } from '../kit/codes.ts'

// Staff enter phone orders in the admin panel; the POS is an iPad, or the older RMS.
export const CHANNELS = codesOf<Channel>({
  web: 'website, web, mobile, facebook',
  pos: 'ipad, pos, rms',
  phone: 'adminpanel, telemarketing, phone',
  club: 'cluborder, club',
  reservation: 'reservation, reservations',
  event: 'event',
  marketplace: 'marketplace, external',
  wholesale: 'directtotrade, wholesale',
})

// A declined card is retried: payment is still pending.
export const PAYMENT_STATUSES = codesOf<PaymentStatus>({
  paid: 'paid, refunded',
  authorized: 'authorized',
  cancelled: 'voided, cancelled',
  pending: 'submitted, pending, declined',
})

/** A refunded order was paid; its refund is a separate order. */
export const toPaymentStatus = (payment: string | null, order: string | null): PaymentStatus =>
  toCodeKey(order) === 'cancelled' ? 'cancelled' : PAYMENT_STATUSES.read(payment)

export const isRefunded = (payment: string | null): boolean => toCodeKey(payment) === 'refunded'

const REFUND_TYPES = ['refund', 'return', 'refunded', 'returned', 'credit']

export const isRefundType = (transactionType: string | null): boolean =>
  REFUND_TYPES.includes(toCodeKey(transactionType))

/** Compliance status of held orders, in the terms of compliance checks. */
export const toComplianceStatus = (orderStatus: string | null): string | null =>
  toCodeKey(orderStatus) === 'quarantine' ? 'Quarantined' : null

interface DeliveryFacts {
  readonly channel: Channel
  readonly isPickup: boolean
  readonly isPendingPickup: boolean
  /** a pickup date was agreed */
  readonly hasPickupDate: boolean
  readonly hasShippingAddress: boolean
}

/** A point-of-sale order that is neither shipped nor held for pickup was carried out. */
export const toDeliveryMethod = (facts: DeliveryFacts): DeliveryMethod => {
  const isAtTill = facts.channel === 'pos'
  if (facts.isPickup) return isAtTill && !facts.isPendingPickup && !facts.hasPickupDate ? 'carry_out' : 'pickup'
  return isAtTill && !facts.hasShippingAddress ? 'carry_out' : 'ship'
}

export const SHIPPING_STATUSES = codesOf<FulfillmentStatus>({
  fulfilled: 'pickedup, shipped',
  unfulfilled: 'senttofulfillment, nostatus',
})

export const toFulfillmentStatus = (facts: {
  readonly delivery: DeliveryMethod
  readonly shipping: string | null
  readonly isPendingPickup: boolean
  readonly isRefund: boolean
  /** lines with a shipping date, and all lines */
  readonly shippedLines: number
  readonly lines: number
}): FulfillmentStatus => {
  if (facts.isRefund) return 'not_required'
  const given = facts.shipping === null ? 'unfulfilled' : SHIPPING_STATUSES.read(facts.shipping)
  if (given !== 'unfulfilled') return given
  if (facts.isPendingPickup) return 'unfulfilled'
  if (facts.delivery !== 'ship') return 'fulfilled'
  if (facts.shippedLines === 0) return 'unfulfilled'
  return facts.shippedLines < facts.lines ? 'partial' : 'fulfilled'
}

export const ITEM_KINDS = codesOf<ItemKind>({
  wine: 'wine, wineproduct, bundle, kit',
  other: 'spirit',
  merch: 'product, marketingcollateral',
  food: 'food',
  gift_card: 'giftcard',
  event: 'eventticket, event',
  tasting: 'tasting',
  reservation: 'reservation',
  club_fee: 'clubfee',
  shipping: 'shipping',
})

interface WineDirectItem {
  readonly type: string | null
  readonly title: string | null
  readonly department: string | null
}

/** The platform has no type for tastings, which wineries sell as products or tickets, and one for all products other than wine. */
export const wineDirectItemKind = ({ type, title, department }: WineDirectItem): ItemKind => {
  const kind = ITEM_KINDS.get(type) ?? null
  const named = toItemKind({ title, categories: [department], otherwise: kind })
  if (kind === 'merch') return named === 'wine' ? kind : named
  return kind === null || (kind === 'event' && named === 'tasting') ? named : kind
}

export const MEMBERSHIP_STATUSES = codesOf<MembershipStatus>({
  active: 'active',
  cancelled: 'cancelled, canceled',
  on_hold: 'onhold',
})

const ORDER_STATUSES = ['submitted', 'quarantine', 'pending', 'completed', 'cancelled', 'hold']

export const isKnownOrderStatus = (status: string): boolean => ORDER_STATUSES.includes(toCodeKey(status))
