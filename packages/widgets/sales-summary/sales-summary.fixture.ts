import { sampleComparison, sampleDimension, sampleKpi, sampleMeasure, sampleRange } from '../kit/fixture-columns.ts'
import type { WidgetFixture } from '../kit/widget-view.ts'

const MONTHS: readonly (readonly [month: string, netSales: number, orders: number, units: number])[] = [
  ['01', 84210, 612, 1810],
  ['02', 91875, 655, 1942],
  ['03', 118400, 803, 2511],
  ['04', 126980, 866, 2680],
  ['05', 142315, 951, 3022],
  ['06', 151200, 1004, 3190],
  ['07', 163940, 1122, 3408],
  ['08', 158720, 1090, 3342],
  ['09', 171055, 1131, 3590],
  ['10', 189480, 1204, 3957],
  ['11', 104330, 701, 2189],
]

const yearRows = (year: number, part: number) =>
  MONTHS.map(([month, netSales, orders, units]) => [
    `${year}-${month}`,
    netSales * part,
    Math.round(orders * part),
    netSales / orders,
    Math.round(units * part),
  ])

export const fixture: WidgetFixture = {
  settings: { column: 'netSales' },
  range: sampleRange('2026-01-01', '2026-11-17', 'Year to date'),
  compareRange: sampleRange('2025-01-01', '2025-11-17', 'Year before', false),
  comparison: sampleComparison('previousYear'),
  data: {
    kpis: [
      sampleKpi('netSales', 'Net sales', 'currency', [1502505, 1382304.6]),
      sampleKpi('orderCount', 'Orders', 'integer', [10139, 9328]),
      sampleKpi('averageOrder', 'Average order', 'currency', [148.19, 148.19]),
    ],
    columns: [
      sampleDimension('orderMonth', 'Order month'),
      sampleMeasure('netSales', 'Net sales', 'currency'),
      sampleMeasure('orderCount', 'Orders', 'integer'),
      { ...sampleMeasure('averageOrder', 'Average order', 'currency'), additive: false },
      sampleMeasure('unitsSold', 'Units sold', 'integer'),
    ],
    rows: yearRows(2026, 1),
    previousRows: yearRows(2025, 0.92),
  },
}
