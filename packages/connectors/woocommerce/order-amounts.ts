import { type AddedAmounts, apportion, settleLines, sumBy } from '../kit/order-amounts.ts'
import { toFeeKind } from './codes.ts'
import { millionthsToMinor } from './fields.ts'
import type { WooFee, WooLineItem, WooOrder } from './order-schema.ts'
import { isGiftCardFee, readTender } from './tenders.ts'

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
