import type { Box, Dot, Label, Paint, WriteTick } from './chart.ts'
import { textWidth } from './text-measure.ts'

/** A point of a line with its value. */
export interface ValuePoint {
  readonly x: number
  readonly y: number
  readonly value: number
  readonly category: number
}

interface ExtremesOptions {
  readonly box: Box
  readonly paint: Paint
  /** index of the line */
  readonly series: number
  readonly writeTick: WriteTick
}

/** Pixels: of a line of text, between a point and its value, and the height from which values are written. */
const TEXT = 12
const GAP = 5
const MIN_HEIGHT = 40

/** Pixels: of a digit, which a line keeps where values are written, and left free above and below it without values. */
const DIGIT = 9
const LINE_HEIGHT = 16
const EDGE = 2

/** Pixels above and below a line without axes for the values of its highest and lowest point. */
export const extremesSpace = ({ height }: Box): readonly [above: number, below: number] => {
  if (height < MIN_HEIGHT) return [EDGE, EDGE]
  const missing = Math.max(0, GAP + DIGIT + GAP + TEXT + LINE_HEIGHT - height)
  return [GAP + DIGIT, Math.max(EDGE, GAP + TEXT - missing)]
}

/** The value above or below its point, within the box. */
const valueLabel = ({ x, y, value }: ValuePoint, { box, writeTick }: ExtremesOptions, isAbove: boolean): Label => {
  const text = writeTick(value)
  const half = textWidth(text) / 2
  const room = isAbove ? y - GAP - DIGIT >= 0 : y + GAP + TEXT > box.height
  return {
    x: Math.min(Math.max(x, half), box.width - half),
    y: room ? y - GAP : y + GAP + TEXT - 2,
    text,
    anchor: 'middle',
    role: 'tick',
  }
}

const isOver = (one: Label, other: Label): boolean =>
  Math.abs(one.x - other.x) < (textWidth(one.text) + textWidth(other.text)) / 2 + GAP &&
  Math.abs(one.y - other.y) < TEXT

/** The value of the highest point, and that of the lowest unless one would be written over the other. */
const valueLabels = (high: ValuePoint, low: ValuePoint, options: ExtremesOptions): readonly Label[] => {
  if (options.box.height < MIN_HEIGHT) return []
  const [most, least] = [valueLabel(high, options, true), valueLabel(low, options, false)]
  return isOver(most, least) ? [most] : [most, least]
}

/** The highest, lowest and latest point of a line without axes, the first two with their values where there is room. */
export const findExtremes = (
  points: readonly ValuePoint[],
  options: ExtremesOptions,
): { readonly dots: readonly Dot[]; readonly labels: readonly Label[] } => {
  const [first] = points
  const now = points.at(-1)
  if (first === undefined || now === undefined || points.length < 3) return { dots: [], labels: [] }
  const high = points.reduce((best, point) => (point.value > best.value ? point : best), first)
  const low = points.reduce((best, point) => (point.value < best.value ? point : best), first)
  if (high.value === low.value) return { dots: [], labels: [] }
  const { paint, series } = options
  const dots = [...new Set([high, low, now])].map(({ x, y, category }) => ({ x, y, paint, category, series }))
  return { dots, labels: valueLabels(high, low, options) }
}
