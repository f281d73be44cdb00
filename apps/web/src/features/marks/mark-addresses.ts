import type { ReportDefinition, ReportDefinitionInput } from '#contract/report-definition.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { getKeyColumns } from '#domain/subject-pages.ts'
import { inSentence } from '#domain/text.ts'
import type { Mark } from '#ui/mark-action.tsx'
import { type BarFilter, withValue } from '../filter-bar/bar-view.ts'
import { columnLabel } from '../filter-bar/column-labels.ts'
import {
  type AddressSearch,
  columnIdFromRef,
  OWN_VIEW,
  type RangeView,
  writeAddress,
} from '../reports/address/report-view.ts'
import type { ReportFilter } from '../reports/filters/report-filter.ts'
import { type Days, isOfRest, splitMark } from './mark-filters.ts'

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

const LISTS: Readonly<Record<string, string>> = lookupTable({
  Orders: '/reports/orders/list',
  OrderLines: '/reports/orders/order-detail',
})

const limitedTo = (subject: MarkSubject, mark: Mark | null): Pick<MarkSubject, 'days' | 'filters'> => {
  if (mark === null) return subject
  const { days, filters } = splitMark(mark, subject)
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

/** Whether rows by the column are read in its own order. */
export const isInOrder = (columnId: string): boolean =>
  /(Weekday|MonthOfYear|Hour|Day|Week|Month|Quarter|Year|^dayPart)$/.test(columnId)

/** A measure by one dimension, largest first. */
export const breakdownDefinition = (reportType: string, measure: string, columnId: string): ReportDefinitionInput => ({
  reportType,
  name: `Breakdown by ${inSentence(columnLabel(columnId, []))}`,
  columns: [{ columnId }, { columnId: measure }],
  groupColumns: [columnId],
  orderColumns: isInOrder(columnId) ? [{ columnId, direction: 'asc' }] : [{ columnId: measure, direction: 'desc' }],
  chart: { kind: 'bar', x: columnId, series: [measure] },
})

/**
 * A number of a report by another dimension, over the report's own filters that compare. A number that depends on other rows, such as a
 * rank, goes along the new ones.
 */
export const breakdownOfReport = (
  definition: ReportDefinition,
  measure: string,
  columnId: string,
): ReportDefinitionInput => {
  const { reportType, filters, filterOperator, serviceType, serviceId, aggregations, calculations } = definition
  const { aggregation = 'None' } = definition.columns.find((column) => columnIdFromRef(column) === measure) ?? {}
  return {
    ...breakdownDefinition(reportType, measure, columnId),
    columns: [{ columnId }, { columnId: measure, aggregation }],
    aggregations,
    calculations: calculations.map((calculation) => ({ ...calculation, along: null })),
    ...{ filters, filterOperator, serviceType, serviceId },
  }
}

/** The filters of a report's own that are dimensions with values. */
export const ownFilters = ({ dimensionFilters = [] }: ReportDefinition): readonly BarFilter[] =>
  dimensionFilters.map(({ values, ...filter }) => ({
    ...filter,
    values: values.map((value) => (value === null ? null : String(value))),
  }))

/** Whether a mark names all groups of its row, so that its number can be explained; a key stands for its name. */
export const isWholeRow = ({ row }: Mark, groups: readonly string[]): boolean => {
  const names = Object.keys(row).map((name) => name.toLowerCase())
  const isGiven = (name: string): boolean => names.includes(name.toLowerCase())
  const isNamed = (name: string): boolean => isGiven(name) || getKeyColumns(name).some(isGiven)
  return groups.length > 0 && groups.every(isNamed)
}
