import type { Channel, DeliveryMethod, FulfillmentStatus, OrderType, PaymentStatus } from '#domain/commerce.ts'
import { addDays, dayOfNumber, type LocalDay } from '#domain/ranges/local-day.ts'
import type { OrderDraft } from './order-draft.ts'
import type { Random } from './random.ts'
import type { SampleDay } from './winery.ts'

/** The sample platform's values for our codes. */
export const RAW_CHANNELS: Readonly<Record<Channel, string>> = {
  pos: 'POS',
  web: 'Web',
  club: 'Club',
  phone: 'Inbound',
  event: 'Event',
  reservation: 'Booking',
  marketplace: 'Marketplace',
  wholesale: 'Trade',
  other: 'Donation',
}

export const RAW_ORDER_TYPES: Readonly<Record<OrderType, string>> = {
  regular: 'Regular',
  refund: 'Refund',
  exchange: 'Exchange',
  corporate: 'Corporate Order',
  club: 'Club Shipment',
  no_charge: 'No Charge',
  other: 'Other',
}

export const RAW_FULFILLMENT: Readonly<Record<FulfillmentStatus, string>> = {
  unfulfilled: 'Not Fulfilled',
  partial: 'Partially Fulfilled',
  fulfilled: 'Fulfilled',
  not_required: 'No Fulfillment Required',
  other: 'Other',
}

export const RAW_DELIVERY: Readonly<Record<DeliveryMethod, string | null>> = {
  carry_out: 'Carry Out',
  pickup: 'Pickup',
  ship: 'Ship',
  other: null,
}

export interface Fulfillment {
  readonly status: FulfillmentStatus
  readonly paymentStatus: PaymentStatus
  readonly compliance: string | null
  readonly requestedShip: LocalDay | null
}

/** Pickup orders that are never collected stay open. */
const FORGOTTEN_SHARE = 0.004
const PICKUP_DAYS = { club: 24, other: 7 }
const CANCELLED_SHARE = 0.004
const SCHEDULED_SHARE = 0.12

const needsGoods = (draft: OrderDraft): boolean =>
  draft.lines.some(({ product }) => product.kind === 'wine' || product.kind === 'merch')

const daysToHandOver = (random: Random, draft: OrderDraft): number => {
  if (draft.handOverDays !== undefined) return draft.handOverDays
  if (draft.delivery === 'ship') return 1 + random.below(draft.channel === 'club' ? 10 : 5)
  if (random.chance(FORGOTTEN_SHARE)) return Number.POSITIVE_INFINITY
  return Math.floor(random.exponential(draft.channel === 'club' ? PICKUP_DAYS.club : PICKUP_DAYS.other))
}

const atOnce = (draft: OrderDraft, paymentStatus: PaymentStatus): Fulfillment => ({
  status: draft.delivery === 'carry_out' && needsGoods(draft) ? 'fulfilled' : 'not_required',
  paymentStatus,
  compliance: null,
  requestedShip: null,
})

const openStatus = (random: Random): FulfillmentStatus => (random.chance(0.06) ? 'partial' : 'unfulfilled')

/** Weather and holidays make some customers request a later date. */
const requestedDay = (random: Random, day: SampleDay): LocalDay | null =>
  random.chance(SCHEDULED_SHARE) ? addDays(dayOfNumber(day.number), 3 + random.below(21)) : null

/** The state of an order today. */
export const fulfill = (random: Random, day: SampleDay, draft: OrderDraft): Fulfillment => {
  const isOnline = draft.channel === 'web' || draft.channel === 'marketplace'
  if (isOnline && day.age > 1 && random.chance(CANCELLED_SHARE)) return atOnce(draft, 'cancelled')
  if (draft.delivery === 'carry_out' || draft.delivery === 'other') return atOnce(draft, 'paid')
  const isOpen = daysToHandOver(random, draft) > day.age
  const isShipped = draft.delivery === 'ship'
  return {
    status: isOpen ? openStatus(random) : 'fulfilled',
    paymentStatus: 'paid',
    compliance: isShipped ? (isOpen && random.chance(0.05) ? 'Quarantined' : 'Compliant') : null,
    requestedShip: isShipped ? requestedDay(random, day) : null,
  }
}
