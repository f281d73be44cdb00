import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecordProblem } from '../kit/read-records.ts'
import { rowsOfTable } from '../kit/rows.ts'
import { orderRows } from './order-rows.ts'
import { OrderDetail, OrderSummary } from './order-schema.ts'

type Item = Readonly<Record<string, string>>

const detail = (fields: Readonly<Record<string, unknown>>, items: readonly Item[] = []): OrderDetail =>
  OrderDetail.parse({ OrderID: 'O', SubTotal: '0', Total: '0', OrderItems: { OrderItem: items }, ...fields })

const SUMMARY = OrderSummary.parse({ OrderID: 'O', OrderNumber: '1', SubmittedDate: '2026-06-17T19:00:00' })

/** The amounts of an order's rows, apart from a line that is no item's. */
const computeOrderMoney = (given: OrderDetail, currency: string, isRefund: boolean) => {
  const order = { ...SUMMARY, detail: { ...given, TransactionType: isRefund ? 'Refund' : null } }
  const { rows } = orderRows(order, { currency, products: new Map(), refundedIds: new Map() })
  const [sale] = rowsOfTable('orders', rows)
  const lines = rowsOfTable('order_lines', rows).filter(({ line_id }) => line_id !== 'adjustment')
  if (!sale) throw new Error('There is no order')
  const { subtotal, discount, shipping, tax, tip, total } = sale
  return {
    order: { subtotal, discount, shipping, tax, tip, total },
    lines: lines.map(({ quantity, unit_price: unitPrice, discount, amount, cost }) => ({
      ...{ quantity, unitPrice, discount, amount, cost },
    })),
  }
}

const item = (Price: string, Quantity: string, OriginalPrice?: string): Item => ({
  Price,
  Quantity,
  ...(OriginalPrice === undefined ? {} : { OriginalPrice }),
})

const lineOf = (one: Item, subtotal: string, currency = 'USD') =>
  computeOrderMoney(detail({ SubTotal: subtotal, Total: subtotal }, [one]), currency, false).lines[0]

test.each([
  ['a plain price', item('48.00', '2'), '96.00', { quantity: 2, unitPrice: 48, discount: 0, amount: 9600 }],
  ['a discount', item('40.80', '2', '48.00'), '81.60', { quantity: 2, unitPrice: 48, discount: 1440, amount: 8160 }],
  ['a price increase', item('50', '1', '48'), '50', { quantity: 1, unitPrice: 50, discount: 0, amount: 5000 }],
  [
    'cents without an exact binary fraction',
    item('1.005', '100'),
    '100.50',
    { quantity: 100, unitPrice: 1.005, discount: 0, amount: 10_050 },
  ],
  ['half a bottle', item('19.99', '0.5'), '10.00', { quantity: 0.5, unitPrice: 19.99, discount: 0, amount: 1000 }],
  ['a gift', item('0', '1', '30.00'), '0', { quantity: 1, unitPrice: 30, discount: 3000, amount: 0 }],
  [
    'returned by negative quantity',
    item('48.00', '-2', '50.00'),
    '-96.00',
    { quantity: -2, unitPrice: 50, discount: -400, amount: -9600 },
  ],
  [
    'returned by negative price',
    item('-48.00', '2', '-50.00'),
    '-96.00',
    { quantity: -2, unitPrice: 50, discount: -400, amount: -9600 },
  ],
  [
    'returned, with positive values on the item',
    item('48.00', '2'),
    '-96.00',
    { quantity: -2, unitPrice: 48, discount: 0, amount: -9600 },
  ],
])('%s', (_name, one, subtotal, expected) => {
  expect(lineOf(one, subtotal)).toEqual(expected)
})

test.each([
  ['of the units sold', '48.00', '2', '96.00', 2200],
  ['of returned units, with positive values on the item', '48.00', '2', '-96.00', -2200],
  ['of units returned by negative price', '-48.00', '2', '-96.00', -2200],
  ['of units returned by negative quantity', '48.00', '-2', '-96.00', -2200],
])('knows the cost %s', (_name, price, quantity, subtotal, cost) => {
  expect(lineOf({ ...item(price, quantity), CostOfGood: '11.00' }, subtotal)).toMatchObject({ cost })
})

test('counts a currency without minor units in whole units', () => {
  expect(lineOf(item('4800', '2'), '9600', 'JPY')).toMatchObject({ amount: 9600 })
})

test('spreads an order coupon over the items, to the cent', () => {
  const order = detail({ SubTotal: '90.00', Total: '90.00' }, [
    item('33.33', '1'),
    item('33.33', '1'),
    item('33.34', '1'),
  ])
  const { order: money, lines } = computeOrderMoney(order, 'USD', false)
  expect(lines.map(({ discount }) => discount)).toEqual([333, 334, 333])
  expect(money).toMatchObject({ subtotal: 10_000, discount: 1000, total: 9000 })
})

test('gives cents of rounding to the largest item', () => {
  const items = [item('3.33', '1'), item('33.33', '3')]
  const { order, lines } = computeOrderMoney(detail({ SubTotal: '103.33', Total: '103.33' }, items), 'USD', false)
  expect(lines.map(({ amount, discount }) => [amount, discount])).toEqual([
    [333, 0],
    [10_000, 0],
  ])
  expect(order).toMatchObject({ subtotal: 10_333, discount: 0, total: 10_333 })
})

const CARD = { SubTotal: '90', Shipping: '15', Tax: '8.40', AmountPaidByGiftCard: '40.00', AmountPaidByPoints: '3.40' }

test.each([
  ['contains', { ...CARD, Total: '113.40' }],
  ['leaves out', { ...CARD, Total: '70.00' }],
  ['leaves out, with a tip', { ...CARD, Total: '70.00', Tip: '5', TotalAfterTip: '75.00' }],
])('counts what was paid by gift card and points, which the total %s', (_what, fields) => {
  const { order } = computeOrderMoney(detail(fields, [item('45', '2')]), 'USD', false)
  expect(order).toMatchObject({ subtotal: 9000, discount: 0, total: 11_340 + order.tip })
})

test('counts what the parts leave of a total', () => {
  const { order, lines } = computeOrderMoney(detail({ SubTotal: '40', Total: '45' }, [item('40', '1')]), 'USD', false)
  expect([order.subtotal, order.total, lines[0]?.amount]).toEqual([4500, 4500, 4000])
})

test('keeps a subtotal above the sum of its items', () => {
  const { order, lines } = computeOrderMoney(detail({ SubTotal: '50', Total: '50' }, [item('40', '1')]), 'USD', false)
  expect([order.subtotal, order.discount, lines[0]?.amount]).toEqual([5000, 0, 4000])
})

test('adds handling to shipping, a deposit to tax, and the tip to the total', () => {
  const charges = { Shipping: '12.00', Handling: '3.95', Tax: '7.31', Deposit: '0.60', Tip: '5' }
  const order = detail({ SubTotal: '40', Total: '63.86', ...charges }, [item('40', '1')])
  expect(computeOrderMoney(order, 'USD', false).order).toEqual({
    subtotal: 4000,
    discount: 0,
    shipping: 1595,
    tax: 791,
    tip: 500,
    total: 6886,
  })
  expect(computeOrderMoney({ ...order, TotalAfterTip: '70.00' }, 'USD', false).order.total).toBe(7000)
})

test('negates a refund written without minus signs', () => {
  const { order, lines } = computeOrderMoney(
    detail({ SubTotal: '40', Tax: '4', Total: '44' }, [item('40', '1')]),
    'USD',
    true,
  )
  expect(order).toEqual({ subtotal: -4000, discount: 0, shipping: 0, tax: -400, tip: 0, total: -4400 })
  expect(lines).toEqual([{ quantity: -1, unitPrice: 40, discount: 0, amount: -4000 }])
})

test.each([
  ['OrderItems[0].Price', detail({}, [item('1e30', '1')])],
  ['OrderItems[0].Quantity', detail({}, [item('1', '99999999999999999999')])],
  ['Total', detail({ Total: '1e30' })],
])('names the field of an invalid amount: %s', (field, order) => {
  expect(() => computeOrderMoney(order, 'USD', false)).toThrow(RecordProblem)
  expect(() => computeOrderMoney(order, 'USD', false)).toThrow(field)
})

const text = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const cents = fc.integer({ min: 0, max: 100_000 })
const sold = fc.record({ price: cents, off: cents, quantity: fc.integer({ min: 1, max: 24 }) })
const bill = fc.record({
  items: fc.array(sold, { maxLength: 8 }),
  coupon: fc.double({ min: 0, max: 1, noNaN: true }),
  charges: fc.tuple(cents, cents, cents, cents, cents),
  sign: fc.constantFrom(1, -1),
})

test('items, order and payment add up for any sale, refund and coupon', () => {
  fc.assert(
    fc.property(bill, ({ items, coupon, charges: [Shipping, Handling, Tax, Deposit, Tip], sign }) => {
      const sum = items.reduce((total, { price, quantity }) => total + price * quantity, 0)
      const net = sum - Math.floor(sum * coupon)
      const total = net + Shipping + Handling + Tax + Deposit
      const charge = (amount: number): string => text(amount * sign)
      const order = detail(
        {
          SubTotal: charge(net),
          Shipping: charge(Shipping),
          Handling: charge(Handling),
          Tax: charge(Tax),
          Deposit: charge(Deposit),
          Tip: charge(Tip),
          Total: charge(total),
          TotalAfterTip: charge(total + Tip),
        },
        items.map(({ price, off, quantity }) => item(text(price), String(quantity * sign), text(price + off))),
      )
      const { order: money, lines } = computeOrderMoney(order, 'USD', sign < 0)
      const sumOf = (column: 'amount' | 'discount') => lines.reduce((all, line) => all + line[column], 0)
      expect(sumOf('amount') + 0).toBe(net * sign + 0)
      expect(sumOf('discount') + 0).toBe(money.discount + 0)
      expect(money.subtotal - money.discount + money.shipping + money.tax + money.tip).toBe(money.total)
      expect(money.total + 0).toBe((total + Tip) * sign + 0)
      for (const line of lines) expect(Math.sign(line.amount) * sign).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})
