import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { type Apply, isAny, staging } from './apply.ts'

/**
 * Leaves one staged row a key: the one that the source touched last, then the one that came last. Platforms repeat rows
 * when records move between pages while they are read.
 */
export const dropDuplicates = async (apply: Apply, table: CanonicalTable): Promise<void> => {
  const name = staging(table)
  const repeated = `SELECT source_id FROM ${name} GROUP BY source_id HAVING count(*) > 1`
  if (!(await isAny(apply, repeated))) return
  await apply.connection.run(
    `DELETE FROM ${name} WHERE rowid IN (
       SELECT row_id FROM (
         SELECT rowid AS row_id,
                row_number() OVER (PARTITION BY source_id ORDER BY source_updated_utc DESC NULLS LAST, rowid DESC) AS place
         FROM ${name} WHERE source_id IN (${repeated})
       ) WHERE place > 1)`,
  )
}
