import { ALL_OTHERS } from '#domain/report-terms.ts'
import { groupValue } from './columns.ts'
import { type Group, groupRecords, sortGroups } from './groups.ts'
import type { Context, ReferenceRecord } from './report-type.ts'
import type { Asked, AskedLimit } from './request.ts'
import type { Value } from './value.ts'

/** What each limit keeps: values of its column, each with what identifies it. */
export type TopValues = ReadonlyMap<AskedLimit, readonly string[]>

const limitColumns = ({ columnId, identity }: AskedLimit): string[] =>
  identity === null ? [columnId] : [columnId, identity]

/** The values of one column in the order of a measure, over all records, whatever else they are grouped by. */
const ranked = (
  asked: Asked,
  limit: AskedLimit,
  records: readonly ReferenceRecord[],
  context: Context,
): (readonly Value[])[] => {
  const { by, direction } = limit
  const alone: Asked = {
    ...asked,
    isGrouped: true,
    groupBy: limitColumns(limit),
    columns: [by],
    groupFilters: [],
    sort: [{ columnId: by.columnId, direction }],
  }
  return sortGroups(alone, groupRecords(alone, records, context), context).map(({ key }: Group) => key)
}

/** What each limit keeps of these records, which are those of the report's own range. */
export const topValues = (asked: Asked, records: readonly ReferenceRecord[], context: Context): TopValues =>
  new Map(
    asked.limits.map((limit) => {
      const values = ranked(asked, limit, records, context).filter(([value]) => value !== ALL_OTHERS)
      return [limit, values.slice(0, limit.top).map((key) => JSON.stringify(key))]
    }),
  )

/** The records, each grouped with all others where its value is not kept. */
export const withRest = (records: readonly ReferenceRecord[], kept: TopValues): ReferenceRecord[] => {
  if (kept.size === 0) return [...records]
  return records.map((record) => {
    const beyond = [...kept].filter(
      ([limit, values]) =>
        !values.includes(JSON.stringify(limitColumns(limit).map((name) => groupValue(record, name)))),
    )
    const names = beyond.flatMap(([limit]) => limitColumns(limit))
    return { ...record, restOf: Object.fromEntries(names.map((name) => [name, ALL_OTHERS])) }
  })
}
