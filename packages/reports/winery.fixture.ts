import { afterAll } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
import { ReportQuery } from '#contract/reports.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import type { QueryContext } from '#semantic/compiler/dialect.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'
import { testWarehouse } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlValue } from '#warehouse/engine.ts'
import type { BuiltInReport } from './kit/built-in-report.ts'
import { resolveReport } from './kit/resolve-report.ts'

/** A Tuesday in the middle of a week, a month and a quarter. */
export const TODAY = '2026-03-10'

export const CALENDAR: QueryContext = { today: TODAY, weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' }

export interface SampleWinery {
  /** all rows of a report at its default range, in order; money in minor units */
  rowsOf(report: BuiltInReport, calendar?: Partial<QueryContext>): Promise<SqlValue[][]>
  /** rows of a statement written by hand */
  sql(text: string): Promise<SqlValue[][]>
}

/** A sample winery of four years in the real warehouse. */
export const openSampleWinery = async (): Promise<SampleWinery> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(sampleRows({ seed: 11, today: TODAY, orders: 3_000, currency: 'USD' }))
  return {
    sql: (text) => rows(text),
    rowsOf: (report, calendar = {}) => {
      const context = { ...CALENDAR, ...calendar }
      const request = ReportQuery.parse({ definition: { builtin: `${report.group}/${report.slug}` } })
      const { query } = resolveReport({ ...request, definition: report.definition }, context)
      const { sql, params } = compileRows(query, { dialect: duckDbDialect, context, minorUnits: 100 })
      return rows(sql, params)
    },
  }
}

const rounded = (value: SqlValue): SqlValue =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value

/** Fractions to twelve digits: the rest hangs on the order in which an engine adds. */
export const settled = (rows: readonly (readonly SqlValue[])[]): SqlValue[][] => rows.map((row) => row.map(rounded))
