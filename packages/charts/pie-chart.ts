import { arc } from 'd3-shape'
import type { Bar, Box, Chart, Label, Slice } from './chart.ts'
import { emptyChart } from './chart.ts'
import { fitText, widestText } from './text-measure.ts'

interface PiePart {
  readonly name: string
  /** positive */
  readonly value: number
  readonly color: number
}

export interface PieChartOptions {
  readonly parts: readonly PiePart[]
  readonly box: Box
  readonly writeValue: (value: number) => string
  /** a fraction of 1 */
  readonly writeShare: (share: number) => string
}

/** Pixels of a line of the list, of the color before its name, and between columns. */
const LINE = 24
const KEY = 10
const GAP = 16
/** A list next to its ring has lines up to this high. */
const MAX_LINE = 36
/** Below this width the list is under the ring. */
const MIN_SIDE_BY_SIDE = 380
const MAX_RING = 280

/** The size of a donut with its list: in a narrow box the list adds height. */
export const pieHeight = (parts: number, { width, height }: Box): number =>
  width < MIN_SIDE_BY_SIDE
    ? Math.max(height, Math.min(width, 200) + GAP + parts * LINE)
    : Math.max(height, parts * LINE)

interface Ring {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const FULL_TURN = Math.PI * 2

const slicesOf = (parts: readonly PiePart[], { x, y, radius }: Ring): readonly Slice[] => {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const write = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius * 0.58)
    .outerRadius(radius)
    .padAngle(parts.length > 1 ? 0.012 : 0)
  let from = 0
  return parts.map(({ value, color }, category) => {
    const startAngle = from
    const until = from + (value / total) * FULL_TURN
    from = until
    const path = write({ startAngle, endAngle: until }) ?? ''
    return { path, x, y, paint: { color, tone: 'full' }, category, from: startAngle, until }
  })
}

interface ListRoom {
  readonly x: number
  readonly y: number
  readonly width: number
  /** pixels of a line */
  readonly line: number
}

/** A line per slice: its color, name, value and share, in columns. */
const listOf = (options: PieChartOptions, room: ListRoom): { readonly labels: Label[]; readonly bars: Bar[] } => {
  const { parts, writeValue, writeShare } = options
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const shares = parts.map(({ value }) => writeShare(value / total))
  const values = parts.map(({ value }) => writeValue(value))
  const shareWidth = widestText(shares)
  const valueWidth = widestText(values)
  const nameRoom = room.width - KEY - 8 - shareWidth - valueWidth - GAP * 2
  const nameWidth = Math.min(widestText(parts.map(({ name }) => name)), Math.max(24, nameRoom))
  const valueEnd = room.x + KEY + 8 + nameWidth + GAP + valueWidth
  const middle = (category: number): number => room.y + room.line * (category + 0.5)
  const bars = parts.map(({ color }, category): Bar => {
    const mark = { paint: { color, tone: 'full' }, category, series: 0 } as const
    return { ...mark, x: room.x, y: middle(category) - KEY / 2, width: KEY, height: KEY }
  })
  const labels = parts.flatMap(({ name }, category): Label[] => {
    const y = middle(category) + 4
    const text = fitText(name, nameWidth)
    return [
      { x: room.x + KEY + 8, y, text, anchor: 'start', role: 'name' },
      { x: valueEnd, y, text: values[category] ?? '', anchor: 'end', role: 'tick' },
      { x: valueEnd + GAP + shareWidth, y, text: shares[category] ?? '', anchor: 'end', role: 'value' },
    ]
  })
  return { labels, bars }
}

/** A donut with a list next to it, or below it in a narrow box. Values of zero or less are omitted. */
export const pieChart = (options: PieChartOptions): Chart => {
  const { box } = options
  const parts = options.parts.filter(({ value }) => Number.isFinite(value) && value > 0)
  if (parts.length === 0) return emptyChart(box)
  const isSideBySide = box.width >= MIN_SIDE_BY_SIDE
  const line = isSideBySide ? Math.max(LINE, Math.min(MAX_LINE, box.height / parts.length)) : LINE
  const listHeight = parts.length * line
  const room = isSideBySide
    ? Math.min(box.height, box.width * 0.45)
    : Math.min(box.width, box.height - listHeight - GAP)
  const size = Math.max(40, Math.min(MAX_RING, room))
  const radius = size / 2 - 2
  const ring = isSideBySide ? { x: size / 2, y: box.height / 2, radius } : { x: box.width / 2, y: size / 2, radius }
  const list = isSideBySide
    ? { x: size + GAP * 2, y: Math.max(0, (box.height - listHeight) / 2), width: box.width - size - GAP * 2, line }
    : { x: 0, y: size + GAP, width: box.width, line }
  const bands = parts.map((_, category) => ({
    x: list.x,
    y: list.y + line * category,
    width: list.width,
    height: line,
    category,
  }))
  return { ...emptyChart(box), slices: slicesOf(parts, ring), ...listOf({ ...options, parts }, list), bands }
}
