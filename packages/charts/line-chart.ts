import { area, curveLinear, line } from 'd3-shape'
import {
  allValues,
  axisTitles,
  calloutLabel,
  categoryLabels,
  extentWithZero,
  type Frame,
  layoutFrame,
  nameBaseline,
  valueGuides,
  valueLabels,
} from './axes.ts'
import { seriesTone } from './bar-chart.ts'
import type {
  Band,
  Box,
  Chart,
  ChartData,
  ChartNotes,
  Dot,
  Fill,
  Paint,
  Series,
  Stroke,
  Value,
  WriteTick,
} from './chart.ts'
import { emptyChart } from './chart.ts'
import { endLabelSpace, endLabels } from './end-labels.ts'
import { extremesSpace, findExtremes } from './extremes.ts'

export interface LineChartOptions extends ChartNotes {
  readonly data: ChartData
  readonly box: Box
  readonly writeTick: WriteTick
  readonly hasAxes?: boolean
  /** a light area under a single line */
  readonly isFilled?: boolean
  /** a marker shape per series at each value, to distinguish lines */
  readonly hasMarks?: boolean
  /** the name of each line at its end */
  readonly hasNames?: boolean
}

interface Point {
  readonly x: number
  readonly y: number | null
  readonly category: number
}

interface Drawn extends Point {
  readonly y: number
}

const isDrawn = (point: Point): point is Drawn => point.y !== null

const asNumber = (value: Value | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value

/** Points between gaps have no line and need a dot to be visible. */
const isAlone = (points: readonly Point[], index: number): boolean =>
  (points[index - 1]?.y ?? null) === null && (points[index + 1]?.y ?? null) === null

const writePath = line<Point>()
  .defined(isDrawn)
  .x(({ x }) => x)
  .y(({ y }) => y ?? 0)
  .curve(curveLinear)

const paintOf = (series: Series): Paint => ({ color: series.color, tone: seriesTone(series) })

/** A line in one or more strokes: the segment into a partial period is dashed. */
const strokesOf = (points: readonly Point[], series: Series, running: number | null): readonly Stroke[] => {
  const paint = paintOf(series)
  if (series.isComparison || running === null || running < 1)
    return [{ path: writePath(points) ?? '', paint, dashed: false }]
  return [
    { path: writePath(points.slice(0, running)) ?? '', paint, dashed: false },
    { path: writePath(points.slice(running - 1, running + 1)) ?? '', paint, dashed: true },
    { path: writePath(points.slice(running)) ?? '', paint, dashed: false },
  ]
}

/** The index of the partial period; null if all are complete. */
const runningIndex = (data: ChartData, { runningAt }: Series): number | null =>
  runningAt ?? (data.isLastRunning ? data.categories.length - 1 : null)

const fillOf = (points: readonly Point[], series: Series, zero: number): Fill => {
  const write = area<Point>()
    .defined(isDrawn)
    .x(({ x }) => x)
    .y0(zero)
    .y1(({ y }) => y ?? zero)
    .curve(curveLinear)
  return { path: write(points) ?? '', paint: paintOf(series) }
}

const bandsOf = (data: ChartData, { plot }: Frame, xOf: (index: number) => number): readonly Band[] => {
  const step = data.categories.length > 1 ? xOf(1) - xOf(0) : plot.width
  return data.categories.map((_, category) => {
    const left = Math.max(plot.x, xOf(category) - step / 2)
    const right = Math.min(plot.x + plot.width, xOf(category) + step / 2)
    return { ...plot, x: left, width: Math.max(1, right - left), category }
  })
}

/** Lines over evenly spaced categories. `null` interrupts a line and is never drawn as zero. */
export const lineChart = (options: LineChartOptions): Chart => {
  const { data, box, writeTick, hasAxes = true, isFilled = false, hasMarks = false, hasNames = false } = options
  const { axes, callouts = [] } = options
  if (data.categories.length === 0) return emptyChart(box)
  // Their lighter color names the comparisons of several series.
  const named = data.series.filter(({ comparisonOf }) => comparisonOf === undefined)
  const right = hasNames ? endLabelSpace(named, box) : 0
  const frame = layoutFrame(box, extentWithZero(allValues(data.series)), writeTick, {
    hasAxes,
    hasTitles: axes !== undefined,
    right,
    labels: extremesSpace(box),
  })
  const { plot, scale } = frame
  const inset = 4
  const step = data.categories.length > 1 ? (plot.width - inset * 2) / (data.categories.length - 1) : 0
  const xOf = (index: number): number => (step === 0 ? plot.x + plot.width / 2 : plot.x + inset + index * step)

  const lines = data.series.map((series) =>
    data.categories.map((_, category): Point => {
      const value = asNumber(series.values[category])
      return { x: xOf(category), y: value === null ? null : scale.at(value), category }
    }),
  )
  const drawn = data.series.map((series, index) => ({ series, index, points: lines[index] ?? [] }))
  const dots = drawn.flatMap(({ series, index, points }) => {
    const shape = hasMarks ? { shape: series.color } : {}
    return points.flatMap((point, position): Dot[] =>
      isDrawn(point) && ((hasMarks && !series.isComparison) || isAlone(points, position))
        ? [{ x: point.x, y: point.y, paint: paintOf(series), ...shape, category: point.category, series: index }]
        : [],
    )
  })
  const ends = lines.flatMap((points, index) => {
    const series = data.series[index]
    const end = points.findLast(isDrawn)
    return series === undefined || !named.includes(series) || end === undefined
      ? []
      : [{ ...end, series, paint: paintOf(series) }]
  })
  const called = callouts.flatMap(({ series, category, text }) => {
    const point = lines[series]?.[category]
    return point === undefined || !isDrawn(point) ? [] : [calloutLabel(text, point.x, point.y, { plot, box })]
  })
  const main = data.series.findIndex(({ isComparison }) => !isComparison)
  const mainSeries = data.series[main]
  const extremes =
    hasAxes || mainSeries === undefined
      ? { dots: [], labels: [] }
      : findExtremes(
          (lines[main] ?? []).flatMap((point) =>
            isDrawn(point) ? [{ ...point, value: mainSeries.values[point.category] ?? 0 }] : [],
          ),
          { box, paint: paintOf(mainSeries), series: main, writeTick },
        )
  const names = hasAxes
    ? categoryLabels(data.categories, xOf, nameBaseline(box, axes), [plot.x, plot.x + plot.width + right / 2])
    : []
  return {
    ...emptyChart(box),
    plot,
    guides: hasAxes ? valueGuides(scale, plot) : [],
    fills: isFilled
      ? drawn
          .filter(({ series }) => !series.isComparison)
          .map(({ series, points }) => fillOf(points, series, scale.at(0)))
      : [],
    // The comparison is drawn below its line.
    strokes: drawn
      .toSorted((a, b) => Number(b.series.isComparison ?? false) - Number(a.series.isComparison ?? false))
      .flatMap(({ series, points }) => strokesOf(points, series, runningIndex(data, series)))
      .filter(({ path }) => path.includes('L')),
    dots: [...dots, ...extremes.dots],
    labels: hasAxes
      ? [
          ...valueLabels(scale, plot, writeTick),
          ...names,
          ...axisTitles(axes, plot, box),
          ...(right > 0 ? endLabels(ends, plot, right) : []),
          ...called,
        ]
      : extremes.labels,
    bands: bandsOf(data, frame, xOf),
  }
}
