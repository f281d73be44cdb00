import type {
  Channel,
  DeliveryMethod,
  FulfillmentStatus,
  ItemKind,
  MembershipStatus,
  OrderType,
  PaymentStatus,
  ReservationStatus,
} from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { codes } from '../kit/codes.ts'

export const CHANNELS = codes<Channel>({
  POS: 'pos',
  Web: 'web',
  Club: 'club',
  Inbound: 'phone',
  Outbound: 'phone',
  Marketplace: 'marketplace',
})

export const ORDER_TYPES = codes<OrderType>({
  Regular: 'regular',
  Refund: 'refund',
  Exchange: 'exchange',
  'Pickup To Ship': 'regular',
  'Corporate Order': 'corporate',
})

export const PAYMENT_STATUSES = codes<PaymentStatus>({
  Paid: 'paid',
  Authorized: 'authorized',
  Cancelled: 'cancelled',
})

export const FULFILLMENT_STATUSES = codes<FulfillmentStatus>({
  Fulfilled: 'fulfilled',
  'Not Fulfilled': 'unfulfilled',
  'Partially Fulfilled': 'partial',
  'No Fulfillment Required': 'not_required',
})

export const DELIVERY_METHODS = codes<DeliveryMethod>({
  Pickup: 'pickup',
  'Carry Out': 'carry_out',
  Ship: 'ship',
})

const ITEM_KINDS = codes<ItemKind>({
  Wine: 'wine',
  'General Merchandise': 'merch',
  Tasting: 'tasting',
  Reservation: 'reservation',
  'Event Ticket': 'event',
  'Gift Card': 'gift_card',
  Collateral: 'merch',
  Rebate: 'other',
  Cannabis: 'other',
})

/** Merchandise taxed as food counts as food. */
const FOOD_TAXES: readonly string[] = ['Food', 'Prepared Food']

export const MEMBERSHIP_STATUSES = codes<MembershipStatus>({
  Active: 'active',
  'On Hold': 'on_hold',
  Cancelled: 'cancelled',
})

// `Hold` keeps a table for a guest who is still paying; `Incomplete` is a guest who abandoned the booking.
export const RESERVATION_STATUSES = codes<ReservationStatus>({
  Hold: 'reserved',
  Reserved: 'reserved',
  Processing: 'reserved',
  Paid: 'reserved',
  'Checked In': 'checked_in',
  'Closed Out': 'closed_out',
  Cancelled: 'cancelled',
  'No Show': 'no_show',
  Incomplete: 'other',
})

interface Commerce7Item {
  readonly type: string | null
  readonly taxType: string | null
  readonly title: string | null
  readonly category: string | null
}

/** By the type; a bundle without telling items by its tax type, else by its names. */
export const c7ItemKind = ({ type, taxType, title, category }: Commerce7Item): ItemKind => {
  if (type === 'Bundle' && taxType === 'Wine') return 'wine'
  const kind = ITEM_KINDS.get(type) ?? toItemKind({ title, categories: [category] })
  return kind === 'merch' && taxType !== null && FOOD_TAXES.includes(taxType) ? 'food' : kind
}
