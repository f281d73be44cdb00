import { type AddedAmounts, restOf, shareOfRest } from '../kit/order-amounts.ts'
import {
  chargeAmount,
  chargeDraft,
  type Direction,
  itemDraft,
  type LineDraft,
  type Products,
  RETURN,
  restDraft,
  SALE,
  turned,
} from './order-lines.ts'
import type { SquareCharge, SquareItem } from './order-schema.ts'

/** The parts of a sale or a return. Minor units, positive for both. */
export interface OrderParts {
  readonly items: readonly SquareItem[]
  readonly charges: readonly SquareCharge[]
  readonly tax: number
  readonly tip: number
  /** includes the tip */
  readonly total: number
  readonly isRounded: boolean
}

/** Minor units, where `subtotal - discount + shipping + tax + tip` is `total`. */
export interface OrderAmounts {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
}

export interface AddedParts {
  readonly drafts: readonly LineDraft[]
  readonly amounts: OrderAmounts
}

const SHIPPING = /\b(shipping|delivery|freight|postage)\b/i
const GRATUITY = /\b(gratuity|tips?)\b/i

const chargeUse = ({ type, name }: SquareCharge): 'tip' | 'shipping' | 'line' => {
  if (type === 'AUTO_GRATUITY' || GRATUITY.test(name ?? '')) return 'tip'
  return SHIPPING.test(name ?? '') ? 'shipping' : 'line'
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * The lines of a sale or return, and its amounts turned by `direction`. Shipping charges and gratuities are not lines; the rest
 * of the total, such as cash rounding, is a separate line, so that the total always equals the platform's.
 */
export const addUp = (parts: OrderParts, products: Products, direction: Direction): AddedParts => {
  const chargesWithUse = (use: ReturnType<typeof chargeUse>) =>
    parts.charges.filter((charge) => chargeUse(charge) === use)
  const drafts = [
    ...parts.items.map((item, index) => itemDraft(item, index, products)),
    ...chargesWithUse('line').map(chargeDraft),
  ]
  const shipping = sum(chargesWithUse('shipping').map(chargeAmount))
  const tip = parts.tip + sum(chargesWithUse('tip').map(chargeAmount))
  const rest = parts.total - sum(drafts.map(({ amount }) => amount)) - shipping - parts.tax - tip
  if (rest !== 0) drafts.push(restDraft(rest, parts.isRounded ? 'Rounding' : 'Adjustment'))
  const discount = sum(drafts.map((draft) => draft.discount))
  const amounts = {
    subtotal: sum(drafts.map(({ amount }) => amount)) + discount,
    discount,
    shipping,
    tax: parts.tax,
    tip,
    total: parts.total,
  }
  return { drafts, amounts: turnedAmounts(amounts, direction) }
}

/** What is left of a sale in minor units, or what a refund takes of it. */
export type SalePart = AddedAmounts<LineDraft>

/** The whole of a sale. */
export const wholeSale = (sale: OrderParts, products: Products): SalePart => {
  const { drafts, amounts } = addUp(sale, products, SALE)
  return { ...amounts, lines: drafts, adjustment: 0 }
}

/**
 * A refund of an amount gives back its share of every part that is left of the sale, and of the tip what exceeds these. Only a refund
 * of all that is left of them gives back the goods. Null where that much is not left.
 */
export const amountBack = ({ total, tip }: Pick<OrderParts, 'total' | 'tip'>, left: SalePart): SalePart | null => {
  if (left.total <= 0 || total > left.total) return null
  if (total === left.total) return left
  const sold = left.total - left.tip
  const refunded = Math.min(total - tip, sold)
  return { ...shareOfRest(refunded, { ...left, tip: 0, total: sold }), tip: total - refunded, total }
}

/** What a refund of items takes of a sale: their lines have the names of the sold ones. */
export const itemsBack = ({ drafts, amounts }: AddedParts, soldIds: readonly (string | null)[]): SalePart => ({
  ...turnedAmounts(amounts, RETURN),
  lines: drafts.map((draft, index) => ({ ...draft, id: soldIds[index] ?? draft.id })),
  adjustment: 0,
})

export const leftOf = restOf<LineDraft>

/** A refund in the form of its rows. */
export const returnedParts = ({ lines, shipping, tax, tip, total }: SalePart): AddedParts => {
  const discount = sum(lines.map((line) => line.discount))
  const subtotal = sum(lines.map(({ amount }) => amount)) + discount
  return { drafts: lines, amounts: turnedAmounts({ subtotal, discount, shipping, tax, tip, total }, RETURN) }
}

const turnedAmounts = (amounts: OrderAmounts, direction: Direction): OrderAmounts => ({
  subtotal: turned(amounts.subtotal, direction),
  discount: turned(amounts.discount, direction),
  shipping: turned(amounts.shipping, direction),
  tax: turned(amounts.tax, direction),
  tip: turned(amounts.tip, direction),
  total: turned(amounts.total, direction),
})
