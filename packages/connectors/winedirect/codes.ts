import type {
  Channel,
  DeliveryMethod,
  FulfillmentStatus,
  ItemKind,
  MembershipStatus,
  PaymentStatus,
} from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { codes } from '../kit/codes.ts'

/** The platform writes both `Club Order` and `ClubOrder`. */
const normalizeKey = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')

/** The meaning of a code without case, spaces and hyphens; null: it has none. */
const meanings = <Code>(table: Readonly<Record<string, Code>>) => {
  const byKey = codes(table)
  return (text: string | null): Code | null => byKey.get(normalizeKey(text)) ?? null
}

// Staff enter phone orders in the admin panel; the POS is an iPad, or the older RMS.
const readChannel = meanings<Channel>({
  website: 'web',
  web: 'web',
  mobile: 'web',
  facebook: 'web',
  ipad: 'pos',
  pos: 'pos',
  rms: 'pos',
  adminpanel: 'phone',
  telemarketing: 'phone',
  phone: 'phone',
  cluborder: 'club',
  club: 'club',
  reservation: 'reservation',
  reservations: 'reservation',
  event: 'event',
  marketplace: 'marketplace',
  external: 'marketplace',
  directtotrade: 'wholesale',
  wholesale: 'wholesale',
})

export const toChannel = (type: string | null): Channel => readChannel(type) ?? 'other'

// A declined card is retried: payment is still pending.
const readPayment = meanings<PaymentStatus>({
  paid: 'paid',
  refunded: 'paid',
  authorized: 'authorized',
  voided: 'cancelled',
  cancelled: 'cancelled',
  submitted: 'pending',
  pending: 'pending',
  declined: 'pending',
})

/** A refunded order was paid; its refund is a separate order. */
export const toPaymentStatus = (payment: string | null, order: string | null): PaymentStatus =>
  normalizeKey(order) === 'cancelled' ? 'cancelled' : (readPayment(payment) ?? 'other')

export const isRefunded = (payment: string | null): boolean => normalizeKey(payment) === 'refunded'

const REFUND_TYPES = ['refund', 'return', 'refunded', 'returned', 'credit']

export const isRefundType = (transactionType: string | null): boolean =>
  REFUND_TYPES.includes(normalizeKey(transactionType))

/** Compliance status of held orders, in the terms of compliance checks. */
export const toComplianceStatus = (orderStatus: string | null): string | null =>
  normalizeKey(orderStatus) === 'quarantine' ? 'Quarantined' : null

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

const readShipping = meanings<FulfillmentStatus>({
  pickedup: 'fulfilled',
  shipped: 'fulfilled',
  senttofulfillment: 'unfulfilled',
  nostatus: 'unfulfilled',
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
  const given = facts.shipping === null ? 'unfulfilled' : (readShipping(facts.shipping) ?? 'other')
  if (given !== 'unfulfilled') return given
  if (facts.isPendingPickup) return 'unfulfilled'
  if (facts.delivery !== 'ship') return 'fulfilled'
  if (facts.shippedLines === 0) return 'unfulfilled'
  return facts.shippedLines < facts.lines ? 'partial' : 'fulfilled'
}

const readItemKind = meanings<ItemKind>({
  wine: 'wine',
  wineproduct: 'wine',
  bundle: 'wine',
  kit: 'wine',
  spirit: 'other',
  product: 'merch',
  marketingcollateral: 'merch',
  food: 'food',
  giftcard: 'gift_card',
  eventticket: 'event',
  event: 'event',
  tasting: 'tasting',
  reservation: 'reservation',
  clubfee: 'club_fee',
  shipping: 'shipping',
})

interface WineDirectItem {
  readonly type: string | null
  readonly title: string | null
  readonly department: string | null
}

/** The platform has no type for tastings, which wineries sell as products or tickets, and one for all products other than wine. */
export const wineDirectItemKind = ({ type, title, department }: WineDirectItem): ItemKind => {
  const kind = readItemKind(type)
  const named = toItemKind({ title, categories: [department], otherwise: kind })
  if (kind === 'merch') return named === 'wine' ? kind : named
  return kind === null || (kind === 'event' && named === 'tasting') ? named : kind
}

const readMembership = meanings<MembershipStatus>({
  active: 'active',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  onhold: 'on_hold',
})

export const toMembershipStatus = (status: string | null): MembershipStatus => readMembership(status) ?? 'other'

const ORDER_STATUSES = ['submitted', 'quarantine', 'pending', 'completed', 'cancelled', 'hold']

/** Whether a value of each field has a known meaning. */
export const IS_KNOWN = {
  Type: (type: string) => readChannel(type) !== null,
  OrderStatus: (status: string) => ORDER_STATUSES.includes(normalizeKey(status)),
  PaymentStatus: (status: string) => readPayment(status) !== null,
  ShippingStatus: (status: string) => readShipping(status) !== null,
  CurrentMembershipStatus: (status: string) => readMembership(status) !== null,
  itemType: (type: string) => readItemKind(type) !== null,
} as const
