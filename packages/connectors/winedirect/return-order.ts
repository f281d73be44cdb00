import { isRefunded } from './codes.ts'
import { negativeOrder } from './order-money.ts'
import type { LineRow, OrderRow } from './order-rows.ts'
import type { WineDirectOrder } from './order-schema.ts'

interface Placed {
  readonly order: OrderRow
  readonly lines: readonly LineRow[]
}

export const returnOrderId = (orderId: string): string => `${orderId}/refund`

/** A refunded order without a separate refund order. */
export const isReturned = ({ summary }: WineDirectOrder, { order }: Placed): boolean =>
  isRefunded(summary.PaymentStatus) && !order.is_refund && order.payment_status === 'paid' && order.total > 0

// The payments have the refund's date; later changes of the order do not move the refund.
const returnedAt = ({ summary, detail }: WineDirectOrder): number =>
  detail.Tender.reduce(
    (latest, { PaymentDate, PaymentStatus }) =>
      isRefunded(PaymentStatus) && PaymentDate !== null && PaymentDate > latest ? PaymentDate : latest,
    summary.ordered,
  )

const negativeRow = (line: LineRow, refundId: string): LineRow => ({
  ...line,
  source_id: `${refundId}/${line.line_id}`,
  order_source_id: refundId,
  quantity: line.quantity === 0 ? 0 : -line.quantity,
  discount: line.discount === 0 ? 0 : -line.discount,
  amount: line.amount === 0 ? 0 : -line.amount,
  ...(line.cost == null ? {} : { cost: -line.cost || 0 }),
})

/** The refund of a fully refunded order, as a separate order. */
export const returnOrder = (source: WineDirectOrder, { order, lines }: Placed): Placed => {
  const id = returnOrderId(order.source_id)
  return {
    order: {
      ...order,
      ...negativeOrder(order),
      source_id: id,
      order_number: `${order.order_number}-R`,
      ordered: returnedAt(source),
      order_type: 'refund',
      fulfillment_status: 'not_required',
      compliance_status: null,
      requested_ship: null,
      refund_of_source_id: order.source_id,
      is_refund: true,
    },
    lines: lines.map((line) => negativeRow(line, id)),
  }
}
