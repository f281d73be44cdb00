import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { type Apply, differs, given, insertGiven, isFresh, isGiven, rowsChanged, staging } from './apply.ts'
import { findGone, removeGone } from './gone.ts'
import { givenRows } from './moments.ts'

const removeAbsent = (apply: Apply, table: CanonicalTable): Promise<number> =>
  rowsChanged(
    apply,
    `DELETE FROM main.${quoted(table)} t WHERE t.service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table, 't')}
       AND NOT EXISTS (SELECT 1 FROM ${staging(table)} s WHERE s.source_id = t.source_id)`,
  )

/** Brings a table whose rows stand alone to what was staged; returns how many rows that changed. */
export const applyPlainTable = async (apply: Apply, table: CanonicalTable): Promise<number> => {
  const rows = givenRows(table, apply.timeZone)
  await findGone(apply, table)
  if (await isFresh(apply, table)) return insertGiven(apply, table, rows)
  const removed = apply.mode === 'replace' ? await removeAbsent(apply, table) : await removeGone(apply, table)
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
