import { sumBy } from '../kit/order-amounts.ts'
import { parseMinorOrZero } from './fields.ts'
import type { BcFee, BcLine, BcOrder } from './order-schema.ts'

/** The amounts of one line in minor units, excluding tax. */
export interface LineAmounts {
  readonly line: BcLine
  /** before discounts */
  readonly gross: number
  /** after discounts */
  readonly net: number
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

/**
 * What the customer paid in minor units. Gift certificates and store credit are payments; the documentation doesn't say whether
 * `total_inc_tax` still contains them, which its parts show.
 */
export const paidTotal = (order: BcOrder): number => {
  const money = moneyOf(order)
  const total = money(order.total_inc_tax)
  const credits = money(order.store_credit_amount) + money(order.gift_certificate_amount)
  if (credits === 0) return total
  const parts = sumOfParts(order, money)
  return Math.abs(total + credits - parts) < Math.abs(total - parts) ? total + credits : total
}

/** Part of an amount that includes tax, in the proportion of two amounts. */
const shareOf = (amount: number, part: number, whole: number): number =>
  whole === 0 ? amount : Math.round((amount * part) / whole)

const hasDiscounts = ({ applied_discounts, discounted_total_inc_tax }: BcLine): boolean =>
  discounted_total_inc_tax !== null || (applied_discounts ?? []).length > 0

const lineAmounts = (line: BcLine, order: BcOrder, money: Money): LineAmounts => {
  const gross = money(line.total_ex_tax)
  if (line.discounted_total_inc_tax !== null) {
    return { line, gross, net: money(line.discounted_total_inc_tax) - money(line.total_tax) }
  }
  const listed = sumBy(line.applied_discounts ?? [], ({ amount }) => money(amount))
  const discount = isInclusive(order) ? shareOf(listed, gross, money(line.total_inc_tax)) : listed
  return { line, gross, net: gross - discount }
}

/** Spreads an amount over lines by their net amounts; what rounding leaves goes to the largest. */
const spread = (lines: readonly LineAmounts[], amount: number, changesGross: boolean): readonly LineAmounts[] => {
  const whole = sumBy(lines, ({ net }) => net)
  const shares = lines.map(({ net }) => shareOf(amount, net, whole))
  const rest = amount - sumBy(shares, (share) => share)
  const largest = lines.reduce((best, { net }, at) => (net > (lines[best]?.net ?? 0) ? at : best), 0)
  return lines.map((line, at) => {
    const share = (shares[at] ?? 0) + (at === largest ? rest : 0)
    return { ...line, net: line.net + share, gross: line.gross + (changesGross ? share : 0) }
  })
}

interface Settled {
  readonly lines: readonly LineAmounts[]
  readonly shipping: number
  /** neither a line's nor shipping's */
  readonly rest: number
}

/**
 * Lines and shipping that come to the order's total: cents of rounding are the lines'. Discounts that no line shows are of
 * shipping, as far as its cost goes, or of the lines of an old order, which show none.
 */
const settle = (lines: readonly LineAmounts[], shipping: number, missing: number, discount: number): Settled => {
  const isSpreadable = sumBy(lines, ({ net }) => net) > 0
  if (missing === 0) return { lines, shipping, rest: 0 }
  if (isSpreadable && Math.abs(missing) <= lines.length + 2)
    return { lines: spread(lines, missing, true), shipping, rest: 0 }
  const showDiscounts = lines.some(({ line }) => hasDiscounts(line))
  if (missing < 0 && showDiscounts && shipping + missing >= 0) return { lines, shipping: shipping + missing, rest: 0 }
  if (isSpreadable && Math.abs(missing) <= discount) return { lines: spread(lines, missing, false), shipping, rest: 0 }
  return { lines, shipping, rest: missing }
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
  const known = sumBy(lines, ({ net }) => net) + sumBy(extras, ({ amount }) => amount) + freight + tax
  const { rest, ...settled } = settle(lines, freight, total - known, orderDiscount(order, money))
  return {
    ...settled,
    extras: rest === 0 ? extras : [...extras, { id: 'adjustment', title: 'Adjustment', amount: rest }],
    tax,
    total,
  }
}
