import type { SegmentUpdate } from '../../engine.ts'
import { isObsoleteMember, segmentChanges } from '../../schema/segment-changes.ts'
import { clickHouseDialect, namedParams } from '../clickhouse-dialect.ts'
import type { LoadStatements } from './load-statements.ts'

/** Brings the members of all segments up to date. */
export const updateSegments = async (load: LoadStatements, { day, segments }: SegmentUpdate): Promise<void> => {
  const { table } = clickHouseDialect
  for (const segment of segments) {
    const { sql, params } = segmentChanges(segment, day, clickHouseDialect)
    await load.write('segment_members', {
      from: `(${sql}) AS c`,
      alias: 'c',
      isDeleted: 'c.is_deleted',
      params: namedParams(load.params.account, params),
    })
  }
  // last, because the last version of a row counts
  await load.write('segment_members', {
    from: `${table('segment_members')} AS m WHERE ${isObsoleteMember(segments, table('customers'))}`,
    alias: 'm',
    isDeleted: true,
  })
}
