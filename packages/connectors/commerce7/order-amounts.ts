import { roundHalfAway } from '#domain/money.ts'
import { type AddedAmounts, apportion, type LineAmounts, negative, settleParts, sumBy } from '../kit/order-amounts.ts'
import { type Component, type Item, isRefundOrder, type Order } from './order-schema.ts'

const orderTip = ({ tipTotal, tenders }: Order): number =>
  tipTotal ??
  sumBy(tenders, ({ tip, chargeStatus }) => (chargeStatus === 'Failed' || chargeStatus === 'Cancelled' ? 0 : tip))

/** Duties and bottle deposits are passed on like tax. */
const orderTax = ({ taxTotal, dutyTotal, bottleDepositTotal }: Order): number =>
  taxTotal + dutyTotal + bottleDepositTotal

const sumOfParts = (order: Order): number => order.subTotal + order.shipTotal + orderTax(order) + orderTip(order)

/** What the customer paid by the parts of the order; another amount where a part is read wrongly. */
export const totalOfParts = (order: Order): number =>
  sumOfParts(order) - sumBy(order.taxes, ({ price, isIncludedInPrice }) => (isIncludedInPrice === true ? price : 0))

/** A line, which is an item or a part of its bundle. */
export interface SoldLine extends LineAmounts {
  readonly id: string
  readonly item: Item
  readonly article: Item | Component
  /** minor units per unit before discount, positive */
  readonly price: number
}

// Refunds come with negative quantities, with negative prices, or with both positive.
const signed = (amount: number, isBack: boolean): number => (isBack ? negative(Math.abs(amount)) : amount)

/** `tax`: what of the price is tax. */
const itemLine = (item: Item, id: string, isBack: boolean, tax: number): SoldLine => {
  const price = Math.abs(item.price)
  const original = Math.max(price, item.originalPrice ?? price)
  const amount = signed(roundHalfAway(item.price * item.quantity), isBack)
  const untaxed = amount === 0 ? 1 : 1 - tax / amount
  return {
    id,
    item,
    article: item,
    quantity: signed(item.quantity, isBack),
    price: original * untaxed,
    discount: signed(roundHalfAway((original - price) * untaxed * item.quantity), isBack),
    amount: amount - tax,
  }
}

/** The wines of a bundle, each with its share of the bundle's amount, by list price, or by bottle without list prices. */
const splitBundle = (bundle: SoldLine): SoldLine[] => {
  const parts = bundle.item.bundleItems
  if (parts.length === 0) return [bundle]
  const listPrices = parts.map(({ price, quantity }) => Math.abs(price ?? 0) * quantity)
  const weights = listPrices.some((price) => price > 0) ? listPrices : parts.map(({ quantity }) => quantity)
  const amounts = apportion(bundle.amount, weights)
  const discounts = apportion(bundle.discount, weights)
  return parts.map((article, index) => {
    const quantity = article.quantity * bundle.quantity
    const amount = amounts[index] ?? 0
    const discount = discounts[index] ?? 0
    const price = quantity === 0 ? 0 : Math.abs((amount + discount) / quantity)
    return { id: `${bundle.id}.${index + 1}`, item: bundle.item, article, quantity, price, discount, amount }
  })
}

/**
 * One line for each item, and for a bundle one for each item in it. What they leave of the order's total, such as a credit or a modifier, is
 * the adjustment.
 */
export const orderAmounts = (order: Order): AddedAmounts<SoldLine> => {
  const [tax, tip] = [orderTax(order), orderTip(order)]
  const total = order.totalAfterTip ?? order.total + tip
  // Tax that is in prices: what the parts of the order exceed its total by.
  const isIncluded = order.taxes.some(({ isIncludedInPrice }) => isIncludedInPrice === true)
  const [taxOfShipping = 0, ...taxOfItems] = apportion(isIncluded ? sumOfParts(order) - total : 0, [
    sumBy(order.shipping, (shipping) => shipping.tax),
    ...order.items.map((item) => item.tax),
  ])
  const shipping = order.shipTotal - taxOfShipping
  const items = order.items.map((item, index) => {
    const isBack = isRefundOrder(order) || item.purchaseType === 'Refund'
    return itemLine(item, item.id ?? String(index + 1), isBack, taxOfItems[index] ?? 0)
  })
  const discounts = sumBy([...order.coupons, ...order.promotions], ({ inUse, productValue }) =>
    inUse ? productValue : 0,
  )
  const settled = settleParts({ lines: items, shipping, tax, tip, total }, discounts)
  return { ...settled, lines: settled.lines.flatMap(splitBundle) }
}
