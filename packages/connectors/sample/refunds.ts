import { negative, sumBy } from '../kit/order-amounts.ts'
import type { LineRow, OrderRow, PlacedOrder } from './order.ts'
import type { Winery } from './winery.ts'

const REFUND_SHARE = 0.0145
const WHOLE_SHARE = 0.6
const MAX_DAYS = 21

const returnedLine = (line: LineRow, refundId: string, number: number): LineRow => ({
  ...line,
  source_id: `${refundId}/${number}`,
  order_source_id: refundId,
  line_id: String(number),
  line_number: number,
  quantity: negative(line.quantity),
  discount: negative(line.discount),
  amount: negative(line.amount),
})

const share = (part: number, whole: number, amount: number): number =>
  whole === 0 ? 0 : Math.round((amount * part) / whole)

const refundRow = (
  order: OrderRow,
  refund: {
    readonly number: number
    readonly ordered: string
    readonly lines: readonly LineRow[]
    readonly isWhole: boolean
  },
): OrderRow => {
  const { number, ordered, lines, isWhole } = refund
  const net = sumBy(lines, ({ amount }) => amount)
  const discount = sumBy(lines, (line) => line.discount)
  const tax = negative(share(-net, order.subtotal - order.discount, order.tax))
  const shipping = isWhole ? negative(order.shipping) : 0
  return {
    ...order,
    source_id: `ord-${number}`,
    order_number: String(10_000 + number),
    ordered,
    order_type: 'refund',
    order_type_raw: 'Refund',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: 'No Fulfillment Required',
    compliance_status: null,
    requested_ship: null,
    refund_of_source_id: order.source_id,
    subtotal: net + discount,
    discount,
    shipping,
    tax,
    tip: 0,
    total: net + tax + shipping,
    is_refund: true,
  }
}

/** Orders to be refunded, by the day of the refund. */
export const createRefunds = (winery: Winery) => {
  const due = new Map<number, PlacedOrder[]>()
  const { random } = winery

  const refund = ({ order, lines }: PlacedOrder, day: number): void => {
    winery.orderCount += 1
    const number = winery.orderCount
    const isWhole = lines.length === 1 || random.chance(WHOLE_SHARE)
    const only = random.below(lines.length)
    const chosen = isWhole ? lines : lines.filter((_, index) => index === only)
    const rows = chosen.map((line, index) => returnedLine(line, `ord-${number}`, index + 1))
    const ordered = winery.calendar.timestamp(day, 12 * 3600 + random.below(5 * 3600))
    winery.sink.push('orders', refundRow(order, { number, ordered, lines: rows, isWhole }))
    for (const row of rows) winery.sink.push('order_lines', row)
  }

  return {
    /** Decides whether and when an order will be refunded. */
    consider(placed: PlacedOrder, day: number): void {
      const { order, lines } = placed
      if (order.payment_status !== 'paid' || order.total <= 0 || lines.length === 0) return
      if (!random.chance(REFUND_SHARE)) return
      const on = day + 1 + random.below(MAX_DAYS)
      if (on > winery.calendar.today) return
      due.set(on, [...(due.get(on) ?? []), placed])
    },
    /** Writes the refunds of a day. */
    settle(day: number): void {
      for (const placed of due.get(day) ?? []) refund(placed, day)
      due.delete(day)
    },
  }
}
