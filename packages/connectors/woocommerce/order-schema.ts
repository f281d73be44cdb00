import { z } from 'zod'
import { CurrencyCode, each, optional, optionalList } from '../kit/fields.ts'
import {
  metaId,
  OptionalAmount,
  OptionalInstant,
  WooAddress,
  WooAmount,
  WooId,
  WooInstant,
  WooMeta,
  WooReference,
  WooText,
} from './fields.ts'

/** Meta data of a line that contains others, by WPC Product Bundles and WPC Composite Products. */
const CONTENTS = ['_woosb_ids', '_wooco_ids']

const LineItem = z
  .object({
    id: WooId,
    name: WooText,
    product_id: WooReference,
    variation_id: WooReference,
    quantity: z.number(),
    /** before discounts; all amounts of lines exclude tax */
    subtotal: WooAmount,
    total: WooAmount,
    sku: WooText,
    /** the lines that this one contains, which have the bottles: by Product Bundles, Composite Products, and Mix and Match Products */
    bundled_items: z.unknown().optional(),
    composite_children: z.unknown().optional(),
    mnm_child_items: z.unknown().optional(),
    meta_data: WooMeta,
  })
  .transform(({ bundled_items, composite_children, mnm_child_items, meta_data, ...item }) => ({
    ...item,
    isContainer:
      [bundled_items, composite_children, mnm_child_items].some((list) => Array.isArray(list) && list.length > 0) ||
      CONTENTS.some((key) => Boolean(meta_data.get(key))),
  }))
export type WooLineItem = z.output<typeof LineItem>

const Fee = z.object({ id: WooId, name: WooText, total: WooAmount })
export type WooFee = z.output<typeof Fee>

const CouponData = z.object({ discount_type: WooText })

/** The type in the coupon that WooCommerce keeps with the order: `coupon_info` since version 8.7, before that `coupon_data`. */
const couponType = (meta: WooMeta): string | null =>
  /^\[\d+,"(?:[^"\\]|\\.)*","(\w+)"/.exec(String(meta.get('coupon_info')))?.[1] ??
  CouponData.safeParse(meta.get('coupon_data')).data?.discount_type ??
  null

const CouponLine = z
  .object({ discount: OptionalAmount, discount_tax: OptionalAmount, discount_type: WooText, meta_data: WooMeta })
  .transform(({ discount, discount_tax, discount_type, meta_data }) => ({
    type: discount_type ?? couponType(meta_data),
    discount: discount ?? 0,
    tax: discount_tax ?? 0,
  }))

/** A gift card and what it paid, after tax. */
const GiftCard = z.object({ amount: OptionalAmount }).transform(({ amount }) => ({ amount: amount ?? 0 }))

/** What says whether and when an order counts. */
export const ListedOrder = z.object({
  id: WooId,
  status: z.string().min(1),
  date_created_gmt: WooInstant,
  date_modified_gmt: OptionalInstant,
  date_paid_gmt: OptionalInstant,
})

/** What an order came to, and each of its refunds. */
export const WooTotals = ListedOrder.extend({
  number: z.union([z.string().min(1), z.number()]).transform(String),
  currency: CurrencyCode,
  ...each(WooAmount, 'shipping_total', 'total_tax', 'total'),
  line_items: z.array(LineItem),
  fee_lines: optionalList(Fee),
  refunds: optionalList(z.object({ id: WooId, total: OptionalAmount })),
  coupon_lines: optionalList(CouponLine),
  /** of the extension Gift Cards */
  gift_cards: optionalList(GiftCard),
  /** of the extension PW Gift Cards */
  pw_gift_cards_redeemed: optionalList(GiftCard),
  meta_data: WooMeta,
})
export type WooTotals = z.output<typeof WooTotals>

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties */
export const WooOrder = WooTotals.extend({
  created_via: WooText,
  customer_id: WooReference,
  billing: WooAddress,
  shipping: optional(WooAddress),
  shipping_lines: optionalList(z.object({ method_id: WooText, method_title: WooText })),
  refunds: optionalList(z.object({ id: WooId })),
})
export type WooOrder = z.output<typeof WooOrder>

// Negative at WooCommerce.
const ReturnedAmount = WooAmount.transform((amount) => 0 - amount)
const ReturnedTax = OptionalAmount.transform((amount) => 0 - (amount ?? 0))

const ReturnedLine = z.object({
  id: WooId,
  name: WooText,
  product_id: WooReference,
  variation_id: WooReference,
  quantity: z.number(),
  total: ReturnedAmount,
  total_tax: ReturnedTax,
  sku: WooText,
  meta_data: WooMeta,
})
export type WooReturnedLine = z.output<typeof ReturnedLine>

const ReturnedCharge = z.object({ id: WooId, name: WooText, total: ReturnedAmount, total_tax: ReturnedTax })

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#order-refund-properties */
export const WooRefund = z.object({
  id: WooId,
  date_created_gmt: WooInstant,
  /** with tax; positive */
  amount: WooAmount,
  line_items: z.array(ReturnedLine),
  /** null: an older store, which leaves it out */
  shipping_lines: optional(z.array(ReturnedCharge)),
  fee_lines: optionalList(ReturnedCharge),
})
export type WooRefund = z.output<typeof WooRefund>

/** When an order counts: when it was paid, as in WooCommerce's revenue report, else when it was made. */
export const countedAt = (order: Pick<WooOrder, 'date_created_gmt' | 'date_paid_gmt'>): number =>
  order.date_paid_gmt ?? order.date_created_gmt

/** The subscription that an order renews; null: none. */
export const renewedSubscription = ({ meta_data }: Pick<WooOrder, 'meta_data'>): string | null =>
  metaId(meta_data, '_subscription_renewal')
