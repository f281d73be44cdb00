import { z } from 'zod'
import { addDays, isLocalDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { localDayStartUtc } from '#domain/ranges/time-zone.ts'
import { checked, each, OptionalText, optional, optionalList } from '../kit/fields.ts'
import { guestId, joinNames } from '../kit/rows.ts'

/** GUIDs of Toast; never empty. */
export const ToastId = z.string().min(1).max(100)

const Identified = z.object({ guid: ToastId })

/** The GUID of an unparsed record; null: it has none. */
export const readGuid = (record: unknown): string | null => Identified.safeParse(record).data?.guid ?? null

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:?\d\d)$/

/** A time with an offset, which Toast writes without a colon; epoch milliseconds. */
export const ToastInstant = checked(z.string(), 'This isn’t a time', (text) => {
  const [, time, offset = ''] = INSTANT.exec(text) ?? []
  return time === undefined ? null : Date.parse(time + offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2'))
})

/** A day as the number `yyyymmdd`. */
export const BusinessDay = checked(z.int(), 'This isn’t a day', (number): LocalDay | null => {
  const text = String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return isLocalDay(text) ? text : null
})

/** More than any check, so that sums can be kept. */
const MOST = 1e9

/** Major units of the location's currency. */
export const ToastAmount = z.number().min(-MOST).max(MOST)

const AmountOrZero = optional(ToastAmount).transform((amount) => amount ?? 0)

const QUANTITY_PLACES = 1000

const toPlaces = (quantity: number): number => Math.round(quantity * QUANTITY_PLACES) / QUANTITY_PLACES

const Quantity = z.number().min(-MOST).max(MOST).transform(toPlaces)

/** The GUID of another record; null: none. */
const Reference = optional(z.object({ guid: OptionalText })).transform((reference) => reference?.guid ?? null)

const Flag = optional(z.boolean()).transform((flag) => flag === true)

const RefundDetails = optional(
  z.object({
    /** excluding tax; including what nested modifiers cost */
    refundAmount: AmountOrZero,
    taxRefundAmount: AmountOrZero,
    refundTransaction: Reference,
  }),
)

/** A sold item or, nested in it, a modifier. */
const Selection = z.object({
  guid: ToastId,
  item: optional(z.object({ guid: OptionalText, multiLocationId: OptionalText })),
  displayName: OptionalText.transform((name) => name ?? 'Unnamed item'),
  quantity: Quantity,
  /** for the whole quantity, before discounts and tax */
  preDiscountPrice: optional(ToastAmount),
  /** for the whole quantity, after discounts of the item and the check, before tax */
  price: ToastAmount,
  salesCategory: Reference,
  selectionType: OptionalText,
  /** sold now, used later, such as a gift card */
  deferred: Flag,
  voided: Flag,
  refundDetails: RefundDetails,
  get modifiers() {
    return z.array(Selection).nullish()
  },
})
export type ToastSelection = z.output<typeof Selection>

const ServiceCharge = z.object({
  guid: ToastId,
  name: OptionalText,
  chargeAmount: AmountOrZero,
  delivery: Flag,
  gratuity: Flag,
  serviceChargeCategory: OptionalText,
  refundDetails: RefundDetails,
})
export type ToastServiceCharge = z.output<typeof ServiceCharge>

const Payment = z.object({
  guid: ToastId,
  /** excluding the tip */
  amount: AmountOrZero,
  tipAmount: AmountOrZero,
  paymentStatus: OptionalText,
  voidInfo: optional(z.object({})),
  refund: optional(
    z.object({
      /** excluding the tip */
      refundAmount: AmountOrZero,
      tipRefundAmount: AmountOrZero,
      refundDate: optional(ToastInstant),
      refundBusinessDate: optional(BusinessDay),
      refundTransaction: Reference,
    }),
  ),
})
export type ToastPayment = z.output<typeof Payment>

/** A guest, by GUID or email address. */
const Customer = z
  .object({ guid: OptionalText, firstName: OptionalText, lastName: OptionalText, email: OptionalText })
  .transform(({ guid, firstName, lastName, email }) => ({
    id: guid ?? (email === null ? null : guestId(email)),
    name: joinNames(firstName, lastName),
    email,
  }))

const Check = z.object({
  guid: ToastId,
  displayNumber: OptionalText,
  deleted: Flag,
  voided: Flag,
  paymentStatus: OptionalText,
  /** items and charges other than gratuities, after discounts, before tax */
  amount: optional(ToastAmount),
  taxAmount: AmountOrZero,
  totalAmount: ToastAmount,
  selections: z.array(Selection),
  appliedServiceCharges: optionalList(ServiceCharge),
  payments: optionalList(Payment),
  customer: optional(Customer),
})
export type ToastCheck = z.output<typeof Check>

export const ToastOrder = z.object({
  guid: ToastId,
  ...each(OptionalText, 'displayNumber', 'source', 'approvalStatus'),
  openedDate: ToastInstant,
  modifiedDate: ToastInstant,
  businessDate: optional(BusinessDay),
  ...each(Flag, 'deleted', 'voided', 'createdInTestMode'),
  /** what was thrown away, written as an order */
  excessFood: Flag,
  numberOfGuests: optional(z.int().min(0)),
  ...each(Reference, 'diningOption', 'revenueCenter', 'table', 'server'),
  deliveryInfo: optional(
    z.object({ city: OptionalText, state: OptionalText, zipCode: OptionalText, deliveryState: OptionalText }),
  ),
  checks: z.array(Check),
})
export type ToastOrder = z.output<typeof ToastOrder>

/** What the list of orders is compared by. */
export const ListedOrder = ToastOrder.pick(
  each(true, 'guid', 'openedDate', 'businessDate', 'modifiedDate', 'deleted', 'createdInTestMode', 'excessFood'),
)
export type ListedOrder = z.output<typeof ListedOrder>

/** Whether an order is one of a guest. */
export const isOrder = ({ deleted, createdInTestMode, excessFood }: ListedOrder): boolean =>
  !deleted && !createdInTestMode && !excessFood

/** Checks that count; none in an order that was voided. */
export const liveChecks = ({ checks, voided }: ToastOrder): ToastCheck[] =>
  voided ? [] : checks.filter((check) => !check.deleted && !check.voided)

/** Numbers begin anew each day. */
export const formatOrderNumber = ({ guid, displayNumber, checks }: ToastOrder): string =>
  displayNumber ?? checks.find((check) => check.displayNumber !== null)?.displayNumber ?? guid

/** The days and amounts of a location. */
export interface Locale {
  /** IANA name */
  readonly timeZone: string
  /** ISO 4217 */
  readonly currency: string
}

const DAY_END_MS = 1000

/**
 * A time as the reports of Toast count it: on its business day, which ends some hours after midnight. What is sold in these hours counts
 * in the last second before midnight.
 */
export const onBusinessDay = (at: number, day: LocalDay | null, { timeZone }: Locale): number => {
  if (day === null) return at
  const start = localDayStartUtc(day, timeZone)
  const end = localDayStartUtc(addDays(day, 1), timeZone)
  return Math.min(Math.max(at, start), end - DAY_END_MS)
}

/** When an order counts: when it was opened, or what it is promised for, on its business day. */
export const countedAt = ({ openedDate, businessDate }: ListedOrder, locale: Locale): number =>
  onBusinessDay(openedDate, businessDate, locale)
