import { scaleBand } from 'd3-scale'
import {
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
import type { Area, Band, Bar, Box, Chart, ChartData, ChartNotes, Label, Paint, Series, WriteTick } from './chart.ts'
import { emptyChart } from './chart.ts'
import { REST_COLOR } from './palette.ts'
import { textWidth } from './text-measure.ts'

export interface BarChartOptions extends ChartNotes {
  readonly data: ChartData
  readonly box: Box
  readonly writeTick: WriteTick
  /** comparison series are next to the bars, never stacked */
  readonly mode: 'grouped' | 'stacked'
  readonly hasAxes?: boolean
}

/** Which bars share a place in a category, and how wide it is compared with that of this period's bars. */
export interface Lanes {
  /** by series */
  readonly of: readonly number[]
  /** by lane, at most 1 */
  readonly weights: readonly number[]
}

const FADED_WEIGHT = 0.45

/**
 * The comparison is first (left), then this period; a stack shares one lane. Where several series are compared, each follows its own
 * narrow comparison, or their stack a narrow one.
 */
export const layoutLanes = (series: readonly Series[], mode: BarChartOptions['mode']): Lanes => {
  const isFaded = series.some(({ comparisonOf }) => comparisonOf !== undefined)
  if (isFaded && mode === 'stacked')
    return { of: series.map(({ isComparison }) => (isComparison ? 0 : 1)), weights: [FADED_WEIGHT, 1] }
  if (isFaded)
    return { of: [...series.keys()], weights: series.map(({ isComparison }) => (isComparison ? FADED_WEIGHT : 1)) }
  const comparisons = series.filter(({ isComparison }) => isComparison).length
  let nextComparison = 0
  let nextCurrent = comparisons
  const of = series.map(({ isComparison }) => {
    if (isComparison) return nextComparison++
    return mode === 'stacked' ? comparisons : nextCurrent++
  })
  return { of, weights: Array.from({ length: Math.max(1, new Set(of).size) }, () => 1) }
}

/** A bar, or a part of a stack. */
export interface PlacedBar {
  readonly category: number
  readonly series: number
  readonly lane: number
  readonly from: number
  readonly to: number
}

/** The bars of a chart by their values: those of a lane stand on each other if they are stacked. */
export const placeBars = (data: ChartData, mode: BarChartOptions['mode']): readonly PlacedBar[] => {
  const lanes = layoutLanes(data.series, mode)
  return data.categories.flatMap((_, category) => {
    const tops = new Map<string, number>()
    return data.series.flatMap(({ values, isComparison, comparisonOf, isForecast }, series): PlacedBar[] => {
      const value = values[category] ?? null
      if (value === null || !Number.isFinite(value) || value === 0) return []
      const lane = lanes.of[series] ?? 0
      const isAlone = mode === 'grouped' || isForecast || (isComparison && comparisonOf === undefined)
      if (isAlone) return [{ category, series, lane, from: 0, to: value }]
      const side = `${lane}.${value < 0 ? 'below' : 'above'}`
      const from = tops.get(side) ?? 0
      tops.set(side, from + value)
      return [{ category, series, lane, from, to: from + value }]
    })
  })
}

export const seriesTone = ({ isComparison = false, comparisonOf }: Series): 'full' | 'comparison' | 'faded' =>
  comparisonOf !== undefined ? 'faded' : isComparison ? 'comparison' : 'full'

const paintOf = (data: ChartData, { category, series }: PlacedBar): Paint => {
  const own = data.series[series]
  const color = data.restAt?.includes(category) && data.series.length < 3 ? REST_COLOR : (own?.color ?? 0)
  const tone = own === undefined ? 'full' : seriesTone(own)
  const isRunning = own?.isForecast || (data.isLastRunning === true && category === data.categories.length - 1)
  return { color, tone: isRunning && tone === 'full' ? 'running' : tone }
}

const barsIn = ({ data, mode }: BarChartOptions, { plot, scale }: Frame): readonly Bar[] => {
  const { weights } = layoutLanes(data.series, mode)
  const lanes = weights.reduce((sum, weight) => sum + weight, 0)
  const outer = scaleBand(data.categories.keys(), [plot.x, plot.x + plot.width])
    .paddingInner(0.28)
    .paddingOuter(0.14)
  const gap = weights.length > 1 ? Math.min(2, (outer.bandwidth() * 0.12) / weights.length) : 0
  // A single bar across a wide plot would read as a surface, not as a quantity.
  const group = Math.min(outer.bandwidth(), 56 * lanes)
  const whole = Math.max(1, (group - gap * (weights.length - 1)) / lanes)
  const inset = (outer.bandwidth() - group) / 2
  const starts = weights.map((_, lane) => weights.slice(0, lane).reduce((sum, weight) => sum + weight * whole + gap, 0))
  return placeBars(data, mode).map((placed) => {
    const { category, series, lane } = placed
    const x = (outer(category) ?? plot.x) + inset + (starts[lane] ?? 0)
    const width = Math.max(1, whole * (weights[lane] ?? 1))
    const y1 = scale.at(placed.from)
    const y2 = scale.at(placed.to)
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

/** Pixels above and below bars without axes, above them for the highest value, and the height from which it is written. */
const EDGE = 2
const VALUE_SPACE = 16
const MIN_SCALE_HEIGHT = 40

/** The value of the highest bar, which is the scale of a chart without axes. */
const highestLabel = (
  bars: readonly Bar[],
  value: number,
  writeTick: WriteTick,
  place: { readonly plot: Area; readonly box: Box },
): readonly Label[] => {
  const [first, ...rest] = bars
  if (first === undefined || value === 0) return []
  const { x, y, width } = rest.reduce((highest, bar) => (bar.y < highest.y ? bar : highest), first)
  return [{ ...calloutLabel(writeTick(value), x + width / 2, y, place), role: 'tick' }]
}

/** What is written above bars; nothing where it is wider than one of them. */
const endLabels = ({ series }: ChartData, bars: readonly Bar[]): readonly Label[] => {
  const textOf = (bar: Bar): string => series[bar.series]?.ends?.[bar.category] ?? ''
  if (bars.some((bar) => textWidth(textOf(bar)) > bar.width + 4)) return []
  return bars
    .filter((bar) => textOf(bar) !== '')
    .map((bar) => ({ x: bar.x + bar.width / 2, y: bar.y - 4, text: textOf(bar), anchor: 'middle', role: 'callout' }))
}

/** Vertical bars over categories, side by side or stacked; values below zero hang from the zero line. */
export const barChart = (options: BarChartOptions): Chart => {
  const { data, box, writeTick, mode, hasAxes = true, axes, callouts = [] } = options
  if (data.categories.length === 0) return emptyChart(box)
  const extent = extentWithZero(placeBars(data, mode).map(({ to }) => to))
  const hasScale = !hasAxes && box.height >= MIN_SCALE_HEIGHT
  const labels = [hasScale ? VALUE_SPACE : EDGE, EDGE] as const
  const frame = layoutFrame(box, extent, writeTick, { hasAxes, hasTitles: axes !== undefined, labels })
  const { plot, scale } = frame
  const bars = barsIn(options, frame)
  const centre = (index: number): number => plot.x + (plot.width / data.categories.length) * (index + 0.5)
  const names = hasAxes ? categoryLabels(data.categories, centre, nameBaseline(box, axes), [plot.x, box.width]) : []
  const ends = endLabels(data, bars)
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
      ? [...valueLabels(scale, plot, writeTick), ...names, ...axisTitles(axes, plot, box), ...called, ...ends]
      : hasScale
        ? highestLabel(bars, extent[1], writeTick, { plot, box })
        : [],
    bands: bandsIn(options, frame),
  }
}
