import { sumOf } from '../kit/order-amounts.ts'
import { AMOUNT_DECIMALS, minorOf } from './fields.ts'
import type { WooOrder } from './order-schema.ts'

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

/** What Smart Coupons recorded by coupon, in millionths: coupons of orders that a register made can have no amount. */
const recordedCredit = ({ meta_data }: Tendered): number => {
  const contributions = meta_data.get('smart_coupons_contribution')
  return typeof contributions === 'object' && contributions !== null
    ? sumOf(Object.values(contributions), (amount) => Math.round((Number(amount) || 0) * 10 ** AMOUNT_DECIMALS))
    : 0
}

/**
 * Store credit is taken off the total after tax, or off the lines before tax: a setting of the extensions that the order doesn't
 * have, so what the parts of the order exceed its total by tells.
 */
export const readTender = (order: Tendered): Tender => {
  const { currency } = order
  const cards = sumOf([...order.gift_cards, ...order.pw_gift_cards_redeemed], ({ amount }) => amount)
  const credits = order.coupon_lines.filter(({ type }) => CREDIT_TYPES.has(type))
  const beforeTax = sumOf(credits, ({ discount }) => discount)
  const credit = (beforeTax || recordedCredit(order)) + sumOf(credits, ({ tax }) => tax)
  const parts = sumOf([...order.line_items, ...order.fee_lines], ({ total }) => total)
  const missing = parts + order.shipping_total + order.total_tax - order.total - cards
  if (missing * 2 >= credit) return { amount: minorOf(cards + Math.min(missing, credit), currency), onLines: 0 }
  const discounts = sumOf(order.line_items, ({ subtotal, total }) => Math.max(subtotal - total, 0))
  const onLines = Math.min(beforeTax, discounts)
  return { amount: minorOf(cards + onLines, currency), onLines: minorOf(onLines, currency) }
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
