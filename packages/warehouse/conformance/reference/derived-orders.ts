import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { historyOf, NO_HISTORY, type OrderHistory } from './order-history.ts'
import { exactSum } from './value.ts'
import { timestampOf } from './wall-clock.ts'
import type { ServiceRows, Timestamp } from './winery.ts'

export interface ReferenceOrder {
  readonly service: string
  readonly given: CanonicalRecord<'orders'>
  readonly ordered: Timestamp
  readonly isPaid: boolean
  /** thousandths */
  readonly items: number
  /** minor units; the sum of the lines' */
  readonly net: number
  /** what `orderCount` counts: paid, no refund, net above zero */
  readonly isCounted: boolean
  readonly history: OrderHistory
}

export interface ReferenceLine {
  readonly service: string
  readonly given: CanonicalRecord<'order_lines'>
  /** null without its order: such a line counts for nothing */
  readonly order: ReferenceOrder | null
  /** minor units */
  readonly net: number
  /** thousandths */
  readonly quantity: number
}

/** Thousandths of a quantity. */
export const thousandths = (quantity: number): number => Math.round(quantity * 1000)

const salesOf = ({ item_kind, amount }: CanonicalRecord<'order_lines'>): number =>
  item_kind === 'gift_card' ? 0 : amount

const deriveOrder = (
  service: string,
  given: CanonicalRecord<'orders'>,
  lines: readonly CanonicalRecord<'order_lines'>[],
  timeZone: string,
): ReferenceOrder => {
  const isPaid = given.payment_status === 'paid'
  const net = isPaid ? exactSum(lines.map(salesOf)) : 0
  return {
    service,
    given,
    ordered: timestampOf(given.ordered, given.time_basis, timeZone),
    isPaid,
    items: exactSum(lines.map(({ quantity }) => thousandths(quantity))),
    net,
    isCounted: isPaid && !given.is_refund && net > 0,
    history: NO_HISTORY,
  }
}

export const deriveOrders = (service: string, rows: ServiceRows, timeZone: string): ReferenceOrder[] => {
  const orders = (rows.orders ?? []).map((given) =>
    deriveOrder(
      service,
      given,
      (rows.order_lines ?? []).filter((line) => line.order_source_id === given.source_id),
      timeZone,
    ),
  )
  return orders.map((order) => ({ ...order, history: historyOf(order, orders) }))
}

export const deriveLines = (service: string, rows: ServiceRows, orders: readonly ReferenceOrder[]): ReferenceLine[] =>
  (rows.order_lines ?? []).map((given) => {
    const order = orders.find((one) => one.service === service && one.given.source_id === given.order_source_id) ?? null
    return {
      service,
      given,
      order,
      net: order?.isPaid ? salesOf(given) : 0,
      quantity: thousandths(given.quantity),
    }
  })
