import { z } from 'zod'
import { decimalToScaled } from '#domain/money.ts'
import { CurrencyCode, checked, each, Instant, OptionalText, optional, optionalList } from '../kit/fields.ts'
import type { AddressColumns } from '../kit/rows.ts'

/** IDs of Square are never empty. */
export const SquareId = z.string().min(1)

const Money = z.object({ amount: z.int(), currency: CurrencyCode })

/** Whole minor units. */
export const SquareMoney = optional(Money)

/** Minor units; 0 where Square leaves them out. */
const Amount = SquareMoney.transform((money) => money?.amount ?? 0)

const QUANTITY_DIGITS = 3

/** Decimal text with up to five places, parsed to a number with three places: the precision of a canonical quantity. */
export const SquareQuantity = checked(z.string(), 'This isn’t a quantity', (text) => {
  const scaled = decimalToScaled(text, QUANTITY_DIGITS)
  return scaled === null ? null : scaled / 10 ** QUANTITY_DIGITS
})

/** Null where all of it is missing. */
export const SquareAddress = optional(
  z
    .object({
      ...each(OptionalText, 'locality', 'administrative_district_level_1', 'country', 'postal_code'),
    })
    .transform((address): AddressColumns | null => {
      const { locality: city, administrative_district_level_1: state, country, postal_code } = address
      return (city ?? state ?? country ?? postal_code) === null ? null : { city, state, country, postal_code }
    }),
)

const Item = z.object({
  ...each(OptionalText, 'uid', 'name', 'catalog_object_id', 'variation_name', 'item_type'),
  /** of returns: the sold item */
  source_line_item_uid: OptionalText,
  quantity: SquareQuantity,
  total_tax_money: Amount,
  total_discount_money: Amount,
  /** sum of the charges apportioned to items */
  total_service_charge_money: Amount,
  /** after discount, including tax and apportioned charges */
  total_money: Money,
})
export type SquareItem = z.infer<typeof Item>

const Charge = z.object({
  ...each(OptionalText, 'uid', 'name', 'type'),
  total_money: Amount,
  total_tax_money: Amount,
})
export type SquareCharge = z.infer<typeof Charge>

const FulfillmentDetails = optional(
  z.object({
    recipient: optional(z.object({ display_name: OptionalText, address: SquareAddress })),
    expected_shipped_at: optional(Instant),
  }),
)

const Fulfillment = z.object({
  type: OptionalText,
  state: OptionalText,
  ...each(FulfillmentDetails, 'pickup_details', 'shipment_details', 'delivery_details'),
})
export type SquareFulfillment = z.infer<typeof Fulfillment>

const Status = z.object({ status: OptionalText })

const Tender = z.object({
  ...each(OptionalText, 'payment_id', 'type', 'customer_id'),
  created_at: optional(Instant),
  /** includes the tip, unlike the amount of the payment */
  amount_money: Amount,
  card_details: optional(Status.extend({ entry_method: OptionalText })),
  bank_account_details: optional(Status),
  buy_now_pay_later_details: optional(Status),
  square_account_details: optional(Status),
})
export type SquareTender = z.infer<typeof Tender>

const ReturnAmounts = optional(z.object({ total_money: SquareMoney, tax_money: SquareMoney, tip_money: Amount }))

const Return = z.object({
  uid: OptionalText,
  source_order_id: OptionalText,
  return_line_items: optionalList(Item),
  return_service_charges: optionalList(Charge),
  return_amounts: ReturnAmounts,
})
export type SquareReturn = z.infer<typeof Return>

/** A sale, a return, or both at once: an exchange. Amounts of returns are positive. */
export const SquareOrder = z.object({
  id: SquareId,
  location_id: SquareId,
  ...each(OptionalText, 'reference_id', 'customer_id', 'state'),
  source: optional(z.object({ name: OptionalText })),
  created_at: Instant,
  updated_at: Instant,
  /** when it became COMPLETED or CANCELED: a paid order with goods to hand over may stay open for weeks */
  closed_at: optional(Instant),
  line_items: optionalList(Item),
  service_charges: optionalList(Charge),
  fulfillments: optionalList(Fulfillment),
  tenders: optionalList(Tender),
  returns: optionalList(Return),
  return_amounts: ReturnAmounts,
  /** `tender_id`: the refunded payment */
  refunds: optionalList(z.object({ tender_id: OptionalText, amount_money: SquareMoney, status: OptionalText })),
  rounding_adjustment: optional(z.object({})),
  /** includes the tip; null on orders that only contain returns */
  total_money: SquareMoney,
  total_tax_money: SquareMoney,
  total_tip_money: Amount,
})
export type SquareOrder = z.infer<typeof SquareOrder>

export const SquarePayment = z.object({
  id: SquareId,
  ...each(OptionalText, 'order_id', 'customer_id', 'team_member_id'),
  refund_ids: optionalList(z.string()),
  created_at: Instant,
  application_details: optional(z.object({ square_product: OptionalText })),
  shipping_address: SquareAddress,
  billing_address: SquareAddress,
})
export type SquarePayment = z.infer<typeof SquarePayment>

/** Square has no order numbers; another system's reference is at least known to staff. */
export const formatOrderNumber = ({ reference_id, id }: Pick<SquareOrder, 'reference_id' | 'id'>): string =>
  reference_id || id
