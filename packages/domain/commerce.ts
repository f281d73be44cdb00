/**
 * Canonical commerce records: what every platform's data becomes before it reaches the warehouse.
 *
 * Money is integer minor units of `currency`. Instants are given either as `utc` (epoch milliseconds) or as a wall-clock
 * `local` text in the account's zone (`YYYY-MM-DD HH:MM:SS`); the loader derives the other side and remembers the basis.
 * `…Raw` keeps the platform's value next to our code for it.
 */
export const CHANNELS = [
  'pos',
  'web',
  'club',
  'phone',
  'event',
  'reservation',
  'marketplace',
  'wholesale',
  'other',
] as const
export type Channel = (typeof CHANNELS)[number]

export const ORDER_TYPES = ['regular', 'refund', 'exchange', 'corporate', 'club', 'no_charge', 'other'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const PAYMENT_STATUSES = ['paid', 'authorized', 'cancelled', 'pending', 'other'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const FULFILLMENT_STATUSES = ['unfulfilled', 'partial', 'fulfilled', 'not_required', 'other'] as const
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number]

export const DELIVERY_METHODS = ['carry_out', 'pickup', 'ship', 'other'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export const MEMBERSHIP_STATUSES = ['active', 'on_hold', 'cancelled', 'other'] as const
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number]

export const ITEM_KINDS = [
  'wine',
  'tasting',
  'merch',
  'food',
  'event',
  'reservation',
  'gift_card',
  'club_fee',
  'shipping',
  'other',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

export const RESERVATION_STATUSES = ['reserved', 'checked_in', 'closed_out', 'cancelled', 'no_show', 'other'] as const
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number]

export const RELEASE_MEMBER_STATUSES = ['processed', 'skipped', 'on_hold', 'declined'] as const
export type ReleaseMemberStatus = (typeof RELEASE_MEMBER_STATUSES)[number]

const CAMPAIGN_STATUSES = ['scheduled', 'sent', 'other'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Share of a file's orders from which they largely exist already. */
const MANY = 0.1

/** Whether so many of the `orders` of a file exist in another service that importing it would count sales twice. */
export const largelyExist = (existing: number, orders: number): boolean => existing > 0 && existing >= orders * MANY
