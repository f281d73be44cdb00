import { minus } from '../kit/expected-rows.fixture.ts'
import { at } from '../kit/winery.fixture.ts'
import type { FakeProduct } from './winery-goods.fixture.ts'
import type { FakeClub, FakeContact } from './winery-people.fixture.ts'

export interface SaleParts {
  readonly index: number
  readonly ordered: number
  readonly contact: FakeContact
  readonly club: FakeClub
  readonly products: readonly FakeProduct[]
}

/** Cents; the quantity is negative on refunds. */
const makeLine = (product: FakeProduct, quantity: number, percent = 0) => ({
  product,
  quantity,
  original: product.price,
  price: product.price - Math.round((product.price * percent) / 100),
})

export type FakeLine = ReturnType<typeof makeLine>

const absent = <T>(): T | null => null

/**
 * An order as the fake returns it, with the expected canonical codes; amounts in cents, negative on refunds. This one was paid
 * on the website and shipped.
 */
const webSale = ({ index, ordered, contact, products }: SaleParts) => ({
  id: `0RDER-${index}`,
  number: String(10_000 + index),
  contact: contact as FakeContact | null,
  ordered,
  isCompleted: true,
  type: 'Website',
  channel: 'web',
  order_type: 'regular',
  orderStatus: 'Completed',
  compliance_status: absent<string>(),
  paymentStatus: 'Paid',
  payment_status: 'paid',
  shippingStatus: 'Shipped',
  fulfillment_status: 'fulfilled',
  shippingType: 'Ground' as string | null,
  delivery_method: 'ship',
  isPickup: false,
  isPendingPickup: false,
  pickupDate: absent<string>(),
  isShippedTo: true,
  transactionType: 'Sale',
  isRefund: false,
  previous: absent<{ readonly id: string; readonly number: string }>(),
  club: absent<FakeClub>(),
  shipment: absent<string>(),
  corporate: absent<string>(),
  marketplace: absent<string>(),
  associate: absent<string>(),
  requestedShip: absent<string>(),
  lines: [
    makeLine(at(products, index), 1 + (index % 6), index % 4 === 1 ? 15 : 0),
    makeLine(at(products, index * 7 + 1), 2),
  ],
  /** that have a shipping date */
  shippedLines: 0,
  shipping: 1200 + (index % 5) * 125,
  tax: 733 + (index % 9),
  tip: 0,
  /** when it was refunded, unless by a separate order */
  returned: absent<number>(),
})

export type OrderSpec = ReturnType<typeof webSale>

const ATTENDED = { isPickup: true, isShippedTo: false, shippingType: null, shipping: 0 } as const
const WAITING = { shippingStatus: 'NoStatus', fulfillment_status: 'unfulfilled' } as const
const FETCHED = { ...ATTENDED, shippingStatus: 'PickedUp', delivery_method: 'pickup' } as const
const AT_COUNTER = { ...ATTENDED, channel: 'pos', delivery_method: 'carry_out' } as const

type Form = Partial<OrderSpec> | ((sale: OrderSpec, parts: SaleParts) => Partial<OrderSpec>)

/** Unusual forms of orders, in turn. */
const FORMS: readonly Form[] = [
  {},
  { ...AT_COUNTER, type: 'iPad', shippingStatus: 'NoStatus', associate: 'Ana P.', tip: 1500 },
  (_sale, { club }) => ({
    ...{ type: 'Club Order', channel: 'club', order_type: 'club', club, shipment: 'Spring 2026' },
    ...{ shippingStatus: 'SentToFulfillment', fulfillment_status: 'unfulfilled', requestedShip: '2026-06-30' },
  }),
  {
    ...{ ...ATTENDED, ...WAITING, type: 'Admin Panel', channel: 'phone', delivery_method: 'pickup' },
    ...{ isPendingPickup: true, pickupDate: '2026-07-01T19:00:00.000Z' },
  },
  { ...FETCHED, type: 'Mobile' },
  { ...FETCHED, type: 'Reservation', channel: 'reservation', marketplace: 'Tock', contact: null },
  { ...WAITING, orderStatus: 'Quarantine', compliance_status: 'Quarantined' },
  {
    ...{ ...WAITING, isCompleted: false, orderStatus: 'Submitted' },
    ...{ paymentStatus: 'Declined', payment_status: 'pending' },
  },
  {
    ...{ ...WAITING, isCompleted: false, orderStatus: 'Cancelled' },
    ...{ paymentStatus: 'Voided', payment_status: 'cancelled' },
  },
  ({ lines }) => ({ lines: [{ ...at(lines, 0), price: 0 }], order_type: 'no_charge', shipping: 0, tax: 0 }),
  { corporate: '77', order_type: 'corporate' },
  { type: 'Marketplace', channel: 'marketplace', marketplace: 'Vivino' },
  ({ ordered }) => ({ paymentStatus: 'Refunded', returned: ordered + 86_400_000 }),
  { shippingStatus: 'NoStatus', fulfillment_status: 'partial', shippedLines: 1 },
  { ...AT_COUNTER, type: 'POS', shippingStatus: 'PickedUp', lines: [] },
]

export const makeSale = (parts: SaleParts): OrderSpec => {
  const sale = webSale(parts)
  const form = at(FORMS, parts.index)
  return { ...sale, ...(typeof form === 'function' ? form(sale, parts) : form) }
}

/** The order that refunds another one completely. */
export const makeRefund = (
  sale: OrderSpec,
  refund: { readonly index: number; readonly ordered: number },
): OrderSpec => ({
  ...sale,
  id: `0RDER-${refund.index}`,
  number: String(10_000 + refund.index),
  ordered: refund.ordered,
  isCompleted: true,
  orderStatus: 'Completed',
  compliance_status: null,
  paymentStatus: 'Refunded',
  payment_status: 'paid',
  order_type: 'refund',
  fulfillment_status: 'not_required',
  transactionType: 'Refund',
  isRefund: true,
  previous: { id: sale.id, number: sale.number },
  requestedShip: null,
  lines: sale.lines.map((line) => ({ ...line, quantity: minus(line.quantity) })),
  shipping: minus(sale.shipping),
  tax: minus(sale.tax),
  tip: minus(sale.tip),
  returned: null,
})
