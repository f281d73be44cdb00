import type { Area, Box, Chart, HeatCell, Label, Value } from './chart.ts'
import { emptyChart } from './chart.ts'
import { HEAT_STEPS } from './heat-palette.ts'
import { fitText, textWidth } from './text-measure.ts'

export interface HeatmapOptions {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** one list per row, one value per column; null: no value */
  readonly values: readonly (readonly Value[])[]
  readonly box: Box
  readonly writeValue: (value: number) => string
  /** the value of the last step; default: as of all values */
  readonly ceiling?: number
}

const NAME_SPACE = 20
const GAP = 2
/** Pixels of a row. */
const MIN_ROW = 22
const MAX_ROW = 44

/** Step of a value: 0 for zero and missing values, negative below zero. */
const heatStep = (value: Value, largest: number): number => {
  if (value === null || !Number.isFinite(value) || value === 0) return 0
  const step = Math.max(1, Math.ceil((Math.abs(value) / largest) * HEAT_STEPS))
  return Math.sign(value) * Math.min(HEAT_STEPS, step)
}

/** The height that makes every row readable. */
export const heatmapHeight = (rows: number, height: number): number => Math.max(height, NAME_SPACE + rows * MIN_ROW)

/** Quantile at which outliers are capped, and the minimum ratio for capping. */
const USUAL = 0.95
const MUCH = 2

/**
 * The value of the last step: the largest value, unless outliers would make all others look alike. `isCut`: outliers
 * exceed it.
 */
export const heatCeiling = (
  values: readonly (readonly Value[])[],
): { readonly size: number; readonly isCut: boolean } => {
  const sizes = values
    .flat()
    .filter((value) => value !== null && Number.isFinite(value) && value !== 0)
    .map((value) => Math.abs(value ?? 0))
    .toSorted((a, b) => a - b)
  const largest = sizes.at(-1) ?? 0
  const usual = sizes[Math.max(0, Math.ceil(sizes.length * USUAL) - 2)] ?? largest
  const isCut = sizes.length > HEAT_STEPS && largest > usual * MUCH
  return { size: isCut ? usual : largest, isCut }
}

const plotOf = ({ columns, rows, box }: HeatmapOptions): Area => {
  const widest = Math.max(0, ...rows.map((name) => textWidth(name)))
  const x = Math.ceil(Math.min(widest, box.width * 0.3)) + 10
  const height = Math.min(box.height - NAME_SPACE, rows.length * MAX_ROW)
  return { x, y: 0, width: Math.max(columns.length, box.width - x), height: Math.max(rows.length, height) }
}

const axisLabels = ({ columns, rows }: HeatmapOptions, plot: Area): readonly Label[] => {
  const rowHeight = plot.height / rows.length
  const columnWidth = plot.width / columns.length
  const down = rows.map((name, row): Label => {
    const text = fitText(name, plot.x - 10)
    return { x: plot.x - 8, y: plot.y + rowHeight * (row + 0.5) + 4, text, anchor: 'end', role: 'name' }
  })
  const widest = Math.max(...columns.map((name) => textWidth(name))) + 6
  const every = Math.max(1, Math.ceil(widest / columnWidth))
  const across = columns.flatMap((name, column): Label[] => {
    if (column % every !== 0) return []
    const half = textWidth(name) / 2
    const x = Math.min(plot.x + columnWidth * (column + 0.5), plot.x + plot.width - half)
    return [{ x, y: plot.y + plot.height + 16, text: name, anchor: 'middle', role: 'tick' }]
  })
  return [...down, ...across]
}

/** Values in a grid of two categories, darker for larger ones, with labels where they fit. */
export const heatmap = (options: HeatmapOptions): Chart => {
  const { columns, rows, values, box, writeValue } = options
  if (columns.length === 0 || rows.length === 0) return emptyChart(box)
  const plot = plotOf(options)
  const width = plot.width / columns.length
  const height = plot.height / rows.length
  const { ceiling: largest = heatCeiling(values).size } = options
  const bands = rows.flatMap((_, row) =>
    columns.map((__, column) => ({
      x: plot.x + column * width,
      y: plot.y + row * height,
      width,
      height,
      category: row * columns.length + column,
    })),
  )
  const valueAt = (category: number): Value =>
    values[Math.floor(category / columns.length)]?.[category % columns.length] ?? null
  const cells = bands.map(({ x, y, category }): HeatCell => {
    const inner = { width: Math.max(1, width - GAP), height: Math.max(1, height - GAP) }
    return { x: x + GAP / 2, y: y + GAP / 2, ...inner, category, step: heatStep(valueAt(category), largest) }
  })
  const texts = bands.map(({ category }) => {
    const value = valueAt(category)
    return value === null || !Number.isFinite(value) ? '' : writeValue(value)
  })
  const isWritten = texts.every((text) => textWidth(text, 11) <= width - GAP * 2) && height >= 18
  const written = cells.map(
    ({ x, y, step, category, ...inner }): Label => ({
      x: x + inner.width / 2,
      y: y + inner.height / 2 + 4,
      text: texts[category] ?? '',
      anchor: 'middle',
      role: 'onColor',
      step,
    }),
  )
  const labels = [...axisLabels(options, plot), ...(isWritten ? written.filter(({ text }) => text !== '') : [])]
  return { ...emptyChart(box), plot, cells, labels, bands, stride: columns.length }
}
