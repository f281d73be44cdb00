import { restLine, returnedLine } from './winery-lines.fixture.ts'
import type { FakeOrder, LineRow, OrderRow, Sold } from './winery-rows.fixture.ts'

const negative = (value: number): number => (value === 0 ? 0 : -value)

const refundRow = (
  original: OrderRow,
  {
    id,
    number,
    at,
    lines,
    extras,
  }: { id: string; number: string; at: number; lines: readonly LineRow[]; extras: Extras },
): OrderRow => {
  const net = lines.reduce((total, { amount }) => total + amount, 0)
  const discount = lines.reduce((total, line) => total + line.discount, 0)
  return {
    ...original,
    source_id: id,
    source_updated: at,
    order_number: number,
    ordered: at,
    order_type: 'refund',
    order_type_raw: 'RETURN',
    payment_status: 'paid',
    payment_status_raw: 'COMPLETED',
    fulfillment_status: 'not_required',
    fulfillment_status_raw: null,
    refund_of_source_id: original.source_id,
    requested_ship: null,
    subtotal: net + discount,
    discount,
    ...extras,
    total: net + extras.shipping + extras.tax + extras.tip,
    is_refund: true,
  }
}

interface Extras {
  readonly shipping: number
  readonly tax: number
  readonly tip: number
}

const NOTHING: Extras = { shipping: 0, tax: 0, tip: 0 }

const goodsBack = ({ row, lines }: Sold, refundId: string, number: string, at: number): Sold => {
  const back = lines.filter(({ line_id }) => line_id !== 'rest').map((line) => returnedLine(line, refundId, at))
  const extras = { shipping: negative(row.shipping), tax: negative(row.tax), tip: negative(row.tip) }
  return { row: refundRow(row, { id: refundId, number, at, lines: back, extras }), lines: back }
}

/** Money refunded without items, as on Square's payments screen. */
const moneyBack = ({ row }: Sold, refundId: string, at: number): Sold => {
  const rest = restLine(refundId, 1, at, 500, 'Adjustment')
  const lines = [{ ...rest, quantity: -1, amount: -500 }]
  return { row: refundRow(row, { id: refundId, number: refundId, at, lines, extras: NOTHING }), lines }
}

const shell = (id: string, original: FakeOrder): FakeOrder => ({
  id,
  locationId: original.locationId,
  tender: 'none',
  source: null,
  product: null,
  teamMemberId: null,
  gratuity: 0,
  sale: null,
  returns: [],
})

export const canBeRefunded = ({ sale, tender, returns }: FakeOrder): boolean =>
  sale !== null &&
  returns.length === 0 &&
  tender !== 'none' &&
  sale.row.payment_status === 'paid' &&
  sale.row.total > 500

/** An order that refunds another one: its items, or money only. */
export const refundOf = (original: FakeOrder, id: string, at: number, isPlain: boolean): FakeOrder => {
  const { sale } = original
  if (sale === null) throw new Error('There is nothing to take back')
  const sold = isPlain ? moneyBack(sale, id, at) : goodsBack(sale, id, id, at)
  return { ...shell(id, original), returns: [{ uid: 'R1', of: original.id, sold, isPlain }] }
}

/** An order that refunds another one and sells something at the same time. */
export const exchangeOf = (original: FakeOrder, sale: FakeOrder, at: number): FakeOrder => {
  if (original.sale === null || sale.sale === null) throw new Error('There is nothing to exchange')
  const back = goodsBack(original.sale, `${sale.id}:R1`, sale.id, at)
  const sold = { ...back, row: { ...back.row, payment_status_raw: sale.sale.row.payment_status_raw } }
  const row = { ...sale.sale.row, order_type: 'exchange' as const }
  return { ...sale, sale: { ...sale.sale, row }, returns: [{ uid: 'R1', of: original.id, sold, isPlain: false }] }
}
