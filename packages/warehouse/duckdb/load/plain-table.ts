import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { type Apply, differs, given, insertGiven, isAny, isFresh, isGiven, rowsChanged, staging } from './apply.ts'
import { findDeletedRows, removeDeletedRows } from './deletion-reconciliation.ts'
import { givenRows } from './timestamps.ts'

const removeAbsent = (apply: Apply, table: CanonicalTable): Promise<number> =>
  rowsChanged(
    apply,
    `DELETE FROM main.${quoted(table)} t WHERE t.service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table, 't')}
       AND NOT EXISTS (SELECT 1 FROM ${staging(table)} s WHERE s.source_id = t.source_id)`,
  )

/** Applies staged rows to a table without dependent rows; returns how many rows changed. */
export const applyPlainTable = async (apply: Apply, table: CanonicalTable): Promise<number> => {
  const rows = givenRows(table, apply.timeZone)
  await findDeletedRows(apply, table)
  if (await isFresh(apply, table)) return insertGiven(apply, table, rows)
  const removed = apply.mode === 'replace' ? await removeAbsent(apply, table) : await removeDeletedRows(apply, table)
  const news = `temp.main.${quoted(`news_${table}`)}`
  await apply.connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE ${quoted(`news_${table}`)} AS
     SELECT g.* FROM ${rows} g LEFT JOIN ${given(apply, table)} t ON t.source_id = g.source_id
     WHERE t.source_id IS NULL OR ${differs(table, 'g', 't')}`,
  )
  await apply.connection.run(
    `DELETE FROM main.${quoted(table)} WHERE service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table)}
       AND source_id IN (SELECT source_id FROM ${news})`,
  )
  return removed + (await insertGiven(apply, table, news))
}

/**
 * Leaves one staged row per key: the last updated by the source, then the last staged. Platforms repeat rows when records move
 * between pages while they are read.
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
