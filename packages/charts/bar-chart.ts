import { scaleBand } from 'd3-scale'
import {
  axisTitles,
  calloutLabel,
  categoryLabels,
  extentWithZero,
  type Frame,
  frameOf,
  nameBaseline,
  valueGuides,
  valueLabels,
  valuesOf,
} from './axes.ts'
import type { Band, Bar, Box, Chart, ChartData, ChartNotes, Paint, Series, Value, WriteTick } from './chart.ts'
import { emptyChart } from './chart.ts'
import { REST_COLOR } from './palette.ts'

export interface BarChartOptions extends ChartNotes {
  readonly data: ChartData
  readonly box: Box
  readonly writeTick: WriteTick
  /** comparison series are next to the bars, never stacked */
  readonly mode: 'grouped' | 'stacked'
  readonly hasAxes?: boolean
}

interface Placed {
  readonly category: number
  readonly series: number
  readonly lane: number
  readonly from: number
  readonly to: number
}

const sumBySign = (series: readonly Series[], index: number): readonly [number, number] => {
  let below = 0
  let above = 0
  for (const { values } of series) {
    const value = values[index] ?? 0
    if (value < 0) below += value
    else above += value
  }
  return [below, above]
}

const stackedExtent = (data: ChartData): readonly [number, number] => {
  const current = data.series.filter((series) => !series.isComparison)
  const sums: Value[] = data.categories.flatMap((_, index) => sumBySign(current, index))
  return extentWithZero([...sums, ...valuesOf(data.series.filter((series) => series.isComparison))])
}

/** Lane of each series within its category: comparison first (left), then this period; a stack shares one lane. */
const lanesOf = (series: readonly Series[], mode: BarChartOptions['mode']): readonly number[] => {
  const comparisons = series.filter(({ isComparison }) => isComparison).length
  let nextComparison = 0
  let nextCurrent = comparisons
  return series.map(({ isComparison }) => {
    if (isComparison) return nextComparison++
    return mode === 'stacked' ? comparisons : nextCurrent++
  })
}

const placeBars = (data: ChartData, mode: BarChartOptions['mode']): readonly Placed[] => {
  const lanes = lanesOf(data.series, mode)
  return data.categories.flatMap((_, category) => {
    const tops = { above: 0, below: 0 }
    return data.series.flatMap(({ values, isComparison }, series): Placed[] => {
      const value = values[category] ?? null
      if (value === null || !Number.isFinite(value) || value === 0) return []
      const lane = lanes[series] ?? 0
      if (mode === 'grouped' || isComparison) return [{ category, series, lane, from: 0, to: value }]
      const side = value < 0 ? 'below' : 'above'
      const from = tops[side]
      tops[side] = from + value
      return [{ category, series, lane, from, to: tops[side] }]
    })
  })
}

const paintOf = (data: ChartData, { category, series }: Placed): Paint => {
  const { color: own = 0, isComparison = false } = data.series[series] ?? {}
  const color = data.restAt === category && data.series.length < 3 ? REST_COLOR : own
  if (isComparison) return { color, tone: 'comparison' }
  const isRunning = data.isLastRunning === true && category === data.categories.length - 1
  return { color, tone: isRunning ? 'running' : 'full' }
}

const laneCount = (data: ChartData, mode: BarChartOptions['mode']): number =>
  Math.max(1, new Set(lanesOf(data.series, mode)).size)

const barsIn = ({ data, mode }: BarChartOptions, { plot, scale }: Frame): readonly Bar[] => {
  const lanes = laneCount(data, mode)
  const outer = scaleBand(data.categories.keys(), [plot.x, plot.x + plot.width])
    .paddingInner(0.28)
    .paddingOuter(0.14)
  const gap = lanes > 1 ? Math.min(2, outer.bandwidth() * 0.06) : 0
  // A single bar across a wide plot would read as a surface, not as a quantity.
  const group = Math.min(outer.bandwidth(), 56 * lanes)
  const width = Math.max(1, (group - gap * (lanes - 1)) / lanes)
  const inset = (outer.bandwidth() - group) / 2
  return placeBars(data, mode).map((placed) => {
    const x = (outer(placed.category) ?? plot.x) + inset + placed.lane * (width + gap)
    const y1 = scale.at(placed.from)
    const y2 = scale.at(placed.to)
    const { category, series } = placed
    const height = Math.max(MIN_BAR, Math.abs(y1 - y2))
    // a bar grows from the zero line, also where it is raised to its minimum
    const y = placed.to < placed.from ? Math.min(y1, y2) : Math.max(y1, y2) - height
    return { x, y, width, height, paint: paintOf(data, placed), category, series }
  })
}

const bandsIn = ({ data }: BarChartOptions, { plot }: Frame): readonly Band[] => {
  const width = plot.width / Math.max(1, data.categories.length)
  return data.categories.map((_, category) => ({ ...plot, category, x: plot.x + category * width, width }))
}

/** Pixels of the smallest bar of a value that is not 0. */
export const MIN_BAR = 2

/** Vertical bars over categories, side by side or stacked; values below zero hang from the zero line. */
export const barChart = (options: BarChartOptions): Chart => {
  const { data, box, writeTick, mode, hasAxes = true, axes, callouts = [] } = options
  if (data.categories.length === 0) return emptyChart(box)
  const extent = mode === 'stacked' ? stackedExtent(data) : extentWithZero(valuesOf(data.series))
  const frame = frameOf(box, extent, writeTick, { hasAxes, hasTitles: axes !== undefined })
  const { plot, scale } = frame
  const bars = barsIn(options, frame)
  const centre = (index: number): number => plot.x + (plot.width / data.categories.length) * (index + 0.5)
  const names = hasAxes ? categoryLabels(data.categories, centre, nameBaseline(box, axes), [plot.x, box.width]) : []
  const called = callouts.flatMap(({ series, category, text }) => {
    const bar = bars.find((one) => one.series === series && one.category === category)
    return bar === undefined ? [] : [calloutLabel(text, bar.x + bar.width / 2, bar.y, { plot, box })]
  })
  return {
    ...emptyChart(box),
    plot,
    guides: hasAxes ? valueGuides(scale, plot) : [],
    bars,
    labels: hasAxes
      ? [...valueLabels(scale, plot, writeTick), ...names, ...axisTitles(axes, plot, box), ...called]
      : [],
    bands: bandsIn(options, frame),
  }
}
