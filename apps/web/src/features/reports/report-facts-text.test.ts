import { expect, test } from 'vitest'
import { createFormats } from '#charts/value-format.ts'
import type { ResultColumn } from '#contract/reports.ts'
import { sampleDimension, sampleMeasure } from '#widgets/kit/fixture-columns.ts'
import { formatFacts } from './report-facts-text.ts'

const formats = createFormats({ culture: 'en-US', currency: 'USD', timeZone: 'America/Los_Angeles' })

const countOf = (dimensions: readonly ResultColumn[], rowCount: number, isGrouped = true): string => {
  const result = {
    columns: [...dimensions, sampleMeasure('netSales', 'Net sales', 'currency')],
    rows: [],
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
  return formatFacts({ result, isGrouped, filters: '', isUpdated: false }, formats).split('\u00a0')[0] ?? ''
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
  expect(countOf([brand], 2, false)).toBe('2 rows')
})
