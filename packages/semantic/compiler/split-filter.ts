import { findColumn } from '../catalog/catalog.ts'
import { InvalidValue } from '../catalog/column.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { filterConditions } from '../filter-columns.ts'
import type { Filter } from '../query.ts'

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

const findFact = (type: ReportType, condition: ReturnType<typeof filterConditions>[number]): string | null => {
  const column = 'history' in condition ? null : findColumn(type, condition.columnId)
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
    const conditions = filterConditions(one)
    const facts = new Set(conditions.map((condition) => findFact(type, condition)))
    if (facts.size <= 1) return [...facts][0] ?? null
    const [name] = conditions.flatMap((condition) =>
      'columnId' in condition && findFact(type, condition) !== null ? [condition.columnId] : [],
    )
    throw new InvalidValue(`${name} can’t be combined with other columns by Or`)
  })
  const facts = new Map<string, Filter>()
  for (const [fact, filters] of byFact) {
    const joined = combineAll(filters)
    if (fact !== null && joined !== null) facts.set(fact, joined)
  }
  return { records: combineAll(byFact.get(null) ?? []), facts }
}
