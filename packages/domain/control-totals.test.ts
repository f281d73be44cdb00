import { expect, test } from 'vitest'
import { addControlTotals, type ControlTotals, NO_CONTROL_TOTALS } from './control-totals.ts'

const dollars = { currency: 'USD', orders: 3, refunds: 1, open: 1, canceled: 1, netSales: 500, total: 600 }
const euros = { ...dollars, currency: 'EUR' }
const spring: ControlTotals = {
  rows: { orders: 4, order_lines: 9 },
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  currencies: [dollars],
}
const summer: ControlTotals = {
  rows: { orders: 8, customers: 2 },
  firstDay: '2026-02-01',
  lastDay: '2026-07-04',
  currencies: [euros, dollars],
}

test('totals of two parts add up table by table and currency by currency, over the days of both', () => {
  expect(addControlTotals(spring, summer)).toEqual({
    rows: { orders: 12, order_lines: 9, customers: 2 },
    firstDay: '2026-02-01',
    lastDay: '2026-07-04',
    currencies: [euros, { currency: 'USD', orders: 6, refunds: 2, open: 2, canceled: 2, netSales: 1000, total: 1200 }],
  })
})

test('a part without rows adds nothing', () => {
  expect(addControlTotals(NO_CONTROL_TOTALS, spring)).toEqual(spring)
  expect(addControlTotals(spring, NO_CONTROL_TOTALS)).toEqual(spring)
})
