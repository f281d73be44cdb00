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
import { codesOf } from '../kit/codes.ts'

export const CHANNELS = codesOf<Channel>({
  pos: 'POS',
  web: 'Web',
  club: 'Club',
  phone: 'Inbound, Outbound',
  marketplace: 'Marketplace',
})

export const ORDER_TYPES = codesOf<OrderType>({
  regular: 'Regular, Pickup To Ship',
  refund: 'Refund',
  exchange: 'Exchange',
  corporate: 'Corporate Order',
})

export const PAYMENT_STATUSES = codesOf<PaymentStatus>({
  paid: 'Paid',
  authorized: 'Authorized',
  cancelled: 'Cancelled',
})

export const FULFILLMENT_STATUSES = codesOf<FulfillmentStatus>({
  fulfilled: 'Fulfilled',
  unfulfilled: 'Not Fulfilled',
  partial: 'Partially Fulfilled',
  not_required: 'No Fulfillment Required',
})

export const DELIVERY_METHODS = codesOf<DeliveryMethod>({ pickup: 'Pickup', carry_out: 'Carry Out', ship: 'Ship' })

const ITEM_KINDS = codesOf<ItemKind>({
  wine: 'Wine',
  merch: 'General Merchandise, Collateral',
  tasting: 'Tasting',
  reservation: 'Reservation',
  event: 'Event Ticket',
  gift_card: 'Gift Card',
  other: 'Rebate, Cannabis',
})

/** Merchandise taxed as food counts as food. */
const FOOD_TAXES: readonly string[] = ['Food', 'Prepared Food']

export const MEMBERSHIP_STATUSES = codesOf<MembershipStatus>({
  active: 'Active',
  on_hold: 'On Hold',
  cancelled: 'Cancelled',
})

// `Hold` keeps a table for a guest who is still paying; `Incomplete` is a guest who abandoned the booking.
export const RESERVATION_STATUSES = codesOf<ReservationStatus>({
  reserved: 'Hold, Reserved, Processing, Paid',
  checked_in: 'Checked In',
  closed_out: 'Closed Out',
  cancelled: 'Cancelled',
  no_show: 'No Show',
  other: 'Incomplete',
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
