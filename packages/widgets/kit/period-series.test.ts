import { expect, test } from 'vitest'
import { sampleDimension, sampleMeasure, sampleRange } from './fixture-columns.ts'
import { periodSeries } from './period-series.ts'

const columns = [
  sampleDimension('orderDay', 'Day'),
  sampleDimension('channel', 'Sales channel'),
  sampleMeasure('netSales', 'Net sales', 'currency'),
]
const range = sampleRange('2026-11-01', '2026-11-04', 'Month to date')
const compareRange = sampleRange('2026-10-01', '2026-10-04', 'Before', false)
const rows = [
  ['2026-11-01', 'web', 10],
  ['2026-11-01', 'pos', 5],
  ['2026-11-03', 'pos', 7],
]

test('fills days without orders with zero, in the total and per channel', () => {
  const series = periodSeries(
    { data: { kpis: [], columns, rows }, range, compareRange: null, comparison: null },
    'netSales',
  )
  expect(series.buckets).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  expect(series.total).toEqual([15, 0, 7])
  expect(series.byChannel.map(({ name, values }) => [name, values])).toEqual([
    ['Tasting room', [5, 0, 7]],
    ['Web', [10, 0, 0]],
  ])
  expect(series.previous).toBeNull()
})

test('aligns the previous period by its own first day', () => {
  const data = { kpis: [], columns, rows, previousRows: [['2026-10-02', 'pos', 4]] }
  expect(periodSeries({ data, range, compareRange, comparison: null }, 'netSales').previous).toEqual([0, 4, 0])
})
