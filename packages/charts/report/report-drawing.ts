import type { Chart, MarkKey, Series } from '../chart.ts'
import { REST_COLOR } from '../palette.ts'
import type { Formats } from '../value-format.ts'
import { numberIn, type ReportCell, type ReportChartInput } from './report-data.ts'
import { listed, lowerFirst, type ReportSeries } from './report-series.ts'

export interface DrawnLegendEntry {
  readonly name: string
  readonly color: number
  readonly isComparison: boolean
  /** marker of its line; null: a filled square */
  readonly shape: number | null
  /** it stands for the comparisons of all series */
  readonly isOfAll?: true
}

interface DrawnLine {
  readonly name: string
  readonly text: string
  readonly color: number
  readonly isComparison: boolean
}

/** A chart with legend, notes and texts; renderers compute nothing. */
export interface ReportDrawing {
  readonly chart: Chart
  /** the measure and what it is shown by */
  readonly title: string
  /** empty if the chart contains it */
  readonly legend: readonly DrawnLegendEntry[]
  /** what the chart omits or cannot show, in sentences */
  readonly notes: readonly string[]
  /** accessible description of the chart in one or two sentences */
  readonly summary: string
  readonly tooltip: (category: number) => {
    readonly title: string
    readonly lines: readonly DrawnLine[]
    /** what is not drawn */
    readonly notes?: readonly string[]
  }
  /** what the mark of a category, or of one of its series, stands for; null: nothing to filter by */
  readonly markAt: (category: number, series: number | null) => DrawnMark | null
}

/** A mark: the values of its dimensions, and how it is called. */
export interface DrawnMark {
  readonly row: MarkKey
  readonly label: string
  /** columnId */
  readonly measure: string
}

/** The mark of a category; of one series where the series stands for a value. Null for what combines many, in the chart. */
export const findMark = (
  { keys, titles, series, split: splitBy, measure }: ReportSeries,
  category: number,
  at: number | null,
): DrawnMark | null => {
  const key = keys[category] ?? null
  if (key === null) return null
  const split = at === null ? undefined : series[at]
  if (splitBy !== null && split !== undefined && split.key === undefined) return null
  const label = [titles[category] ?? '', ...(split?.key === undefined ? [] : [split.name])].join(', ')
  return { row: { ...key, ...split?.key }, label, measure: measure.columnId }
}

/** Above this number, tooltips list only series with a value. */
const MANY = 3

/** This period first; of several series, each is followed by its comparison. */
const inPairs = (series: readonly Series[]): readonly Series[] => {
  const [now, before] = [false, true].map((isComparison) =>
    series.filter((one) => (one.isComparison ?? false) === isComparison),
  )
  if (now === undefined || before === undefined) return series
  if (before.every(({ comparisonOf }) => comparisonOf === undefined)) return [...now, ...before]
  return now.flatMap((one) => [one, ...before.filter(({ comparisonOf }) => comparisonOf === one.name)])
}

export const buildTooltip = (data: ReportSeries, formats: Formats): ReportDrawing['tooltip'] => {
  const { titles, measure } = data
  const series = inPairs(data.series)
  return (category) => ({
    title: titles[category] ?? '',
    lines: series
      .filter(({ values }) => series.length <= MANY || (values[category] ?? 0) !== 0)
      .map(({ name, values, color, isComparison = false }) => ({
        name,
        color,
        isComparison,
        text: formats.value(values[category] ?? null, measure.format),
      })),
  })
}

/** The other measures of a row, which are not drawn. */
export const otherFigures = (
  row: readonly ReportCell[] | undefined,
  { index: drawn }: Pick<ReportSeries['measure'], 'index'>,
  { columns, formats }: Pick<ReportChartInput, 'columns' | 'formats'>,
): string[] =>
  columns.flatMap(({ kind, displayName, format }, index) => {
    const value = kind === 'measure' && index !== drawn ? numberIn(row, index) : null
    return value === null ? [] : [`${displayName}: ${formats.value(value, format)}`]
  })

/** `Web, last year` → `Last year` */
export const periodName = ({ name, comparisonOf = '' }: Series): string => {
  const period = name.slice(comparisonOf.length).replace(/^, /, '')
  return period.charAt(0).toUpperCase() + period.slice(1)
}

/** The series. The comparisons of several share one entry, because each has the color of its series. */
export const buildLegend = (series: readonly Series[], hasMarks: boolean): readonly DrawnLegendEntry[] => {
  if (series.length < 2) return []
  const faded = series.find(({ comparisonOf }) => comparisonOf !== undefined)
  const entries = series
    .filter(({ comparisonOf }) => comparisonOf === undefined)
    .map(({ name, color, isComparison = false }) => ({
      name,
      color,
      isComparison,
      shape: hasMarks && !isComparison ? color : null,
    }))
  if (faded === undefined) return entries
  return [...entries, { name: periodName(faded), color: REST_COLOR, isComparison: true, shape: null, isOfAll: true }]
}

/** The series that the legend has not hidden. Hiding a series hides its comparison. */
export const shownSeries = (series: readonly Series[], hidden: ReadonlySet<string>): readonly Series[] =>
  series.filter((one) => {
    if (one.comparisonOf === undefined) return !hidden.has(one.name)
    return !hidden.has(one.comparisonOf) && !hidden.has(periodName(one))
  })

/** `Net sales by sales channel`; the dates are where the chart is shown. */
export const chartTitle = ({ measure, x, split, series }: ReportSeries): string => {
  const measures = series.filter(({ isComparison }) => !isComparison).map(({ name }) => name)
  const names = split === null ? listed([...new Set(measures)]) : measure.displayName
  const by = [x, ...(split === null ? [] : [split])].map(({ displayName }) => lowerFirst(displayName))
  // "Product net sales by product" says it twice.
  const own = names.startsWith(`${x.displayName} `) ? names.slice(x.displayName.length + 1) : names
  return `${own.charAt(0).toUpperCase()}${own.slice(1)} by ${listed(by)}`
}

interface Extreme {
  readonly title: string
  readonly value: number
}

const extremes = ({ titles, series }: ReportSeries): readonly Extreme[] =>
  series
    .flatMap(({ name, values, isComparison }) =>
      isComparison
        ? []
        : values.flatMap((value, index): Extreme[] => {
            if (value === null || !Number.isFinite(value)) return []
            const title = titles[index] ?? ''
            return [{ title: series.length > 1 && name !== '' ? `${title}, ${name}` : title, value }]
          }),
    )
    .toSorted((a, b) => a.value - b.value)

/** The chart's subject with its highest and lowest value. */
export const summarizeSeries = (data: ReportSeries, formats: Formats): string => {
  const { measure, x, split, titles, series } = data
  const names = split === null ? series.filter(({ isComparison }) => !isComparison).map(({ name }) => name) : []
  const drawn = split === null ? names.join(', ') : measure.displayName
  const by = split === null ? x.displayName : `${x.displayName} and ${split.displayName}`
  const now = series.filter(({ isComparison }) => !isComparison)
  const count = split === null ? `${titles.length}` : `${titles.length} × ${now.length}`
  const head = `${drawn} by ${by}, ${count} ${count === '1' ? 'value' : 'values'}.`
  const sorted = extremes(data)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (least === undefined || most === undefined) return `${head} No data.`
  const write = ({ title, value }: Extreme): string => `${title} ${formats.value(value, measure.format)}`
  return sorted.length === 1 ? `${head} ${write(most)}.` : `${head} Highest: ${write(most)}. Lowest: ${write(least)}.`
}
