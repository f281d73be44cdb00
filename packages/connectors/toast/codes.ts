import type { Channel, DeliveryMethod, FulfillmentStatus, PaymentStatus } from '#domain/commerce.ts'
import { codes, codesOf } from '../kit/codes.ts'
import type { DiningOption } from './location.ts'
import { liveChecks, type ToastOrder } from './order-schema.ts'

/** How an order was placed (`Order.source`). */
export const SOURCES = codesOf<Channel>({
  pos: 'in store, kiosk, order-and-pay-at-table, toast pay',
  web: 'online, branded online ordering, branded mobile app, ecommerce online ordering, toast pickup app, toast local, google, api',
  phone: 'caller id',
  event: 'catering, catering online ordering, invoice',
  reservation: 'toast tables',
  marketplace: 'grubhub',
})

const VENDORS = ['Tock', 'CellarPass', 'OpenTable', 'Resy', 'SevenRooms']
const MARKETPLACES = /\b(doordash|uber ?eats|grubhub|postmates|marketplace)\b/i

interface Origin {
  readonly channel: Channel
  readonly vendor: string | null
}

/** The channel of an order, and the program that sent it: the dining option names it, such as “DoorDash - Delivery”. */
export const resolveChannel = (source: string | null, option: DiningOption | null): Origin => {
  const name = option?.name ?? ''
  const vendor = VENDORS.find((one) => new RegExp(`\\b${one}\\b`, 'i').test(name))
  if (vendor) return { channel: 'reservation', vendor }
  return { channel: MARKETPLACES.test(name) ? 'marketplace' : SOURCES.read(source), vendor: null }
}

export const BEHAVIORS = codes<DeliveryMethod>({ DINE_IN: 'carry_out', TAKE_OUT: 'pickup', DELIVERY: 'ship' })

/** A dining option that the restaurant has removed says nothing. */
export const toDeliveryMethod = (option: DiningOption | null): DeliveryMethod => BEHAVIORS.read(option?.behavior)

export const CHECK_STATES = codes<PaymentStatus>({ OPEN: 'pending', PAID: 'paid', CLOSED: 'paid' })

const isPaidState = (state: string | null): boolean => CHECK_STATES.get(state) === 'paid'

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
  isCanceled(order) ? 'cancelled' : CHECK_STATES.read(leadingState(order))

export const resolvePaymentState = (order: ToastOrder): string | null => {
  if (liveChecks(order).length === 0) return 'VOIDED'
  return isRefused(order) ? order.approvalStatus : leadingState(order)
}

/** Whether an order still waits to be prepared. */
export const APPROVALS = codes({ APPROVED: false, NOT_APPROVED: false, FUTURE: true, NEEDS_APPROVAL: true })

/** Only what is delivered, or promised for later, has to be handed over. */
export const toFulfillmentStatus = (order: ToastOrder, option: DiningOption | null): FulfillmentStatus => {
  const { approvalStatus: approval, deliveryInfo } = order
  if (approval !== null && !APPROVALS.has(approval)) return 'other'
  if (isCanceled(order)) return 'not_required'
  if (APPROVALS.get(approval)) return 'unfulfilled'
  if (option?.behavior !== 'DELIVERY') return 'not_required'
  const isClosed = liveChecks(order).every(({ paymentStatus }) => paymentStatus === 'CLOSED')
  return isClosed || deliveryInfo?.deliveryState === 'DELIVERED' ? 'fulfilled' : 'unfulfilled'
}
