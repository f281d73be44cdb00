import { ALL_OTHERS } from '#domain/report-terms.ts'
import { groupValue } from './columns.ts'
import { type Group, groupsOf, sortGroups } from './groups.ts'
import type { Context, ReferenceRecord } from './report-type.ts'
import type { Asked, AskedLimit } from './request.ts'
import type { Value } from './value.ts'

/** Values that are kept, by columnId. */
export type TopValues = ReadonlyMap<string, readonly Value[]>

/** The values of one column in the order of a measure, over all records, whatever else they are grouped by. */
const ranked = (
  asked: Asked,
  { columnId, by, direction }: AskedLimit,
  records: readonly ReferenceRecord[],
  context: Context,
) => {
  const alone: Asked = {
    ...asked,
    isGrouped: true,
    groupBy: [columnId],
    columns: [by],
    groupFilters: [],
    sort: [{ columnId: by.columnId, direction }],
  }
  return sortGroups(alone, groupsOf(alone, records, context), context).map(({ key }: Group) => key[0] ?? null)
}

/** What each limit keeps of these records, which are those of the report's own range. */
export const topValues = (asked: Asked, records: readonly ReferenceRecord[], context: Context): TopValues =>
  new Map(
    asked.limits.map((limit) => {
      const values = ranked(asked, limit, records, context).filter((value) => value !== ALL_OTHERS)
      return [limit.columnId, values.slice(0, limit.top)]
    }),
  )

/** The records, each grouped with all others where its value is not kept. */
export const withRest = (records: readonly ReferenceRecord[], kept: TopValues): ReferenceRecord[] => {
  if (kept.size === 0) return [...records]
  return records.map((record) => {
    const beyond = [...kept].filter(([columnId, values]) => !values.includes(groupValue(record, columnId)))
    return { ...record, restOf: Object.fromEntries(beyond.map(([columnId]) => [columnId, ALL_OTHERS])) }
  })
}
