import { z } from 'zod'
import { optional, optionalList } from '../kit/optional.ts'
import { BusinessDay, ToastAmount, ToastId, ToastInstant, ToastQuantity, ToastReference, ToastText } from './fields.ts'

const Flag = optional(z.boolean()).transform((flag) => flag === true)
const Amount = optional(ToastAmount)

const RefundDetails = z.object({
  /** excluding tax; including what nested modifiers cost */
  refundAmount: Amount,
  taxRefundAmount: Amount,
  refundTransaction: ToastReference,
})

const Product = optional(z.object({ guid: ToastText, multiLocationId: ToastText }))

const SelectionFields = z.object({
  guid: ToastId,
  item: Product,
  displayName: ToastText,
  quantity: ToastQuantity,
  /** for the whole quantity, before discounts and tax */
  preDiscountPrice: Amount,
  /** for the whole quantity, after discounts of the item and the check, before tax */
  price: ToastAmount,
  salesCategory: ToastReference,
  selectionType: ToastText,
  /** sold now, used later, such as a gift card */
  deferred: Flag,
  voided: Flag,
  refundDetails: optional(RefundDetails),
})

/** A sold item or, nested in it, a modifier. */
export interface ToastSelection extends z.infer<typeof SelectionFields> {
  readonly modifiers: readonly ToastSelection[]
}

const Selection: z.ZodType<ToastSelection> = SelectionFields.extend({
  get modifiers() {
    return optionalList(Selection)
  },
})

const ServiceCharge = z.object({
  guid: ToastId,
  name: ToastText,
  chargeAmount: Amount,
  delivery: Flag,
  gratuity: Flag,
  serviceChargeCategory: ToastText,
  refundDetails: optional(RefundDetails),
})
export type ToastServiceCharge = z.infer<typeof ServiceCharge>

const Refund = z.object({
  /** excluding the tip */
  refundAmount: Amount,
  tipRefundAmount: Amount,
  refundDate: optional(ToastInstant),
  refundBusinessDate: optional(BusinessDay),
  refundTransaction: ToastReference,
})

const Payment = z.object({
  guid: ToastId,
  /** excluding the tip */
  amount: Amount,
  tipAmount: Amount,
  paymentStatus: ToastText,
  voidInfo: optional(z.object({})),
  refund: optional(Refund),
})
export type ToastPayment = z.infer<typeof Payment>

const Customer = z.object({ guid: ToastText, firstName: ToastText, lastName: ToastText, email: ToastText })
export type ToastCustomer = z.infer<typeof Customer>

const Check = z.object({
  guid: ToastId,
  displayNumber: ToastText,
  deleted: Flag,
  voided: Flag,
  paymentStatus: ToastText,
  /** items and charges other than gratuities, after discounts, before tax */
  amount: Amount,
  taxAmount: Amount,
  totalAmount: ToastAmount,
  selections: z.array(Selection),
  appliedServiceCharges: optionalList(ServiceCharge),
  payments: optionalList(Payment),
  customer: optional(Customer),
})
export type ToastCheck = z.infer<typeof Check>

const DeliveryInfo = z.object({
  city: ToastText,
  state: ToastText,
  zipCode: ToastText,
  deliveryState: ToastText,
})

export const ToastOrder = z.object({
  guid: ToastId,
  displayNumber: ToastText,
  source: ToastText,
  openedDate: ToastInstant,
  modifiedDate: ToastInstant,
  businessDate: optional(BusinessDay),
  approvalStatus: ToastText,
  deleted: Flag,
  voided: Flag,
  createdInTestMode: Flag,
  /** what was thrown away, written as an order */
  excessFood: Flag,
  numberOfGuests: optional(z.int().min(0)),
  diningOption: ToastReference,
  revenueCenter: ToastReference,
  table: ToastReference,
  server: ToastReference,
  deliveryInfo: optional(DeliveryInfo),
  checks: z.array(Check),
})
export type ToastOrder = z.infer<typeof ToastOrder>

/** Whether an order is one of a guest. */
export const isOrder = ({
  deleted,
  createdInTestMode,
  excessFood,
}: Pick<ToastOrder, 'deleted' | 'createdInTestMode' | 'excessFood'>): boolean =>
  !deleted && !createdInTestMode && !excessFood

/** Checks that count; none in an order that was voided. */
export const liveChecks = ({ checks, voided }: Pick<ToastOrder, 'checks' | 'voided'>): ToastCheck[] =>
  voided ? [] : checks.filter((check) => !check.deleted && !check.voided)

const Identified = z.object({ guid: ToastId })

/** The GUID of an unparsed record; null: it has none. */
export const readGuid = (record: unknown): string | null => Identified.safeParse(record).data?.guid ?? null
