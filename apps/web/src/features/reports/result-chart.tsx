import { useMemo } from 'react'
import type { Cell, ReportResult } from '#contract/reports.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { ReportChart, type ReportChartProps } from '#ui/report-chart.tsx'
import { nameOfValue } from '#widgets/kit/cell-text.ts'

interface ResultChartProps extends Pick<ReportChartProps, 'chart' | 'height' | 'hasTitle'> {
  readonly result: ReportResult
}

/** A row over all groups; of a pivot, one for each column across. */
const findTotalRows = ({ columns, totals, pivot }: ReportResult): readonly (readonly Cell[])[] => {
  if (pivot === undefined) return [totals]
  const { columnColumns, measures, rows } = pivot
  const cells = rows.find(({ values }) => values.length === 0)?.cells ?? []
  const ids = [...columnColumns, ...measures].map(({ columnId }) => columnId)
  return pivot.columns.flatMap((position, at) => {
    const own = [...position, ...cells.slice(at * measures.length, (at + 1) * measures.length)]
    return own.length < ids.length ? [] : [columns.map(({ columnId }) => own[ids.indexOf(columnId)] ?? null)]
  })
}

/** The chart of a report's result. */
export const ResultChart = ({ result, ...chart }: ResultChartProps) => (
  <ReportChart
    {...chart}
    columns={result.columns}
    rows={result.rows}
    totalRows={useMemo(() => findTotalRows(result), [result])}
    previous={result.previous}
    hasEveryGroup={result.hasEveryGroup}
    isTop={result.others !== undefined}
    previousName={result.comparison && COMPARED_WITH[result.comparison.mode]}
    range={result.range}
    today={localDayOf(Date.now(), result.timeZone)}
    nameOf={nameOfValue}
  />
)
