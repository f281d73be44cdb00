import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import type { QueryContext } from '#semantic/catalog/dialect.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'
import type { Batch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { testWarehouse } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import { findBuiltInReport } from './built-in-reports.ts'
import type { ReportDeclaration } from './kit/built-in-report.ts'
import { resolveReport } from './kit/resolve-report.ts'

/** A Tuesday in the middle of a week, a month and a quarter. */
const TODAY = '2026-03-10'

const CALENDAR: QueryContext = { today: TODAY, weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' }

type Request = Partial<Omit<ReportQuery, 'definition'>>

export interface ReportRows {
  /** all rows of a report in order, in its default range unless the request has another; money in minor units */
  runReport(
    report: Pick<ReportDeclaration, 'group' | 'slug'>,
    request?: Request,
    calendar?: Partial<QueryContext>,
  ): Promise<SqlValue[][]>
  /** all rows of a definition */
  runDefinition(definition: ReportDefinitionInput): Promise<SqlValue[][]>
  /** rows of a hand-written statement */
  sql(text: string): Promise<SqlValue[][]>
}

/** Runs reports on rows loaded by the real loader. */
export const loadedReports = async (batch: Batch): Promise<ReportRows> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(batch)
  const run = (
    definition: ReportDefinition,
    asked: z.input<typeof ReportQuery>,
    calendar: Partial<QueryContext> = {},
  ): Promise<SqlValue[][]> => {
    const context = { ...CALENDAR, ...calendar }
    const { query } = resolveReport({ ...ReportQuery.parse(asked), definition }, context)
    const { sql, params } = compileRows(query, { dialect: duckDbDialect, context, minorUnits: 100 })
    return rows(sql, params)
  }
  return {
    sql: (text) => rows(text),
    runDefinition: (definition) => run(ReportDefinition.parse(definition), { definition }),
    runReport: ({ group, slug }, asked = {}, calendar = {}) => {
      const builtin = `${group}/${slug}`
      const definition = findBuiltInReport(builtin)?.definition
      if (!definition) throw new Error(`There is no report ${builtin}`)
      return run(definition, { ...asked, definition: { builtin } }, calendar)
    },
  }
}

/** Runs reports on four years of a sample winery. */
export const openSampleWinery = (): Promise<ReportRows> =>
  loadedReports(sampleRows({ seed: 11, today: TODAY, orders: 3_000, currency: 'USD' }))

const rounded = (value: SqlValue): SqlValue =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value

/** Rounds fractions to twelve digits: the rest depends on the engine's order of summation. */
export const settled = (rows: readonly (readonly SqlValue[])[]): SqlValue[][] => rows.map((row) => row.map(rounded))

/** A report and hand-written SQL over the canonical tables that returns all of its columns in order. */
type ExpectedReport = readonly [slug: string, sql: string]

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

/** One test per report: it returns rows, and they equal those of the SQL. */
export const testReportsAgainstSql = (expected: readonly ExpectedReport[]): void => {
  let winery: ReportRows
  beforeAll(async () => {
    winery = await openSampleWinery()
  })

  test.each(expected)('%s returns the rows of hand-written SQL', async (slug, sql) => {
    const report = findBuiltInReport(slug)
    if (report === null) throw new Error(`There is no report ${slug}`)
    const rows = settled(await winery.runReport(report))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(settled(await winery.sql(sql)))
  })
}
