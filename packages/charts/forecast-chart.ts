import { area, curveLinear, line } from 'd3-shape'
import { categoryLabels, extentWithZero, type Frame, isNumber, layoutFrame, valueGuides, valueLabels } from './axes.ts'
import {
  type Area,
  type Band,
  type Box,
  type Chart,
  type Dot,
  emptyChart,
  type Fill,
  type Paint,
  type Value,
  type WriteTick,
} from './chart.ts'
import { SUBJECT_COLOR } from './palette.ts'

/** A period's actual value and its forecast; null where unknown. */
export interface ForecastPoint {
  readonly actual: Value
  readonly expected: Value
  readonly low: Value
  readonly high: Value
}

export interface ForecastChartOptions {
  /** short names, one per point */
  readonly categories: readonly string[]
  readonly points: readonly ForecastPoint[]
  /** indexes of the highlighted periods, the last one inclusive; null: none */
  readonly marked: { readonly first: number; readonly last: number } | null
  readonly box: Box
  readonly writeTick: WriteTick
  readonly hasAxes?: boolean
}

/** Color indexes of the line with its forecast, and of the highlighted periods. */
export const FORECAST_COLORS = { line: 0, marked: SUBJECT_COLOR } as const

const ACTUAL: Paint = { color: FORECAST_COLORS.line, tone: 'full' }
const EXPECTED: Paint = { color: FORECAST_COLORS.line, tone: 'comparison' }
const MARKED: Paint = { color: FORECAST_COLORS.marked, tone: 'full' }

/** Pixels between the plot's edge and its first point. */
const INSET = 4

type PlaceOf = (index: number) => number

/** The forecast line starts at the last actual value. */
const joined = (points: readonly ForecastPoint[]): readonly ForecastPoint[] =>
  points.map((point, index) => {
    const { actual, expected } = point
    const next = points[index + 1]
    const isLast = isNumber(actual) && next !== undefined && !isNumber(next.actual) && isNumber(next.expected)
    return isLast && !isNumber(expected) ? { actual, expected: actual, low: actual, high: actual } : point
  })

const pathOf = (values: readonly Value[], xOf: PlaceOf, { scale }: Frame): string =>
  line<Value>()
    .defined(isNumber)
    .x((_, index) => xOf(index))
    .y((value) => scale.at(value ?? 0))
    .curve(curveLinear)(values) ?? ''

/** Area between the lower and upper bound of the forecast. */
const intervalOf = (points: readonly ForecastPoint[], xOf: PlaceOf, { scale }: Frame): Fill => {
  const write = area<ForecastPoint>()
    .defined(({ low, high }) => isNumber(low) && isNumber(high))
    .x((_, index) => xOf(index))
    .y0(({ low }) => scale.at(low ?? 0))
    .y1(({ high }) => scale.at(high ?? 0))
    .curve(curveLinear)
  return { path: write(points) ?? '', paint: ACTUAL }
}

const bandsOf = (count: number, plot: Area, xOf: PlaceOf): readonly Band[] => {
  const step = count > 1 ? xOf(1) - xOf(0) : plot.width
  return Array.from({ length: count }, (_, category) => {
    const left = Math.max(plot.x, xOf(category) - step / 2)
    const right = Math.min(plot.x + plot.width, xOf(category) + step / 2)
    return { ...plot, x: left, width: Math.max(1, right - left), category }
  })
}

const markedArea = (marked: ForecastChartOptions['marked'], bands: readonly Band[]): readonly Fill[] => {
  const first = bands[marked?.first ?? -1]
  const last = bands[marked?.last ?? -1]
  if (first === undefined || last === undefined) return []
  const { y, height } = first
  return [{ path: `M${first.x},${y}H${last.x + last.width}V${y + height}H${first.x}Z`, paint: MARKED }]
}

/** Dots for highlighted points, and for values between gaps. */
const dotsOf = ({ points, marked }: ForecastChartOptions, xOf: PlaceOf, { scale }: Frame): readonly Dot[] =>
  points.flatMap(({ actual }, category): Dot[] => {
    if (!isNumber(actual)) return []
    const isMarked = marked !== null && category >= marked.first && category <= marked.last
    const isAlone = !isNumber(points[category - 1]?.actual ?? null) && !isNumber(points[category + 1]?.actual ?? null)
    if (!isMarked && !isAlone) return []
    return [{ x: xOf(category), y: scale.at(actual), paint: ACTUAL, category, series: 0 }]
  })

/** A line over time with a dashed forecast, its interval and the highlighted periods. */
export const forecastChart = (options: ForecastChartOptions): Chart => {
  const { categories, points, marked, box, writeTick, hasAxes = true } = options
  if (points.length === 0) return emptyChart(box)
  const values = points.flatMap(({ actual, expected, low, high }) => [actual, expected, low, high])
  const frame = layoutFrame(box, extentWithZero(values), writeTick, { hasAxes })
  const { plot, scale } = frame
  const step = points.length > 1 ? (plot.width - INSET * 2) / (points.length - 1) : 0
  const xOf: PlaceOf = (index) => (step === 0 ? plot.x + plot.width / 2 : plot.x + INSET + index * step)
  const bands = bandsOf(points.length, plot, xOf)
  const drawn = joined(points)
  const lineOf = (part: 'actual' | 'expected'): string =>
    pathOf(
      drawn.map((point) => point[part]),
      xOf,
      frame,
    )
  return {
    ...emptyChart(box),
    plot,
    guides: hasAxes ? valueGuides(scale, plot) : [],
    fills: [...markedArea(marked, bands), intervalOf(drawn, xOf, frame)].filter(({ path }) => path !== ''),
    strokes: [
      { path: lineOf('expected'), paint: EXPECTED, dashed: true },
      { path: lineOf('actual'), paint: ACTUAL, dashed: false },
    ].filter(({ path }) => path.includes('L')),
    dots: dotsOf(options, xOf, frame),
    labels: hasAxes
      ? [
          ...valueLabels(scale, plot, writeTick),
          ...categoryLabels(categories, xOf, box.height - 4, [plot.x, box.width]),
        ]
      : [],
    bands,
  }
}
