import type { ReportDefinition } from '#contract/reports.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import type { Filter } from '#semantic/query.ts'
import { columnOf, type Problems } from './problems.ts'

type WireFilter = ReportDefinition['filters'][number]

interface FilterRequest {
  readonly definition: ReportDefinition
  readonly filters: readonly WireFilter[]
}

interface Found {
  readonly filter: Filter
  /** on a value of a group instead of on single records */
  readonly isOfGroups: boolean
}

export interface ReportFilters {
  readonly filter: Filter | null
  readonly having: Filter | null
}

const found = (type: ReportType, filters: readonly WireFilter[], isGrouped: boolean, problems: Problems): Found[] =>
  filters.flatMap((one, place) => {
    const column = columnOf(type, one, `filters[${place}]`, problems)
    if (column === null) return []
    const filter: Filter = { columnId: column.columnId, comparison: one.comparison, value: one.value }
    return [{ filter, isOfGroups: isGrouped && column.kind === 'measure' }]
  })

const joined = (filters: readonly Filter[], operator: 'and' | 'or'): Filter[] => {
  if (filters.length === 0) return []
  return [operator === 'or' ? { or: filters } : { and: filters }]
}

const all = (filters: readonly Filter[]): Filter | null => (filters.length === 0 ? null : { and: filters })

/**
 * Filters of the definition, joined by its operator, and of the call, which all have to hold. In a grouped report those on
 * measures are about the groups' values.
 */
export const reportFilters = (
  type: ReportType,
  { definition, filters }: FilterRequest,
  isGrouped: boolean,
  problems: Problems,
): ReportFilters => {
  const own = found(type, definition.filters, isGrouped, problems)
  const added = found(type, filters, isGrouped, problems)
  const operator = definition.filterOperator === 'Or' ? 'or' : 'and'
  const parts = (isOfGroups: boolean): Filter[] => {
    const of = (list: readonly Found[]) =>
      list.filter((one) => one.isOfGroups === isOfGroups).map(({ filter }) => filter)
    return [...joined(of(own), operator), ...of(added)]
  }
  const isMixed = new Set(own.map(({ isOfGroups }) => isOfGroups)).size > 1
  if (isMixed && operator === 'or')
    problems.add('filterOperator', 'In a grouped report, Or cannot combine measures with other columns')
  return { filter: all(parts(false)), having: all(parts(true)) }
}
