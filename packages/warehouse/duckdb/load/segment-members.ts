import type { DuckDBConnection } from '@duckdb/node-api'
import type { SegmentUpdate } from '../../engine.ts'
import { columnNames } from '../../schema/account-tables.ts'
import { isObsoleteMember, segmentChanges } from '../../schema/segment-changes.ts'
import { columnList } from '../ddl.ts'
import { duckDbDialect } from '../duckdb-dialect.ts'
import { countRows, rowsChanged } from './apply.ts'

const CHANGES = 'temp.main.segment_changes'

/** Brings the members of all segments up to date, within the caller's transaction. Returns how many rows changed. */
export const updateSegments = async (
  connection: DuckDBConnection,
  { day, segments }: SegmentUpdate,
): Promise<number> => {
  const columns = columnList(columnNames('segment_members'))
  let changed = await rowsChanged(
    { connection },
    `DELETE FROM main.segment_members WHERE ${isObsoleteMember(segments, 'main.customers')}`,
  )
  for (const segment of segments) {
    const { sql, params } = segmentChanges(segment, day, duckDbDialect)
    await connection.run(`CREATE OR REPLACE TEMPORARY TABLE segment_changes AS ${sql}`, [...params])
    changed += await countRows({ connection }, CHANGES)
    await connection.run(
      `DELETE FROM main.segment_members WHERE (service_id, source_id) IN (SELECT service_id, source_id FROM ${CHANGES})`,
    )
    await connection.run(
      `INSERT INTO main.segment_members (${columns}) SELECT ${columns} FROM ${CHANGES} WHERE is_deleted = 0`,
    )
  }
  await connection.run('DROP TABLE IF EXISTS temp.main.segment_changes')
  return changed
}
