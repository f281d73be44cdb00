import type { CanonicalRow } from '../kit/connector.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { orderRows, type RelatedRecords, returnsByOriginal } from './order-rows.ts'
import { SquareOrder, SquarePayment } from './order-schema.ts'

export const usd = (amount: number) => ({ amount, currency: 'USD' })

/** A bottle at 48.00 with 4.00 tax, sold at the POS; `changes` replace fields in Square's format. */
export const rawOrder = (changes: object = {}) => ({
  id: 'SALE',
  location_id: 'LOC1',
  state: 'COMPLETED',
  created_at: '2026-03-14T21:02:11.120Z',
  updated_at: '2026-03-14T21:05:00Z',
  line_items: [rawItem()],
  total_money: usd(5200),
  total_tax_money: usd(400),
  total_tip_money: usd(0),
  ...changes,
})

export const rawItem = (changes: object = {}) => ({
  uid: 'A',
  name: '2021 Estate Pinot Noir',
  quantity: '1',
  item_type: 'ITEM',
  total_tax_money: usd(400),
  total_discount_money: usd(0),
  total_money: usd(5200),
  ...changes,
})

export const rawPayment = (changes: object = {}) => ({
  id: 'PAY',
  created_at: '2026-03-14T21:02:12Z',
  order_id: 'SALE',
  team_member_id: 'TM1',
  application_details: { square_product: 'SQUARE_POS' },
  ...changes,
})

export interface Around {
  readonly payments?: readonly object[]
  readonly originals?: readonly object[]
  /** other refunds of the same sale */
  readonly refunds?: readonly object[]
}

const surroundingsOf = ({ payments = [], originals = [], refunds = [] }: Around = {}): RelatedRecords => {
  const byId = new Map(payments.map((raw) => SquarePayment.parse(raw)).map((payment) => [payment.id, payment]))
  return {
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
    products: new Map(),
    teamNames: new Map([['TM1', 'Ana Prado']]),
    locationNames: new Map([['LOC1', 'Hill Winery']]),
    customers: new Map(),
    payments: byId,
    originals: new Map(originals.map((raw) => SquareOrder.parse(raw)).map((order) => [order.id, order])),
    returns: returnsByOriginal(
      refunds.map((raw) => SquareOrder.parse(raw)),
      byId,
    ),
  }
}

/** The rows of an order as Square writes it. */
export const makeRows = (raw: object, { refunds = [], ...around }: Around = {}): CanonicalRow[] =>
  orderRows(SquareOrder.parse(raw), surroundingsOf({ ...around, refunds: [...refunds, raw] }))

/** The same by table. */
export const convertOrder = (raw: object, around: Around = {}) => {
  const rows = makeRows(raw, around)
  return { orders: rowsOfTable('orders', rows), lines: rowsOfTable('order_lines', rows) }
}
