import type { Passport } from '#contract/reports.ts'
import { findColumn, findReportType } from '#semantic/catalog/catalog.ts'
import type { Cell } from '#semantic/lineage/cell-records.ts'
import type { Filter, SemanticQuery } from '#semantic/query.ts'

type PassportFilter = Passport['filters'][number]
type Condition = Omit<PassportFilter, 'label'>

/** Conditions of a filter tree as a list: those below an `or` of several are alternatives. */
const conditionsOf = (filter: Filter, isAlternative = false): Condition[] => {
  if ('and' in filter) return filter.and.flatMap((part) => conditionsOf(part, isAlternative))
  if ('or' in filter) return filter.or.flatMap((part) => conditionsOf(part, filter.or.length > 1))
  return [{ ...filter, isAlternative }]
}

const atRow = ({ row }: Pick<Cell, 'row'>): Condition[] =>
  Object.entries(row).map(([columnId, value]) => ({
    columnId,
    comparison: value === null ? 'IsNull' : 'Equal',
    value,
    isAlternative: false,
  }))

const ofServices = ({ serviceIds = [] }: SemanticQuery): PassportFilter[] =>
  serviceIds.map((value) => ({
    columnId: 'serviceId',
    label: 'Service',
    comparison: 'Equal',
    value,
    isAlternative: serviceIds.length > 1,
  }))

/** Every condition that a number's records meet, and the groups of its row. */
export const passportFilters = (query: SemanticQuery, cell: Pick<Cell, 'row'>): PassportFilter[] => {
  const type = findReportType(query.reportType)
  const asked = [query.filter, query.having ?? null].flatMap((filter) => (filter === null ? [] : conditionsOf(filter)))
  const named = [...asked, ...atRow(cell)].map((condition) => {
    const column = type && findColumn(type, condition.columnId)
    return { ...condition, label: column?.displayName ?? condition.columnId }
  })
  return [...ofServices(query), ...named]
}
