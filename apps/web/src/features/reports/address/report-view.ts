import type { CatalogColumn, ReportDefinition } from '#contract/reports.ts'
import type { CompareMode } from '#domain/ranges/comparison-range.ts'
import type { ReportRange } from '#domain/ranges/relative-range.ts'
import type { ReportFilter } from '../filters/report-filter.ts'

/** Which dates are asked for. `column` is a columnId; null: the report's own. */
export type RangeView =
  /** the report's own */
  | { readonly kind: 'own' }
  | { readonly kind: 'relative'; readonly column: string; readonly range: ReportRange }
  /** local days, `until` exclusive */
  | { readonly kind: 'days'; readonly column: string | null; readonly from: string; readonly until: string }

export interface SortView {
  readonly columnId: string
  readonly direction: 'asc' | 'desc'
}

export const LAYOUTS = ['all', 'table', 'chart'] as const
/** What of the report is shown: chart above table, or one of them. */
export type Layout = (typeof LAYOUTS)[number]

/** What the address bar says of a report: everything by which two looks at one report may differ. */
export interface ReportView {
  readonly range: RangeView
  readonly compare: CompareMode | null
  /** beside those of the report itself */
  readonly filters: readonly ReportFilter[]
  /** null: as the report sorts */
  readonly sort: readonly SortView[] | null
  /** columnIds; null: all */
  readonly columns: readonly string[] | null
  readonly layout: Layout
  /** from 1 */
  readonly page: number
}

/** What a view is read against: the report and the columns that may be named. */
export interface ReportSubject {
  readonly definition: Pick<ReportDefinition, 'columns' | 'relativeDateFilter'>
  /** of the report type */
  readonly columns: readonly CatalogColumn[]
  /** columnIds that a range may limit, the usual one first */
  readonly dateColumns: readonly string[]
  /** asked for without dates it opens with a range that no relative one names */
  readonly hasRangeOfItsOwn?: boolean
}

export const OWN_VIEW: ReportView = {
  range: { kind: 'own' },
  compare: null,
  filters: [],
  sort: null,
  columns: null,
  layout: 'all',
  page: 1,
}

/** The column of that name, in any case; names and ids differ by case alone. */
export const columnNamed = (columns: readonly CatalogColumn[], name: string): CatalogColumn | null =>
  columns.find(({ columnId }) => columnId.toLowerCase() === name.toLowerCase()) ?? null

/** A columnId as addresses write it. */
export const nameOf = (columnId: string): string => columnId.charAt(0).toUpperCase() + columnId.slice(1)

/** The columnId that a definition's reference names. */
export const idOf = (ref: {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}): string => {
  const name = ref.columnId ?? ref.columnName ?? ''
  return name.charAt(0).toLowerCase() + name.slice(1)
}
