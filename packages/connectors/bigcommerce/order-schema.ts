import { z } from 'zod'
import { CurrencyCode, each, Instant, OptionalText, optional, optionalList } from '../kit/fields.ts'
import {
  BcDecimal,
  BcId,
  BcInteger,
  BcOptionalDecimal,
  BcQuantity,
  BcReference,
  BcRfcInstant,
  listOrNone,
} from './fields.ts'

const Discount = z.object({ amount: BcDecimal })
const Option = z.object({ display_value: OptionalText.catch(null) })

/** A line of an order. `discounted_total_inc_tax` and `applied_discounts` are missing on lines of old orders. */
export const BcLine = z.object({
  id: BcId,
  product_id: BcReference,
  variant_id: BcReference,
  name: z.string(),
  ...each(OptionalText, 'sku', 'type', 'brand'),
  quantity: BcQuantity,
  ...each(BcOptionalDecimal, 'price_ex_tax', 'total_ex_tax', 'total_inc_tax', 'total_tax', 'cost_price_ex_tax'),
  ...each(BcOptionalDecimal, 'discounted_total_inc_tax'),
  applied_discounts: z.array(Discount).nullish(),
  product_options: listOrNone(Option).catch([]),
})
export type BcLine = z.output<typeof BcLine>

// Of a single line, some samples of the documentation have the line itself.
const Lines = optional(
  z.union([z.array(z.unknown()), z.looseObject({}).transform((line): unknown[] => [line])]),
).transform((lines) => lines ?? [])

const BcAddress = { city: OptionalText, state: OptionalText, country_iso2: OptionalText, zip: OptionalText }

const Shipping = z.looseObject({ ...BcAddress, shipping_method: OptionalText, line_items: Lines })
const Pickup = z.looseObject({ pickup_method_display_name: OptionalText, line_items: Lines })
const Digital = z.looseObject({ line_items: Lines })

const NONE = { pickups: [], shipping: [], downloads: [], email: null }

/** What an order sends where. Its lines are unparsed. */
export const BcConsignments = optional(
  z.object({
    pickups: optionalList(Pickup),
    shipping: optionalList(Shipping),
    downloads: optionalList(Digital),
    email: z.object({ gift_certificates: optionalList(Digital) }).nullish(),
  }),
).transform((consignments) => consignments ?? NONE)

const Fee = z.object({
  id: BcId,
  display_name_customer: OptionalText,
  display_name_merchant: OptionalText,
  cost_ex_tax: BcOptionalDecimal,
  // A sample of the documentation writes it so.
  cost_exc_tax: BcOptionalDecimal,
  cost_inc_tax: BcOptionalDecimal,
})
export type BcFee = z.output<typeof Fee>

const BillingAddress = z.object({
  ...BcAddress,
  ...each(OptionalText, 'first_name', 'last_name', 'company'),
})

/** What says whether and when an order counts. */
export const ListedOrder = z.object({
  id: BcId,
  date_created: BcRfcInstant,
  date_modified: BcRfcInstant,
  status_id: BcInteger,
  is_deleted: z.boolean().nullish(),
})

/** An order of version 2 without its lines, some of which may have to be fetched. */
export const BcOrderHead = ListedOrder.extend({
  customer_id: BcReference,
  ...each(OptionalText, 'status', 'payment_status', 'order_source', 'external_source'),
  items_total: BcQuantity,
  items_shipped: BcQuantity,
  order_is_digital: z.boolean().nullish(),
  ...each(BcOptionalDecimal, 'subtotal_ex_tax', 'subtotal_inc_tax', 'shipping_cost_ex_tax', 'shipping_cost_inc_tax'),
  ...each(BcOptionalDecimal, 'handling_cost_ex_tax', 'handling_cost_inc_tax', 'wrapping_cost_ex_tax'),
  ...each(BcOptionalDecimal, 'wrapping_cost_inc_tax', 'discount_amount', 'coupon_discount', 'store_credit_amount'),
  ...each(BcOptionalDecimal, 'gift_certificate_amount'),
  total_inc_tax: BcDecimal,
  total_tax: BcDecimal,
  is_tax_inclusive_pricing: z.boolean().nullish(),
  default_currency_code: CurrencyCode,
  billing_address: BillingAddress,
  fees: listOrNone(Fee),
  consignments: BcConsignments,
})
export type BcOrderHead = z.output<typeof BcOrderHead>

/** An order with all of its lines. */
export const BcOrder = BcOrderHead.extend({ line_items: z.array(BcLine) })
export type BcOrder = z.output<typeof BcOrder>

const RefundItem = z.object({
  item_type: z.string(),
  item_id: BcReference,
  quantity: BcQuantity.nullish(),
  requested_amount: BcOptionalDecimal,
})

const RefundPayment = z.object({ amount: BcDecimal, is_declined: z.boolean().nullish() })

export const BcRefund = z.object({
  id: BcId,
  order_id: BcId,
  created: Instant,
  total_amount: BcDecimal,
  total_tax: BcDecimal,
  items: optionalList(RefundItem),
  payments: optionalList(RefundPayment),
})
export type BcRefund = z.output<typeof BcRefund>
