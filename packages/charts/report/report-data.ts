import { type Formats, shownName } from '../value-format.ts'

export type ReportCell = string | number | boolean | null

/** What a chart needs to know about a result column. */
export interface ReportColumn {
  readonly columnId: string
  readonly displayName: string
  readonly kind: 'dimension' | 'measure'
  readonly format: string
  readonly additive: boolean
}

interface ReportChartChoice {
  readonly kind: 'none' | 'line' | 'bar' | 'stackedBar' | 'pie' | 'heatmap' | 'map'
  readonly x: string | null
  /** measures to draw; a dimension among them splits into one series per value */
  readonly series: readonly string[]
  /** measures written at the ends of the bars of all series but the first, in their order */
  readonly rates?: readonly string[] | undefined
  /** measure whose largest value is written next to the name of each row of a heatmap */
  readonly size?: string | undefined
  /** default: the series and `x` */
  readonly title?: string | undefined
}

/** Half-open local days. */
export interface ReportRange {
  readonly from: string
  readonly until: string
  /** its last day is not complete */
  readonly partial: boolean
}

export interface ReportChartInput {
  readonly chart: ReportChartChoice
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** rows over all groups: of a pivot one for each column across, else one */
  readonly totalRows?: readonly (readonly ReportCell[])[] | undefined
  /** the matching row of the comparison period for each row, or null */
  readonly previous?: readonly (readonly ReportCell[] | null)[] | undefined
  /** the rows are all of both periods; else a coordinate without a row is a gap in the comparison */
  readonly hasEveryGroup?: boolean | undefined
  /** the rows are the first of more, whose rest is in no bar */
  readonly isTop?: boolean | undefined
  /** what the comparison period is called after a measure's name; default: previous period */
  readonly previousName?: string | undefined
  readonly range?: ReportRange | null | undefined
  /** the current local day: later days have no data */
  readonly today?: string | undefined
  readonly formats: Formats
  /** names of the series that the legend has hidden */
  readonly hidden?: ReadonlySet<string> | undefined
  /** the label of a dimension's value; null if the value is its own label */
  readonly nameOf?: ((columnId: string, cell: ReportCell) => string | null) | undefined
}

/** A column with its index in the rows. */
export interface IndexedColumn extends ReportColumn {
  readonly index: number
}

export const indexColumns = (columns: readonly ReportColumn[]): readonly IndexedColumn[] =>
  columns.map((column, index) => ({ ...column, displayName: shownName(column.displayName, column.format), index }))

export const numberIn = (row: readonly ReportCell[] | null | undefined, index: number): number | null => {
  const cell = row?.[index]
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}
