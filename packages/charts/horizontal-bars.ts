import { extentWithZero } from './axes.ts'
import { MIN_BAR } from './bar-chart.ts'
import type { Bar, Box, Chart, Label, Value } from './chart.ts'
import { emptyChart, rowBands } from './chart.ts'
import { REST_COLOR } from './palette.ts'
import { ALL_OTHERS } from './report/report-series.ts'
import { fitText, widestText } from './text-measure.ts'

interface HorizontalRow {
  readonly name: string
  readonly value: Value
  readonly previous?: Value
  /** default: as all rows */
  readonly color?: number
}

export interface HorizontalBarsOptions {
  readonly rows: readonly HorizontalRow[]
  readonly box: Box
  readonly writeValue: (value: Value) => string
  readonly color?: number
  /** each row in its own color, for rows identified by color elsewhere */
  readonly isVaried?: boolean
  /** values add up, so that the rows without room are one line of all others; else it counts them */
  readonly isAdditive?: boolean
}

/** Minimum height of a readable row in pixels. */
const MIN_ROW = 18
const MAX_ROW = 34

/** Height of a row whose name stands above its bar, the baseline of the name, and the top and height of the bar, in pixels. */
const STACKED = { row: 30, name: 12, bar: 17, thick: 8 }

/** Heights of a bar alone, of a bar above the thinner one that it is compared with, and of that one, as shares of their row. */
const THICK = { alone: 0.5, compared: 0.42, comparison: 0.26, most: 12, gap: 1 }

/** Top and height of the bar of a row and of the one that it is compared with, in pixels from the top of the row. */
const lanesOf = (rowHeight: number, isStacked: boolean, isCompared: boolean) => {
  if (isStacked) {
    const { bar, thick } = STACKED
    return { current: { y: bar, height: thick }, previous: { y: bar + thick + THICK.gap, height: 3 } }
  }
  const height = Math.min(THICK.most, rowHeight * (isCompared ? THICK.compared : THICK.alone))
  const below = isCompared ? Math.min(THICK.most, rowHeight * THICK.comparison) + THICK.gap : 0
  const y = (rowHeight - height - below) / 2
  return { current: { y, height }, previous: { y: y + height + THICK.gap, height: below - THICK.gap } }
}

/** All others, or what has no value, may be many times the largest: their bar is then broken. Pixels of the gap and of its end. */
const BREAK = { gap: 4, end: 14 }

const isRest = ({ color }: HorizontalRow): boolean => color === REST_COLOR

/** The largest value, at which bars of the rest end; null: they fit. */
const restLimit = (rows: readonly HorizontalRow[]): number | null => {
  const largest = (some: readonly HorizontalRow[]): number =>
    Math.max(0, ...some.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0]))
  const limit = largest(rows.filter((row) => !isRest(row)))
  return limit > 0 && largest(rows.filter(isRest)) > 1.25 * limit ? limit : null
}

const writeMore = (count: number): string => `+ ${count} more`

/** Share of the width without values from which names stand above their bars, if there is room. */
const NAME_SHARE = 0.68
/** Pixels below which bars say nothing. */
const LEAST_BARS = 12

interface Columns {
  readonly nameWidth: number
  readonly valueWidth: number
  readonly barWidth: number
}

const layoutColumns = (
  { box: { width } }: HorizontalBarsOptions,
  names: readonly string[],
  values: readonly string[],
): Columns => {
  const valueWidth = Math.min(widestText(values) + 8, width * 0.45)
  // A name is worth more than a bar, whose value is written next to it.
  const nameWidth = Math.min(widestText(names) + 8, width - valueWidth)
  const barWidth = width - nameWidth - valueWidth
  return { nameWidth, valueWidth, barWidth: barWidth < LEAST_BARS ? 0 : barWidth }
}

/** The rows that a height has room for, besides a line that counts the others. */
const rowsIn = ({ rows, box }: HorizontalBarsOptions, height: number) => {
  const fit = Math.max(1, Math.floor(box.height / height))
  const isCut = rows.length > fit && fit > 1
  return { isCut, shown: rows.slice(0, isCut ? fit - 1 : fit) }
}

/** Whether names stand above their bars: next to them they would leave too little for bars, and two rows still fit. */
const isStacked = (options: HorizontalBarsOptions): boolean => {
  const { shown } = rowsIn(options, MIN_ROW)
  const names = shown.map(({ name }) => name)
  const values = shown.map(({ value }) => options.writeValue(value))
  const room = (options.box.width - layoutColumns(options, names, values).valueWidth) * NAME_SHARE
  return widestText(names) + 6 > room && rowsIn(options, STACKED.row).shown.length >= Math.min(2, options.rows.length)
}

/**
 * One row per name: the name, its bar and its value, aligned in columns, or the bar below them where names would be cut. A last
 * line adds up or counts the rows that do not fit; negative values grow to the left of zero.
 */
export const horizontalBars = (options: HorizontalBarsOptions): Chart => {
  const { box, writeValue, color = 0, isVaried = false } = options
  const stacked = isStacked(options)
  const { isCut, shown: rows } = rowsIn(options, stacked ? STACKED.row : MIN_ROW)
  if (rows.length === 0) return emptyChart(box)
  const names = rows.map(({ name }) => name)
  const texts = rows.map(({ value }) => writeValue(value))
  const columns = layoutColumns(options, names, texts)
  const { nameWidth, barWidth } = stacked ? { nameWidth: 0, barWidth: box.width } : columns
  const rowHeight = Math.min(MAX_ROW, box.height / (rows.length + Number(isCut)))
  const limit = restLimit(rows)
  const [low, high] = extentWithZero(rows.flatMap((row) => (isRest(row) ? [limit] : [row.value, row.previous ?? null])))
  const perUnit = high === low ? 0 : barWidth / (high - low)
  const zero = nameWidth - low * perUnit

  const layoutBar = (
    value: Value,
    index: number,
    lane: { y: number; height: number },
    isComparison: boolean,
  ): Bar[] => {
    if (value === null || !Number.isFinite(value) || value === 0 || barWidth === 0) return []
    const shown = limit !== null && value > limit ? limit : value
    const width = Math.max(MIN_BAR, Math.abs(shown) * perUnit)
    const own = rows[index]?.color ?? (isVaried ? index : color)
    const paint = { color: own, tone: isComparison ? ('comparison' as const) : ('full' as const) }
    const bar = { ...lane, paint, category: index, series: isComparison ? 1 : 0 }
    if (shown === value) return [{ ...bar, x: value < 0 ? zero - width : zero, width }]
    return [
      { ...bar, x: zero, width: Math.max(MIN_BAR, width - BREAK.gap - BREAK.end) },
      { ...bar, x: zero + width - BREAK.end, width: BREAK.end },
    ]
  }
  const lanes = lanesOf(
    rowHeight,
    stacked,
    rows.some(({ previous }) => previous !== undefined),
  )
  const bars = rows.flatMap(({ value, previous }, index) => {
    const inRow = ({ y, height }: { y: number; height: number }) => ({ y: rowHeight * index + y, height })
    const current = layoutBar(value, index, inRow(lanes.current), false)
    if (previous === undefined) return current
    return [...current, ...layoutBar(previous, index, inRow(lanes.previous), true)]
  })
  const labels = rows.flatMap(({ name }, index): Label[] => {
    const y = stacked ? rowHeight * index + STACKED.name : rowHeight * (index + 0.5) + 4
    const room = stacked ? box.width - columns.valueWidth : nameWidth - 6
    return [
      { x: 0, y, text: fitText(name, room), anchor: 'start', role: 'name' },
      { x: box.width, y, text: texts[index] ?? '', anchor: 'end', role: 'value' },
    ]
  })
  const rest = { x: 0, y: rowHeight * (rows.length + 0.5) + 4, anchor: 'start', role: 'tick' } as const
  const hidden = options.rows.slice(rows.length)
  const total = hidden.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const others: readonly Label[] = options.isAdditive
    ? [
        { ...rest, text: ALL_OTHERS },
        { ...rest, x: box.width, text: writeValue(total), anchor: 'end', role: 'value' },
      ]
    : [{ ...rest, text: writeMore(hidden.length) }]
  const bands = rowBands(rows, rowHeight, box)
  return {
    ...emptyChart(box),
    bars,
    labels: isCut ? [...labels, ...others] : labels,
    bands,
    plot: { x: nameWidth, y: 0, width: barWidth, height: box.height },
  }
}
