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

/** Spellings of each code in platforms and spreadsheets, in lower case. The code itself always counts. */
type Spellings<Code extends string> = Readonly<Partial<Record<Code, readonly string[]>>>

/** The code of a written value, by its lower-case text. Others are `other`. */
export type CodeTable = Readonly<Record<string, string>>

const table = <Code extends string>(spellings: Spellings<Code>): CodeTable =>
  Object.fromEntries(
    Object.entries<readonly string[] | undefined>(spellings).flatMap(([code, written]) =>
      [code, code.replaceAll('_', ' '), code.replaceAll('_', '-'), ...(written ?? [])].map((one) => [one, code]),
    ),
  )

export const CHANNEL_CODES = table<Channel>({
  pos: ['point of sale', 'register', 'tasting room', 'retail', 'in store', 'in-store', 'square point of sale'],
  web: ['website', 'online', 'online store', 'ecommerce', 'e-commerce', 'internet', 'square online'],
  club: ['wine club', 'club order'],
  phone: ['telephone', 'inbound', 'outbound', 'call'],
  event: ['events'],
  reservation: ['reservations', 'tasting', 'booking'],
  marketplace: ['market place'],
  wholesale: ['trade', 'distributor'],
})

export const ORDER_TYPE_CODES = table<OrderType>({
  regular: ['sale', 'payment', 'order', 'standard'],
  refund: ['refunded', 'return', 'credit'],
  exchange: [],
  corporate: ['corporate order'],
  club: ['club order', 'club shipment'],
  no_charge: ['complimentary', 'comp', 'free'],
})

// A refunded order without a separate refund record has no sales.
export const PAYMENT_STATUS_CODES = table<PaymentStatus>({
  paid: ['complete', 'completed', 'captured', 'partially_refunded', 'partially refunded'],
  authorized: ['authorised', 'preauth'],
  cancelled: ['canceled', 'void', 'voided', 'refunded', 'expired'],
  pending: ['unpaid', 'open', 'partially_paid', 'partially paid'],
})

export const FULFILLMENT_STATUS_CODES = table<FulfillmentStatus>({
  unfulfilled: ['not fulfilled', 'open', 'pending', 'awaiting'],
  partial: ['partially fulfilled', 'partially_fulfilled'],
  fulfilled: ['shipped', 'picked up', 'delivered', 'complete', 'completed'],
  not_required: ['no fulfillment required', 'none'],
})

export const DELIVERY_METHOD_CODES = table<DeliveryMethod>({
  carry_out: ['carryout', 'take away', 'for here', 'to go'],
  pickup: ['pick up', 'pick-up', 'will call'],
  ship: ['shipping', 'shipped', 'delivery'],
})

export const ITEM_KIND_CODES = table<ItemKind>({
  wine: ['wines', 'bottle', 'physical good'],
  tasting: ['tasting fee', 'tastings', 'flight'],
  merch: ['merchandise', 'general merchandise', 'goods'],
  food: ['prepared food', 'prepared food and beverage'],
  event: ['event ticket', 'ticket'],
  reservation: [],
  gift_card: ['giftcard', 'gift certificate'],
  club_fee: ['membership fee'],
  shipping: ['freight', 'delivery'],
})

export const MEMBERSHIP_STATUS_CODES = table<MembershipStatus>({
  active: ['current'],
  on_hold: ['onhold', 'hold', 'paused'],
  cancelled: ['canceled', 'inactive', 'ended'],
})

export const RESERVATION_STATUS_CODES = table<ReservationStatus>({
  reserved: ['booked', 'confirmed', 'paid', 'processing', 'hold'],
  checked_in: ['arrived', 'seated'],
  closed_out: ['closed', 'completed', 'complete', 'done', 'visited'],
  cancelled: ['canceled'],
  no_show: ['noshow'],
})
