import { type Formats, MISSING } from '#charts/value-format.ts'
import { type Cell, isShownColumn, type PivotResult, type ResultColumn } from '#contract/reports.ts'
import { lowerFirst } from '#domain/text.ts'
import { memberTrend } from '#widgets/club-member-count/member-trend.ts'
import { cellText } from '#widgets/kit/cell-text.ts'
import { bucketTitle } from '#widgets/kit/period-chart.ts'
import { type PeriodSeries, periodSeries } from '#widgets/kit/period-series.ts'
import { measureNamed } from '#widgets/kit/result-table.ts'
import type { AnyWidget } from '#widgets/kit/widget.ts'
import type { WidgetResult } from '#widgets/kit/widget-view.ts'
import { monthSeries } from '#widgets/sales-summary/month-series.ts'

interface TileValue {
  readonly text: string
  /** in the comparison period; null: not compared */
  readonly before: string | null
}

interface TileRow {
  readonly name: string
  /** one per title */
  readonly values: readonly TileValue[]
}

/** Numbers of a tile as text. */
export interface TileRows {
  readonly heading: string
  /** of the values */
  readonly titles: readonly string[]
  readonly rows: readonly TileRow[]
  /** rows that are left out */
  readonly more: number
}

interface RowParts {
  readonly result: WidgetResult
  readonly widget: AnyWidget
  readonly props: unknown
  readonly formats: Formats
}

const MAX_ROWS = 15
/** A month by day. */
const MAX_POINTS = 31

const limited = (rows: readonly TileRow[], limit = MAX_ROWS): Pick<TileRows, 'rows' | 'more'> => ({
  rows: rows.slice(0, limit),
  more: Math.max(0, rows.length - limit),
})

interface Compared {
  readonly values: readonly (number | null)[]
  readonly previous: readonly (number | null)[] | null
}

/** Names with their values, next to those of the comparison. */
const seriesRows = (
  names: readonly string[],
  { values, previous }: Compared,
  column: ResultColumn | null,
  { formats }: RowParts,
  grain: string,
): TileRows => {
  const { displayName = '', format = 'number' } = column ?? {}
  const rows = names.map((name, at) => {
    const before = previous === null ? null : formats.value(previous[at], format)
    return { name, values: [{ text: formats.value(values[at], format), before }] }
  })
  return { heading: `${displayName} by ${grain}`, titles: [displayName], ...limited(rows, MAX_POINTS) }
}

const bucketRows = (series: PeriodSeries, measureId: string, parts: RowParts): TileRows => {
  const names = series.buckets.map((bucket) => bucketTitle(bucket, series, parts.formats))
  const compared = { values: series.total, previous: series.previous }
  return seriesRows(names, compared, measureNamed(parts.result.data, measureId), parts, series.grain)
}

interface Table {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** of the compared range */
  readonly previous?: readonly (readonly Cell[] | null)[] | undefined
}

/** Each row by its groups, or a record by its first column. */
const tableRows = ({ columns, rows, previous }: Table, isGrouped: boolean, formats: Formats): TileRows => {
  const shown = columns.map((column, index) => ({ column, index })).filter(({ column }) => isShownColumn(column))
  const isName = (at: number): boolean => (isGrouped ? shown[at]?.column.kind === 'dimension' : at === 0)
  const names = shown.filter((_, at) => isName(at))
  const others = shown.filter((_, at) => !isName(at))
  const formatCell = (row: readonly Cell[], { column, index }: (typeof shown)[number]) =>
    cellText(column, row[index], formats, isGrouped)
  const valueAt = (at: number, part: (typeof shown)[number]): TileValue => {
    const before = part.column.kind === 'measure' ? previous?.[at] : null
    return { text: formatCell(rows[at] ?? [], part), before: before ? formatCell(before, part) : null }
  }
  const lines = rows.map((row, at) => ({
    name: names.map((part) => formatCell(row, part)).join(' · ') || 'Total',
    values: others.map((part) => valueAt(at, part)),
  }))
  const titles = others.map(({ column }) => column.displayName)
  const by = names.map(({ column }) => lowerFirst(column.displayName)).join(', ')
  const subject = titles.length === 1 ? `${titles[0]} by` : 'By'
  return { heading: by === '' ? titles.join(', ') : `${subject} ${by}`, titles, ...limited(lines) }
}

const TOTAL = 'Total'

const pivotRows = ({ rowColumns, columnColumns, measures, columns, rows }: PivotResult, formats: Formats): TileRows => {
  const nameOf = (values: readonly Cell[], of: readonly ResultColumn[]): string => {
    const names = values.flatMap((value, at) => {
      const column = of[at]
      return column === undefined ? [] : [cellText(column, value, formats, true)]
    })
    return (values.length < of.length ? [...names, TOTAL] : names).join(' · ') || TOTAL
  }
  const titles = columns.flatMap((values) =>
    measures.map(({ displayName }) =>
      measures.length === 1 ? nameOf(values, columnColumns) : `${nameOf(values, columnColumns)}, ${displayName}`,
    ),
  )
  const lines = rows.map(({ values, cells }) => ({
    name: nameOf(values, rowColumns),
    values: cells.map((cell, at) => {
      const column = measures[at % measures.length]
      return { text: column === undefined ? MISSING : cellText(column, cell, formats, true), before: null }
    }),
  }))
  const subject = measures.map(({ displayName }) => displayName).join(', ')
  const by = [...rowColumns, ...columnColumns].map(({ displayName }) => lowerFirst(displayName)).join(' and ')
  return { heading: `${subject} by ${by}`, titles, ...limited(lines) }
}

const trendRows = ({ result: { data }, formats }: RowParts): TileRows[] => {
  if (data.trend === undefined) return []
  const { names, values } = memberTrend(data.trend, formats)
  const rows = names.map((name, at) => ({
    name,
    values: [{ text: formats.value(values[at], 'integer'), before: null }],
  }))
  return [{ heading: 'Active members by month', titles: ['Active members'], ...limited(rows) }]
}

/** The row of the compared range for each row of one dimension. */
const previousOf = ({ data }: WidgetResult): Table['previous'] => {
  const { columns, rows, previousRows } = data
  const [place, ...others] = columns.flatMap(({ kind }, at) => (kind === 'dimension' ? [at] : []))
  if (previousRows === undefined || place === undefined || others.length > 0) return undefined
  return rows.map((row) => previousRows.find((before) => before[place] === row[place]) ?? null)
}

/** All numbers that a tile draws, as text; none for a tile of totals. */
export const tileRows = (parts: RowParts): readonly TileRows[] => {
  const { result, widget, props, formats } = parts
  const { data } = result
  const { report } = data
  if (report?.pivot !== undefined) return [pivotRows(report.pivot, formats)]
  if (report !== undefined) {
    if (report.show === 'number') return []
    const rows = tableRows({ ...data, previous: report.previous }, report.groupColumns.length > 0, formats)
    return [{ ...rows, more: Math.max(rows.more, report.rowCount - rows.rows.length) }]
  }
  if (data.rows.length === 0) return trendRows(parts)
  const chart = widget.chartOf?.(props) ?? null
  if (chart?.kind === 'months') return [bucketRows(monthSeries(result, chart.measureId), chart.measureId, parts)]
  if (chart?.kind === 'period') return [bucketRows(periodSeries(result, chart.measureId), chart.measureId, parts)]
  return [tableRows({ ...data, previous: previousOf(result) }, true, formats), ...trendRows(parts)]
}
