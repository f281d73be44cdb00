import { needsValue, type ReportFilter } from '../filters/report-filter.ts'
import { nameOf, type RangeView, type ReportView } from './report-view.ts'

export type AddressSearch = Record<string, string | string[] | undefined>

const rangeSearch = (range: RangeView): AddressSearch => {
  if (range.kind === 'own') return {}
  if (range.kind === 'relative') return { relativeDate: `${nameOf(range.column)}-${range.range}` }
  const { column, from, until } = range
  return { ...(column === null ? {} : { relativeDate: `${nameOf(column)}-None` }), from, until }
}

const filterText = ({ comparison, value }: ReportFilter): string =>
  needsValue(comparison) ? `${comparison}:${value ?? ''}` : comparison

const filterSearch = (filters: readonly ReportFilter[]): AddressSearch => {
  const search: Record<string, string[]> = {}
  for (const filter of filters) {
    const name = `f.${filter.columnId}`
    search[name] = [...(search[name] ?? []), filterText(filter)]
  }
  return search
}

/** The search of the URL for a view; parts equal to the report's own are omitted. */
export const writeAddress = ({ range, compare, filters, sort, columns, layout, page }: ReportView): AddressSearch => ({
  ...rangeSearch(range),
  ...(compare === null ? {} : { compare }),
  ...filterSearch(filters),
  ...(sort === null
    ? {}
    : {
        sort: sort.map(({ columnId, direction }) => `${direction === 'desc' ? '-' : ''}${nameOf(columnId)}`).join(','),
      }),
  ...(columns === null ? {} : { columns: columns.map(nameOf).join(',') }),
  ...(layout === 'all' ? {} : { view: layout }),
  ...(page === 1 ? {} : { page: String(page) }),
})
