import { describe, expect, test } from 'vitest'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { isFilterOnly } from '#semantic/catalog/column.ts'
import { compileRows } from '#semantic/compiler/compile.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { clickHouseDialect } from './clickhouse-dialect.ts'

const options = {
  dialect: clickHouseDialect,
  context: { today: '2026-03-10', weekStart: 'monday', fiscalYearStartMonth: 1, currency: 'USD' },
  minorUnits: 100,
} as const

const isTable = (name: string): boolean => CANONICAL_TABLE_NAMES.some((table) => table === name)

/** Tables that are read without the account. */
const bareTables = (sql: string): string[] => {
  const others = CANONICAL_TABLE_NAMES.reduce((text, table) => text.replaceAll(clickHouseDialect.table(table), ''), sql)
  return [...others.matchAll(/(?:FROM|JOIN)\s+"?(\w+)/g)].map(([, name]) => name ?? '').filter(isTable)
}

describe.each(REPORT_TYPES)('$reportType', ({ reportType, columns }) => {
  const shown = columns.filter((column) => column.kind === 'measure' || !isFilterOnly(column))
  const query: SemanticQuery = {
    reportType,
    columns: shown.map(({ columnId }) => ({ columnId, aggregation: 'None' })),
    grain: 'records',
    groupBy: [],
    filter: null,
    range: null,
    sort: [],
    top: null,
    page: null,
  }

  test("reads the account's own rows only, also where columns are joined", () => {
    const { sql } = compileRows(query, options)
    expect(bareTables(sql)).toEqual([])
  })

  test.each(shown.filter(({ kind }) => kind === 'dimension'))('and so does each group of $columnId', ({ columnId }) => {
    const measures = shown.filter(({ kind }) => kind === 'measure')
    const grouped = [columnId, ...measures.map((measure) => measure.columnId)]
    const { sql } = compileRows(
      {
        ...query,
        columns: grouped.map((one) => ({ columnId: one, aggregation: 'None' })),
        grain: 'groups',
        groupBy: [columnId],
      },
      options,
    )
    expect(bareTables(sql)).toEqual([])
  })
})
