import { sumBy } from '../kit/order-amounts.ts'
import { AMOUNT_DECIMALS, millionthsToMinor } from './fields.ts'
import type { WooFee, WooOrder } from './order-schema.ts'

/** What was paid by gift cards and store credit, in minor units: WooCommerce's total excludes it. */
export interface Tender {
  readonly amount: number
  /** the part by which lines were reduced, as if it were a discount */
  readonly onLines: number
}

/** The fields that say it. */
export const TENDER_FIELDS = {
  currency: true,
  total: true,
  total_tax: true,
  shipping_total: true,
  line_items: true,
  fee_lines: true,
  gift_cards: true,
  pw_gift_cards_redeemed: true,
  coupon_lines: true,
  meta_data: true,
} as const

type Tendered = Pick<WooOrder, keyof typeof TENDER_FIELDS>

/** Coupons that redeem money, by Smart Coupons and by Store Credit. */
const CREDIT_TYPES: ReadonlySet<string | null> = new Set(['smart_coupon', 'store_credit'])

/** What an extension recorded by coupon or gift card, in millionths. */
const recorded = ({ meta_data }: Tendered, key: string): number => {
  const amounts = meta_data.get(key)
  return typeof amounts === 'object' && amounts !== null
    ? sumBy(Object.values(amounts), (amount) => Math.round((Number(amount) || 0) * 10 ** AMOUNT_DECIMALS))
    : 0
}

/** YITH Gift Cards turns them into a negative fee once staff edit the order. */
export const isGiftCardFee = ({ name, total }: WooFee): boolean => total < 0 && GIFT_CARD.test(name ?? '')

const GIFT_CARD = /\bgift ?(cards?|certificates?|vouchers?)\b/i

/**
 * Coupons of orders that a register made can have no amount, only what Smart Coupons recorded. Store credit is taken off the total after tax, or off the lines before tax: a setting of the extensions that the order doesn't
 * have, so what the parts of the order exceed its total by tells.
 */
export const readTender = (order: Tendered): Tender => {
  const { currency } = order
  const parts =
    sumBy(order.line_items, ({ total }) => total) +
    sumBy(order.fee_lines, (fee) => (isGiftCardFee(fee) ? 0 : fee.total)) +
    order.shipping_total +
    order.total_tax
  const listed =
    sumBy([...order.gift_cards, ...order.pw_gift_cards_redeemed], ({ amount }) => amount) -
    sumBy(order.fee_lines, (fee) => (isGiftCardFee(fee) ? fee.total : 0))
  const unexplained = Math.max(parts - order.total - listed, 0)
  const cards = listed + Math.min(recorded(order, '_ywgc_applied_gift_cards'), unexplained)
  const credits = order.coupon_lines.filter(({ type }) => CREDIT_TYPES.has(type))
  const beforeTax = sumBy(credits, ({ discount }) => discount)
  const credit = (beforeTax || recorded(order, 'smart_coupons_contribution')) + sumBy(credits, ({ tax }) => tax)
  const missing = parts - order.total - cards
  if (missing * 2 >= credit)
    return { amount: millionthsToMinor(cards + Math.min(missing, credit), currency), onLines: 0 }
  const discounts = sumBy(order.line_items, ({ subtotal, total }) => Math.max(subtotal - total, 0))
  const onLines = Math.min(beforeTax, discounts)
  return { amount: millionthsToMinor(cards + onLines, currency), onLines: millionthsToMinor(onLines, currency) }
}

/**
 * What each refund takes back. The one that pays back the last of WooCommerce's total also gives back what was paid by gift cards
 * and store credit: the extensions restore these when an order is refunded.
 */
export const refundedTotals = (amounts: readonly number[], total: number, tender: number): readonly number[] => {
  let paidBack = 0
  let isRestored = false
  return amounts.map((amount) => {
    paidBack += amount
    const restored = !isRestored && paidBack === total - tender ? tender : 0
    isRestored ||= restored > 0
    return amount + restored
  })
}
