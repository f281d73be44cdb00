import type { ReportResult } from '#contract/reports.ts'
import { COMPARED_WITH } from '#domain/ranges/comparison-mode.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { ReportChart, type ReportChartProps } from '#ui/report-chart.tsx'
import { nameOfValue } from '#widgets/kit/cell-text.ts'

interface ResultChartProps extends Pick<ReportChartProps, 'chart' | 'height' | 'hasTitle'> {
  readonly result: ReportResult
}

/** The chart of a report's result. */
export const ResultChart = ({ result, ...chart }: ResultChartProps) => (
  <ReportChart
    {...chart}
    columns={result.columns}
    rows={result.rows}
    previous={result.previous}
    hasEveryGroup={result.hasEveryGroup}
    isTop={result.others !== undefined}
    previousName={result.comparison && COMPARED_WITH[result.comparison.mode]}
    range={result.range}
    today={localDayOf(Date.now(), result.timeZone)}
    nameOf={nameOfValue}
  />
)
