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
  expect(monthSeries(result, 'netSales')).toMatchObject({
    buckets: ['2025-11', '2025-12', '2026-01', '2026-02'],
    total: [100, 0, 0, 30],
    previous: [0, 70, 0, 0],
  })
})

test('a ratio is null where there is nothing to divide', () => {
  const { total, previous } = monthSeries(result, 'averageOrder')
  expect([total, previous]).toEqual([
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
    buckets: ['2026-01', '2026-02'],
    total: [5, 0],
    previous: [0, 7],
  })
})

test('aligns months with their own plan', () => {
  const planned = {
    ...result,
    compareRange: sampleRange('2025-11-01', '2026-02-03', 'Plan', false),
    comparison: sampleComparison('plan'),
    data: { ...result.data, previousRows: [['2025-11', 90, null]] },
  }
  expect(monthSeries(planned, 'netSales')).toMatchObject({ total: [100, 0, 0, 30], previous: [90, 0, 0, 0] })
})

test('draws a short range by day, next to the same days of the comparison', () => {
  const short = {
    ...result,
    range: sampleRange('2026-02-01', '2026-02-04', 'Three days'),
    compareRange: sampleRange('2025-02-01', '2025-02-04', 'Before', false),
    data: {
      ...result.data,
      columns: [sampleDimension('orderDay', 'Order day'), ...columns.slice(1)],
      rows: [['2026-02-03', 5, 2]],
      previousRows: [['2025-02-02', 7, 1]],
    },
  }
  expect(monthSeries(short, 'netSales')).toMatchObject({ grain: 'day', total: [0, 0, 5], previous: [0, 7, 0] })
  expect(monthSeries(short, 'averageOrder')).toMatchObject({ total: [null, null, 2], previous: [null, 1, null] })
})
