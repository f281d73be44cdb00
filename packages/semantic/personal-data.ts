import type { CustomField } from '#domain/custom-fields.ts'
import { findColumn, findReportType, queriedType, reportTypesFor } from './catalog/catalog.ts'
import type { ReportType } from './catalog/report-type.ts'
import { filterColumns, filterHistory } from './filter-columns.ts'
import type { Expression, Filter, GroupFilter, GroupLimit, QueryColumn, SemanticQuery } from './query.ts'

const isPersonalColumn = (type: ReportType, columnId: string): boolean => {
  const column = findColumn(type, columnId)
  // A name that the type does not have says nothing about what is behind it.
  return column === null || (column.kind === 'dimension' && column.isPersonal === true)
}

/** A count of people names none of them. */
const showsPerson = (type: ReportType, { columnId, aggregation }: QueryColumn): boolean =>
  aggregation !== 'Count' && isPersonalColumn(type, columnId)

const expressionColumns = (expression: Expression): QueryColumn[] => {
  if ('columnId' in expression) return [expression]
  if ('operator' in expression) return [...expressionColumns(expression.left), ...expressionColumns(expression.right)]
  return []
}

const limitColumns = ({ columnId, by, filter }: GroupLimit): string[] => [
  columnId,
  by.columnId,
  ...filterColumns(filter),
]

const groupFilterColumns = (filter: GroupFilter | undefined): string[] =>
  filter === undefined
    ? []
    : [...filter.groupBy, ...filterColumns(filter.having), ...(filter.groupLimits ?? []).flatMap(limitColumns)]

/** Whether the conditions of a filter on histories compare values that name people. */
const hasPersonalHistory = (filter: Filter | null, { customFields }: SemanticQuery): boolean =>
  filterHistory(filter)
    .flatMap(({ after, ...events }) => [events, ...(after === null ? [] : [after])])
    .some(({ of, filters }) => {
      const type = findReportType(of, customFields)
      return type === null || filters.some(({ columnId }) => isPersonalColumn(type, columnId))
    })

const hasPersonalColumn = ({ columns }: ReportType): boolean =>
  columns.some((column) => column.kind === 'dimension' && column.isPersonal === true)

/** Parts of a query that lead to single records. */
const LEADS_TO_RECORDS = ['semiJoin', 'contributingTo', 'coordinate'] as const

/**
 * Whether the result of a query names people, lists records of single people, or is limited by such values. True for a query that the
 * catalog does not know.
 */
export const isPersonalQuery = (query: SemanticQuery): boolean => {
  const type = queriedType(query)
  if (type === null || LEADS_TO_RECORDS.some((part) => query[part] !== undefined)) return true
  if (query.grain === 'records' && hasPersonalColumn(type)) return true
  const named = [
    ...query.groupBy,
    ...filterColumns(query.filter),
    ...filterColumns(query.having),
    ...(query.groupLimits ?? []).flatMap(limitColumns),
    ...(query.beyondLimits ?? []).flatMap(limitColumns),
    ...groupFilterColumns(query.groupFilter),
    ...query.sort.flatMap((sort) => ('columnId' in sort ? [sort.columnId] : [])),
  ]
  const limits = [
    ...(query.groupLimits ?? []),
    ...(query.beyondLimits ?? []),
    ...(query.groupFilter?.groupLimits ?? []),
  ]
  const filters = [query.filter, ...limits.map(({ filter }) => filter)]
  if (filters.some((filter) => hasPersonalHistory(filter, query))) return true
  const shown = [...query.columns, ...(query.calculations ?? []).flatMap(({ of }) => expressionColumns(of))]
  return named.some((columnId) => isPersonalColumn(type, columnId)) || shown.some((one) => showsPerson(type, one))
}

/** Whether any text in a JSON value is the name of a column that names people, as in a filter or a report definition. */
export const namesPersonalColumn = (value: unknown, customFields: readonly CustomField[]): boolean => {
  const names = personalNames(customFields)
  const isNamed = (part: unknown): boolean => {
    if (typeof part === 'string') return names.has(part.toLowerCase())
    return typeof part === 'object' && part !== null && Object.values(part).some(isNamed)
  }
  return isNamed(value)
}

const personalNames = (customFields: readonly CustomField[]): ReadonlySet<string> =>
  new Set(
    reportTypesFor(customFields).flatMap(({ columns }) =>
      columns.flatMap((column) =>
        column.kind === 'dimension' && column.isPersonal === true ? [column.columnId.toLowerCase()] : [],
      ),
    ),
  )
