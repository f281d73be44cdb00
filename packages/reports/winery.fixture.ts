import { afterAll } from 'vitest'
import { sampleRows } from '#connectors/sample/sample-rows.fixture.ts'
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
export const TODAY = '2026-03-10'

const CALENDAR: QueryContext = { today: TODAY, weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' }

type Request = Partial<Omit<ReportQuery, 'definition'>>

export interface ReportRows {
  /** all rows of a report in order, in its default range unless the request says otherwise; money in minor units */
  rowsOf(
    report: Pick<ReportDeclaration, 'group' | 'slug'>,
    request?: Request,
    calendar?: Partial<QueryContext>,
  ): Promise<SqlValue[][]>
  /** rows of a hand-written statement */
  sql(text: string): Promise<SqlValue[][]>
}

/** Reports over rows that the real loader has loaded. */
export const loadedReports = async (batch: Batch): Promise<ReportRows> => {
  const { load, rows } = await testWarehouse({}, afterAll)
  await load(batch)
  return {
    sql: (text) => rows(text),
    rowsOf: ({ group, slug }, asked = {}, calendar = {}) => {
      const definition = findBuiltInReport(`${group}/${slug}`)?.definition
      if (!definition) throw new Error(`There is no report ${group}/${slug}`)
      const context = { ...CALENDAR, ...calendar }
      const request = ReportQuery.parse({ ...asked, definition: { builtin: `${group}/${slug}` } })
      const { query } = resolveReport({ ...request, definition }, context)
      const { sql, params } = compileRows(query, { dialect: duckDbDialect, context, minorUnits: 100 })
      return rows(sql, params)
    },
  }
}

/** Reports over four years of a sample winery. */
export const openSampleWinery = (): Promise<ReportRows> =>
  loadedReports(sampleRows({ seed: 11, today: TODAY, orders: 3_000, currency: 'USD' }))

const rounded = (value: SqlValue): SqlValue =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value

/** Fractions to twelve digits: the rest depends on the order in which an engine adds. */
export const settled = (rows: readonly (readonly SqlValue[])[]): SqlValue[][] => rows.map((row) => row.map(rounded))
