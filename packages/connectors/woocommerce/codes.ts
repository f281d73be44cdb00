import type { Channel, DeliveryMethod, FulfillmentStatus, MembershipStatus, PaymentStatus } from '#domain/commerce.ts'
import { codesOf, isPickupName } from '../kit/codes.ts'
import type { WooOrder } from './order-schema.ts'

// Refunds are separate orders here, so a refunded order counts as paid.
const PAYMENTS = codesOf<PaymentStatus>({
  pending: 'pending, on-hold',
  paid: 'processing, completed, refunded',
  cancelled: 'cancelled, failed',
})
const FULFILLMENTS = codesOf<FulfillmentStatus>({
  unfulfilled: 'pending, on-hold, processing',
  fulfilled: 'completed',
  not_required: 'refunded, cancelled, failed',
})

/** Carts at the checkout and orders that staff began: neither is an order yet. */
const DRAFTS: ReadonlySet<string> = new Set(['checkout-draft', 'auto-draft', 'draft'])

export const isDraft = (status: string): boolean => DRAFTS.has(status)

export const isKnownStatus = (status: string): boolean => PAYMENTS.has(status) || isDraft(status) || status === 'trash'

/** The payment status of an order. Extensions add statuses, so the date of payment decides for those. */
export const toPaymentStatus = (status: string, paid: number | null): PaymentStatus =>
  PAYMENTS.get(status) ?? (paid === null ? 'other' : 'paid')

export const toFulfillmentStatus = FULFILLMENTS.read

export const CHANNELS = codesOf<Channel>({
  web: 'checkout, store-api',
  // Orders that staff enter are for customers by phone or email.
  phone: 'admin',
  club: 'subscription',
  pos: 'pos-rest-api, point-of-sale, woocommerce-pos, wcpos, square',
  reservation: 'bookings, booking',
  marketplace: 'amazon, ebay, facebook',
})

/** `isRenewal`: of a subscription. */
export const toChannel = (createdVia: string | null, isRenewal: boolean): Channel =>
  isRenewal ? 'club' : CHANNELS.read(createdVia)

/** Methods of WooCommerce itself: local pickup, and pickup locations of the block checkout. */
const PICKUP_METHODS: ReadonlySet<string> = new Set(['local_pickup', 'pickup_location', 'legacy_local_pickup'])

type ShippingMethod = WooOrder['shipping_lines'][number]

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
const MEMBERSHIP_STATUSES = codesOf<MembershipStatus>({
  active: 'active',
  on_hold: 'on-hold',
  cancelled: 'pending-cancel, cancelled, expired',
})

/** A subscription that was never paid is no membership. */
export const isUnpaidSubscription = (status: string): boolean => status === 'pending' || isDraft(status)

export const isKnownSubscriptionStatus = (status: string): boolean =>
  MEMBERSHIP_STATUSES.has(status) || isUnpaidSubscription(status)

export const toMembershipStatus = MEMBERSHIP_STATUSES.read
