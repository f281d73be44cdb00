import { findColumn } from '../catalog/catalog.ts'
import { InvalidValue } from '../catalog/column.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { Filter } from '../query.ts'

/** Ids of a filter's columns. */
export const filterColumnIds = (filter: Filter): string[] => {
  if ('and' in filter) return filter.and.flatMap(filterColumnIds)
  if ('or' in filter) return filter.or.flatMap(filterColumnIds)
  return [filter.columnId]
}

/** The top-level filters joined by And. */
export const splitConjuncts = (filter: Filter | null): readonly Filter[] => {
  if (filter === null) return []
  return 'and' in filter ? filter.and.flatMap(splitConjuncts) : [filter]
}

export const combineAll = (filters: readonly Filter[]): Filter | null => {
  const [first, ...rest] = filters
  if (first === undefined) return null
  return rest.length === 0 ? first : { and: filters }
}

const findFact = (type: ReportType, columnId: string): string | null => {
  const column = findColumn(type, columnId)
  return column?.kind === 'dimension' ? (column.fact ?? null) : null
}

export interface SplitFilter {
  /** on the type's own records */
  readonly records: Filter | null
  /** on the records of each fact */
  readonly facts: ReadonlyMap<string, Filter>
}

/**
 * Separates filters on the type's records from those on records of its facts, such as the order date of a customer. Throws
 * `InvalidValue` where one filter uses both.
 */
export const splitFilter = (type: ReportType, filter: Filter | null): SplitFilter => {
  const byFact = Map.groupBy(splitConjuncts(filter), (one): string | null => {
    const facts = new Set(filterColumnIds(one).map((columnId) => findFact(type, columnId)))
    if (facts.size <= 1) return [...facts][0] ?? null
    const name = filterColumnIds(one).find((columnId) => findFact(type, columnId) !== null)
    throw new InvalidValue(`${name} can’t be combined with other columns by Or`)
  })
  const facts = new Map<string, Filter>()
  for (const [fact, filters] of byFact) {
    const joined = combineAll(filters)
    if (fact !== null && joined !== null) facts.set(fact, joined)
  }
  return { records: combineAll(byFact.get(null) ?? []), facts }
}
