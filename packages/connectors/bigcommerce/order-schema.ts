import { z } from 'zod'
import { optionalList } from '../kit/optional.ts'
import {
  BcDecimal,
  BcId,
  BcInstant,
  BcInteger,
  BcOptionalDecimal,
  BcQuantity,
  BcReference,
  BcRfcInstant,
  BcText,
  listOrNone,
} from './fields.ts'

const Discount = z.object({ amount: BcDecimal })
const Option = z.object({ display_value: BcText.catch(null) })

/** A line of an order. `discounted_total_inc_tax` and `applied_discounts` are missing on lines of old orders. */
export const BcLine = z.object({
  id: BcId,
  product_id: BcReference,
  variant_id: BcReference,
  name: z.string(),
  sku: BcText,
  type: BcText,
  quantity: BcQuantity,
  price_ex_tax: BcOptionalDecimal,
  total_ex_tax: BcOptionalDecimal,
  total_inc_tax: BcOptionalDecimal,
  total_tax: BcOptionalDecimal,
  cost_price_ex_tax: BcOptionalDecimal,
  applied_discounts: z.array(Discount).nullish(),
  discounted_total_inc_tax: BcOptionalDecimal,
  brand: BcText,
  product_options: listOrNone(Option).catch([]),
})
export type BcLine = z.output<typeof BcLine>

// Of a single line, some samples of the documentation have the line itself.
const Lines = z
  .union([z.array(z.unknown()), z.looseObject({}).transform((line): unknown[] => [line])])
  .nullish()
  .transform((lines) => lines ?? [])

const BcAddress = { city: BcText, state: BcText, country_iso2: BcText, zip: BcText }

const Shipping = z.looseObject({ ...BcAddress, shipping_method: BcText, line_items: Lines })
const Pickup = z.looseObject({ pickup_method_display_name: BcText, line_items: Lines })
const Digital = z.looseObject({ line_items: Lines })

const NONE = { pickups: [], shipping: [], downloads: [], email: null }

/** What an order sends where. Its lines are unparsed. */
export const BcConsignments = z
  .object({
    pickups: optionalList(Pickup),
    shipping: optionalList(Shipping),
    downloads: optionalList(Digital),
    email: z.object({ gift_certificates: optionalList(Digital) }).nullish(),
  })
  .nullish()
  .transform((consignments) => consignments ?? NONE)

const Fee = z.object({
  id: BcId,
  display_name_customer: BcText,
  display_name_merchant: BcText,
  cost_ex_tax: BcOptionalDecimal,
  // A sample of the documentation writes it so.
  cost_exc_tax: BcOptionalDecimal,
  cost_inc_tax: BcOptionalDecimal,
})
export type BcFee = z.output<typeof Fee>

const BillingAddress = z.object({ ...BcAddress, first_name: BcText, last_name: BcText, company: BcText })

/** An order of version 2 with its consignments, and its lines under `line_items`. */
export const BcOrder = z.object({
  id: BcId,
  customer_id: BcReference,
  date_created: BcRfcInstant,
  date_modified: BcRfcInstant,
  status_id: BcInteger,
  status: BcText,
  payment_status: BcText,
  order_source: BcText,
  external_source: BcText,
  items_total: BcQuantity,
  items_shipped: BcQuantity,
  order_is_digital: z.boolean().nullish(),
  subtotal_ex_tax: BcOptionalDecimal,
  subtotal_inc_tax: BcOptionalDecimal,
  shipping_cost_ex_tax: BcOptionalDecimal,
  shipping_cost_inc_tax: BcOptionalDecimal,
  handling_cost_ex_tax: BcOptionalDecimal,
  handling_cost_inc_tax: BcOptionalDecimal,
  wrapping_cost_ex_tax: BcOptionalDecimal,
  wrapping_cost_inc_tax: BcOptionalDecimal,
  total_inc_tax: BcDecimal,
  total_tax: BcDecimal,
  discount_amount: BcOptionalDecimal,
  coupon_discount: BcOptionalDecimal,
  store_credit_amount: BcOptionalDecimal,
  gift_certificate_amount: BcOptionalDecimal,
  is_tax_inclusive_pricing: z.boolean().nullish(),
  default_currency_code: z.string().regex(/^[A-Z]{3}$/),
  is_deleted: z.boolean().nullish(),
  billing_address: BillingAddress,
  fees: listOrNone(Fee),
  consignments: BcConsignments,
  line_items: z.array(BcLine),
})
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
  created: BcInstant,
  total_amount: BcDecimal,
  total_tax: BcDecimal,
  items: optionalList(RefundItem),
  payments: optionalList(RefundPayment),
})
export type BcRefund = z.output<typeof BcRefund>
