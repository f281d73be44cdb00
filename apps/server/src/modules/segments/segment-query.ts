import { failFields } from '#contract/errors.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { ReportQuery } from '#contract/reports.ts'
import { SEGMENT_SUBJECTS, segmentOfColumn } from '#domain/segments.ts'
import { type FoundDefinition, resolveReport } from '#reports/kit/resolve-report.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/index.ts'

const named = ({ filters, dimensionFilters = [], history = [] }: ReportDefinition): string[] =>
  [...filters, ...dimensionFilters, ...history.flatMap((one) => one.filters)].map(
    ({ columnId, columnName }: { columnId?: string | undefined; columnName?: string | undefined }) =>
      (columnId ?? columnName ?? '').toLowerCase(),
  )

/** Why a definition says no set of customers, by field. */
const subjectProblem = (definition: ReportDefinition): { field: string; message: string } | null => {
  const { reportType, groupColumns, top } = definition
  if (!SEGMENT_SUBJECTS.some((subject) => subject === reportType))
    return { field: 'reportType', message: 'A segment is made from a list of customers or memberships' }
  if (groupColumns.length > 0)
    return { field: 'groupColumns', message: 'A segment is made from a list of single records. Remove the groups' }
  if (top !== null) return { field: 'top', message: 'A segment can’t be limited to the top rows' }
  if (named(definition).some((columnId) => segmentOfColumn(columnId) !== null))
    return { field: 'filters', message: 'A segment can’t be defined by another segment' }
  return null
}

/** The part of a list's definition that says who is in it. */
export const conditionsOf = (definition: ReportDefinition): ReportDefinition => ({
  ...definition,
  name: '',
  description: null,
  columns: [{ columnId: 'customerName', aggregation: 'None', total: true, totalAggregation: 'sum' }],
  orderColumns: [],
  columnOrder: [],
  aggregations: [],
  calculations: [],
  groupLimits: [],
  pivot: null,
  chart: null,
  compare: null,
  requiresFilter: false,
})

/**
 * The records whose customers are in a segment.
 *
 * @throws Failure `report.invalid` for a definition that says no set of customers; `InvalidQuery` naming each invalid field
 */
export const segmentQuery = (definition: FoundDefinition, settings: AnalyticsSettings): SemanticQuery => {
  const problem = subjectProblem(definition)
  if (problem !== null) throw failFields('report.invalid', [problem])
  const own = settings.customFields.filter(({ key }) => segmentOfColumn(key) === null)
  const request = { ...ReportQuery.parse({ definition }), definition }
  return resolveReport(request, settings.calendar, own).query
}
