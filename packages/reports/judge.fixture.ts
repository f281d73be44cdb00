import { beforeAll, expect, test } from 'vitest'
import { findBuiltInReport } from './built-in-reports.ts'
import { openSampleWinery, type ReportRows, settled } from './winery.fixture.ts'

/** Every column of a report in order, as SQL over the canonical tables gives it on the day of the sample winery. */
export type Judgement = readonly [slug: string, sql: string]

export const UTC = (sql: string): string => `strftime(${sql}, '%Y-%m-%dT%H:%M:%SZ')`
export const DAY = (sql: string): string => `strftime(${sql}, '%Y-%m-%d')`

/** Half-open local days. */
export const WITHIN = (sql: string, from: string, until: string): string =>
  `${sql} >= TIMESTAMP '${from} 00:00:00' AND ${sql} < TIMESTAMP '${until} 00:00:00'`

export const COUNTED = `(o.payment_status = 'paid' AND NOT o.is_refund AND o.net_sales > 0)`

/** Net sales, orders and average order of the orders `o`. */
export const SALES = `sum(CASE WHEN o.payment_status = 'paid' THEN o.net_sales ELSE 0 END),
  count(CASE WHEN ${COUNTED} THEN 1 END), avg(CASE WHEN ${COUNTED} THEN o.net_sales END)`

export const LAST_365_DAYS = ['2025-03-11', '2026-03-11'] as const
export const LAST_90_DAYS = ['2025-12-11', '2026-03-11'] as const
export const LAST_30_DAYS = ['2026-02-09', '2026-03-11'] as const
export const THIS_YEAR = ['2026-01-01', '2027-01-01'] as const
export const THIS_MONTH = ['2026-03-01', '2026-04-01'] as const

/** One test for each: the report answers rows, and they are those of the SQL. */
export const judge = (judgements: readonly Judgement[]): void => {
  let winery: ReportRows
  beforeAll(async () => {
    winery = await openSampleWinery()
  })

  test.each(judgements)('%s answers what SQL written by hand does', async (slug, sql) => {
    const report = findBuiltInReport(slug)
    if (report === null) throw new Error(`There is no report ${slug}`)
    const rows = settled(await winery.rowsOf(report))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(settled(await winery.sql(sql)))
  })
}
