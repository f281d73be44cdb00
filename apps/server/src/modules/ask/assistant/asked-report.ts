import { z } from 'zod'
import { ReportChart, ReportDefinition } from '#contract/report-definition.ts'
import { codeOptions } from '#domain/code-labels.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import {
  AGGREGATIONS,
  CALCULATION_OPERATORS,
  COMPARISONS,
  COUNT_COMPARISONS,
  FILTER_OPERATORS,
} from '#domain/report-terms.ts'
import { VALUE_COLUMNS, type ValueColumn, type ValueIndex } from '#insights/ask/value-index.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'

const columnId = z.string().max(100)
const Value = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const Filter = z.object({ columnId, comparison: z.enum(COMPARISONS), value: Value.default(null) })
type Filter = z.infer<typeof Filter>
const Measured = z.object({ columnId, aggregation: z.enum(AGGREGATIONS).default('None') })

/** What a model may ask a report for: what decides its numbers and its chart, and nothing that is followed as a link. */
export const AskedReport = z.object({
  reportType: z.string().max(50),
  columns: z.array(Measured).min(1).max(20),
  groupColumns: z.array(columnId).max(4).default([]),
  filters: z.array(Filter).max(10).default([]),
  filterOperator: z.enum(FILTER_OPERATORS).default('And'),
  dimensionFilters: z
    .array(
      z.object({
        columnId,
        values: z
          .array(z.union([z.string().max(200), z.number()]))
          .min(1)
          .max(50),
        exclude: z.boolean().default(false),
      }),
    )
    .max(5)
    .default([]),
  history: z
    .array(
      z.object({
        of: z.string().max(50).describe('report type of what people did'),
        which: z.enum(['any', 'first', 'last']).default('any'),
        filters: z.array(Filter).max(5).default([]),
        dates: z.string().max(100).nullable().default(null).describe('2026-03-01/ is since that day'),
        count: z
          .object({ comparison: z.enum(COUNT_COMPARISONS), value: z.number().int().min(0) })
          .optional()
          .describe('Equal 0: people who did not'),
      }),
    )
    .max(5)
    .default([]),
  calculations: z
    .array(
      z.object({
        columnId: z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/),
        displayName: z.string().regex(/^[\p{L}\p{N} %&,()'’-]{1,60}$/u),
        of: z.object({
          operator: z.enum(CALCULATION_OPERATORS),
          left: Measured,
          right: z.union([Measured, z.object({ value: z.number() })]),
        }),
      }),
    )
    .max(5)
    .default([]),
  orderColumns: z
    .array(z.object({ columnId, direction: z.enum(['asc', 'desc']) }))
    .max(4)
    .default([]),
  relativeDateFilter: z
    .object({ relativeRange: z.string().max(100), columnName: columnId })
    .nullable()
    .default(null),
  top: z.number().int().min(1).max(1_000).nullable().default(null),
  compare: z.enum(COMPARE_MODES).nullable().default(null),
  chart: ReportChart.nullable().default(null),
})
export type AskedReport = z.infer<typeof AskedReport>

/** Where the values of a report come from. */
export interface Sources {
  readonly values: ValueIndex
  /** of the question, the answer before, and the results so far; major units */
  readonly amounts: ReadonlySet<number>
  /** the name that a placeholder stands for */
  readonly nameOf: (placeholder: string) => string | null
}

const isValueColumn = (id: string): id is ValueColumn => VALUE_COLUMNS.some((column) => column === id)

const mayHold = (reportType: string, column: Column, value: string, values: ValueIndex): boolean => {
  const codes = codeOptions(reportType, column.columnId)
  if (codes.length > 0) return codes.some((code) => code.value === value)
  if (column.type === 'date' || column.type === 'dateTime') return isLocalDay(value)
  if (column.kind === 'dimension' && column.part !== undefined) return true
  return isValueColumn(column.columnId) && (values[column.columnId] ?? []).includes(value)
}

/** A report with the catalog's spelling of its columns and the names that placeholders stand for, or what is wrong with it. */
export const traceReport = (
  asked: AskedReport,
  { values, amounts, nameOf }: Sources,
): AskedReport | { problems: string[] } => {
  const problems: string[] = []
  const spelled = (reportType: string, name: string): string => {
    const type = findReportType(reportType)
    return (type && findColumn(type, name)?.columnId) ?? name
  }
  const traced = <V extends Filter['value']>(reportType: string, name: string, value: V): V | string => {
    const type = findReportType(reportType)
    const column = type && findColumn(type, name)
    if (column === null || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number') {
      const isPart = column.kind === 'dimension' && column.part !== undefined
      if (!isPart && !amounts.has(value)) problems.push(`${value} is neither in the question nor in a result.`)
      return value
    }
    const known = nameOf(value)
    if (known === null && !mayHold(reportType, column, value, values))
      problems.push(`${column.columnId} has no value “${value}”. Use list_values.`)
    return known ?? value
  }
  const filtersOf = (reportType: string, filters: readonly Filter[]): Filter[] =>
    filters.map((filter) => ({
      columnId: spelled(reportType, filter.columnId),
      comparison: filter.comparison,
      value: traced(reportType, filter.columnId, filter.value),
    }))
  const { reportType, relativeDateFilter: dated } = asked
  const named = (name: string): string => spelled(reportType, name)
  if (asked.top !== null && !amounts.has(asked.top)) problems.push(`top ${asked.top} is not in the question.`)
  const report: AskedReport = {
    ...asked,
    reportType: findReportType(reportType)?.reportType ?? reportType,
    columns: asked.columns.map((column) => ({ ...column, columnId: named(column.columnId) })),
    groupColumns: asked.groupColumns.map(named),
    filters: filtersOf(reportType, asked.filters),
    dimensionFilters: asked.dimensionFilters.map((filter) => ({
      ...filter,
      columnId: named(filter.columnId),
      values: filter.values.map((value) => traced(reportType, filter.columnId, value)),
    })),
    history: asked.history.map((one) => ({ ...one, filters: filtersOf(one.of, one.filters) })),
    orderColumns: asked.orderColumns.map((sort) => ({ ...sort, columnId: named(sort.columnId) })),
    relativeDateFilter: dated && { ...dated, columnName: named(dated.columnName) },
  }
  return problems.length > 0 ? { problems } : report
}

const MAX_NAME = 200

/** @param question names the report */
export const toDefinition = ({ compare: _, history, ...report }: AskedReport, question: string): ReportDefinition =>
  ReportDefinition.parse({
    ...report,
    ...(history.length > 0 ? { history } : {}),
    name: question.slice(0, MAX_NAME),
  })
