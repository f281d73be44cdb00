import { extentWithZero } from './axes.ts'
import { layoutLanes, MIN_BAR, placeBars, seriesTone } from './bar-chart.ts'
import type { Bar, Box, Chart, ChartData, Label } from './chart.ts'
import { emptyChart, rowBands } from './chart.ts'
import { fitText, textWidth, widestText } from './text-measure.ts'

export interface StackedRowsOptions {
  readonly data: ChartData
  readonly box: Box
  readonly mode: 'grouped' | 'stacked'
  readonly writeValue: (value: number) => string
}

/** Pixels of a bar, alone and with a text at its end, of the space in a row, and of the minimum row height. */
const LANE = 9
const WRITTEN_LANE = 13
const ROW_AIR = 8
const MIN_ROW = 22
/** Pixels of a name above its bars, and its baseline. */
const NAME = { line: 17, baseline: 12 }
/** Share of the width that names next to their bars take at most. */
const NAME_SHARE = 0.4

const laneOf = ({ series }: ChartData): number => (series.some(({ ends }) => ends) ? WRITTEN_LANE : LANE)

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0)

/** Whether names stand above their bars: next to them they would be cut. */
const isNamedAbove = ({ categories }: ChartData, width: number): boolean =>
  widestText(categories) + 8 > width * NAME_SHARE

/** The height that fits every row with its bars side by side. */
export const stackedRowsHeight = (data: ChartData, mode: StackedRowsOptions['mode'], width: number): number => {
  const lanes = mode === 'grouped' ? total(layoutLanes(data.series, mode).weights) : 1
  const row = Math.max(MIN_ROW, lanes * laneOf(data) + ROW_AIR) + (isNamedAbove(data, width) ? NAME.line : 0)
  return data.categories.length * row
}

/** The label at the end of a row: the sum of a stack; empty for bars side by side. */
const sumsOf = ({ data, mode, writeValue }: StackedRowsOptions): readonly string[] =>
  data.categories.map((_, category) => {
    if (mode === 'grouped') return ''
    const now = data.series.filter(({ isComparison }) => !isComparison)
    return writeValue(now.reduce((sum, { values }) => sum + (values[category] ?? 0), 0))
  })

/** One row per category with its series stacked or side by side, for names too long for the x-axis. */
export const stackedRows = (options: StackedRowsOptions): Chart => {
  const { data, box, mode } = options
  if (data.categories.length === 0) return emptyChart(box)
  const sums = sumsOf(options)
  const sumWidth = mode === 'stacked' ? widestText(sums) + 8 : 0
  const isAbove = isNamedAbove(data, box.width)
  const nameWidth = isAbove ? 0 : widestText(data.categories) + 8
  const barWidth = Math.max(1, box.width - nameWidth - (isAbove ? 0 : sumWidth))
  const parts = placeBars(data, mode)
  const [low, high] = extentWithZero(parts.map(({ to }) => to))
  const at = (value: number): number => nameWidth + ((value - low) / (high - low || 1)) * barWidth
  const rowHeight = box.height / data.categories.length
  const nameHeight = isAbove ? NAME.line : 0
  const barHeight = rowHeight - nameHeight
  const { weights } = layoutLanes(data.series, mode)
  const lanes = total(weights)
  const thick = Math.min(mode === 'grouped' ? laneOf(data) : 14, (barHeight - 4) / lanes)

  const bars = parts.map(({ category, series, lane, from, to }): Bar => {
    const air = isAbove ? 0 : (barHeight - thick * lanes) / 2
    const top = rowHeight * category + nameHeight + air + thick * total(weights.slice(0, lane))
    const own = data.series[series]
    const x = Math.min(at(from), at(to))
    const width = Math.max(MIN_BAR, Math.abs(at(to) - at(from)))
    const paint = { color: own?.color ?? 0, tone: own === undefined ? 'full' : seriesTone(own) } as const
    const height = Math.max(1, thick * (weights[lane] ?? 1) - 1)
    return { x, y: top, width, height, paint, category, series }
  })
  const labels = data.categories.flatMap((name, category): Label[] => {
    const y = isAbove ? rowHeight * category + NAME.baseline : rowHeight * (category + 0.5) + 4
    const room = isAbove ? box.width - sumWidth : nameWidth - 6
    const named: Label = { x: 0, y, text: fitText(name, room), anchor: 'start', role: 'name' }
    const text = sums[category] ?? ''
    return text === '' ? [named] : [named, { x: box.width, y, text, anchor: 'end', role: 'value' }]
  })
  const ends = bars.flatMap(({ x, y, width, height, series, category }): Label[] => {
    const text = data.series[series]?.ends?.[category] ?? ''
    const start = Math.min(x + width + 4, box.width - textWidth(text))
    return text === '' ? [] : [{ x: start, y: y + height / 2 + 4, text, anchor: 'start', role: 'callout' }]
  })
  const bands = rowBands(data.categories, rowHeight, box)
  const zero = { x1: at(0), x2: at(0), y1: 0, y2: box.height, role: 'zero' } as const
  // It would run through names above the bars.
  const guides = isAbove ? [] : [zero]
  const plot = { x: nameWidth, y: 0, width: barWidth, height: box.height }
  return { ...emptyChart(box), plot, guides, bars, labels: [...labels, ...ends], bands }
}
