import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { type BarFilter, withValue } from '../filter-bar/bar-view.ts'
import { columnLabel } from '../filter-bar/column-labels.ts'
import { type AddressSearch, OWN_VIEW, type RangeView, writeAddress } from '../reports/address/report-view.ts'
import type { ReportFilter } from '../reports/filters/report-filter.ts'
import { type Days, isOfRest, partsOf } from './mark-filters.ts'

/** What is on screen around a mark. */
export interface MarkSubject {
  readonly reportType: string
  readonly dateColumn: string | null
  readonly days: Days | null
  readonly compare: CompareMode | null
  readonly filters: readonly BarFilter[]
  readonly includeClubOrders: boolean
  /** filters that compare, which must all match */
  readonly comparisons: readonly ReportFilter[]
}

export interface Address {
  readonly to: string
  readonly search: AddressSearch
}

const LISTS: Readonly<Record<string, string>> = {
  Orders: '/reports/orders/list',
  OrderLines: '/reports/orders/order-detail',
}

const limitedTo = (subject: MarkSubject, mark: Mark | null): Pick<MarkSubject, 'days' | 'filters'> => {
  if (mark === null) return subject
  const { days, filters } = partsOf(mark, subject)
  return {
    days: days ?? subject.days,
    filters: filters.reduce<readonly BarFilter[]>((all, filter) => withValue(all, filter), subject.filters),
  }
}

const rangeView = (days: Days | null, column: string | null): RangeView => {
  if (column === null) return OWN_VIEW.range
  return days === null ? { kind: 'relative', column, range: 'None' } : { kind: 'days', column, ...days }
}

const searchOf = (subject: MarkSubject, mark: Mark | null, compare: CompareMode | null): AddressSearch => {
  const { days, filters } = limitedTo(subject, mark)
  return writeAddress({
    ...OWN_VIEW,
    range: rangeView(days, subject.dateColumn),
    compare,
    filters: subject.comparisons,
    dimensionFilters: filters,
    includeClubOrders: subject.includeClubOrders,
  })
}

/** The list of a mark's records; null: their type has no list, or no filter of a list means them. */
export const recordsAddress = (subject: MarkSubject, mark: Mark): Address | null => {
  const to = LISTS[subject.reportType]
  return to === undefined || isOfRest(mark) ? null : { to, search: searchOf(subject, mark, null) }
}

/** A definition as a report, with the dates and filters on screen, limited to a mark. */
export const exploreAddress = (
  definition: ReportDefinitionInput,
  subject: MarkSubject,
  mark: Mark | null = null,
): Address => ({
  to: '/reports/explore',
  search: { definition: JSON.stringify(definition), ...searchOf(subject, mark, subject.compare) },
})

/** A measure by one dimension, largest first. */
export const breakdownOf = (reportType: string, measure: string, columnId: string): ReportDefinitionInput => ({
  reportType,
  name: `Breakdown by ${columnLabel(columnId, []).toLowerCase()}`,
  columns: [{ columnId }, { columnId: measure }],
  groupColumns: [columnId],
  orderColumns: /(Weekday|MonthOfYear|Hour|Day|Week|Month|Quarter|Year)$/.test(columnId)
    ? [{ columnId, direction: 'asc' }]
    : [{ columnId: measure, direction: 'desc' }],
  chart: { kind: 'bar', x: columnId, series: [measure] },
})
