import type { ReportDefinition } from '#contract/report-definition.ts'
import type { ReportResult } from '#contract/reports.ts'

/** Whether a top N ranks rows of which none has a value: what is listed would be in no order. */
export const isRankingOfZeros = (
  { top }: Pick<ReportDefinition, 'top'>,
  { columns, rows, previous }: Pick<ReportResult, 'columns' | 'rows' | 'previous'>,
): boolean => {
  if (top === null || previous !== undefined || rows.length === 0) return false
  const measures = columns.flatMap(({ kind }, place) => (kind === 'measure' ? [place] : []))
  return measures.length > 0 && rows.every((row) => measures.every((place) => (row[place] ?? 0) === 0))
}
