import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { FigureProvenance, InsightFigure } from '#contract/insights.ts'
import { exactText, ownFigures, provenanceText, reportAddress } from './provenance-text.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD' })
const days = { from: '2026-02-23', until: '2026-03-02' }

const report: FigureProvenance = {
  kind: 'report',
  definition: { builtin: 'orders/list' },
  filters: [],
  ...days,
  measure: 'netSales',
  address: '/reports/orders/list?from=2026-02-23&until=2026-03-02',
}

const figure = (id: string, value: number, receipt: FigureProvenance): InsightFigure => ({
  id,
  label: id,
  value,
  format: 'currency',
  text: `about ${value}`,
  receipt,
})

const figures = [
  figure('Sales', 900, report),
  figure('Expected', 1200, { kind: 'forecast', part: 'expected', ...days }),
  figure('Change', -0.25, { kind: 'rule', rule: 'change', of: ['Sales', 'Expected'] }),
  figure('Difference', -300, { kind: 'rule', rule: 'difference', of: ['Sales', 'Expected'] }),
  figure('Members', 4, { kind: 'records', words: 'Members named', address: null }),
]

test.each([
  ['Sales', 'From the report, Feb 23 – Mar 1, 2026'],
  ['Expected', 'Forecast, based on the days before Feb 23 – Mar 1, 2026'],
  ['Change', '(Sales $900.00 − Expected $1,200.00) ÷ Expected $1,200.00'],
  ['Difference', 'Sales $900.00 − Expected $1,200.00'],
  ['Members', 'Members named'],
])('describes how %s is calculated: %s', (id, words) => {
  const asked = figures.find((one) => one.id === id) ?? figure(id, 0, report)
  expect(provenanceText(asked, figures, formats).replaceAll('\u2009', ' ')).toBe(words)
})

test.each([
  [2, 'Customer 1 $1.00 + Customer 2 $2.00'],
  [7, 'Sum of the 7 figures above, from Customer 1 $1.00 to Customer 7 $7.00'],
])('describes a sum of %i figures as: %s', (count, words) => {
  const parts = Array.from({ length: count }, (_, index) => figure(`Customer ${index + 1}`, index + 1, report))
  const sum = figure('Spent', 0, { kind: 'rule', rule: 'sum', of: parts.map(({ id }) => id) })
  expect(provenanceText(sum, [...parts, sum], formats)).toBe(words)
})

test('shows the exact value with its sign', () => {
  const sales = figure('Sales', 1234.5, report)
  expect(exactText(sales, formats)).toBe('$1,234.50')
  expect(exactText({ ...sales, value: -12.5, format: 'number' }, formats)).toBe('−12.5')
})

test('links a figure only to its report or its records', () => {
  expect(figures.map(reportAddress)).toEqual([report.address, null, null, null, null])
})

test('excludes figures of people and groups', () => {
  const tables = {
    people: [{ figures: ['Members'] }],
    split: { groups: [{ before: 'Expected', after: 'Sales', change: 'Difference' }] },
  }
  expect(ownFigures(figures, tables).map(({ id }) => id)).toEqual(['Change'])
})
