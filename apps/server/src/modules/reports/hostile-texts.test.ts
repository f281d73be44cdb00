import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { RELATIVE_RANGES } from '#domain/ranges/relative-range.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import type { CompiledStatement } from '#semantic/compiler/compilation.ts'
import { compileRowCount, compileRows } from '#semantic/compiler/compile.ts'
import { InvalidQuery } from '#semantic/query.ts'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { sample } from '#testkit/lane.ts'
import { duckDbDialect } from '#warehouse/duckdb/duckdb-dialect.ts'

const CALENDAR = { today: '2026-06-17', weekStart: 'monday', fiscalYearStartMonth: 1 } as const
const OPTIONS = { dialect: duckDbDialect, context: { ...CALENDAR, currency: 'USD' }, minorUnits: 100 }

const BY_STATE = {
  reportType: 'Orders',
  columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
  groupColumns: ['state'],
}
const netSales = (more: object) => ({
  ...BY_STATE,
  columns: [{ columnId: 'state' }, { columnId: 'netSales', ...more }],
})

/** The SQL statements compiled from a request body; null when it is rejected with 400. Rethrows other errors. */
const statementsOf = (body: object): readonly CompiledStatement[] | null => {
  const parsed = ReportQuery.safeParse(body)
  if (!parsed.success) return null
  const definition = ReportDefinition.parse(parsed.data.definition)
  try {
    const { query } = resolveReport({ ...parsed.data, definition }, CALENDAR)
    return [compileRows(query, OPTIONS), compileRowCount(query, OPTIONS)]
  } catch (error) {
    if (error instanceof InvalidQuery) return null
    throw error
  }
}

const sqlOf = (body: object) => statementsOf(body)?.map(({ sql }) => sql) ?? null

/** Fields that accept only known names. */
const NAME_FIELDS: Readonly<Record<string, (text: string) => object>> = {
  reportType: (text) => ({ definition: { ...BY_STATE, reportType: text } }),
  'columns.columnId': (text) => ({ definition: { ...BY_STATE, columns: [{ columnId: text }] } }),
  'columns.columnName': (text) => ({ definition: { ...BY_STATE, columns: [{ columnName: text }] } }),
  'columns.aggregation': (text) => ({ definition: netSales({ aggregation: text }) }),
  'columns.format': (text) => ({ definition: netSales({ format: text }) }),
  groupColumns: (text) => ({ definition: { ...BY_STATE, groupColumns: ['state', text] } }),
  'orderColumns.columnId': (text) => ({ definition: { ...BY_STATE, orderColumns: [{ columnId: text }] } }),
  'orderColumns.direction': (text) => ({
    definition: { ...BY_STATE, orderColumns: [{ columnId: 'state', direction: text }] },
  }),
  'filters.columnId': (text) => ({ definition: { ...BY_STATE, filters: [{ columnId: text, value: 'CA' }] } }),
  'filters.comparison': (text) => ({
    definition: { ...BY_STATE, filters: [{ columnId: 'state', comparison: text, value: 'CA' }] },
  }),
  'filters.value of a number': (text) => ({
    definition: {
      ...BY_STATE,
      columns: [{ columnId: 'orderId' }],
      groupColumns: [],
      filters: [{ columnId: 'netSales', value: text }],
    },
  }),
  'filters.value of a day': (text) => ({
    definition: { ...BY_STATE, filters: [{ columnId: 'orderDate', comparison: 'LessThan', value: text }] },
  }),
  filterOperator: (text) => ({ definition: { ...BY_STATE, filterOperator: text } }),
  'relativeDateFilter.relativeRange': (text) => ({
    definition: { ...BY_STATE, relativeDateFilter: { relativeRange: text } },
  }),
  'relativeDateFilter.columnName': (text) => ({
    definition: { ...BY_STATE, relativeDateFilter: { relativeRange: 'Today', columnName: text } },
  }),
  'aggregations.columnId': (text) => ({
    definition: { ...BY_STATE, aggregations: [{ columnId: text, aggregation: 'Sum' }] },
  }),
  'aggregations.aggregation': (text) => ({
    definition: { ...BY_STATE, aggregations: [{ columnId: 'netSales', aggregation: text }] },
  }),
  top: (text) => ({ definition: { ...BY_STATE, top: text } }),
  'chart.kind': (text) => ({ definition: { ...BY_STATE, chart: { kind: text } } }),
  'chart.x': (text) => ({ definition: { ...BY_STATE, chart: { kind: 'bar', x: text } } }),
  'chart.series': (text) => ({ definition: { ...BY_STATE, chart: { kind: 'bar', series: [text] } } }),
  relativeDate: (text) => ({ definition: BY_STATE, relativeDate: text }),
  from: (text) => ({ definition: BY_STATE, from: text, until: '2026-01-01' }),
  until: (text) => ({ definition: BY_STATE, from: '2026-01-01', until: text }),
  compare: (text) => ({ definition: BY_STATE, compare: text }),
  'sort.columnId': (text) => ({ definition: BY_STATE, sort: [{ columnId: text }] }),
  'filters of the call': (text) => ({ definition: BY_STATE, filters: [{ columnId: text, value: 'CA' }] }),
}

/** Corpus texts that are also valid names, or valid numbers for numeric fields. */
const isValidName = (text: string): boolean =>
  (RELATIVE_RANGES as readonly string[]).includes(text) || (text.trim() !== '' && Number.isFinite(Number(text)))

test.each(Object.entries(NAME_FIELDS))('security 36: rejects every hostile text as %s', (_field, bodyOf) => {
  const accepted = HOSTILE_TEXTS.filter((text) => !isValidName(text) && sqlOf(bodyOf(text)) !== null)
  expect(accepted).toEqual([])
})

/** Free-text fields: the SQL is the same for every text. */
const FREE_TEXT_FIELDS: Readonly<Record<string, (text: string) => object>> = {
  name: (text) => ({ ...BY_STATE, name: text }),
  description: (text) => ({ ...BY_STATE, description: text }),
  'columns.displayName': (text) => netSales({ displayName: text }),
  'columns.hyperlink': (text) => netSales({ hyperlink: text }),
  'columns.totalAggregation': (text) => netSales({ totalAggregation: text }),
  serviceId: (text) => ({ ...BY_STATE, serviceId: text }),
  columnOrder: (text) => ({ ...BY_STATE, columnOrder: [text] }),
  'filters.value': (text) => ({ ...BY_STATE, filters: [{ columnId: 'state', value: text }] }),
  'filters.value, in part': (text) => ({
    ...BY_STATE,
    filters: [{ columnId: 'state', comparison: 'Contains', value: text }],
  }),
}
const HARMLESS: Readonly<Record<string, string>> = { 'columns.hyperlink': '/a', 'columns.totalAggregation': 'sum' }

/** Those that are compiled for every text. */
const FREE = sample(HOSTILE_TEXTS, 150)

test.each(Object.entries(FREE_TEXT_FIELDS))(
  'security 36: rejects every hostile text as %s or leaves the SQL unchanged',
  (field, definitionOf) => {
    const harmless = sqlOf({ definition: definitionOf(HARMLESS[field] ?? 'a') })
    expect(harmless).not.toBeNull()
    for (const text of FREE) {
      const sql = sqlOf({ definition: definitionOf(text) })
      if (sql !== null) expect([text, sql]).toEqual([text, harmless])
    }
  },
)
