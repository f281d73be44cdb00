import { type AddedAmounts, apportion, settleLines, sumBy } from '../kit/order-amounts.ts'
import { toFeeKind } from './codes.ts'
import { AMOUNT_DECIMALS, millionthsToMinor } from './fields.ts'
import type { WooFee, WooLineItem, WooOrder } from './order-schema.ts'

/** What was paid by gift cards and store credit, in minor units: WooCommerce's total excludes it. */
interface Tender {
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
const isGiftCardFee = ({ name, total }: WooFee): boolean => total < 0 && GIFT_CARD.test(name ?? '')

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

/** The amounts of one line in minor units, excluding tax. */
export interface LineAmounts {
  /** the item of the order, or a fee that is sold like an item */
  readonly of: { readonly item: WooLineItem; readonly fee: null } | { readonly item: null; readonly fee: WooFee }
  readonly id: string
  readonly quantity: number
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

export interface OrderAmounts extends AddedAmounts<LineAmounts> {
  /** what of the total was paid by gift cards and store credit */
  readonly tender: number
}

const itemLine = (item: WooLineItem, currency: string): LineAmounts => {
  const amount = millionthsToMinor(item.total, currency)
  // Staff can raise a line's price, which is not a negative discount.
  const discount = Math.max(millionthsToMinor(item.subtotal, currency) - amount, 0)
  return { of: { item, fee: null }, id: item.id, quantity: item.isContainer ? 0 : item.quantity, discount, amount }
}

/** A charge is no unit. Extensions write discounts of a whole order as negative fees. */
const feeLine = (fee: WooFee, currency: string): LineAmounts => {
  const amount = millionthsToMinor(fee.total, currency)
  return { of: { item: null, fee }, id: `fee-${fee.id}`, quantity: 0, discount: Math.max(-amount, 0), amount }
}

/** Adds to lines what store credit took off them. */
const withCredit = (lines: readonly LineAmounts[], credit: number): readonly LineAmounts[] => {
  const discounts = lines.map(({ discount }) => discount)
  const shares = apportion(credit, discounts)
  return lines.map((line, index) => {
    const share = shares[index] ?? 0
    return { ...line, discount: line.discount - share, amount: line.amount + share }
  })
}

/** A bottle deposit is passed on like tax. Prices with tax leave fractions of cents, which WooCommerce rounds only in totals. */
export const orderAmounts = (order: WooOrder): OrderAmounts => {
  const { currency } = order
  const charged = order.fee_lines.filter((fee) => !isGiftCardFee(fee))
  const feesOf = (kind: string): number =>
    sumBy(charged, (fee) => (toFeeKind(fee.name) === kind ? millionthsToMinor(fee.total, currency) : 0))
  const tender = readTender(order)
  const items = withCredit(
    order.line_items.map((item) => itemLine(item, currency)),
    tender.onLines,
  )
  const fees = charged.filter(({ name }) => toFeeKind(name) === 'item').map((fee) => feeLine(fee, currency))
  const lines = [...items, ...fees]
  const shipping = millionthsToMinor(order.shipping_total, currency) + feesOf('shipping')
  const tax = millionthsToMinor(order.total_tax, currency) + feesOf('deposit')
  const tip = feesOf('tip')
  const total = millionthsToMinor(order.total, currency) + tender.amount
  const rest = total - tax - shipping - tip - sumBy(lines, ({ amount }) => amount)
  const settled = settleLines(lines, rest, 0)
  return { lines: settled.lines, shipping, tax, tip, total, tender: tender.amount, adjustment: settled.rest }
}
