import { z } from 'zod'
import { optional, optionalList } from '../kit/optional.ts'
import { SquareAddress, SquareId, SquareInstant, SquareMoney, SquareQuantity, SquareText } from './fields.ts'

const money = optional(SquareMoney)

const ItemIdentity = z.object({
  uid: SquareText,
  name: SquareText,
  quantity: SquareQuantity,
  catalog_object_id: SquareText,
  variation_name: SquareText,
  item_type: SquareText,
  total_tax_money: money,
  total_discount_money: money,
  /** sum of the charges apportioned to items */
  total_service_charge_money: money,
  /** after discount, including tax and apportioned charges */
  total_money: SquareMoney,
})

const ChargeIdentity = z.object({
  uid: SquareText,
  name: SquareText,
  type: SquareText,
  total_money: money,
  total_tax_money: money,
})

const Recipient = z.object({ display_name: SquareText, address: optional(SquareAddress) })

const FulfillmentDetails = z.object({
  recipient: optional(Recipient),
  expected_shipped_at: optional(SquareInstant),
})

const Fulfillment = z.object({
  type: SquareText,
  state: SquareText,
  pickup_details: optional(FulfillmentDetails),
  shipment_details: optional(FulfillmentDetails),
  delivery_details: optional(FulfillmentDetails),
})
export type SquareFulfillment = z.infer<typeof Fulfillment>

const Amounts = z.object({ total_money: money, tax_money: money, tip_money: money })
export type SquareAmounts = z.infer<typeof Amounts>

const Status = z.object({ status: SquareText })

const Tender = z.object({
  id: SquareText,
  payment_id: SquareText,
  created_at: optional(SquareInstant),
  type: SquareText,
  /** includes the tip, unlike the amount of the payment */
  amount_money: money,
  tip_money: money,
  customer_id: SquareText,
  card_details: optional(Status.extend({ entry_method: SquareText })),
  bank_account_details: optional(Status),
  buy_now_pay_later_details: optional(Status),
  square_account_details: optional(Status),
})
export type SquareTender = z.infer<typeof Tender>

const ReturnItem = ItemIdentity.extend({ source_line_item_uid: SquareText })
export type SquareReturnItem = z.infer<typeof ReturnItem>

const Return = z.object({
  uid: SquareText,
  source_order_id: SquareText,
  return_line_items: optionalList(ReturnItem),
  return_service_charges: optionalList(ChargeIdentity),
  return_amounts: optional(Amounts),
})
export type SquareReturn = z.infer<typeof Return>

const Refund = z.object({ id: SquareText, tender_id: SquareText, amount_money: money, status: SquareText })

/** A sale, a return, or both at once: an exchange. Amounts of returns are positive. */
export const SquareOrder = z.object({
  id: SquareId,
  location_id: SquareId,
  reference_id: SquareText,
  source: optional(z.object({ name: SquareText })),
  customer_id: SquareText,
  state: SquareText,
  created_at: SquareInstant,
  updated_at: SquareInstant,
  /** when it became COMPLETED or CANCELED: a paid order with goods to hand over may stay open for weeks */
  closed_at: optional(SquareInstant),
  line_items: optionalList(ItemIdentity),
  service_charges: optionalList(ChargeIdentity),
  fulfillments: optionalList(Fulfillment),
  tenders: optionalList(Tender),
  returns: optionalList(Return),
  return_amounts: optional(Amounts),
  refunds: optionalList(Refund),
  rounding_adjustment: optional(z.object({ amount_money: money })),
  /** includes the tip; null on orders that only contain returns */
  total_money: money,
  total_tax_money: money,
  total_tip_money: money,
})
export type SquareOrder = z.infer<typeof SquareOrder>
export type SquareItem = z.infer<typeof ItemIdentity>
export type SquareCharge = z.infer<typeof ChargeIdentity>
