import type { Channel, DeliveryMethod, FulfillmentStatus, ItemKind, PaymentStatus } from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import { codes, codesOf } from '../kit/codes.ts'
import { sumBy } from '../kit/order-amounts.ts'
import type { SquareFulfillment, SquareOrder, SquareTender } from './order-schema.ts'

const PRODUCT_TYPES = codesOf<ItemKind>({
  gift_card: 'GIFT_CARD',
  event: 'EVENT',
  club_fee: 'LEGACY_SQUARE_ONLINE_MEMBERSHIP',
})

/** What may be a tasting, or a bottle on a menu. */
const MANIFOLD_TYPES = codesOf<ItemKind>({ food: 'FOOD_AND_BEV', reservation: 'APPOINTMENTS_SERVICE' })

interface ItemFacts {
  readonly productType: string | null
  readonly isAlcoholic: boolean | null
  readonly category: string | null
  /** with the variation's */
  readonly title: string
}

/** Square has no type for wine; what it flags as alcoholic is wine unless its names say otherwise. */
export const squareItemKind = ({ productType, isAlcoholic, category, title }: ItemFacts): ItemKind => {
  const otherwise = MANIFOLD_TYPES.get(productType) ?? (isAlcoholic ? 'wine' : null)
  return PRODUCT_TYPES.get(productType) ?? toItemKind({ title, categories: [category], otherwise })
}

/** The Square product that took the payment. */
const PRODUCT_CHANNELS = codesOf<Channel>({
  pos: 'SQUARE_POS, RETAIL, RESTAURANTS, TERMINAL_API',
  web: 'ONLINE_STORE, ECOMMERCE_API',
  phone: 'VIRTUAL_TERMINAL',
  reservation: 'APPOINTMENTS',
})

/** Application names, matched in this order. */
const SOURCE_WORDS: readonly (readonly [Channel, RegExp])[] = [
  ['reservation', /\b(tock|cellarpass|resy|appointments?|reservations?|bookings?)\b/i],
  ['club', /\b(club|subscriptions?|memberships?)\b/i],
  ['marketplace', /\b(doordash|uber ?eats|grubhub|vivino|wine-searcher|marketplace|instagram|facebook)\b/i],
  ['phone', /\b(virtual terminal|phone)\b/i],
  ['pos', /\b(point of sale|pos|register|terminal|retail|restaurants?|kiosk)\b/i],
  ['web', /\b(online|e-?commerce|web|website|checkout|store|shop|woocommerce|weebly|wix|bigcommerce)\b/i],
]

/** Bookings of these vendors are also sold by the vendor itself. */
export const toVendor = (source: string | null): string | null => {
  if (/\btock\b/i.test(source ?? '')) return 'Tock'
  return /\bcellarpass\b/i.test(source ?? '') ? 'CellarPass' : null
}

const HANDED_OVER = ['SWIPED', 'EMV', 'CONTACTLESS']

/** Cash, or a card presented to a reader: the customer was present. */
const isInPerson = ({ type, card_details }: SquareTender): boolean =>
  type === 'CASH' || HANDED_OVER.includes(card_details?.entry_method ?? '')

/** By the name of the order's source, else by the product that took the payment, else by the payment method. */
export const toChannel = (
  order: Pick<SquareOrder, 'source' | 'tenders' | 'fulfillments'>,
  product: string | null,
): Channel => {
  const name = order.source?.name ?? ''
  const byName = SOURCE_WORDS.find(([, pattern]) => pattern.test(name))?.[0]
  const channel = byName ?? PRODUCT_CHANNELS.get(product)
  if (channel !== undefined) return channel
  if (name !== '' || product !== null) return 'other'
  if (order.fulfillments.length > 0 && !order.tenders.some(isInPerson)) return 'web'
  return 'pos'
}

export const isKnownSource = (name: string): boolean =>
  toChannel({ source: { name }, tenders: [], fulfillments: [] }, null) !== 'other'

export const DELIVERY_METHODS = codesOf<DeliveryMethod>({
  pickup: 'PICKUP',
  ship: 'SHIPMENT, DELIVERY',
  carry_out: 'IN_STORE',
})

/** Of orders that are not open. */
const PAYMENT_STATUSES = codes<PaymentStatus>({ COMPLETED: 'paid', CANCELED: 'cancelled', DRAFT: 'pending' })

export const isKnownState = (state: string): boolean => state === 'OPEN' || PAYMENT_STATUSES.has(state)

export const FULFILLMENT_STATES = codesOf<FulfillmentStatus>({
  unfulfilled: 'PROPOSED, RESERVED, PREPARED',
  fulfilled: 'COMPLETED',
  not_required: 'CANCELED, FAILED',
})

const isLive = ({ state }: SquareFulfillment): boolean => FULFILLMENT_STATES.get(state) !== 'not_required'

/** The fulfillment that decides the delivery method: the first that was not canceled, else the first; null: carried out. */
export const leadingFulfillment = (fulfillments: readonly SquareFulfillment[]): SquareFulfillment | null =>
  fulfillments.find(isLive) ?? fulfillments[0] ?? null

export const toDeliveryMethod = (fulfillments: readonly SquareFulfillment[]): DeliveryMethod => {
  const leading = leadingFulfillment(fulfillments)
  return leading === null ? 'carry_out' : DELIVERY_METHODS.read(leading.type)
}

export const toFulfillmentStatus = (fulfillments: readonly SquareFulfillment[]): FulfillmentStatus => {
  const live = fulfillments.filter(isLive)
  if (live.length === 0) return 'not_required'
  const done = live.filter(({ state }) => FULFILLMENT_STATES.get(state) === 'fulfilled').length
  if (done === live.length) return 'fulfilled'
  if (done > 0) return 'partial'
  return live.every(({ state }) => FULFILLMENT_STATES.get(state) === 'unfulfilled') ? 'unfulfilled' : 'other'
}

/** Null: of cash, and other payments that have no states. */
const readStatus = (tender: SquareTender): string | null => {
  const { card_details, bank_account_details, buy_now_pay_later_details, square_account_details } = tender
  return (card_details ?? bank_account_details ?? buy_now_pay_later_details ?? square_account_details)?.status ?? null
}

const isLivePayment = (tender: SquareTender): boolean =>
  ['AUTHORIZED', 'CAPTURED', 'COMPLETED', null].includes(readStatus(tender))

const openStatus = ({ tenders, total_money }: Pick<SquareOrder, 'tenders' | 'total_money'>): PaymentStatus => {
  const live = tenders.filter(isLivePayment)
  const due = total_money?.amount ?? 0
  if (live.length === 0 || sumBy(live, ({ amount_money }) => amount_money) < due) return 'pending'
  return live.some((tender) => readStatus(tender) === 'AUTHORIZED') ? 'authorized' : 'paid'
}

/** A paid order with goods to hand over stays OPEN, so its tenders decide. */
export const toPaymentStatus = (order: Pick<SquareOrder, 'state' | 'tenders' | 'total_money'>): PaymentStatus =>
  order.state === 'OPEN' ? openStatus(order) : PAYMENT_STATUSES.read(order.state)

/**
 * When Square's reports count an order, epoch milliseconds: when it is paid, whether or not its goods were handed over
 * (developer.squareup.com/forums/t/matching-the-sales-summary-reporting/12914). One that is paid in parts counts with the last part,
 * one that costs nothing, or only refunds, when it is closed, and any other when it was made.
 */
export const countedAt = (
  order: Pick<SquareOrder, 'state' | 'tenders' | 'total_money' | 'created_at' | 'closed_at'>,
): number => {
  if (toPaymentStatus(order) !== 'paid') return order.created_at
  const paid = order.tenders.filter(isLivePayment).flatMap(({ created_at }) => created_at ?? [])
  return paid.length > 0 ? Math.max(...paid) : (order.closed_at ?? order.created_at)
}

const REFUSED = ['REJECTED', 'FAILED']

/** A return whose refund failed counts as canceled. */
export const toReturnStatus = ({ state, refunds }: SquareOrder): PaymentStatus => {
  if (state === 'CANCELED') return 'cancelled'
  if (refunds.length === 0) return 'paid'
  if (refunds.every(({ status }) => REFUSED.includes(status ?? ''))) return 'cancelled'
  if (refunds.some(({ status }) => status === 'PENDING')) return 'pending'
  return 'paid'
}
