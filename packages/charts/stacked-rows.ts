import { extentWithZero } from './axes.ts'
import { MIN_BAR } from './bar-chart.ts'
import type { Bar, Box, Chart, ChartData, Label } from './chart.ts'
import { emptyChart } from './chart.ts'
import { fitText, textWidth } from './text-measure.ts'

export interface StackedRowsOptions {
  readonly data: ChartData
  readonly box: Box
  readonly mode: 'grouped' | 'stacked'
  readonly writeValue: (value: number) => string
}

/** Pixels of a bar, of the space in a row, and of the minimum row height. */
const LANE = 9
const ROW_AIR = 8
const MIN_ROW = 22

/** The height that fits every row with its bars side by side. */
export const stackedRowsHeight = ({ categories, series }: ChartData, mode: StackedRowsOptions['mode']): number => {
  const lanes = mode === 'grouped' ? series.length : 1
  return categories.length * Math.max(MIN_ROW, lanes * LANE + ROW_AIR)
}

interface Part {
  readonly category: number
  readonly series: number
  readonly lane: number
  readonly from: number
  readonly to: number
}

const partsOf = ({ categories, series }: ChartData, mode: StackedRowsOptions['mode']): readonly Part[] =>
  categories.flatMap((_, category) => {
    const ends = { above: 0, below: 0 }
    return series.flatMap(({ values }, place): Part[] => {
      const value = values[category] ?? null
      if (value === null || !Number.isFinite(value) || value === 0) return []
      if (mode === 'grouped') return [{ category, series: place, lane: place, from: 0, to: value }]
      const side = value < 0 ? 'below' : 'above'
      const from = ends[side]
      ends[side] = from + value
      return [{ category, series: place, lane: 0, from, to: ends[side] }]
    })
  })

/** The label at the end of a row: the sum of a stack; empty for bars side by side. */
const sumsOf = ({ data, mode, writeValue }: StackedRowsOptions): readonly string[] =>
  data.categories.map((_, category) => {
    if (mode === 'grouped') return ''
    return writeValue(data.series.reduce((sum, { values }) => sum + (values[category] ?? 0), 0))
  })

/** One row per category with its series stacked or side by side, for names too long for the x-axis. */
export const stackedRows = (options: StackedRowsOptions): Chart => {
  const { data, box, mode } = options
  if (data.categories.length === 0) return emptyChart(box)
  const sums = sumsOf(options)
  const widest = (texts: readonly string[]): number => Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text))))
  const sumWidth = mode === 'stacked' ? widest(sums) + 8 : 0
  const nameWidth = Math.min(widest(data.categories) + 8, box.width * 0.4)
  const barWidth = Math.max(1, box.width - nameWidth - sumWidth)
  const parts = partsOf(data, mode)
  const [low, high] = extentWithZero(parts.map(({ to }) => to))
  const at = (value: number): number => nameWidth + ((value - low) / (high - low || 1)) * barWidth
  const rowHeight = box.height / data.categories.length
  const lanes = mode === 'grouped' ? data.series.length : 1
  const thick = Math.min(mode === 'grouped' ? LANE : 14, (rowHeight - 4) / lanes)

  const bars = parts.map(({ category, series, lane, from, to }): Bar => {
    const top = rowHeight * (category + 0.5) - (thick * lanes) / 2 + lane * thick
    const { color = 0, isComparison = false } = data.series[series] ?? {}
    const x = Math.min(at(from), at(to))
    const width = Math.max(MIN_BAR, Math.abs(at(to) - at(from)))
    const paint = { color, tone: isComparison ? 'comparison' : 'full' } as const
    return { x, y: top, width, height: Math.max(1, thick - 1), paint, category, series }
  })
  const labels = data.categories.flatMap((name, category): Label[] => {
    const y = rowHeight * (category + 0.5) + 4
    const named: Label = { x: 0, y, text: fitText(name, nameWidth - 6), anchor: 'start', role: 'name' }
    const text = sums[category] ?? ''
    return text === '' ? [named] : [named, { x: box.width, y, text, anchor: 'end', role: 'value' }]
  })
  const bands = data.categories.map((_, category) => ({
    x: 0,
    y: rowHeight * category,
    width: box.width,
    height: rowHeight,
    category,
  }))
  const zero = { x1: at(0), x2: at(0), y1: 0, y2: box.height, role: 'zero' } as const
  const plot = { x: nameWidth, y: 0, width: barWidth, height: box.height }
  return { ...emptyChart(box), plot, guides: [zero], bars, labels, bands }
}
