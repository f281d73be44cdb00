import { scaleLinear } from 'd3-scale'
import type { Area, Guide, Label, Series, Value, WriteTick } from './chart.ts'
import { textWidth } from './text-measure.ts'

export interface ValueScale {
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
}

const isNumber = (value: Value): value is number => value !== null && Number.isFinite(value)

/** Lowest and highest value, always with 0 between or at them. */
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

export const valuesOf = (series: readonly Series[]): readonly Value[] => series.flatMap(({ values }) => values)

/** Values closer together than this have no ticks of their own; dividing so little further overflows. */
const SMALLEST_EXTENT = 1e-9

/** Share of the values' extent that a tick may lie beyond them. */
const MAX_OVERSHOOT = 0.25

/**
 * A vertical scale with round ticks that covers `extent`. Ticks that would be written alike (a count below 4 would get
 * halves) are left out.
 */
export const valueScale = (
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
  // Beyond the outermost ticks only as far as the values go: a few refunds must not cost a fifth of the height.
  const scale = scaleLinear([Math.min(low, ...ticks), Math.max(high, ...ticks)], [bottom, top])
  return { at: (value) => scale(value), ticks }
}

/** Space that the value labels need at the left, in pixels. */
export const tickSpace = (scale: ValueScale, writeTick: WriteTick): number =>
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

/** Pixels between two names. */
const MIN_GAP = 6

/**
 * Names under the plot, thinned evenly so that none touches the next; the first is kept. `centre` gives the middle of a
 * category.
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
    // A label pushed in from the edge may have come too near to the one before.
    if (x - half < taken + MIN_GAP) continue
    taken = x + half
    labels.push({ x, y: baseline, text, anchor: 'middle', role: 'tick' })
  }
  return labels
}
