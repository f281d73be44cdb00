import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import { answerSentence } from './answer-sentence.ts'

const FORMATS = createFormats({ culture: 'en-US', currency: 'USD' })
const column = (columnId: string, displayName: string, format: 'text' | 'currency' | 'percent') => ({
  columnId,
  displayName,
  format,
})
const definition = ReportDefinition.parse({
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
})
const range = { from: '2026-01-01', until: '2027-01-01', label: 'Jan 1 – Dec 31, 2026', partial: true }

test('a share is a sentence about the part that was named', () => {
  const result = {
    columns: [
      column('channel', 'Sales channel', 'text'),
      column('netSales', 'Net sales', 'currency'),
      column('share', 'Share', 'percent'),
    ],
    rows: [
      ['pos', 600, 0.6],
      ['club', 384, 0.384],
    ],
    totals: [null, 984, 1],
    rowCount: 2,
    range,
  }
  const focus = { columnId: 'channel', values: ['club'] }
  expect(answerSentence(result, { definition, focus }, FORMATS)).toBe(
    'Club was 38.4% of net sales, Jan 1 – Dec 31, 2026.',
  )
  expect(answerSentence(result, { definition, focus: { ...focus, values: ['web'] } }, FORMATS)).toBeNull()
})

test('a change is a sentence with the groups that changed most in its direction', () => {
  const result = {
    columns: [column('channel', 'Sales channel', 'text'), column('netSales', 'Net sales', 'currency')],
    rows: [
      ['pos', 500],
      ['club', 300],
      ['web', 100],
    ],
    previous: [
      ['pos', 600],
      ['club', 280],
      ['web', 150],
    ],
    totals: [null, 900],
    previousTotals: [null, 1030],
    rowCount: 3,
    range,
  }
  expect(answerSentence(result, { definition, compare: 'previousYear' }, FORMATS)).toBe(
    'Net sales fell $130.00 (12.6%). Largest changes: Tasting room −$100.00, Web −$50.00.',
  )
})

test('names months in a change', () => {
  const result = {
    columns: [column('orderMonth', 'Order month', 'text'), column('netSales', 'Net sales', 'currency')],
    rows: [
      ['2026-05', 500],
      ['2026-10', 300],
    ],
    previous: [
      ['2025-05', 400],
      ['2025-10', 250],
    ],
    totals: [null, 800],
    previousTotals: [null, 650],
    rowCount: 2,
    range,
  }
  const byMonth = { ...definition, groupColumns: ['orderMonth'] }
  expect(answerSentence(result, { definition: byMonth, compare: 'previousYear' }, FORMATS)).toBe(
    'Net sales rose $150.00 (23.1%). Largest changes: May 2026 +$100.00, Oct 2026 +$50.00.',
  )
})

test('digits of a name are none of the sentence', () => {
  const columns = [column('productTitle', 'Product', 'text'), column('netSales', 'Net sales', 'currency')]
  const wines = ['2021 Oak Hollow', '3 Barrels']
  const result = {
    columns,
    rows: wines.map((name) => [name, 100]),
    previous: wines.map((name) => [name, 150]),
    totals: [null, 200],
    previousTotals: [null, 300],
    rowCount: 2,
    range,
  }
  const byProduct = ReportDefinition.parse({
    reportType: 'OrderLines',
    columns: [{ columnId: 'productTitle' }, { columnId: 'netSales' }],
    groupColumns: ['productTitle'],
  })
  expect(answerSentence(result, { definition: byProduct, compare: 'previousYear' }, FORMATS)).toBe(
    'Net sales fell $100.00 (33.3%). Largest changes: 2021 Oak Hollow −$50.00, 3 Barrels −$50.00.',
  )
})

test('a table without a comparison or a named part has no sentence', () => {
  const columns = [column('channel', 'Sales channel', 'text'), column('netSales', 'Net sales', 'currency')]
  const result = { columns, rows: [['pos', 500]], totals: [null, 500], rowCount: 1, range: null }
  expect(answerSentence(result, { definition }, FORMATS)).toBeNull()
})
