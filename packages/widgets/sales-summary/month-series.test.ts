import { expect, test } from 'vitest'
import { sampleComparison, sampleDimension, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import { monthSeries } from './month-series.ts'

const columns = [
  sampleDimension('orderMonth', 'Order month'),
  sampleMeasure('netSales', 'Net sales', 'currency'),
  { ...sampleMeasure('averageOrder', 'Average order', 'currency'), additive: false },
]
const result = {
  range: sampleRange('2025-11-01', '2026-02-03', 'Year to date'),
  compareRange: sampleRange('2024-11-01', '2025-02-03', 'Before', false),
  comparison: sampleComparison('previousYear'),
  data: {
    kpis: [],
    columns,
    rows: [
      ['2025-11', 100, 10],
      ['2026-02', 30, 15],
    ],
    previousRows: [['2024-12', 70, 7]],
  },
}

test('aligns months of the fiscal year with the same months a year earlier', () => {
  expect(monthSeries(result, 'netSales')).toEqual({
    months: ['2025-11', '2025-12', '2026-01', '2026-02'],
    current: [100, 0, 0, 30],
    previous: [0, 70, 0, 0],
  })
})

test('a ratio is null where there is nothing to divide', () => {
  const { current, previous } = monthSeries(result, 'averageOrder')
  expect([current, previous]).toEqual([
    [10, null, null, 15],
    [null, 7, null, null],
  ])
})

test('aligns months with those of the previous period by their distance', () => {
  const shifted = {
    ...result,
    range: sampleRange('2026-01-01', '2026-03-01', 'Two months'),
    compareRange: sampleRange('2025-11-01', '2026-01-01', 'Two months before', false),
    comparison: sampleComparison('previousPeriod'),
    data: { ...result.data, rows: [['2026-01', 5, 1]], previousRows: [['2025-12', 7, 1]] },
  }
  expect(monthSeries(shifted, 'netSales')).toMatchObject({
    months: ['2026-01', '2026-02'],
    current: [5, 0],
    previous: [0, 7],
  })
})
