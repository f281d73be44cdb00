import { beforeAll, expect, test } from 'vitest'
import {
  COUNTED,
  LAST_365_DAYS,
  openSampleWinery,
  type ReportRows,
  SALES,
  testReportsAgainstSql,
  WITHIN,
} from '../winery.fixture.ts'
import { salesTrends } from './sales.report.ts'

const AVERAGE_DAY = `sum(o.net_sales) / count(DISTINCT CASE WHEN ${COUNTED} THEN o.ordered_local::DATE END)`
const lastYear = WITHIN('o.ordered_local', ...LAST_365_DAYS)

testReportsAgainstSql([
  [
    'sales/sales-trends',
    `SELECT month(o.ordered_local), year(o.ordered_local), ${SALES} FROM orders o
     WHERE ${WITHIN('o.ordered_local', '2024-01-01', '2027-01-01')} GROUP BY ALL ORDER BY 1, 2`,
  ],
  [
    'sales/by-day-of-week',
    `SELECT isodow(o.ordered_local), ${SALES}, ${AVERAGE_DAY} FROM orders o WHERE ${lastYear} GROUP BY 1 ORDER BY 1`,
  ],
  [
    'sales/weekday-vs-weekend',
    `SELECT isodow(o.ordered_local) IN (6, 7), ${SALES}, ${AVERAGE_DAY} FROM orders o
     WHERE ${lastYear} GROUP BY 1 ORDER BY 1`,
  ],
])

let winery: ReportRows
beforeAll(async () => {
  winery = await openSampleWinery()
})

test('sales trends start with the first month of the fiscal year and list the years of a month in order', async () => {
  const rows = await winery.runReport(salesTrends, {}, { fiscalYearStartMonth: 7 })
  const months = [...new Set(rows.map(([month]) => month))]
  expect(months).toEqual([7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6])
  expect(rows.slice(0, 3).map(([, year]) => year)).toEqual([2024, 2025, 2026])
})

test('sales trends include all sales of the three years', async () => {
  const rows = await winery.runReport(salesTrends, {}, { fiscalYearStartMonth: 7 })
  const [[net] = []] = await winery.sql(
    `SELECT sum(net_sales) FROM orders WHERE ordered_local >= DATE '2023-07-01' AND ordered_local < DATE '2026-07-01'`,
  )
  expect(rows.reduce((sum, [, , one]) => sum + Number(one), 0)).toBe(Number(net))
})
