import type { Channel, DeliveryMethod, FulfillmentStatus, MembershipStatus, PaymentStatus } from '#domain/commerce.ts'
import { codes, isPickupName } from '../kit/codes.ts'

interface StatusMeaning {
  readonly payment: PaymentStatus
  readonly fulfillment: FulfillmentStatus
}

// Refunds are separate orders here, so a refunded order counts as paid.
const STATUSES = codes<StatusMeaning>({
  pending: { payment: 'pending', fulfillment: 'unfulfilled' },
  'on-hold': { payment: 'pending', fulfillment: 'unfulfilled' },
  processing: { payment: 'paid', fulfillment: 'unfulfilled' },
  completed: { payment: 'paid', fulfillment: 'fulfilled' },
  refunded: { payment: 'paid', fulfillment: 'not_required' },
  cancelled: { payment: 'cancelled', fulfillment: 'not_required' },
  failed: { payment: 'cancelled', fulfillment: 'not_required' },
})

/** Carts at the checkout and orders that staff began: neither is an order yet. */
const DRAFTS: ReadonlySet<string> = new Set(['checkout-draft', 'auto-draft', 'draft'])

export const isDraft = (status: string): boolean => DRAFTS.has(status)

export const isKnownStatus = (status: string): boolean => STATUSES.has(status) || isDraft(status) || status === 'trash'

/** The payment status of an order. Extensions add statuses, so the date of payment decides for those. */
export const toPaymentStatus = (status: string, paid: number | null): PaymentStatus =>
  STATUSES.get(status)?.payment ?? (paid === null ? 'other' : 'paid')

export const toFulfillmentStatus = (status: string): FulfillmentStatus => STATUSES.get(status)?.fulfillment ?? 'other'

export const CHANNELS = codes<Channel>({
  checkout: 'web',
  'store-api': 'web',
  // Orders that staff enter are for customers by phone or email.
  admin: 'phone',
  subscription: 'club',
  'pos-rest-api': 'pos',
  'point-of-sale': 'pos',
  'woocommerce-pos': 'pos',
  wcpos: 'pos',
  square: 'pos',
  bookings: 'reservation',
  booking: 'reservation',
  amazon: 'marketplace',
  ebay: 'marketplace',
  facebook: 'marketplace',
})

/** `isRenewal`: of a subscription. */
export const toChannel = (createdVia: string | null, isRenewal: boolean): Channel =>
  isRenewal ? 'club' : CHANNELS.read(createdVia)

/** Methods of WooCommerce itself: local pickup, and pickup locations of the block checkout. */
const PICKUP_METHODS: ReadonlySet<string> = new Set(['local_pickup', 'pickup_location', 'legacy_local_pickup'])

export interface ShippingMethod {
  readonly method_id: string | null
  readonly method_title: string | null
}

const isPickup = ({ method_id, method_title }: ShippingMethod): boolean =>
  PICKUP_METHODS.has(method_id ?? '') || isPickupName(method_title)

export const toDeliveryMethod = (channel: Channel, methods: readonly ShippingMethod[]): DeliveryMethod => {
  if (methods.length > 0) return methods.some(isPickup) ? 'pickup' : 'ship'
  return channel === 'pos' ? 'carry_out' : 'other'
}

export type FeeKind = 'tip' | 'deposit' | 'shipping' | 'item'

const FEES: readonly (readonly [FeeKind, RegExp])[] = [
  ['tip', /\b(tips?|gratuity)\b/i],
  ['deposit', /\b(bottle|container|can) (deposit|fee)\b|\bdeposit\b|\bCRV\b|\brecycling\b/i],
  ['shipping', /\b(shipping|handling|delivery|freight|postage|ice ?packs?|insulated|adult signature)\b/i],
]

/** WooCommerce has one kind of fee: its name says what it is. */
export const toFeeKind = (name: string | null): FeeKind =>
  FEES.find(([, words]) => words.test(name ?? ''))?.[0] ?? 'item'

// Who cancels a prepaid subscription gets nothing more from it, although it ends later.
const MEMBERSHIP_STATUSES = codes<MembershipStatus>({
  active: 'active',
  'on-hold': 'on_hold',
  'pending-cancel': 'cancelled',
  cancelled: 'cancelled',
  expired: 'cancelled',
})

/** A subscription that was never paid is no membership. */
export const isUnpaidSubscription = (status: string): boolean => status === 'pending' || isDraft(status)

export const isKnownSubscriptionStatus = (status: string): boolean =>
  MEMBERSHIP_STATUSES.has(status) || isUnpaidSubscription(status)

export const toMembershipStatus = (status: string): MembershipStatus => MEMBERSHIP_STATUSES.get(status) ?? 'other'
