import type { GroupFilter, SemanticQuery } from '../query.ts'

/** The groups that a query shows, as a filter on the records of another; undefined where it shows all. */
export const shownGroups = ({ having, groupBy, columns, groupLimits }: SemanticQuery): GroupFilter | undefined =>
  having && { groupBy, having, columns, ...(groupLimits ? { groupLimits } : {}) }
