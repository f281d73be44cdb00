import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restOf } from '../kit/order-amounts.ts'
import { RecordProblem } from '../kit/read-records.ts'
import { amountBack, partAmounts, splitOrder } from './order-amounts.ts'
import { SquareOrder } from './order-schema.ts'
import { convertOrder, rawItem, rawOrder, usd } from './square-order.fixture.ts'

const amount = fc.integer({ min: 0, max: 10_000_000 })

const item = fc
  .record({ net: amount, tax: amount, discount: amount, spread: amount, quantity: fc.integer({ min: 1, max: 99_999 }) })
  .map(({ net, tax, discount, spread, quantity }) =>
    rawItem({
      uid: null,
      quantity: String(quantity / 1000),
      total_tax_money: usd(tax),
      total_discount_money: usd(discount),
      total_service_charge_money: usd(spread),
      total_money: usd(net + tax + spread),
    }),
  )

const charge = fc
  .record({
    name: fc.constantFrom('Shipping', 'Gratuity', 'Corkage', null),
    type: fc.constantFrom('CUSTOM', 'AUTO_GRATUITY', 'SOMETHING_NEW'),
    total: amount,
    tax: amount,
  })
  .map(({ name, type, total, tax }) => ({ name, type, total_money: usd(total + tax), total_tax_money: usd(tax) }))

const parts = fc.record({
  line_items: fc.array(item, { minLength: 1, maxLength: 6 }),
  service_charges: fc.array(charge, { maxLength: 4 }),
  total_tax_money: amount.map(usd),
  total_tip_money: amount.map(usd),
  total_money: amount.map(usd),
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

test('amounts of an order add up to the total of Square, and its lines to the amounts, for any input', () => {
  fc.assert(
    fc.property(parts, (changes) => {
      const { orders, lines } = convertOrder(rawOrder(changes))
      const [order] = orders
      if (order === undefined) throw new Error('A sale is an order')
      const { subtotal, discount, shipping, tax, tip, total } = order
      expect(total).toBe(changes.total_money.amount)
      expect(subtotal - discount + shipping + tax + tip).toBe(total)
      expect(sum(lines.map((line) => line.amount))).toBe(subtotal - discount)
      expect(sum(lines.map((line) => line.discount))).toBe(discount)
      expect(new Set(lines.map(({ source_id }) => source_id)).size).toBe(lines.length)
    }),
  )
})

test('refunds of any amounts of a sale add up, and those that take all of it leave nothing', () => {
  fc.assert(
    fc.property(parts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), (changes, shares) => {
      const { sale } = splitOrder(SquareOrder.parse(rawOrder(changes)))
      if (!sale) return
      let left = partAmounts(sale, new Map())
      fc.pre(left.total > 0)
      for (const share of [...shares, 1]) {
        const total = Math.floor(left.total * share)
        const back = amountBack({ total, tip: 0 }, left)
        if (!back) continue
        const { lines, shipping, tax, tip, adjustment } = back
        expect(sum(lines.map((line) => line.amount)) + shipping + tax + tip).toBe(total)
        expect(adjustment).toBe(0)
        left = restOf(left, [back])
      }
      expect(left).toEqual({ ...left, lines: [], shipping: 0, tax: 0, tip: 0, total: 0 })
    }),
  )
})

test('a return of the same parts is the negated sale, without negative zeros', () => {
  fc.assert(
    fc.property(parts, (changes) => {
      const { line_items, service_charges, total_money, total_tax_money, total_tip_money } = changes
      const taken = {
        return_line_items: line_items,
        return_service_charges: service_charges,
        return_amounts: { total_money, tax_money: total_tax_money, tip_money: total_tip_money },
      }
      const [sold] = convertOrder(rawOrder(changes)).orders
      const [back] = convertOrder(rawOrder({ line_items: [], total_money: null, returns: [taken] })).orders
      if (!sold || !back) throw new Error('A sale and a return are orders')
      for (const column of ['subtotal', 'discount', 'shipping', 'tax', 'tip', 'total'] as const) {
        expect(Object.is(back[column], -0)).toBe(false)
        expect(back[column] + sold[column]).toBe(0)
      }
    }),
  )
})

const completeOrder = rawOrder({
  tenders: [
    { id: 'PAY', payment_id: 'PAY', type: 'CARD', amount_money: usd(5200), created_at: '2026-03-14T21:02:12Z' },
  ],
  service_charges: [{ uid: 'S', name: 'Shipping', type: 'CUSTOM', total_money: usd(0) }],
  fulfillments: [{ type: 'PICKUP', state: 'PROPOSED', pickup_details: { recipient: { display_name: 'Rosa' } } }],
  returns: [
    { uid: 'R', source_order_id: 'OLD', return_line_items: [rawItem()], return_amounts: { total_money: usd(5200) } },
  ],
  refunds: [{ id: 'RF', tender_id: 'PAY', amount_money: usd(5200), status: 'APPROVED' }],
})

/** Returns the path of every value inside a value, nested ones included. */
const pathsOf = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])])
    : []

const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
  if (key === undefined) return by
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...Object(value) }
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, by))
  return copy
}

test('an order with an arbitrary value in any position is rejected or adds up', () => {
  const nonsense = fc.oneof(fc.jsonValue(), fc.constant(undefined))
  fc.assert(
    fc.property(fc.constantFrom(...pathsOf(completeOrder)), nonsense, (path, value) => {
      const raw = replaced(completeOrder, path, value)
      if (!SquareOrder.safeParse(raw).success) return
      try {
        for (const order of convertOrder(Object(raw)).orders) {
          const { subtotal, discount, shipping, tax, tip, total } = order
          expect(subtotal - discount + shipping + tax + tip).toBe(total)
          expect(order.source_id).not.toBe('')
        }
      } catch (error) {
        if (!(error instanceof RecordProblem)) throw error
      }
    }),
    { numRuns: 2000 },
  )
})
