import type { Definitions } from '#semantic/definitions/definitions.ts'
import type { Books } from './books.ts'
import { plusMonths } from './days.ts'
import { isMemberBefore, isOnHoldBefore, type ReferenceMembership } from './derived-members.ts'
import type { ReferenceOrder } from './derived-orders.ts'
import type { ReferenceSettings } from './winery.ts'

/** Minor units that an order's sales include in addition to its goods. */
const additionalSales = ({ isPaid, given }: ReferenceOrder, option: Definitions['netSales']): number => {
  if (!isPaid) return 0
  const shipping = option === 'withShipping' || option === 'withShippingAndTax' ? given.shipping : 0
  return shipping + (option === 'withTax' || option === 'withShippingAndTax' ? given.tax : 0)
}

const takenBackBy = (
  { service, given }: ReferenceOrder,
  orders: readonly ReferenceOrder[],
): ReferenceOrder | undefined =>
  given.is_refund
    ? orders.find((one) => one.service === service && one.given.source_id === given.refund_of_source_id)
    : undefined

/** The books under the account's definitions; results of visits are computed beforehand. */
export const readBooks = (books: Books, { definitions }: ReferenceSettings): Books => {
  if (definitions === undefined) return books
  const read = new Map(
    books.orders.map((order) => {
      const dated = definitions.refundDate === 'order' ? takenBackBy(order, books.orders) : undefined
      const net = order.net + additionalSales(order, definitions.netSales)
      return [order, { ...order, net, ordered: (dated ?? order).ordered }]
    }),
  )
  return {
    ...books,
    orders: [...read.values()],
    lines: books.lines.map((line) => ({ ...line, order: line.order && (read.get(line.order) ?? line.order) })),
  }
}

const isShippedTo = ({ service, given }: ReferenceMembership, day: string, { orders }: Books): boolean =>
  orders.some(
    (order) =>
      order.service === service &&
      given.customer_source_id !== null &&
      order.given.customer_source_id === given.customer_source_id &&
      order.given.channel === 'club' &&
      order.isCounted &&
      order.ordered.day < day &&
      order.ordered.day >= plusMonths(day, -6),
  )

/** Whether the member is active at the end of the day before `day`, under the account's definitions. */
export const isActiveBefore = (
  membership: ReferenceMembership,
  day: string,
  { books, settings }: { readonly books: Books; readonly settings: ReferenceSettings },
): boolean => {
  const option = settings.definitions?.activeMember
  if (!isMemberBefore(membership, day)) return false
  if (option === 'onHoldExcluded') return !isOnHoldBefore(membership, day)
  return option !== 'shipped' || isShippedTo(membership, day, books)
}

/** That an order counts in the average order. */
export const isAveraged = ({ isCounted, given }: ReferenceOrder, { definitions }: ReferenceSettings): boolean =>
  isCounted && !(definitions?.averageOrder === 'withoutClub' && given.channel === 'club')
