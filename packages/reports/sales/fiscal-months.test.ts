import { beforeAll, expect, test } from 'vitest'
import { openSampleWinery, type ReportRows } from '../winery.fixture.ts'
import { salesTrends } from './sales-trends.report.ts'

let winery: ReportRows
beforeAll(async () => {
  winery = await openSampleWinery()
})

test('months of sales trends run from the first of the fiscal year, each with its years in order', async () => {
  const rows = await winery.rowsOf(salesTrends, {}, { fiscalYearStartMonth: 7 })
  const months = [...new Set(rows.map(([month]) => month))]
  expect(months).toEqual([7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6])
  expect(rows.slice(0, 3).map(([, year]) => year)).toEqual([2024, 2025, 2026])
})

test('sales trends leave nothing of the three years out', async () => {
  const rows = await winery.rowsOf(salesTrends, {}, { fiscalYearStartMonth: 7 })
  const [[net] = []] = await winery.sql(
    `SELECT sum(net_sales) FROM orders WHERE ordered_local >= DATE '2023-07-01' AND ordered_local < DATE '2026-07-01'`,
  )
  expect(rows.reduce((sum, [, , one]) => sum + Number(one), 0)).toBe(Number(net))
})
