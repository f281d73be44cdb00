import type { CoarserAggregate } from '../catalog/formula.ts'
import type { ReportType } from '../catalog/report-type.ts'
import type { GroupFilter, SemanticQuery } from '../query.ts'
import { isAcross } from './period-start.ts'

/** The groups that a query shows, as a filter on the records of another; undefined where it shows all. */
export const shownGroups = ({ having, groupBy, columns, groupLimits }: SemanticQuery): GroupFilter | undefined =>
  having && { groupBy, having, columns, ...(groupLimits ? { groupLimits } : {}) }

/**
 * The filter for a coarser aggregate: cancellations of a shown reason and club are divided by all members of that club, whatever reason
 * anyone had.
 */
export const coarserGroups = (
  filter: GroupFilter | undefined,
  coarser: CoarserAggregate,
  type: ReportType,
): GroupFilter | undefined =>
  filter && {
    ...filter,
    matching: (filter.matching ?? filter.groupBy).filter((columnId) => !isAcross(coarser, type, columnId)),
  }
