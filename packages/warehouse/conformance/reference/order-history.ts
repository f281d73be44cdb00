import { daysFrom } from './days.ts'
import type { Person } from './people.ts'
import { compareValues } from './value.ts'
import type { Placed, Timestamp } from './winery.ts'

interface CountedOrder {
  readonly service: string
  readonly person: Person | null
  readonly given: Omit<Placed<'orders'>, 'service'>
  readonly ordered: Timestamp
  readonly isCounted: boolean
}

/** An order among the orders of its customer. */
export interface OrderHistory {
  /** counted orders before it; of a refund, those before the order that it refunds; null without a customer */
  readonly before: number | null
  /** day of the first counted order */
  readonly firstDay: string | null
  /** from the counted order before it, if it is counted itself */
  readonly days: number | null
}

export const NO_HISTORY: OrderHistory = { before: null, firstDay: null, days: null }

const inOrder = (a: CountedOrder, b: CountedOrder): number =>
  a.ordered.at - b.ordered.at ||
  compareValues(a.given.source_id, b.given.source_id) ||
  compareValues(a.service, b.service)

/** `orders`: those of all services. */
export const computeHistory = (order: CountedOrder, orders: readonly CountedOrder[]): OrderHistory => {
  const { person, service } = order
  if (person === null) return NO_HISTORY
  const own = orders.filter((one) => one.person?.service === person.service && one.person.id === person.id)
  const counted = own.filter(({ isCounted }) => isCounted).toSorted(inOrder)
  const countBefore = (one: CountedOrder) => counted.filter((other) => inOrder(other, one) < 0)
  const refunded = order.given.is_refund
    ? own.find((one) => one.service === service && one.given.source_id === order.given.refund_of_source_id)
    : undefined
  const previous = countBefore(order).at(-1)
  return {
    before: countBefore(refunded ?? order).length,
    firstDay: counted[0]?.ordered.day ?? null,
    days: previous && order.isCounted ? daysFrom(previous.ordered.day, order.ordered.day) : null,
  }
}
