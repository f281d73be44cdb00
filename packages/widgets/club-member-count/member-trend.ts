import { markSpan } from '#charts/chart-notes.ts'
import type { Formats } from '#charts/value-format.ts'
import type { WidgetData } from '#contract/dashboards.ts'
import { columnIndex, firstDimension, measureNamed, numberAt, textAt } from '../kit/result-table.ts'

/** Active members at the end of each month. */
export type MemberTrend = NonNullable<WidgetData['trend']>

export const memberTrend = (trend: MemberTrend, formats: Formats) => {
  const columnId = firstDimension(trend)?.columnId ?? ''
  const month = columnIndex(trend, columnId)
  const measure = measureNamed(trend, 'activeMembers')
  const index = columnIndex(trend, measure?.columnId ?? '')
  const names = trend.rows.map((row) => formats.month(textAt(row, month) ?? ''))
  const values = trend.rows.map((row) => numberAt(row, index))
  const series = [{ name: measure?.displayName ?? '', values, color: 0 }]
  const spans = trend.rows.map((row) => markSpan({ [columnId]: textAt(row, month) }))
  return { names, values, spans, data: { categories: names, series, isLastRunning: true } }
}
