import { expect, test } from 'vitest'
import { compareTotals, differs, orderTotals, type Totals } from './control-totals.ts'

const usd = { currency: 'USD', orders: 3, refunds: 1, open: 0, canceled: 0, netSales: 171.5, total: 185.5 }
const file: Totals = {
  rows: { orders: 4, order_lines: 5, customers: 2 },
  firstDay: '2026-03-01',
  lastDay: '2026-03-09',
  currencies: [usd],
}
const labels = (expected: { orders?: number; netSales?: number } | null, stored: Totals | null = file) =>
  compareTotals({ file, stored, expected, currency: 'USD' })
    .filter(differs)
    .map(({ label }) => label)

test('a file that was stored as it was differs in nothing', () => {
  expect(labels(null)).toEqual([])
  expect(labels({ orders: 3, netSales: 171.5 })).toEqual([])
})

test('figures that the other system or the store has otherwise differ', () => {
  expect(labels({ orders: 4, netSales: 171.51 })).toEqual(['Orders', 'Net sales'])
  expect(labels(null, { ...file, currencies: [{ ...usd, total: 100 }], lastDay: '2026-03-08' })).toEqual([
    'Last order',
    'Total paid',
  ])
})

test('refunds and what reports don’t count are listed when there are any; money is that of the account’s currency', () => {
  const eur = { ...usd, currency: 'EUR', canceled: 1, netSales: 1 }
  const both = { ...file, rows: { ...file.rows, orders: 11 }, currencies: [eur, usd] }
  const rows = compareTotals({ file: both, stored: null, expected: null, currency: 'USD' })
  expect(rows.map(({ label, file: value }) => [label, value])).toEqual([
    ['First order', '2026-03-01'],
    ['Last order', '2026-03-09'],
    ['Orders', 6],
    ['Refunds', 2],
    ['Canceled orders', 1],
    ['Orders without net sales', 2],
    ['Net sales', 171.5],
    ['Total paid', 185.5],
    ['Customers', 2],
  ])
})

test('a file of other records has its rows', () => {
  const inventory = { rows: { inventory: 12 }, firstDay: null, lastDay: null, currencies: [] }
  expect(compareTotals({ file: inventory, stored: null, expected: null, currency: 'USD' })).toEqual([
    { label: 'Inventory rows', type: 'integer', file: 12, stored: null, expected: null },
  ])
})

test('orders of all currencies are counted, money is that of the account’s currency, and other records have neither', () => {
  const eur = { ...usd, currency: 'EUR', netSales: 1 }
  const both = { ...file, currencies: [eur, usd] }
  expect(orderTotals(both, 'USD')).toEqual({ orders: 6, refunds: 2, netSales: 171.5, total: 185.5 })
  expect(orderTotals(both, 'CHF')).toEqual({ orders: 6, refunds: 2, netSales: 0, total: 0 })
  expect(orderTotals({ rows: { inventory: 12 }, firstDay: null, lastDay: null, currencies: [] }, 'USD')).toBeNull()
})
