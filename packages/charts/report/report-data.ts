import type { Formats } from '../value-format.ts'

export type ReportCell = string | number | boolean | null

/** What a chart must know of a column of an answer. */
export interface ReportColumn {
  readonly columnId: string
  readonly displayName: string
  readonly kind: 'dimension' | 'measure'
  readonly format: string
  readonly additive: boolean
}

export interface ReportChartChoice {
  readonly kind: 'none' | 'line' | 'bar' | 'stackedBar' | 'pie' | 'heatmap'
  readonly x: string | null
  /** measures to draw; a dimension among them makes a series of each of its values */
  readonly series: readonly string[]
}

/** Half-open local days. */
export interface ReportRange {
  readonly from: string
  readonly until: string
  /** its last day is not over */
  readonly partial: boolean
}

export interface ReportChartInput {
  readonly chart: ReportChartChoice
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** for each row the one of the period before, or null */
  readonly previous?: readonly (readonly ReportCell[] | null)[] | undefined
  readonly range?: ReportRange | null | undefined
  /** the local day on which it is drawn: of days after it nothing is known */
  readonly today?: string | undefined
  readonly formats: Formats
  /** the name of a dimension's value; null where the value is its own name */
  readonly nameOf?: ((columnId: string, cell: ReportCell) => string | null) | undefined
}

/** A column with its place in the rows. */
export interface PlacedColumn extends ReportColumn {
  readonly place: number
}

export const placedColumns = (columns: readonly ReportColumn[]): readonly PlacedColumn[] =>
  columns.map((column, place) => ({ ...column, place }))

export const numberIn = (row: readonly ReportCell[] | null | undefined, place: number): number | null => {
  const cell = row?.[place]
  return typeof cell === 'number' && Number.isFinite(cell) ? cell : null
}
