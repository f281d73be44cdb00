import { apportion, sumBy } from '../kit/order-amounts.ts'
import type { Order } from './order-schema.ts'

export const orderTip = ({ tipTotal, tenders }: Order): number =>
  tipTotal ??
  sumBy(tenders, ({ tip, chargeStatus }) => (chargeStatus === 'Failed' || chargeStatus === 'Cancelled' ? 0 : tip))

/** What the customer paid, including tip. */
export const paidTotal = (order: Order): number => order.totalAfterTip ?? order.total + orderTip(order)

/** Duties and bottle deposits are passed on like tax. */
export const orderTax = ({ taxTotal, dutyTotal, bottleDepositTotal }: Order): number =>
  taxTotal + dutyTotal + bottleDepositTotal

const sumOfParts = (order: Order): number => order.subTotal + order.shipTotal + orderTax(order) + orderTip(order)

/** What the customer paid by the parts of the order; another amount where a part is read wrongly. */
export const totalOfParts = (order: Order): number =>
  sumOfParts(order) - sumBy(order.taxes, ({ price, isIncludedInPrice }) => (isIncludedInPrice === true ? price : 0))

/** The tax that is in the price of each item, and of shipping: what the parts of the order exceed its total by. */
export const taxInPrices = (order: Order): { readonly items: readonly number[]; readonly shipping: number } => {
  const isIncluded = order.taxes.some(({ isIncludedInPrice }) => isIncludedInPrice === true)
  const shares = apportion(isIncluded ? sumOfParts(order) - paidTotal(order) : 0, [
    sumBy(order.shipping, ({ tax }) => tax),
    ...order.items.map(({ tax }) => tax),
  ])
  const [shipping = 0, ...items] = shares
  return { items, shipping }
}
