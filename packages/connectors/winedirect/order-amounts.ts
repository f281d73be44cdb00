import { currencyExponent, roundHalfAway } from '#domain/money.ts'
import { addCredits, settleLines, sumBy } from '../kit/order-amounts.ts'
import { negativeLine, negativeParts, type OrderParts } from '../kit/order-rows.ts'
import { parseMinorField, parseScaled } from './fields.ts'
import type { OrderDetail, OrderItem } from './order-schema.ts'

const PRICE_DIGITS = 4
const QUANTITY_DIGITS = 3
const PRICE_SCALE = 10 ** PRICE_DIGITS
const QUANTITY_SCALE = 10 ** QUANTITY_DIGITS

/** A quantity with three decimal places. Throws `RecordProblem` naming the field. */
export const parseQuantity = (text: string, field: string): number =>
  parseScaled(text, QUANTITY_DIGITS, field) / QUANTITY_SCALE

/** Minor units of a quantity at a price in ten-thousandths. */
const priceQuantity = (price: number, quantity: number, currency: string): number => {
  const divisor = (PRICE_SCALE * QUANTITY_SCALE) / 10 ** currencyExponent(currency)
  return roundHalfAway((price * Math.round(quantity * QUANTITY_SCALE)) / divisor)
}

/** An item with its amounts in minor units, which are negative if it was returned. */
interface ItemAmounts {
  readonly item: OrderItem
  readonly quantity: number
  /** before discount, major units */
  readonly unitPrice: number
  readonly discount: number
  readonly amount: number
  /** of one unit, ten-thousandths; null: the platform has none */
  readonly unitCost: number | null
}

export interface LineAmounts extends ItemAmounts {
  /** its number within the order */
  readonly id: string
}

/** The cost of a line's units in minor units; absent where the platform has none. */
export const costColumns = ({ unitCost, quantity }: LineAmounts, currency: string): { readonly cost?: number } =>
  unitCost === null ? {} : { cost: priceQuantity(unitCost, quantity, currency) }

/** The items of a kit come after it, without a price. */
const isPartOfKit = ({ IsSubSKU, Price }: OrderItem): boolean => IsSubSKU && Number(Price) === 0

const itemAmounts = (item: OrderItem, index: number, currency: string): ItemAmounts => {
  const scaled = (name: 'Price' | 'OriginalPrice' | 'CostOfGood'): number | null =>
    item[name] === null ? null : parseScaled(item[name], PRICE_DIGITS, `OrderItems[${index}].${name}`)
  const price = scaled('Price') ?? 0
  const original = scaled('OriginalPrice') ?? price
  // A part of a kit is paid for with the kit, so its list price isn’t a discount.
  const isDiscounted = Math.abs(original) > Math.abs(price) && original * price >= 0 && !isPartOfKit(item)
  const full = isDiscounted ? original : price
  const quantity = parseQuantity(item.Quantity, `OrderItems[${index}].Quantity`)
  const amount = priceQuantity(price, quantity, currency)
  return {
    item,
    // An item is returned with a negative quantity, never with a negative price.
    quantity: full < 0 ? -quantity : quantity,
    unitPrice: Math.abs(full) / PRICE_SCALE,
    discount: priceQuantity(full, quantity, currency) - amount,
    amount,
    unitCost: scaled('CostOfGood'),
  }
}

const PARTS = ['SubTotal', 'Shipping', 'Handling', 'Tax', 'Deposit', 'Tip'] as const
type AmountField = (typeof PARTS)[number] | 'Total' | 'TotalAfterTip' | 'AmountPaidByGiftCard' | 'AmountPaidByPoints'

const amountIn =
  (detail: OrderDetail, currency: string) =>
  (name: AmountField): number =>
    parseMinorField(detail[name], currency, name)

/** What was paid in any form, by a total with the tip: the documentation doesn't say whether totals contain gift cards and points. */
export const paidTotal = (detail: OrderDetail, currency: string, total: number): number => {
  const amount = amountIn(detail, currency)
  const credits = amount('AmountPaidByGiftCard') + amount('AmountPaidByPoints')
  return addCredits(total, credits, sumBy(PARTS, amount))
}

/** The amounts of an order and its items. Throws `RecordProblem` for invalid values. */
export const orderAmounts = (detail: OrderDetail, currency: string, isRefund: boolean): OrderParts<LineAmounts> => {
  const amount = amountIn(detail, currency)
  const net = amount('SubTotal')
  const tip = amount('Tip')
  // Handling is charged with shipping; a bottle deposit is passed on to the state like tax.
  const shipping = amount('Shipping') + amount('Handling')
  const tax = amount('Tax') + amount('Deposit')
  const given = detail.TotalAfterTip === null ? amount('Total') + tip : amount('TotalAfterTip')
  const total = paidTotal(detail, currency, given)
  const read = detail.OrderItems.map((item, index) => itemAmounts(item, index, currency))
  const sum = sumBy(read, (line) => line.amount)
  // Some refunds have positive items, some have only positive amounts.
  const [items, itemsSum] = sum * net < 0 ? [read.map(negativeLine), -sum] : [read, sum]
  // A coupon for the whole order is in the subtotal but not in the prices.
  const lines = settleLines(items, net - itemsSum, Number.POSITIVE_INFINITY)
    .lines.filter(({ item }) => !isPartOfKit(item))
    .map((line, index) => ({ ...line, id: String(index + 1) }))
  const adjustment = total - shipping - tax - tip - sumBy(lines, (line) => line.amount)
  const parts = { lines, shipping, tax, tip, total, adjustment }
  return isRefund && total > 0 ? negativeParts(parts) : parts
}
