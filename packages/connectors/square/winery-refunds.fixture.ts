import { returnedLine } from './winery-lines.fixture.ts'
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

const goodsBack = ({ row, lines }: Sold, refundId: string, number: string, at: number): Sold => {
  const back = lines.filter(({ line_id }) => line_id !== 'rest').map((line) => returnedLine(line, refundId, at))
  const extras = { shipping: negative(row.shipping), tax: negative(row.tax), tip: negative(row.tip) }
  return { row: refundRow(row, { id: refundId, number, at, lines: back, extras }), lines: back }
}

const REFUNDED = 500

/** Money refunded without items, as on Square's payments screen: a share of all parts of the sale but its tip. */
const moneyBack = (sale: Sold, refundId: string, at: number): Sold => {
  const { row } = sale
  let before = 0
  // What a part is given is the rounded share of all parts up to it, less what the parts before it were given.
  const share = (amount: number): number => {
    const given = Math.round((before * REFUNDED) / (row.total - row.tip))
    before += amount
    return negative(Math.round((before * REFUNDED) / (row.total - row.tip)) - given)
  }
  const shares = sale.lines.map((line) => ({
    ...returnedLine(line, refundId, at),
    quantity: 0,
    unit_price: null,
    amount: share(line.amount),
    discount: negative(Math.round((line.discount * REFUNDED) / (row.total - row.tip))),
  }))
  const extras = { shipping: share(row.shipping), tax: share(row.tax), tip: 0 }
  const lines = shares.filter(({ amount }) => amount !== 0).map((line, index) => ({ ...line, line_number: index + 1 }))
  return { row: refundRow(row, { id: refundId, number: refundId, at, lines, extras }), lines }
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
  sale.row.total - sale.row.tip > REFUNDED

/** An order that refunds another one: its items, or money only. */
export const makeRefund = (original: FakeOrder, id: string, at: number, isPlain: boolean): FakeOrder => {
  const { sale } = original
  if (sale === null) throw new Error('There is nothing to take back')
  const sold = isPlain ? moneyBack(sale, id, at) : goodsBack(sale, id, id, at)
  return { ...shell(id, original), returns: [{ uid: 'R1', of: original.id, sold, isPlain }] }
}

/** An order that refunds another one and sells something at the same time. */
export const makeExchange = (original: FakeOrder, sale: FakeOrder, at: number): FakeOrder => {
  if (original.sale === null || sale.sale === null) throw new Error('There is nothing to exchange')
  const back = goodsBack(original.sale, `${sale.id}:R1`, sale.id, at)
  const sold = { ...back, row: { ...back.row, payment_status_raw: sale.sale.row.payment_status_raw } }
  const row = { ...sale.sale.row, order_type: 'exchange' as const }
  return { ...sale, sale: { ...sale.sale, row }, returns: [{ uid: 'R1', of: original.id, sold, isPlain: false }] }
}
