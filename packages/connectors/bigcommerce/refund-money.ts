import { settleLines, sumBy } from '../kit/order-amounts.ts'
import { parseMinorOrZero } from './fields.ts'
import type { ExtraAmount, LineAmounts, OrderAmounts } from './order-money.ts'
import type { BcOrder, BcRefund } from './order-schema.ts'

/** The refunded part of a line in positive minor units, excluding tax. */
interface RefundedLine {
  readonly of: LineAmounts
  readonly quantity: number
  readonly discount: number
  readonly amount: number
}

/** The amounts of a refund in positive minor units: lines, extras, shipping, and tax add up to the total. */
export interface RefundAmounts {
  readonly lines: readonly RefundedLine[]
  readonly extras: readonly ExtraAmount[]
  readonly shipping: number
  readonly tax: number
  readonly total: number
}

/** What was refunded in minor units; payments that were declined were not. */
export const refundedTotal = ({ total_amount, payments }: BcRefund, currency: string): number => {
  const declined = sumBy(payments, ({ amount, is_declined }) =>
    is_declined === true ? parseMinorOrZero(amount, currency) : 0,
  )
  return Math.max(parseMinorOrZero(total_amount, currency) - declined, 0)
}

/** Whether money went back; false if every payment was declined. */
export const isPaidOut = ({ payments }: BcRefund): boolean =>
  payments.length === 0 || payments.some(({ is_declined }) => is_declined !== true)

const part = (amount: number, of: number, whole: number): number =>
  whole === 0 ? amount : Math.round((amount * of) / whole)

const SHIPPING = new Set(['SHIPPING', 'HANDLING'])

const refundedLines = (
  refund: BcRefund,
  { lines }: OrderAmounts,
  currency: string,
): { readonly lines: RefundedLine[]; readonly isSplit: boolean } => {
  const byId = new Map(lines.map((amounts) => [amounts.line.id, amounts]))
  const refunded = new Map<string, RefundedLine>()
  let isSplit = true
  for (const { item_type, item_id, quantity, requested_amount } of refund.items) {
    const of = item_type === 'PRODUCT' ? byId.get(item_id ?? '') : undefined
    if (!of) {
      if (!SHIPPING.has(item_type)) isSplit = false
      continue
    }
    const units = quantity ?? 0
    const requested = parseMinorOrZero(requested_amount, currency)
    const amount = units > 0 ? part(of.amount, units, of.line.quantity) : requested
    const discount = units > 0 ? part(of.discount + of.amount, units, of.line.quantity) - amount : 0
    const before = refunded.get(of.line.id) ?? { of, quantity: 0, discount: 0, amount: 0 }
    refunded.set(of.line.id, {
      of,
      quantity: before.quantity + units,
      discount: before.discount + discount,
      amount: before.amount + amount,
    })
  }
  return { lines: [...refunded.values()], isSplit }
}

const shippingOf = (refund: BcRefund, order: BcOrder, currency: string): number => {
  const requested = sumBy(refund.items, ({ item_type, requested_amount }) =>
    SHIPPING.has(item_type) ? parseMinorOrZero(requested_amount, currency) : 0,
  )
  if (order.is_tax_inclusive_pricing !== true) return requested
  const excluding =
    parseMinorOrZero(order.shipping_cost_ex_tax, currency) + parseMinorOrZero(order.handling_cost_ex_tax, currency)
  const including =
    parseMinorOrZero(order.shipping_cost_inc_tax, currency) + parseMinorOrZero(order.handling_cost_inc_tax, currency)
  return part(requested, excluding, including)
}

/** `order`: the amounts of the refunded order. What its lines and shipping don't explain is an amount of its own. */
export const refundAmounts = (refund: BcRefund, source: BcOrder, order: OrderAmounts): RefundAmounts => {
  const currency = source.default_currency_code
  const total = refundedTotal(refund, currency)
  const tax = part(parseMinorOrZero(refund.total_tax, currency), total, parseMinorOrZero(refund.total_amount, currency))
  const { lines, isSplit } = refundedLines(refund, order, currency)
  const shipping = shippingOf(refund, source, currency)
  const missing = total - tax - shipping - sumBy(lines, ({ amount }) => amount)
  const { rest, ...settled } = isSplit ? settleLines(lines, missing, 0) : { lines, rest: missing }
  return {
    ...settled,
    extras: rest === 0 ? [] : [{ id: 'adjustment', title: 'Refund', amount: rest }],
    shipping,
    tax,
    total,
  }
}
