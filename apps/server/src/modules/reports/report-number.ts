import type { z } from 'zod'
import type { CellPlace } from '#contract/reports.ts'
import { type ReportRequest, resolveReport } from '#reports/kit/resolve-report.ts'
import { compareOver, InvalidQuery } from '#semantic/query.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { findCell } from './find-cell.ts'
import type { AnsweredNumber } from './number.ts'

/** A number of a report's answer. Throws `InvalidQuery`. */
export const reportNumber = (
  request: ReportRequest,
  place: z.output<typeof CellPlace>,
  { calendar }: AnalyticsSettings,
): AnsweredNumber => {
  const { query: current, range, compareRange } = resolveReport(request, calendar)
  const isPrevious = place.period === 'previous'
  const query = isPrevious ? compareRange && compareOver(current, compareRange) : current
  if (query === null) throw new InvalidQuery([{ field: 'cell.period', message: 'Nothing is compared' }])
  const { cell, place: at, output } = findCell(query, place)
  const column = request.definition.columns[at]
  return {
    query,
    cell,
    label: column?.displayName ?? output.column.displayName,
    format: column?.format ?? output.format,
    range: isPrevious ? compareRange : range,
  }
}
