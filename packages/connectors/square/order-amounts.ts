import { roundHalfAway } from '#domain/money.ts'
import { apportion } from '../kit/order-amounts.ts'
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * The lines of a sale or return, and its amounts turned by `direction`. Shipping charges and gratuities are not lines; the rest
 * of the total, such as cash rounding, is a separate line, so that the total always equals the platform's.
 */
export const addUp = (parts: OrderParts, products: Products, direction: Direction): AddedParts => {
  const chargesOf = (use: ReturnType<typeof chargeUse>) => parts.charges.filter((charge) => chargeUse(charge) === use)
  const drafts = [
    ...parts.items.map((item, index) => itemDraft(item, index, products)),
    ...chargesOf('line').map(chargeDraft),
  ]
  const shipping = sum(chargesOf('shipping').map(chargeAmount))
  const tip = parts.tip + sum(chargesOf('tip').map(chargeAmount))
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

/**
 * A refund of an amount gives back its share of every part of the sale, and of the tip what exceeds these. Only a refund of all of
 * them gives back the goods. Null for a sale of nothing.
 */
export const addUpShare = (
  { total, tip }: Pick<OrderParts, 'total' | 'tip'>,
  sale: OrderParts,
  products: Products,
): AddedParts | null => {
  const { drafts, amounts } = addUp(sale, products, SALE)
  const sold = amounts.total - amounts.tip
  if (sold <= 0) return null
  const refunded = Math.min(total - tip, sold)
  const parts = apportion(refunded, [...drafts.map(({ amount }) => amount), amounts.shipping, amounts.tax])
  const [shipping = 0, tax = 0] = parts.slice(drafts.length)
  const shares = drafts
    .map((draft, index) => ({
      ...draft,
      amount: parts[index] ?? 0,
      discount: roundHalfAway((draft.discount * refunded) / sold),
      quantity: refunded === sold ? draft.quantity : 0,
    }))
    .filter(({ amount, quantity }) => amount !== 0 || quantity !== 0)
  const discount = sum(shares.map((draft) => draft.discount))
  const subtotal = sum(shares.map(({ amount }) => amount)) + discount
  return {
    drafts: shares,
    amounts: turnedAmounts({ subtotal, discount, shipping, tax, tip: total - refunded, total }, RETURN),
  }
}

const turnedAmounts = (amounts: OrderAmounts, direction: Direction): OrderAmounts => ({
  subtotal: turned(amounts.subtotal, direction),
  discount: turned(amounts.discount, direction),
  shipping: turned(amounts.shipping, direction),
  tax: turned(amounts.tax, direction),
  tip: turned(amounts.tip, direction),
  total: turned(amounts.total, direction),
})
