import type { ResolvedComparison } from '#domain/ranges/comparison-range.ts'
import type { PeriodCalendar } from '#domain/ranges/period.ts'
import type { ResolvedRange } from '#domain/ranges/resolve-range.ts'
import { findColumn, groupDimensions, queriedType } from '#semantic/catalog/catalog.ts'
import { compareWith } from '#semantic/plan-over.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import { movedPeriods } from './align-previous.ts'

/** Whether the groups of two ranges may differ, and a group of one may stand in the other: not where each record is one. */
const hasGroupsOfRange = (query: SemanticQuery): boolean => {
  const { grain, groupBy, range } = query
  const type = queriedType(query)
  if (type === null || range === null || grain === 'records' || groupBy.length === 0) return false
  const date = findColumn(type, range.columnId)
  return date?.kind === 'dimension' && date.fact === undefined && !groupBy.includes(range.columnId)
}

interface ComparedQuery {
  readonly query: SemanticQuery
  readonly range: ResolvedRange | null
  readonly comparison: ResolvedComparison | null
}

/** The query of a compared report with the groups of the earlier range among its rows. */
export const withEarlierGroups = (
  { query, range, comparison }: ComparedQuery,
  calendar: PeriodCalendar,
): SemanticQuery => {
  if (range === null || comparison === null || query.range === null || !hasGroupsOfRange(query)) return query
  const { from, until } = comparison.range
  const dimensions = groupDimensions(query)
  const moved = movedPeriods({ dimensions, dateColumn: query.range.columnId, range, comparison, calendar })
  if (comparison.mode !== 'plan') return { ...query, earlierGroups: { from, until, moved } }
  const planned = compareWith(query, comparison)?.planned
  return planned === undefined ? query : { ...query, earlierGroups: { from, until, moved, planned } }
}
