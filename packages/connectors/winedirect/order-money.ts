import { currencyExponent, decimalToScaled, roundHalfAway } from '#domain/money.ts'
import { addCredits, negative, settleLines, sumBy } from '../kit/order-amounts.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { parseMinorField, parseQuantity } from './fields.ts'
import type { OrderDetail, OrderItem } from './order-schema.ts'

/** The amounts of an item in minor units; negative if it was returned. */
export interface LineMoney {
  readonly quantity: number
  /** before discount, major units */
  readonly unitPrice: number
  readonly discount: number
  readonly amount: number
  /** absent where the platform has none */
  readonly cost?: number
}

/** The amounts of an order in minor units: subtotal - discount + shipping + tax + tip is the total. */
export interface OrderMoney {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly tip: number
  readonly total: number
}

const PRICE_DIGITS = 4
const QUANTITY_SCALE = 1000

const priceUnits = (text: string, field: string): number => {
  const units = decimalToScaled(text, PRICE_DIGITS)
  if (units === null) throw new RecordProblem(field, `${field} is no price`)
  return units
}

/** The items of a kit come after it, without a price. */
export const isPartOfKit = ({ IsSubSKU, Price }: OrderItem): boolean => IsSubSKU && Number(Price) === 0

const lineMoney = (item: OrderItem, at: number, currency: string): LineMoney => {
  const field = (name: string): string => `OrderItems[${at}].${name}`
  const price = priceUnits(item.Price, field('Price'))
  const original = item.OriginalPrice === null ? price : priceUnits(item.OriginalPrice, field('OriginalPrice'))
  // A part of a kit is paid for with the kit, so its list price isn’t a discount.
  const isDiscounted = Math.abs(original) > Math.abs(price) && original * price >= 0 && !isPartOfKit(item)
  const full = isDiscounted ? original : price
  const quantity = parseQuantity(item.Quantity, field('Quantity'))
  const divisor = 10 ** (PRICE_DIGITS - currencyExponent(currency))
  const minor = (units: number): number =>
    roundHalfAway((units * Math.round(quantity * QUANTITY_SCALE)) / (divisor * QUANTITY_SCALE))
  const amount = minor(price)
  const turned = full < 0 ? -1 : 1
  return {
    // An item is returned with a negative quantity, never with a negative price.
    quantity: quantity * turned,
    unitPrice: (full * turned) / 10 ** PRICE_DIGITS,
    discount: minor(full) - amount,
    amount,
    ...(item.CostOfGood === null
      ? {}
      : { cost: minor(priceUnits(item.CostOfGood, field('CostOfGood'))) * turned || 0 }),
  }
}

const negativeLine = (line: LineMoney): LineMoney => ({
  quantity: negative(line.quantity),
  unitPrice: line.unitPrice,
  discount: negative(line.discount),
  amount: negative(line.amount),
  ...(line.cost === undefined ? {} : { cost: negative(line.cost) }),
})

export const negativeOrder = (money: OrderMoney): OrderMoney => ({
  subtotal: negative(money.subtotal),
  discount: negative(money.discount),
  shipping: negative(money.shipping),
  tax: negative(money.tax),
  tip: negative(money.tip),
  total: negative(money.total),
})

const PARTS = ['SubTotal', 'Shipping', 'Handling', 'Tax', 'Deposit', 'Tip'] as const
type AmountField = (typeof PARTS)[number] | 'Total' | 'TotalAfterTip' | 'AmountPaidByGiftCard' | 'AmountPaidByPoints'

const amountIn =
  (detail: OrderDetail, currency: string) =>
  (name: AmountField): number =>
    parseMinorField(detail[name] ?? '0', currency, name)

/** What was paid in any form, by a total with the tip: the documentation doesn't say whether totals contain gift cards and points. */
export const paidTotal = (detail: OrderDetail, currency: string, total: number): number => {
  const amount = amountIn(detail, currency)
  const credits = amount('AmountPaidByGiftCard') + amount('AmountPaidByPoints')
  return addCredits(total, credits, sumBy(PARTS, amount))
}

/** Money of an order and of its items, which add up to it. Throws `RecordProblem` for invalid values. */
export const computeOrderMoney = (
  detail: OrderDetail,
  currency: string,
  isRefund: boolean,
): { readonly order: OrderMoney; readonly lines: readonly LineMoney[] } => {
  const amount = amountIn(detail, currency)
  const net = amount('SubTotal')
  const tip = amount('Tip')
  // Handling is charged with shipping; a bottle deposit is passed on to the state like tax.
  const shipping = amount('Shipping') + amount('Handling')
  const tax = amount('Tax') + amount('Deposit')
  const total = paidTotal(
    detail,
    currency,
    detail.TotalAfterTip === null ? amount('Total') + tip : amount('TotalAfterTip'),
  )
  const read = detail.OrderItems.map((item, at) => lineMoney(item, at, currency))
  // Some refunds have positive items, some have only positive amounts.
  const items = sumBy(read, (line) => line.amount) * net < 0 ? read.map(negativeLine) : read
  // A coupon for the whole order is in the subtotal but not in the prices.
  const { lines } = settleLines(items, net - sumBy(items, (line) => line.amount), Number.POSITIVE_INFINITY)
  const discount = sumBy(lines, (line) => line.discount)
  const order: OrderMoney = { subtotal: total - shipping - tax - tip + discount, discount, shipping, tax, tip, total }
  const isTurned = isRefund && total > 0
  return isTurned ? { order: negativeOrder(order), lines: lines.map(negativeLine) } : { order, lines }
}
