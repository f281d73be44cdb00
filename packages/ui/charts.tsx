import { barChart } from '#charts/bar-chart.ts'
import type { Box, Chart, ChartData, Value } from '#charts/chart.ts'
import { horizontalBars } from '#charts/horizontal-bars.ts'
import { lineChart } from '#charts/line-chart.ts'
import { ChartFigure, type TooltipContent } from './chart-figure.tsx'
import type { NotedChart } from './chart-notes.tsx'
import { useFormats } from './formats-context.tsx'
import type { MarkAt } from './mark-action.tsx'

interface SeriesChartProps extends Pick<NotedChart, 'spans'> {
  readonly data: ChartData
  readonly box: Box
  /** value format of the series */
  readonly format: string
  readonly summary: string
  /** full category names, where the axis shows short ones */
  readonly titles?: readonly string[]
  readonly hasAxes?: boolean
  readonly markAt?: MarkAt | undefined
}

/** A drawn chart of series, with the values of a category in its tooltip. */
const SeriesFigure = ({ chart, data, format, titles, summary, markAt, spans }: SeriesChartProps & { chart: Chart }) => {
  const formats = useFormats()
  const tooltip = (category: number): TooltipContent => ({
    title: titles?.[category] ?? data.categories[category] ?? '',
    lines: data.series
      .toSorted((a, b) => Number(a.isComparison ?? false) - Number(b.isComparison ?? false))
      .filter(({ values, isForecast }) => (data.series.length <= 3 && !isForecast) || (values[category] ?? 0) !== 0)
      .map(({ name, values, color, isComparison = false }) => ({
        name,
        color,
        isComparison,
        text: formats.value(values[category] ?? null, format),
      })),
  })
  return <ChartFigure {...{ chart, summary, tooltip, markAt, spans }} />
}

export interface BarChartProps extends SeriesChartProps {
  readonly mode: 'grouped' | 'stacked'
}

/** Vertical bars over categories. */
export const BarChart = (props: BarChartProps) => {
  const { data, box, format, mode, hasAxes = true } = props
  const formats = useFormats()
  const chart = barChart({ data, box, mode, hasAxes, writeTick: (value) => formats.compact(value, format) })
  return <SeriesFigure {...props} chart={chart} />
}

export interface LineChartProps extends SeriesChartProps {
  readonly isFilled?: boolean
}

/** Lines over time; missing values are gaps and a running period is dashed. */
export const LineChart = (props: LineChartProps) => {
  const { data, box, format, hasAxes = true, isFilled = false } = props
  const formats = useFormats()
  const chart = lineChart({ data, box, hasAxes, isFilled, writeTick: (value) => formats.compact(value, format) })
  return <SeriesFigure {...props} chart={chart} />
}

/** A line without axes. */
export const Sparkline = (props: Omit<LineChartProps, 'hasAxes' | 'isFilled'>) => (
  <LineChart {...props} hasAxes={false} isFilled />
)

export interface HorizontalBarsProps {
  readonly rows: readonly { readonly name: string; readonly value: Value; readonly previous?: Value }[]
  readonly box: Box
  readonly format: string
  readonly valueName: string
  readonly summary: string
  /** the values add up */
  readonly isAdditive?: boolean
  readonly markAt?: MarkAt | undefined
}

/** Named rows with a bar and a value, as many as fit. */
export const HorizontalBars = ({
  rows,
  box,
  format,
  valueName,
  summary,
  isAdditive = false,
  markAt,
}: HorizontalBarsProps) => {
  const formats = useFormats()
  const values = rows.map(({ value }) => value)
  const chart = horizontalBars({ rows, box, writeValue: formats.column(values, format), isAdditive })
  const tooltip = (category: number): TooltipContent => {
    const row = rows[category]
    const now = { name: valueName, text: formats.value(row?.value ?? null, format), color: 0 }
    const before =
      row?.previous === undefined
        ? []
        : [{ ...now, name: 'Previous period', text: formats.value(row.previous, format), isComparison: true }]
    return { title: row?.name ?? '', lines: [now, ...before] }
  }
  return <ChartFigure chart={chart} summary={summary} tooltip={tooltip} markAt={markAt} />
}
