import { type AddedAmounts, apportion, sumBy } from '../kit/order-amounts.ts'
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
  /** before discounts */
  readonly gross: number
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
  const gross = Math.max(millionthsToMinor(item.subtotal, currency), amount)
  const quantity = item.bundled_items.length > 0 ? 0 : item.quantity
  return { of: { item, fee: null }, id: item.id, quantity, gross, discount: gross - amount, amount }
}

/** Extensions write discounts of a whole order as negative fees. */
const feeLine = (fee: WooFee, currency: string): LineAmounts => {
  const amount = millionthsToMinor(fee.total, currency)
  const gross = Math.max(amount, 0)
  const quantity = amount > 0 ? 1 : 0
  return { of: { item: null, fee }, id: `fee-${fee.id}`, quantity, gross, discount: gross - amount, amount }
}

/** Prices with tax leave fractions of cents, which WooCommerce rounds only in totals: the largest line takes what is left. */
const withRest = (lines: readonly LineAmounts[], rest: number): readonly LineAmounts[] => {
  const largest = lines.reduce<LineAmounts | null>(
    (most, line) => (most === null || Math.abs(line.amount) > Math.abs(most.amount) ? line : most),
    null,
  )
  return lines.map((line) =>
    line === largest ? { ...line, gross: line.gross + rest, amount: line.amount + rest } : line,
  )
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

/** A bottle deposit is passed on like tax. */
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
  const isRounding = rest !== 0 && lines.length > 0 && Math.abs(rest) <= lines.length
  return {
    lines: isRounding ? withRest(lines, rest) : lines,
    shipping,
    tax,
    tip,
    total,
    tender: tender.amount,
    adjustment: isRounding ? 0 : rest,
  }
}
