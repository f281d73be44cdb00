import type { CanonicalRow } from './kit/connector.ts'
import { sumBy } from './kit/order-amounts.ts'
import { rowsOfTable } from './kit/rows.ts'
import { shopifyLine, shopifyOrder, shopifyRefund } from './shopify/order.fixture.ts'
import { orderRows as shopifyRows } from './shopify/order-rows.ts'
import { makeRows, rawItem, rawOrder, usd } from './square/square-order.fixture.ts'
import { orderRows as toastRows } from './toast/order-rows.ts'
import { ToastOrder } from './toast/order-schema.ts'
import { CHECK, ORDER, PAYMENT, SELECTION } from './toast/samples.fixture.ts'

/** What counts of some rows, in minor units; what is absent is zero. */
export interface Counted {
  /** after discounts, gift cards excluded */
  readonly net?: number
  readonly discount?: number
  readonly shipping?: number
  readonly tax?: number
  readonly tip?: number
  readonly total?: number
  readonly units?: number
}

export interface Rows {
  readonly rows: readonly CanonicalRow[]
}

export const countRows = ({ rows }: Rows): Counted => {
  const orders = rowsOfTable('orders', rows).filter(({ payment_status }) => payment_status === 'paid')
  const ids = new Set(orders.map(({ source_id }) => source_id))
  const lines = rowsOfTable('order_lines', rows).filter(({ order_source_id }) => ids.has(order_source_id))
  const counted = {
    net: sumBy(lines, ({ amount, item_kind }) => (item_kind === 'gift_card' ? 0 : amount)),
    discount: sumBy(orders, ({ discount }) => discount),
    shipping: sumBy(orders, ({ shipping }) => shipping),
    tax: sumBy(orders, ({ tax }) => tax),
    tip: sumBy(orders, ({ tip }) => tip),
    total: sumBy(orders, ({ total }) => total),
    units: sumBy(lines, ({ quantity }) => quantity),
  }
  return Object.fromEntries(Object.entries(counted).filter(([, amount]) => amount !== 0))
}

export const shopify = (
  order: Partial<Parameters<typeof shopifyOrder>[0]>,
  ...refunds: Parameters<typeof shopifyRefund>[0][]
): Rows => ({
  rows: shopifyRows(
    shopifyOrder({ lines: [BOTTLE.shopify], tax: 800, total: 10_800, ...order }),
    refunds.map(shopifyRefund),
  ),
})

export const square = (order: object, ...refunds: object[]): Rows => {
  const sale = rawOrder({
    line_items: [BOTTLE.square],
    total_tax_money: usd(800),
    total_money: usd(10_800),
    ...order,
  })
  return { rows: [...makeRows(sale), ...refunds.flatMap((refund) => makeRows(refund, { originals: [sale] }))] }
}

const ABOUT = {
  timeZone: 'America/New_York',
  currency: 'USD',
  names: { diningOptions: new Map(), revenueCenters: new Map(), salesCategories: new Map() },
  employees: new Map(),
  byGuid: new Map(),
  countsGuests: false,
  location: null,
}

export const check = (changes: object = {}) => ({
  ...CHECK,
  selections: [BOTTLE.toast],
  amount: 100,
  taxAmount: 8,
  totalAmount: 108,
  payments: [{ ...PAYMENT, amount: 108 }],
  ...changes,
})

export const toast = (order: object): Rows => ({
  rows: toastRows(ToastOrder.parse({ ...ORDER, checks: [check()], ...order }), ABOUT),
})

/** An order of one check. */
export const toastCheck = (changes: object): Rows => toast({ checks: [check(changes)] })

export const BOTTLE = {
  shopify: shopifyLine({ unit: 10_000, taxes: [800] }),
  square: rawItem({ total_tax_money: usd(800), total_money: usd(10_800) }),
  toast: { ...SELECTION, preDiscountPrice: 100, price: 100, tax: 8 },
}

/** Two bottles of 50.00. */
export const PAIR = {
  shopify: shopifyLine({ unit: 5000, quantity: 2, taxes: [800] }),
  square: { ...BOTTLE.square, quantity: '2' },
  toast: { ...BOTTLE.toast, quantity: 2 },
}

export const refundedPayment = (amount: number) => ({
  ...PAYMENT,
  amount: 108,
  refund: {
    refundAmount: amount,
    tipRefundAmount: 0,
    refundDate: '2019-02-25T18:00:00.000+0000',
    refundBusinessDate: 20190225,
    refundTransaction: { guid: 'r1', entityType: 'RefundTransaction' },
  },
})

export const squareReturn = (items: readonly object[], total: number, tax: number, changes: object = {}) =>
  rawOrder({
    id: 'BACK',
    line_items: undefined,
    total_money: null,
    total_tax_money: null,
    total_tip_money: null,
    returns: [
      {
        uid: 'R1',
        source_order_id: 'SALE',
        return_line_items: items,
        return_amounts: { total_money: usd(total), tax_money: usd(tax), tip_money: usd(0) },
      },
    ],
    refunds: [{ id: 'RF', tender_id: 'PAY', amount_money: usd(total), status: 'APPROVED' }],
    ...changes,
  })

export const one = { lineId: '1', quantity: 1, subtotal: 5000, tax: 400 }
export const both = { lineId: '1', quantity: 2, subtotal: 10_000, tax: 800 }
export const backItem = (changes: object = {}) => ({
  ...BOTTLE.square,
  uid: 'B',
  source_line_item_uid: 'A',
  ...changes,
})
export const half = backItem({ total_tax_money: usd(400), total_money: usd(5400) })
export const byAmount = {
  uid: 'C',
  quantity: '1',
  item_type: 'CUSTOM_AMOUNT',
  total_tax_money: usd(0),
  total_money: usd(10_800),
}
