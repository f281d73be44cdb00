import type { LocalDay } from '#domain/ranges/local-day.ts'
import type { SemanticQuery } from '../query.ts'

/** The same query over another range. A query without a range has nothing to be compared with: null. */
export const compare = (
  query: SemanticQuery,
  range: { readonly from: LocalDay; readonly until: LocalDay },
): SemanticQuery | null =>
  query.range === null
    ? null
    : {
        ...query,
        range: { columnId: query.range.columnId, from: range.from, until: range.until },
        page: null,
        top: null,
      }
