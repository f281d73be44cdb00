import { expect, test } from 'vitest'
import type { ResultColumn } from '#contract/reports.ts'
import { notCountedText } from './not-counted-text.ts'

const column = (columnId: string): ResultColumn => ({
  columnId,
  columnName: columnId,
  displayName: columnId,
  kind: 'measure',
  type: 'currency',
  format: 'currency',
  aggregation: 'None',
  total: true,
  totalAggregation: 'sum',
  additive: true,
  goodDirection: 'neutral',
})
const formats = { count: String, money: (amount: number) => `$${amount.toFixed(2)}` }
const columns = [column('tax'), column('total')]
const open = { kind: 'open' as const, records: 3, cells: [30, 330] }
const canceled = { kind: 'canceled' as const, records: 2, cells: [19, 210] }

test('says how many orders the totals leave out, and their amount', () => {
  expect(notCountedText({ columns, notCounted: [open, canceled] }, formats)).toBe(
    'Totals exclude 3 open and 2 canceled orders, $540.00.',
  )
  expect(notCountedText({ columns, notCounted: [{ kind: 'canceled', records: 1, cells: [1, 11] }] }, formats)).toBe(
    'Totals exclude 1 canceled order, $11.00.',
  )
})

test('names order lines, and no amount where the report has no total', () => {
  const lines = { columns: [column('quantity')], notCounted: [{ kind: 'open' as const, records: 4, cells: [9] }] }
  expect(notCountedText(lines, formats)).toBe('Totals exclude 4 open order lines.')
})

test('says nothing where nothing is left out', () => {
  expect(notCountedText({ columns, notCounted: [] }, formats)).toBeNull()
})
