import { addCredits, settleLines, sumBy } from '../kit/order-amounts.ts'
import { parseMinorOrZero } from './fields.ts'
import type { BcFee, BcLine, BcOrder } from './order-schema.ts'

/** The amounts of one line in minor units, excluding tax. */
export interface LineAmounts {
  readonly line: BcLine
  readonly discount: number
  /** after discounts */
  readonly amount: number
}

/** An amount that is no line’s, excluding tax: gift wrapping, a fee, or a difference that BigCommerce's own figures leave. */
export interface ExtraAmount {
  readonly id: string
  readonly title: string
  readonly amount: number
}

/** The amounts of an order in minor units: lines, extras, shipping, and tax add up to the total. */
export interface OrderAmounts {
  readonly lines: readonly LineAmounts[]
  readonly extras: readonly ExtraAmount[]
  readonly shipping: number
  readonly tax: number
  /** paid in any form, gift certificates and store credit included */
  readonly total: number
}

type Money = (text: string | null) => number

const moneyOf =
  ({ default_currency_code }: BcOrder): Money =>
  (text) =>
    parseMinorOrZero(text, default_currency_code)

const feeTitle = ({ display_name_customer, display_name_merchant }: BcFee): string =>
  display_name_customer ?? display_name_merchant ?? 'Fee'

const feeExcludingTax = ({ cost_ex_tax, cost_exc_tax, cost_inc_tax }: BcFee): string | null =>
  cost_ex_tax ?? cost_exc_tax ?? cost_inc_tax

/** In orders whose prices include tax, amounts that include it are exact and the others are estimates, and the reverse. */
const isInclusive = (order: BcOrder): boolean => order.is_tax_inclusive_pricing === true

const orderDiscount = (order: BcOrder, money: Money): number =>
  money(order.discount_amount) + money(order.coupon_discount)

/** What the parts of an order come to, tax included and before any payment. */
const sumOfParts = (order: BcOrder, money: Money): number => {
  if (isInclusive(order)) {
    const parts = [
      order.subtotal_inc_tax,
      order.shipping_cost_inc_tax,
      order.handling_cost_inc_tax,
      order.wrapping_cost_inc_tax,
      ...order.fees.map(({ cost_inc_tax }) => cost_inc_tax),
    ]
    return sumBy(parts, money) - orderDiscount(order, money)
  }
  const parts = [
    order.subtotal_ex_tax,
    order.shipping_cost_ex_tax,
    order.handling_cost_ex_tax,
    order.wrapping_cost_ex_tax,
    order.total_tax,
    ...order.fees.map(feeExcludingTax),
  ]
  return sumBy(parts, money) - orderDiscount(order, money)
}

/** What the customer paid in minor units: the documentation doesn't say whether `total_inc_tax` contains gift certificates and store credit. */
export const paidTotal = (order: BcOrder): number => {
  const money = moneyOf(order)
  const credits = money(order.store_credit_amount) + money(order.gift_certificate_amount)
  return addCredits(money(order.total_inc_tax), credits, sumOfParts(order, money))
}

/** Part of an amount that includes tax, in the proportion of two amounts. */
const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? amount : Math.round((amount * part) / whole)

const hasDiscounts = ({ applied_discounts, discounted_total_inc_tax }: BcLine): boolean =>
  discounted_total_inc_tax !== null || (applied_discounts ?? []).length > 0

const lineAmounts = (line: BcLine, order: BcOrder, money: Money): LineAmounts => {
  const including = money(line.total_inc_tax)
  const gross = line.total_ex_tax === null ? including - money(line.total_tax) : money(line.total_ex_tax)
  if (line.discounted_total_inc_tax !== null) {
    const amount = money(line.discounted_total_inc_tax) - money(line.total_tax)
    return { line, discount: gross - amount, amount }
  }
  const listed = sumBy(line.applied_discounts ?? [], ({ amount }) => money(amount))
  const discount = isInclusive(order) ? shareOf(listed, gross, including) : listed
  return { line, discount, amount: gross - discount }
}

export const orderAmounts = (order: BcOrder): OrderAmounts => {
  const money = moneyOf(order)
  const total = paidTotal(order)
  const tax = money(order.total_tax)
  const wrapping = money(order.wrapping_cost_ex_tax)
  const extras: ExtraAmount[] = [
    ...(wrapping === 0 ? [] : [{ id: 'wrapping', title: 'Gift wrapping', amount: wrapping }]),
    ...order.fees.map((fee) => ({ id: `fee-${fee.id}`, title: feeTitle(fee), amount: money(feeExcludingTax(fee)) })),
  ]
  // Consignments take them apart; by ID they are in the order of the cart.
  const inOrder = order.line_items.toSorted((one, other) => Number(one.id) - Number(other.id))
  const lines = inOrder.map((line) => lineAmounts(line, order, money))
  const freight = money(order.shipping_cost_ex_tax) + money(order.handling_cost_ex_tax)
  const known = sumBy(lines, ({ amount }) => amount) + sumBy(extras, ({ amount }) => amount) + freight + tax
  const missing = total - known
  // A discount that no line shows is of shipping, as far as its cost goes; lines of an old order show none.
  const isOffShipping = lines.some(({ line }) => hasDiscounts(line)) && missing < 0 && freight + missing >= 0
  const settled = settleLines(lines, missing, isOffShipping ? 0 : orderDiscount(order, money))
  const [shipping, rest] = isOffShipping ? [freight + settled.rest, 0] : [freight, settled.rest]
  return {
    lines: settled.lines,
    shipping,
    extras: rest === 0 ? extras : [...extras, { id: 'adjustment', title: 'Adjustment', amount: rest }],
    tax,
    total,
  }
}
