import { barChart } from '../bar-chart.ts'
import type { Box, Chart, ChartData, ChartNotes, MarkKey, Series, Value } from '../chart.ts'
import { heatCeiling, heatmap, heatmapHeight } from '../heatmap.ts'
import { horizontalBars } from '../horizontal-bars.ts'
import { lineChart } from '../line-chart.ts'
import { REST_COLOR } from '../palette.ts'
import { pieChart, pieHeight } from '../pie-chart.ts'
import { stackedRows, stackedRowsHeight } from '../stacked-rows.ts'
import { textWidth } from '../text-measure.ts'
import type { DrawMap } from './draw-map.ts'
import { firstCategories, foldCategories, foldSeries } from './fold-rest.ts'
import { findRest, isLowestFirst, orderBars } from './order-bars.ts'
import { numberIn, type ReportCell, type ReportChartInput } from './report-data.ts'
import {
  buildLegend,
  buildTooltip,
  chartTitle,
  findMark,
  otherFigures,
  periodName,
  type ReportDrawing,
  shownSeries,
  summarizeSeries,
} from './report-drawing.ts'
import { ALL_OTHERS, type ReportSeries, reportSeries } from './report-series.ts'
import { distinctColors, fixedColor } from './series-colors.ts'

/** Fewer values have no usual size. */
const MIN_VALUES = 8
/** Distance from the median, in robust standard deviations, from which a value is an outlier. */
const FAR = 6
/** Of a normal distribution: standard deviation ÷ median absolute deviation. */
const SCALE = 1.4826
const MAX_OUTLIERS = 2

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  return (low + high) / 2
}

/** Indexes of the values that are far from all others, the farthest first; at most two. */
const findOutliers = (values: readonly Value[]): readonly number[] => {
  const known = values.flatMap((value, index) => (value === null || !Number.isFinite(value) ? [] : [{ value, index }]))
  if (known.length < MIN_VALUES) return []
  const middle = median(known.map(({ value }) => value))
  const spread = SCALE * median(known.map(({ value }) => Math.abs(value - middle)))
  // where more than half of the values are equal, there is no usual distance
  if (!(spread > 0) || !Number.isFinite(spread)) return []
  return known
    .map(({ value, index }) => ({ index, distance: Math.abs(value - middle) / spread }))
    .filter(({ distance }) => distance > FAR)
    .toSorted((a, b) => b.distance - a.distance)
    .slice(0, MAX_OUTLIERS)
    .map(({ index }) => index)
}

/** Maximum number of categories, of rows with several bars, of pie slices including the rest, and of series distinguished by color. */
const MAX_CATEGORIES = 30
const MAX_GROUPED_ROWS = 8
const MAX_SLICES = 5
const MAX_SERIES = 5
/** Maximum number of points with a marker each. */
const MAX_MARKS = 40
/** Pixels of a row of horizontal bars. */
const ROW = 20
/** Pixels kept free next to a name under a plot, slightly more than the axis needs, and of the widest ticks. */
const NAME_GAP = 12
const TICKS = 72

interface Canvas {
  readonly data: ReportSeries
  readonly box: Box
  readonly input: ReportChartInput
}

/** The series with their rates at the ends of their bars. */
const withRates = ({ data, input: { chart, columns, rows, formats } }: Canvas): readonly Series[] => {
  const at = (columnId = ''): number => columns.findIndex((column) => column.columnId === columnId)
  return data.series.map((series) => {
    const own = columns.find(({ displayName }) => displayName === series.name)?.columnId ?? ''
    const rate = at(chart.rates?.[chart.series.indexOf(own) - 1])
    const rowOf = (key: MarkKey) =>
      rows.find((row) => Object.entries(key).every(([name, cell]) => row[at(name)] === cell))
    const write = (key: MarkKey) => formats.value(numberIn(rowOf(key), rate), columns[rate]?.format ?? '')
    return rate < 0 ? series : { ...series, ends: data.keys.map((key) => (key === null ? '' : write(key))) }
  })
}

const toChartData = (canvas: Canvas): ChartData => ({
  categories: canvas.data.categories,
  series: withRates(canvas),
  isLastRunning: canvas.data.isLastRunning,
  restAt: findRest(canvas.data),
})

const drawn = ({ data, input }: Canvas, chart: Chart, hasMarks = false): ReportDrawing => ({
  chart,
  legend: buildLegend(data.series, hasMarks),
  notes: data.notes,
  title: input.chart.title ?? chartTitle(data),
  summary: summarizeSeries(data, input.formats),
  tooltip: buildTooltip(data, input.formats),
  markAt: (category, series) => findMark(data, category, series),
})

/** What the axes show, and the values that are far from all others. */
const notesOf = ({ data, input }: Canvas): ChartNotes => {
  const { series, measure, x, isLastRunning } = data
  const measures = new Set(series.filter(({ isComparison }) => !isComparison).map(({ name }) => name))
  const y = data.split === null && measures.size > 1 ? '' : measure.displayName
  const axes = { x: x.displayName, y }
  const only = series.findIndex(({ isComparison }) => !isComparison)
  const values = series[only]?.values ?? []
  const last = isLastRunning ? values.length - 1 : values.length
  if (measures.size !== 1) return { axes }
  const callouts = findOutliers(values.slice(0, last)).map((category) => ({
    series: only,
    category,
    // names stand below their bars, days and months only every now and then
    text: [
      ...(data.xPart === null ? [] : [data.categories[category] ?? '']),
      input.formats.compact(values[category] ?? 0, measure.format),
    ].join(': '),
  }))
  return { axes, callouts }
}

const drawLines = (canvas: Canvas): ReportDrawing => {
  const { data, box, input } = canvas
  const hasMarks = data.series.length > 1 && data.categories.length <= MAX_MARKS
  const writeTick = (value: number) => input.formats.compact(value, data.measure.format)
  const isFilled = data.series.length === 1
  return drawn(
    canvas,
    lineChart({ data: toChartData(canvas), box, writeTick, hasMarks, isFilled, hasNames: true, ...notesOf(canvas) }),
    hasMarks,
  )
}

/** Names that would be truncated or omitted under a plot are on the left of horizontal bars, as are bars whose scale would have no round ticks. */
const needsRows = ({ data, box }: Canvas): boolean => {
  if (data.xPart !== null) return false
  if (data.measure.format === 'days') return true
  const room = (box.width - TICKS) / Math.max(1, data.categories.length)
  return data.categories.some((name) => textWidth(name) + NAME_GAP > room)
}

const drawRows = (canvas: Canvas, mode: 'grouped' | 'stacked'): ReportDrawing => {
  const { data, box, input } = canvas
  const write = (value: number | null) => input.formats.figure(value, data.measure.format)
  const now = data.series.filter(({ isComparison }) => !isComparison)
  const [only] = now
  if (now.length === 1 && only !== undefined) {
    const before = data.series.find(({ isComparison }) => isComparison)
    const rest = findRest(data)
    const rows = data.categories.map((name, index) => ({
      name,
      value: only.values[index] ?? null,
      ...(rest.includes(index) ? { color: REST_COLOR } : {}),
      ...(before === undefined ? {} : { previous: before.values[index] ?? null }),
    }))
    const height = Math.max(Math.min(box.height, rows.length * 34), rows.length * ROW)
    const writeValue = input.formats.column(only.values, data.measure.format)
    return drawn(canvas, horizontalBars({ rows, box: { ...box, height }, writeValue }))
  }
  const isLong = mode === 'grouped' && data.split === null
  const few = isLong ? { ...canvas, data: foldCategories({ ...data, isTop: true }, MAX_GROUPED_ROWS) } : canvas
  const chartData = toChartData(few)
  const least = stackedRowsHeight(chartData, mode, box.width)
  const height = Math.max(Math.min(box.height, least * 1.4), least)
  return drawn(few, stackedRows({ data: chartData, box: { ...box, height }, mode, writeValue: write }))
}

const drawBars = (canvas: Canvas, wanted: 'grouped' | 'stacked'): ReportDrawing => {
  const { data, box, input } = canvas
  // Stacked averages would be meaningless.
  const mode = wanted === 'stacked' && data.measure.additive ? 'stacked' : 'grouped'
  if (needsRows(canvas)) return drawRows(canvas, mode)
  const writeTick = (value: number) => input.formats.compact(value, data.measure.format)
  return drawn(canvas, barChart({ data: toChartData(canvas), box, mode, writeTick, ...notesOf(canvas) }))
}

/** No more categories than can be read: of a ranking of the lowest its beginning, else the largest. */
const shorten = (data: ReportSeries): ReportSeries =>
  data.categories.length > MAX_CATEGORIES && isLowestFirst(data)
    ? firstCategories(data, MAX_CATEGORIES)
    : foldCategories(data, MAX_CATEGORIES)

const canBeShares = ({ measure, series, split }: ReportSeries): boolean =>
  measure.additive && split === null && (series.at(-1)?.values ?? []).every((value) => (value ?? 0) >= 0)

const drawPie = (canvas: Canvas): ReportDrawing => {
  const { box, input } = canvas
  const now = canvas.data.series.filter(({ isComparison }) => !isComparison).slice(0, 1)
  const whole = orderBars({ ...canvas.data, series: now })
  if (!canBeShares(whole)) {
    const notes = [...whole.notes, 'Negative values and averages can’t be shown as shares, so they are drawn as bars.']
    return drawBars({ ...canvas, data: shorten({ ...whole, notes }) }, 'grouped')
  }
  const tooMany = whole.categories.length > MAX_SLICES
  const data = tooMany ? foldCategories(whole, MAX_SLICES - 1) : whole
  const values = data.series[0]?.values ?? []
  const { figure, value: write } = input.formats
  const fixed = data.keys.map((key) => fixedColor(data.x.columnId, key?.[data.x.columnId] ?? null))
  const colors = distinctColors(fixed)
  const all = data.categories.map((name, index) => ({
    name,
    value: values[index] ?? 0,
    color: colors[index] ?? REST_COLOR,
    index,
  }))
  const parts = all.filter(({ value }) => value > 0)
  const colored = parts.map((part) => ({ ...part, color: part.name === ALL_OTHERS ? REST_COLOR : part.color }))
  const chart = pieChart({
    parts: colored,
    box: { ...box, height: pieHeight(parts.length, box) },
    writeValue: (value) => figure(value, data.measure.format),
    writeShare: (share) => write(share, 'percent'),
  })
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const tooltip: ReportDrawing['tooltip'] = (category) => {
    const part = colored[category]
    if (part === undefined) return { title: '', lines: [] }
    const line = { color: part.color, isComparison: false }
    return {
      title: data.titles[part.index] ?? part.name,
      lines: [
        { ...line, name: data.measure.displayName, text: write(part.value, data.measure.format) },
        { ...line, name: 'Share', text: write(part.value / total, 'percent') },
      ],
    }
  }
  const markAt: ReportDrawing['markAt'] = (category) => findMark(data, colored[category]?.index ?? -1, null)
  const isCompared = canvas.data.series.some(({ isComparison }) => isComparison)
  const notes = isCompared ? [...data.notes, 'A donut shows no comparison; see the table.'] : data.notes
  return { ...drawn({ ...canvas, data }, chart), legend: [], notes, tooltip, markAt }
}

/** Times the values of all other cohorts from which the first one has customers of before the data. */
const MUCH = 1.25

/** The first cohort, if it exceeds all others: its customers may have ordered before the data starts. */
const findEarlyCohort = ({ x }: ReportSeries, series: readonly Series[]): Series | undefined => {
  if (x.columnId !== 'monthsSinceFirstOrder') return undefined
  const [first, ...others] = series.toSorted((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1))
  const most = (some: readonly Series[]): number => Math.max(...some.flatMap(({ values }) => values.map(Number)))
  return first && others.length > 0 && most([first]) > MUCH * most(others) ? first : undefined
}

/** The rows of the result in a row of a heatmap, by column. Without a key, it is of all cohorts. */
const rowsOf = ({ data: { split, x, keys }, input }: Canvas, { key }: Pick<Series, 'key'>) => {
  const isOwn = (row: readonly ReportCell[]) => !key || row[split?.index ?? 0] === key[split?.columnId ?? '']
  const own = ((key ? input.rows : input.totalRows) ?? []).filter(isOwn)
  return keys.map((at) => own.find((row) => row[x.index] === at?.[x.columnId]))
}

/** All cohorts together, where the rows are cohorts. */
const overall = (canvas: Canvas): Series => {
  const values = rowsOf(canvas, {}).map((row) => numberIn(row, canvas.data.measure.index))
  return { name: 'Overall', color: 0, values }
}

/** The name of a row with its size: `Q3 2026 · 67`. */
const namedSize = (canvas: Canvas, series: Series): string => {
  const { chart, columns, formats } = canvas.input
  const at = columns.findIndex(({ columnId }) => columnId === chart.size)
  const size = Math.max(...rowsOf(canvas, series).map((row) => numberIn(row, at) ?? 0))
  return at < 0 ? series.name : `${series.name} · ${formats.value(size, 'integer')}`
}

const drawHeatmap = (canvas: Canvas): ReportDrawing => {
  const { data, box, input } = canvas
  const { series, categories, titles, measure } = data
  const cohorts = series.filter(({ isComparison }) => !isComparison)
  const early = findEarlyCohort(data, cohorts)
  // of customers whose first order came before the data, all together say nothing
  const now = input.chart.size && input.totalRows && !early ? [...cohorts, overall(canvas)] : cohorts
  const rows = now.map(({ name }) => name)
  const values = now.map((one) => one.values)
  // Rates below each other have the same decimals.
  const write = measure.format === 'percent' ? input.formats.value : input.formats.compact
  const writeValue = (value: number) => write(value, measure.format)
  const names = now.map((one) => namedSize(canvas, one))
  const { size: ceiling, isCut } = heatCeiling(cohorts.filter((one) => one !== early).map((one) => one.values))
  const size = { ...box, height: heatmapHeight(rows.length, Math.min(box.height, 20 + rows.length * 44)) }
  const chart = heatmap({ columns: categories, rows: names, values, box: size, writeValue, ceiling })
  const tooltip: ReportDrawing['tooltip'] = (category) => {
    const row = Math.floor(category / Math.max(1, categories.length))
    const column = category % Math.max(1, categories.length)
    const full = (value: number | null | undefined) => input.formats.value(value ?? null, measure.format)
    const title = `${rows[row] ?? ''}, ${titles[column] ?? ''}`
    const text = full(values[row]?.[column])
    const before = series.find(({ comparisonOf }) => comparisonOf !== undefined && comparisonOf === rows[row])
    const notes = otherFigures(now[row] && rowsOf(canvas, now[row])[column], measure, input)
    const lines = [
      { name: measure.displayName, text, color: 0, isComparison: false },
      ...(before === undefined
        ? []
        : [{ name: periodName(before), text: full(before.values[column]), color: 0, isComparison: true }]),
    ]
    return { title, lines, notes }
  }
  const markAt: ReportDrawing['markAt'] = (category) =>
    findMark(
      { ...data, series: now },
      category % Math.max(1, categories.length),
      Math.floor(category / Math.max(1, categories.length)),
    )
  const cut = `The strongest color means ${input.formats.figure(ceiling, measure.format)} or more.`
  const old = early && `${early.name} may include customers who first ordered before your data starts. ${cut}`
  const notes = [...data.notes, ...(old ? [old] : isCut ? [cut] : [])]
  return { ...drawn(canvas, chart), legend: [], notes, tooltip, markAt }
}

/** A heatmap needs a second dimension, a pie has none; otherwise bars are drawn. */
const drawInKind = (canvas: Canvas): ReportDrawing => {
  const { data, input } = canvas
  if (input.chart.kind === 'heatmap' && data.split !== null) return drawHeatmap(canvas)
  if (input.chart.kind === 'pie' && data.split === null) return drawPie(canvas)
  const few = foldSeries(data, MAX_SERIES)
  const shown = { ...few, series: shownSeries(few.series, input.hidden ?? new Set()) }
  const drawing = drawSeries({ ...canvas, data: shown })
  // The legend also names what it has hidden.
  const hasMarks = drawing.legend.some(({ shape }) => shape !== null)
  return { ...drawing, legend: buildLegend(few.series, hasMarks) }
}

/** Categories next to each other follow each other: days, and along a line the months since something. */
const isOrdered = ({ xPart, x }: ReportSeries, { chart }: ReportChartInput): boolean =>
  xPart !== null || (chart.kind === 'line' && x.format === 'integer')

const drawSeries = (canvas: Canvas): ReportDrawing => {
  const { chart } = canvas.input
  if (chart.kind === 'line' && isOrdered(canvas.data, canvas.input)) return drawLines(canvas)
  return drawBars({ ...canvas, data: orderBars(canvas.data) }, chart.kind === 'stackedBar' ? 'stacked' : 'grouped')
}

/** Pixels of a map, which is wide: more height would leave it no more room. */
const MAP_HEIGHT = 440
const MAP_RATIO = 0.65

/** The height of a chart of this kind in so much width, where `usual` is that of all others. */
export const chartHeight = ({ kind }: ReportChartInput['chart'], width: number, usual: number): number =>
  kind === 'map' ? Math.max(usual, Math.min(MAP_HEIGHT, width * MAP_RATIO)) : usual

/**
 * Lays out the chart of a result in a box. Long names and many rows increase the height. Null: there is nothing to draw.
 *
 * @param drawMap draws states on a map; null: they are bars
 */
export const drawReport = (input: ReportChartInput, box: Box, drawMap: DrawMap | null = null): ReportDrawing | null => {
  if (input.chart.kind === 'none') return null
  const arranged = reportSeries(input)
  if (arranged === null) return null
  const map = input.chart.kind === 'map' ? (drawMap?.(arranged, { ...input, box }) ?? null) : null
  if (map !== null) return map
  const isWhole = input.chart.kind === 'pie' || isOrdered(arranged, input)
  return drawInKind({ data: isWhole ? arranged : shorten(arranged), box, input })
}
