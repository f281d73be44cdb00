import { toMajor } from '#domain/money.ts'
import { lineJson, makeOrder, makeRefund, NO_CATALOG } from './bigcommerce/order.fixture.ts'
import { isNoOrder } from './bigcommerce/order-reads.ts'
import { orderRows as bigcommerceRows } from './bigcommerce/order-rows.ts'
import { orderRows as commerce7Rows } from './commerce7/order-rows.ts'
import { Order } from './commerce7/order-schema.ts'
import { TODAYS_ITEM, TODAYS_ORDER } from './commerce7/samples.fixture.ts'
import type { CanonicalRow } from './kit/connector.ts'
import { sumBy } from './kit/order-amounts.ts'
import { rowsOfTable } from './kit/rows.ts'
import { returnRows, orderRows as winedirectRows } from './winedirect/order-rows.ts'
import { OrderDetail, OrderSummary } from './winedirect/order-schema.ts'
import { ORDER_DETAIL, ORDER_ITEM, ORDER as WD_ORDER } from './winedirect/samples.fixture.ts'
import { isDraft } from './woocommerce/codes.ts'
import { orderRows as woocommerceRows } from './woocommerce/order-rows.ts'
import { WooOrder, WooRefund } from './woocommerce/order-schema.ts'
import { REFUNDS, ORDER as WOO_ORDER } from './woocommerce/samples.fixture.ts'

/*
 * Orders in the forms of each platform's documentation (see the fixtures that they start from): two bottles at 40.00, taxed 8 %, and
 * shipping for 15.00, changed as the case says.
 */

const TITLE = '2021 Pinot Noir'

export const wooLine = (changes: object = {}) => ({
  ...WOO_ORDER.line_items[0],
  id: 1,
  name: TITLE,
  quantity: 2,
  subtotal: '80.00',
  total: '80.00',
  ...changes,
})

export const woocommerce = (changes: object = {}, refunds: readonly object[] = []): readonly CanonicalRow[] => {
  const order = WooOrder.parse({
    ...WOO_ORDER,
    shipping_total: '15.00',
    total_tax: '6.40',
    total: '101.40',
    line_items: [wooLine()],
    refunds: refunds.map(() => ({ id: 900 })),
    ...changes,
  })
  const given = refunds.map((refund) =>
    WooRefund.parse({ ...REFUNDS[0], id: 900, line_items: [], shipping_lines: [], ...refund }),
  )
  return isDraft(order.status) ? [] : woocommerceRows(order, given, { products: new Map(), clubs: new Map() })
}

export const bcLine = lineJson

export const bigcommerce = (
  changes: object = {},
  lines: readonly object[] = [bcLine()],
  refunds: readonly object[] = [],
): readonly CanonicalRow[] => {
  const order = makeOrder(changes, lines)
  return isNoOrder(order) ? [] : bigcommerceRows(order, refunds.map(makeRefund), NO_CATALOG)
}

export const c7Item = (changes: object = {}) => ({
  ...TODAYS_ITEM,
  productTitle: TITLE,
  price: 4000,
  originalPrice: 4000,
  quantity: 2,
  tax: 640,
  ...changes,
})

/** `changes`: of each order, of which Commerce7 has another for a refund. */
export const commerce7 = (...changes: readonly object[]): readonly CanonicalRow[] =>
  changes.flatMap((change, index) => {
    const order = Order.parse({
      ...TODAYS_ORDER,
      id: String(index + 1),
      subTotal: 8000,
      shipTotal: 1500,
      taxTotal: 640,
      total: 10_140,
      totalAfterTip: null,
      promotions: [],
      items: [c7Item()],
      ...change,
    })
    return commerce7Rows(order, { currency: 'USD', timeZone: 'UTC' }, new Map())
  })

export const wdItem = (changes: object = {}) => ({
  ...ORDER_ITEM,
  Title: TITLE,
  Price: '40.00',
  OriginalPrice: '40.00',
  ...changes,
})

interface WdChanges {
  readonly summary?: object
  readonly detail?: object
  readonly items?: readonly object[]
}

/** As elements of XML: empty where there is no value. */
const elements = (fields: object): unknown => JSON.parse(JSON.stringify(fields, (_name, value) => value ?? ''))

/** `changes`: of each order, of which WineDirect may have another for a refund. */
export const winedirect = (...changes: readonly WdChanges[]): readonly CanonicalRow[] =>
  changes.flatMap(({ summary = {}, detail = {}, items = [wdItem()] }, index) => {
    const OrderID = String(index + 1)
    const order = {
      ...OrderSummary.parse(elements({ ...WD_ORDER, OrderID, ...summary })),
      detail: OrderDetail.parse(
        elements({
          ...ORDER_DETAIL,
          OrderID,
          SubTotal: '80.00',
          Tax: '6.40',
          Total: '101.40',
          Tender: null,
          ...detail,
          OrderItems: { OrderItem: items },
        }),
      ),
    }
    const context = { currency: 'USD', products: new Map(), refundedIds: new Map() }
    return [...winedirectRows(order, context).rows, ...returnRows(order, context)]
  })

/** What an order counts: its type or, unless it is paid, its payment status; units; amounts in major units. */
export type Counted = readonly [
  kind: string,
  units: number,
  net: number,
  discount: number,
  shipping: number,
  tax: number,
  tip: number,
  total: number,
]

type Cell = readonly CanonicalRow[] | { readonly rows: readonly CanonicalRow[]; readonly counted: readonly Counted[] }

/** What orders of every platform count in a case, and the orders; a text: the case does not exist there, or can't be recognized. */
export interface OrderCase {
  readonly counted: readonly Counted[]
  readonly woocommerce: Cell | string
  readonly bigcommerce: Cell | string
  readonly commerce7: Cell | string
  readonly winedirect: Cell | string
}

/** What each order counts. */
export const countOrders = (rows: readonly CanonicalRow[]): Counted[] =>
  rowsOfTable('orders', rows).map((row) => {
    const lines = rowsOfTable('order_lines', rows).filter((line) => line.order_source_id === row.source_id)
    const isPaid = row.payment_status === 'paid'
    const sales = isPaid ? lines.filter(({ item_kind }) => item_kind !== 'gift_card') : []
    const { currency, discount, shipping, tax, tip, total } = row
    const kind = isPaid ? row.order_type : row.payment_status
    const major = (amount: number): number => toMajor(amount, currency)
    return [
      currency === 'USD' ? kind : `${kind} ${currency}`,
      sumBy(lines, ({ quantity }) => quantity),
      major(sumBy(sales, ({ amount }) => amount)),
      major(discount),
      major(shipping),
      major(tax),
      major(tip),
      major(total),
    ]
  })
