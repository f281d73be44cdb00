import { scaleLinear } from 'd3-scale'
import type { Area, Box, ChartNotes, Guide, Label, Series, Value, WriteTick } from './chart.ts'
import { fitText, textWidth } from './text-measure.ts'

export interface ValueScale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

export const isNumber = (value: Value): value is number => value !== null && Number.isFinite(value)

/** Lowest and highest value, including 0. */
export const extentWithZero = (values: readonly Value[]): readonly [number, number] => {
  let low = 0
  let high = 0
  for (const value of values) {
    if (!isNumber(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

export const allValues = (series: readonly Series[]): readonly Value[] => series.flatMap(({ values }) => values)

/** Values closer together than this get no ticks; dividing the range further overflows. */
const SMALLEST_EXTENT = 1e-9

/** Share of the value range that a tick may exceed it by. */
const MAX_OVERSHOOT = 0.25

/**
 * A vertical scale with round ticks that covers `extent`. Ticks with equal labels (a count below 4 would get halves) are
 * omitted.
 */
const valueScale = (
  extent: readonly [number, number],
  [top, bottom]: readonly [number, number],
  writeTick: WriteTick,
): ValueScale => {
  const [low, high] = extent
  const wanted = Math.max(2, Math.min(6, Math.floor((bottom - top) / 44)))
  const nice = scaleLinear([low, high - low < SMALLEST_EXTENT ? low + 1 : high], [bottom, top]).nice(
    Math.max(5, wanted),
  )
  const seen = new Set<string>()
  const ticks = nice.ticks(wanted).filter((tick) => {
    const overshoot = Math.max(low - tick, tick - high)
    if (high - low >= SMALLEST_EXTENT && overshoot > MAX_OVERSHOOT * (high - low)) return false
    const text = writeTick(tick)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
  // The scale ends at the values instead of the outermost ticks: a few refunds must not take a fifth of the height.
  const scale = scaleLinear([Math.min(low, ...ticks), Math.max(high, ...ticks)], [bottom, top])
  return { at: (value) => scale(value), ticks }
}

/** Width of the value labels on the left, in pixels. */
const tickSpace = (scale: ValueScale, writeTick: WriteTick): number =>
  Math.ceil(Math.max(0, ...scale.ticks.map((tick) => textWidth(writeTick(tick))))) + 8

export const valueGuides = (scale: ValueScale, plot: Area): readonly Guide[] =>
  scale.ticks.map((tick) => {
    const y = Math.round(scale.at(tick)) + 0.5
    return { x1: plot.x, x2: plot.x + plot.width, y1: y, y2: y, role: tick === 0 ? 'zero' : 'grid' }
  })

export const valueLabels = (scale: ValueScale, plot: Area, writeTick: WriteTick): readonly Label[] =>
  scale.ticks.map((tick) => ({
    x: plot.x - 8,
    y: Math.round(scale.at(tick)) + 4,
    text: writeTick(tick),
    anchor: 'end',
    role: 'tick',
  }))

/** Pixels between two labels. */
const MIN_GAP = 6

/**
 * Labels under the plot, thinned evenly so that none touch; the first is kept. `centre` gives the middle of a category.
 */
export const categoryLabels = (
  categories: readonly string[],
  centre: (index: number) => number,
  baseline: number,
  [left, right]: readonly [number, number],
): readonly Label[] => {
  if (categories.length === 0) return []
  const widest = Math.max(...categories.map((name) => textWidth(name))) + 10
  const step = categories.length > 1 ? Math.abs(centre(1) - centre(0)) : widest
  const every = Math.max(1, Math.ceil(widest / Math.max(step, 0.01)))
  const labels: Label[] = []
  let taken = Number.NEGATIVE_INFINITY
  for (let index = 0; index < categories.length; index += every) {
    const text = categories[index] ?? ''
    const half = textWidth(text) / 2
    const x = Math.min(Math.max(centre(index), left + half), Math.max(right - half, left + half))
    // A label moved in from the edge may be too close to the previous one.
    if (x - half < taken + MIN_GAP) continue
    taken = x + half
    labels.push({ x, y: baseline, text, anchor: 'middle', role: 'tick' })
  }
  return labels
}

/** Pixels under the plot for the names of the categories. */
const NAME_SPACE = 20
/** Half a line of text above the top tick. */
const TOP_SPACE = 8

/** Pixels for the title above the ticks, and for the one below the names, which must not read as the second line of a name. */
const TITLE_SPACE = { y: 16, x: 21 }

interface FrameOptions {
  /** pixels above and below a plot without axes, for labels */
  readonly labels?: readonly [above: number, below: number]
  readonly hasAxes: boolean
  readonly hasTitles?: boolean
  /** pixels kept free on the right */
  readonly right?: number
}

export interface Frame {
  readonly plot: Area
  readonly scale: ValueScale
}

/** The plot area left by the axes, and the value scale over it. Without axes the plot is the whole box. */
export const layoutFrame = (
  box: Box,
  extent: readonly [number, number],
  writeTick: WriteTick,
  { hasAxes, hasTitles = false, right = 0, labels: [above, below] = [2, 2] }: FrameOptions,
): Frame => {
  const titles = hasTitles ? TITLE_SPACE : { y: 0, x: 0 }
  const top = hasAxes ? TOP_SPACE + titles.y : above
  const bottom = Math.max(top + 1, box.height - (hasAxes ? NAME_SPACE + titles.x : below))
  const scale = valueScale(extent, [top, bottom], writeTick)
  const left = hasAxes ? tickSpace(scale, writeTick) : 0
  const plot = { x: left, y: top, width: Math.max(1, box.width - left - right), height: bottom - top }
  return { plot, scale }
}

/** The y-axis title above its labels, the x-axis title below the names. */
export const axisTitles = (titles: ChartNotes['axes'], plot: Area, box: Box): readonly Label[] =>
  titles === undefined
    ? []
    : [
        { x: 0, y: 11, text: fitText(titles.y, box.width), anchor: 'start', role: 'axis' },
        {
          x: plot.x + plot.width / 2,
          y: box.height - 3,
          text: fitText(titles.x, plot.width),
          anchor: 'middle',
          role: 'axis',
        },
      ]

/** Baseline of the names under the plot. */
export const nameBaseline = (box: Box, titles: ChartNotes['axes']): number =>
  box.height - 4 - (titles === undefined ? 0 : TITLE_SPACE.x)

/** The text of an unusual value above its mark, within the plot. */
export const calloutLabel = (text: string, x: number, y: number, { plot, box }: { plot: Area; box: Box }): Label => {
  const half = textWidth(text) / 2
  const inside = Math.min(Math.max(x, plot.x + half), Math.max(box.width - half, plot.x + half))
  return { x: inside, y: Math.max(11, y - 6), text, anchor: 'middle', role: 'callout' }
}
