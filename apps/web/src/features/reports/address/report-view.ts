import type { CatalogColumn } from '#contract/report-catalog.ts'
import type { ReportDefinition } from '#contract/report-definition.ts'
import type { CompareMode, NO_COMPARISON } from '#domain/ranges/comparison-mode.ts'
import type { ReportRange } from '#domain/ranges/relative-range.ts'
import { lowerFirst, upperFirst } from '#domain/text.ts'
import { type BarFilter, filterSearch as valuesSearch } from '../../filter-bar/bar-view.ts'
import { needsValue, type ReportFilter } from '../filters/report-filter.ts'

/** The range. `column` is a columnId; null: the report's own. */
export type RangeView =
  /** the report's own */
  | { readonly kind: 'own' }
  | { readonly kind: 'relative'; readonly column: string; readonly range: ReportRange }
  /** local days, `until` exclusive */
  | { readonly kind: 'days'; readonly column: string | null; readonly from: string; readonly until: string }

export interface SortView {
  readonly columnId: string
  readonly direction: 'asc' | 'desc'
  /** by how much it changed from the compared range */
  readonly by?: 'change' | undefined
}

export const LAYOUTS = ['all', 'table', 'chart'] as const
/** Layout: chart above table, or only one of them. */
type Layout = (typeof LAYOUTS)[number]

/** The view of a report in the URL: every difference from the report's own view. */
export interface ReportView {
  readonly range: RangeView
  /** null: the report's own comparison; `none`: without it */
  readonly compare: CompareMode | typeof NO_COMPARISON | null
  /** in addition to those of the report */
  readonly filters: readonly ReportFilter[]
  /** dimensions that are any, or none, of several values */
  readonly dimensionFilters: readonly BarFilter[]
  readonly includeClubOrders: boolean
  /** null: the report's own sort */
  readonly sort: readonly SortView[] | null
  /** columnIds; null: all */
  readonly columns: readonly string[] | null
  readonly layout: Layout
  /** from 1 */
  readonly page: number
}

/** Context for reading a view: the report and its columns. */
export interface ReportSubject {
  readonly definition: Pick<ReportDefinition, 'columns' | 'groupColumns' | 'relativeDateFilter' | 'compare'>
  /** of the report type */
  readonly columns: readonly CatalogColumn[]
  /** columnIds that a range may use, the default first */
  readonly dateColumns: readonly string[]
  /** whether the report opens with a custom range if the URL has none */
  readonly hasRangeOfItsOwn?: boolean
}

/** The comparison in force. */
export const compareInForce = (
  { compare: own }: Pick<ReportDefinition, 'compare'>,
  { compare }: Pick<ReportView, 'compare'>,
): CompareMode | null => (compare === 'none' ? null : (compare ?? own))

/** The view's comparison when this one is chosen: only a difference from the report's own. */
export const comparedView = (
  { compare: own }: Pick<ReportDefinition, 'compare'>,
  chosen: CompareMode | null,
): ReportView['compare'] => (chosen === own ? null : (chosen ?? 'none'))

export const OWN_VIEW: ReportView = {
  range: { kind: 'own' },
  compare: null,
  filters: [],
  dimensionFilters: [],
  includeClubOrders: true,
  sort: null,
  columns: null,
  layout: 'all',
  page: 1,
}

/** The column with that name, ignoring case; names and ids differ by case only. */
export const columnNamed = (columns: readonly CatalogColumn[], name: string): CatalogColumn | null =>
  columns.find(({ columnId }) => columnId.toLowerCase() === name.toLowerCase()) ?? null

/** A columnId as written in URLs. */
export const toColumnName = (columnId: string): string => upperFirst(columnId)

/** The columnId of a definition's reference. */
export const columnIdFromRef = (ref: {
  readonly columnId?: string | undefined
  readonly columnName?: string | undefined
}): string => {
  const name = ref.columnId ?? ref.columnName ?? ''
  return lowerFirst(name)
}

export type AddressSearch = Record<string, string | string[] | undefined>

const rangeSearch = (range: RangeView): AddressSearch => {
  if (range.kind === 'own') return {}
  if (range.kind === 'relative') return { relativeDate: `${toColumnName(range.column)}-${range.range}` }
  const { column, from, until } = range
  return { ...(column === null ? {} : { relativeDate: `${toColumnName(column)}-None` }), from, until }
}

const filterText = ({ comparison, value, appliesTo }: ReportFilter): string => {
  const text = needsValue(comparison) ? `${comparison}:${value ?? ''}` : comparison
  return appliesTo === undefined ? text : `${appliesTo}:${text}`
}

const filterSearch = (filters: readonly ReportFilter[]): AddressSearch => {
  const search: Record<string, string[]> = {}
  for (const filter of filters) {
    const name = `f.${filter.columnId}`
    search[name] = [...(search[name] ?? []), filterText(filter)]
  }
  return search
}

/** The search of the URL for a view; parts equal to the report's own are omitted. */
export const writeAddress = ({
  range,
  compare,
  filters,
  dimensionFilters,
  includeClubOrders,
  sort,
  columns,
  layout,
  page,
}: ReportView): AddressSearch => ({
  ...rangeSearch(range),
  ...(compare === null ? {} : { compare }),
  ...filterSearch(filters),
  ...valuesSearch(dimensionFilters),
  ...(includeClubOrders ? {} : { clubs: 'no' }),
  ...(sort === null
    ? {}
    : {
        sort: sort
          .map(
            ({ columnId, direction, by }) =>
              `${direction === 'desc' ? '-' : ''}${toColumnName(columnId)}${by === undefined ? '' : `.${by}`}`,
          )
          .join(','),
      }),
  ...(columns === null ? {} : { columns: columns.map(toColumnName).join(',') }),
  ...(layout === 'all' ? {} : { view: layout }),
  ...(page === 1 ? {} : { page: String(page) }),
})
