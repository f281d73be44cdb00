import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import type { DiningOption } from './location.ts'
import { liveChecks, type ToastOrder, type ToastPayment } from './order-schema.ts'

/** How an order was placed (`Order.source`). */
const SOURCES: Readonly<Record<string, Channel>> = lookupTable({
  'in store': 'pos',
  kiosk: 'pos',
  'order-and-pay-at-table': 'pos',
  'toast pay': 'pos',
  online: 'web',
  'branded online ordering': 'web',
  'branded mobile app': 'web',
  'ecommerce online ordering': 'web',
  'toast pickup app': 'web',
  'toast local': 'web',
  google: 'web',
  api: 'web',
  'caller id': 'phone',
  catering: 'event',
  'catering online ordering': 'event',
  invoice: 'event',
  'toast tables': 'reservation',
  grubhub: 'marketplace',
})

/** Programs that send orders are named in the dining option, such as “DoorDash - Delivery”. */
const SENDERS: readonly (readonly [Channel, RegExp])[] = [
  ['reservation', /\b(tock|cellarpass|resy|opentable|sevenrooms)\b/i],
  ['marketplace', /\b(doordash|uber ?eats|grubhub|postmates|marketplace)\b/i],
]

const VENDORS: readonly (readonly [string, RegExp])[] = [
  ['Tock', /\btock\b/i],
  ['CellarPass', /\bcellarpass\b/i],
  ['OpenTable', /\bopentable\b/i],
  ['Resy', /\bresy\b/i],
  ['SevenRooms', /\bsevenrooms\b/i],
]

export const isKnownSource = (source: string): boolean => Object.hasOwn(SOURCES, source.toLowerCase())

export const toChannel = (source: string | null, option: DiningOption | null): Channel => {
  const sender = SENDERS.find(([, name]) => name.test(option?.name ?? ''))?.[0]
  return sender ?? (source !== null && isKnownSource(source) ? (SOURCES[source.toLowerCase()] ?? 'other') : 'other')
}

export const toVendor = (option: DiningOption | null): string | null =>
  VENDORS.find(([, name]) => name.test(option?.name ?? ''))?.[0] ?? null

const BEHAVIORS: Readonly<Record<string, DeliveryMethod>> = lookupTable({
  DINE_IN: 'carry_out',
  TAKE_OUT: 'pickup',
  DELIVERY: 'ship',
})

export const isKnownBehavior = (behavior: string): boolean => Object.hasOwn(BEHAVIORS, behavior)

/** A dining option that the restaurant has removed says nothing. */
export const toDeliveryMethod = (option: DiningOption | null): DeliveryMethod =>
  BEHAVIORS[option?.behavior ?? ''] ?? 'other'

const CHECK_STATES: Readonly<Record<string, PaymentStatus>> = lookupTable({
  OPEN: 'pending',
  PAID: 'paid',
  CLOSED: 'paid',
})

export const isKnownCheckState = (state: string): boolean => Object.hasOwn(CHECK_STATES, state)

const isPaidState = (state: string | null): boolean => CHECK_STATES[state ?? ''] === 'paid'

/** The state of a check that is paid, else of the first: Toast's reports count open checks too. */
const leadingState = (order: ToastOrder): string | null => {
  const states = liveChecks(order).map(({ paymentStatus }) => paymentStatus)
  return states.find(isPaidState) ?? states[0] ?? null
}

export const hasOpenCheck = (order: ToastOrder): boolean =>
  liveChecks(order).some(({ paymentStatus }) => !isPaidState(paymentStatus))

const isRefused = ({ approvalStatus }: ToastOrder): boolean => approvalStatus === 'NOT_APPROVED'

/** Whether an order was given up: voided as a whole or check by check, or never approved. */
export const isCanceled = (order: ToastOrder): boolean => liveChecks(order).length === 0 || isRefused(order)

/** A check is paid before its tip is known, and closed after. */
export const toPaymentStatus = (order: ToastOrder): PaymentStatus =>
  isCanceled(order) ? 'cancelled' : (CHECK_STATES[leadingState(order) ?? ''] ?? 'other')

export const resolvePaymentState = (order: ToastOrder): string | null => {
  if (order.voided || liveChecks(order).length === 0) return 'VOIDED'
  return isRefused(order) ? order.approvalStatus : leadingState(order)
}

const WAITING = ['FUTURE', 'NEEDS_APPROVAL']
const APPROVALS = ['APPROVED', 'NOT_APPROVED', ...WAITING]

export const isKnownApproval = (status: string): boolean => APPROVALS.includes(status)

/** Only what is delivered, or promised for later, has to be handed over. */
export const toFulfillmentStatus = (order: ToastOrder, option: DiningOption | null): FulfillmentStatus => {
  const { approvalStatus: approval, deliveryInfo } = order
  if (approval !== null && !isKnownApproval(approval)) return 'other'
  if (isCanceled(order)) return 'not_required'
  if (WAITING.includes(approval ?? '')) return 'unfulfilled'
  if (option?.behavior !== 'DELIVERY') return 'not_required'
  const isClosed = liveChecks(order).every(({ paymentStatus }) => paymentStatus === 'CLOSED')
  return isClosed || deliveryInfo?.deliveryState === 'DELIVERED' ? 'fulfilled' : 'unfulfilled'
}

const FAILED = ['VOIDED', 'PROCESSING_VOID', 'VOIDED_AT_RISK', 'CANCELLED', 'DENIED', 'ERROR', 'ERROR_NETWORK']

/** Whether a payment was made and kept. */
export const isPayment = ({ paymentStatus, voidInfo }: ToastPayment): boolean =>
  voidInfo === null && !FAILED.includes(paymentStatus ?? '')
