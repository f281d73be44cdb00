import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { sampleDimension, sampleMeasure } from '#widgets/kit/fixture-columns.ts'
import { formatFacts, rangeText } from './report-facts-text.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'America/Los_Angeles' })

const countOf = (
  dimensions: readonly ResultColumn[],
  rowCount: number,
  isGrouped = true,
  rows: readonly (string | null)[] = [],
): string => {
  const result = {
    columns: [...dimensions, sampleMeasure('netSales', 'Net sales', 'currency')],
    rows: rows.map((name) => [name, 1]),
    totals: [],
    rowCount,
    range: null,
    excluded: [],
    notCounted: [],
    costCoverage: null,
    timeZone: 'America/Los_Angeles',
    definitionVersion: '1',
    asOf: null,
    etag: '',
  }
  return (
    formatFacts({ result, isGrouped, records: 'Order lines', filters: '', isUpdated: false }, formats).split(
      '\u00a0',
    )[0] ?? ''
  )
}

test('rows are counted by the noun of their groups, for which an ID or SKU next to a name is none', () => {
  const [brand, sku, product] = [
    sampleDimension('brand', 'Brand'),
    sampleDimension('sku', 'SKU'),
    sampleDimension('productTitle', 'Product'),
  ]
  expect(countOf([brand], 8)).toBe('8 brands')
  expect(countOf([sku, product], 22)).toBe('22 products')
  expect(countOf([sku], 1)).toBe('1 SKU')
  expect(countOf([brand, product], 3)).toBe('3 rows')
  expect(countOf([brand], 2, false)).toBe('2 order lines')
})

test('what has no value is not counted as one, unless more rows follow', () => {
  const state = sampleDimension('state', 'State')
  expect(countOf([state], 3, true, ['WA', null, 'CA'])).toBe('2 states')
  expect(countOf([state], 2, true, ['WA', null])).toBe('1 state')
  expect(countOf([state], 60, true, ['WA', null])).toBe('60 states')
})

test.each([
  [null, 'All dates'],
  [{ from: '2026-01-01', until: '2027-01-01', label: '', partial: true }, 'Jan 1 – Nov 29, 2026 (so far)'],
  [{ from: '2026-12-01', until: '2027-01-01', label: '', partial: true }, 'Dec 1–31, 2026 (so far)'],
  [{ from: '2026-01-01', until: '2026-07-01', label: '', partial: false }, 'Jan 1 – Jun 30, 2026'],
])('a range that goes on ends with the data: %#', (range, text) => {
  const answer = { range, asOf: '2026-11-30T02:00:00Z', timeZone: 'America/Los_Angeles' }
  expect(rangeText(answer, formats).replaceAll('\u2009', ' ')).toBe(text)
})
