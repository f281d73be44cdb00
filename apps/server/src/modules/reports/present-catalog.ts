import type { z } from 'zod'
import type { ReportCatalog } from '#contract/reports.ts'
import { AGGREGATIONS, type Aggregation } from '#domain/report-terms.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import type { BuiltInReport } from '#reports/kit/built-in-report.ts'
import { ownRangeOf } from '#reports/kit/own-range.ts'
import { columnName, describeColumn, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { aggregateColumn, NotAggregatable } from '#semantic/compiler/aggregation.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'

type Catalog = z.infer<typeof ReportCatalog>

/** Title, roles and account types come from the report's page, so that menu, route guard and API cannot differ. */
const presentReport = (report: BuiltInReport): Catalog['builtin'][number] => {
  const { group, slug, path, title, description, definition, roles, accountTypes } = report
  const ownRange = ownRangeOf(definition)
  return {
    group,
    slug,
    path,
    title,
    description,
    definition,
    ...(ownRange ? { rangeName: ownRange.name } : {}),
    roles: roles && [...roles],
    accountTypes: accountTypes && [...accountTypes],
  }
}

const canAggregate = (column: Column, aggregation: Aggregation): boolean => {
  if (column.kind === 'dimension' && aggregation === 'None') return true
  try {
    aggregateColumn(column, aggregation)
    return true
  } catch (error) {
    if (error instanceof NotAggregatable) return false
    throw error
  }
}

const presentColumn = (
  type: ReportType,
  column: Column,
  definitions: Definitions,
): Catalog['reportTypes'][number]['columns'][number] => ({
  columnId: column.columnId,
  columnName: columnName(column.columnId),
  displayName: column.displayName,
  kind: column.kind,
  type: column.type,
  format: column.format,
  additive: column.kind === 'measure' && column.additive,
  description: describeColumn(type, column, definitions),
  goodDirection: column.kind === 'measure' ? column.goodDirection : 'neutral',
  aggregations: AGGREGATIONS.filter((aggregation) => canAggregate(column, aggregation)),
  filterOnly: column.kind === 'dimension' && column.fact !== undefined,
})

/** Built-in reports with their access rules, and report types with all columns, described under the account's definitions. */
export const presentCatalog = (definitions: Definitions): Catalog => ({
  builtin: REPORTS.map(presentReport),
  reportTypes: REPORT_TYPES.map((type) => ({
    reportType: type.reportType,
    title: type.title,
    dateColumns: type.dateColumn === null ? [] : [type.dateColumn],
    columns: type.columns.map((column) => presentColumn(type, column, definitions)),
  })),
})
