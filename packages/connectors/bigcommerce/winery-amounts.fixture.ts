import { type FakeLine, type FakeOrder, type FakeRefund, TAX_PERCENT } from './winery-orders.fixture.ts'

/** Cents of a line. `ex` and `inc`: without and with tax, before discounts. */
export interface LineCents {
  readonly line: FakeLine
  readonly ex: number
  readonly inc: number
  /** after discounts */
  readonly netEx: number
  readonly netInc: number
  /** of what is paid */
  readonly tax: number
}

export interface OrderCents {
  readonly lines: readonly LineCents[]
  readonly shippingEx: number
  readonly shippingInc: number
  readonly wrapping: number
  readonly fee: number
  readonly tax: number
  /** discounts as the store enters prices, of lines and of shipping */
  readonly discount: number
  /** what the customer pays in any form */
  readonly paid: number
  readonly certificate: number
  readonly credit: number
  /** shipping that is not given away */
  readonly shippingPaid: number
}

const withTax = (cents: number): number => cents + Math.round((cents * TAX_PERCENT) / 100)
const withoutTax = (cents: number): number => Math.round((cents * 100) / (100 + TAX_PERCENT))

// Nothing of a gift certificate is taxed.
const lineCents = (line: FakeLine, isInclusive: boolean): LineCents => {
  const entered = line.quantity * line.unit
  const paid = entered - line.discount
  if (line.isGiftCertificate) return { line, ex: entered, inc: entered, netEx: paid, netInc: paid, tax: 0 }
  if (isInclusive) {
    const netEx = withoutTax(paid)
    return { line, ex: withoutTax(entered), inc: entered, netEx, netInc: paid, tax: paid - netEx }
  }
  return { line, ex: entered, inc: withTax(entered), netEx: paid, netInc: withTax(paid), tax: withTax(paid) - paid }
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((all, item) => all + of(item), 0)

/** What an order comes to, by the rules of its store. */
export const orderCents = (order: FakeOrder): OrderCents => {
  const { isInclusive, twist, shipping } = order
  const lines = order.lines.map((line) => lineCents(line, isInclusive))
  const shippingEx = isInclusive ? withoutTax(shipping) : shipping
  const isFree = twist === 'freeShipping' && !isInclusive
  const wrapping = twist === 'wrappedWithFee' ? 450 : 0
  const fee = twist === 'wrappedWithFee' ? 299 : 0
  const shippingPaid = isFree ? 0 : shippingEx
  const tax = sum(lines, (line) => line.tax) + (shipping - shippingEx)
  const paid = sum(lines, ({ netEx }) => netEx) + shippingPaid + wrapping + fee + tax
  return {
    lines,
    shippingEx,
    shippingInc: shipping,
    wrapping,
    fee,
    tax,
    discount: sum(order.lines, ({ discount }) => discount) + (isFree ? shipping : 0),
    paid,
    certificate: twist === 'certificate' ? Math.min(2500, paid) : 0,
    credit: twist === 'creditDeducted' ? Math.min(1000, paid) : 0,
    shippingPaid,
  }
}

export interface RefundCents {
  readonly lines: readonly {
    readonly of: LineCents
    readonly quantity: number
    readonly ex: number
    readonly netEx: number
  }[]
  readonly shipping: number
  /** of the order, not of a line */
  readonly rest: number
  readonly tax: number
  readonly total: number
}

const share = (cents: number, units: number, { quantity }: FakeLine): number => Math.round((cents * units) / quantity)

export const refundCents = (order: FakeOrder, { form }: FakeRefund): RefundCents => {
  const cents = orderCents(order)
  if (form === 'amount') return { lines: [], shipping: 0, rest: 500, tax: 0, total: 500 }
  if (form === 'whole') {
    const lines = cents.lines.map((of) => ({ of, quantity: of.line.quantity, ex: of.ex, netEx: of.netEx }))
    return { lines, shipping: cents.shippingPaid, rest: 0, tax: cents.tax, total: cents.paid }
  }
  const [of] = cents.lines
  if (!of) throw new Error('An order has lines')
  const netEx = share(of.netEx, 1, of.line)
  const tax = share(of.tax, 1, of.line)
  return {
    lines: [{ of, quantity: 1, ex: share(of.ex, 1, of.line), netEx }],
    shipping: 0,
    rest: 0,
    tax,
    total: netEx + tax,
  }
}
