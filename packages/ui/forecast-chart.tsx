import type { Box } from '#charts/chart.ts'
import {
  FORECAST_COLORS,
  type ForecastChartOptions,
  type ForecastPoint,
  forecastChart,
} from '#charts/forecast-chart.ts'
import { ChartFigure, type TooltipContent } from './chart-figure.tsx'
import type { NotedChart } from './chart-notes.tsx'
import { ChartPicture } from './chart-picture.tsx'
import { useFormats } from './formats-context.tsx'
import { useBox } from './tile-frame.tsx'

interface ForecastChartProps extends Pick<NotedChart, 'spans'> {
  readonly points: readonly ForecastPoint[]
  /** short names of the points, for the axis */
  readonly categories: readonly string[]
  /** full names, for the tooltip */
  readonly titles: readonly string[]
  readonly marked: ForecastChartOptions['marked']
  readonly format: string
  readonly valueName: string
  readonly summary: string
  /** pixels */
  readonly height: number
}

/** Actual values next to the forecast and its interval, full width. */
export const ForecastChart = ({ height, ...props }: ForecastChartProps) => {
  const [ref, box] = useBox<HTMLDivElement>()
  const width = box?.width ?? 0
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {width > 0 ? <DrawnForecast {...props} box={{ width, height }} /> : null}
    </div>
  )
}

const DrawnForecast = (props: Omit<ForecastChartProps, 'height'> & { box: Box }) => {
  const { points, categories, titles, marked, format, valueName, summary, spans, box } = props
  const formats = useFormats()
  const writeTick = (value: number): string => formats.compact(value, format)
  const chart = forecastChart({ points, categories, marked, box, writeTick })
  const tooltip = (category: number): TooltipContent => {
    const { actual = null, expected = null, low = null, high = null } = points[category] ?? {}
    const write = (value: number | null): string => formats.value(value, format)
    const now = { name: valueName, text: write(actual), color: FORECAST_COLORS.line }
    const before = { color: FORECAST_COLORS.line, isComparison: true }
    return {
      title: titles[category] ?? '',
      lines: [
        ...(actual === null ? [] : [now]),
        ...(expected === null ? [] : [{ ...before, name: 'Expected', text: write(expected) }]),
        ...(low === null || high === null
          ? []
          : [{ ...before, name: 'Usual', text: `${write(low)} – ${write(high)}` }]),
      ],
    }
  }
  return <ChartFigure chart={chart} summary={summary} tooltip={tooltip} spans={spans} />
}

interface ForecastSparklineProps extends Box {
  readonly points: readonly ForecastPoint[]
  readonly marked: ForecastChartOptions['marked']
}

/** An inline sparkline version. Decorative: its content must also be in the text. */
export const ForecastSparkline = ({ points, marked, ...box }: ForecastSparklineProps) => {
  const chart = forecastChart({ points, categories: [], marked, box, writeTick: String, hasAxes: false })
  return <ChartPicture chart={chart} active={null} />
}
