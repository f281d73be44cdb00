import { isChildTable, PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { type Apply, given, isAny, isGiven, rowsChanged, staging } from './apply.ts'

/** Relation of the ids of rows that `dropOutdated` took out of the load. */
const outdatedIds = (table: CanonicalTable): string => `temp.main.${quoted(`outdated_${table}`)}`

const dropFrom = async (apply: Apply, table: CanonicalTable): Promise<number> => {
  const { comparesVersions, staged, connection } = apply
  const { parent, key } = isChildTable(table) ? PARENTS[table] : { parent: table, key: 'source_id' }
  const isChild = parent !== table && staged.has(parent)
  if (isChild)
    await connection.run(`DELETE FROM ${staging(table)} WHERE ${key} IN (SELECT source_id FROM ${outdatedIds(parent)})`)
  await connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE ${quoted(`outdated_${table}`)} AS
     SELECT s.source_id FROM ${staging(table)} s JOIN ${given(apply, table)} t ON t.source_id = s.source_id
     WHERE ${comparesVersions} AND s.source_updated_utc < t.source_updated_utc
       ${isChild ? `AND s.${key} NOT IN (SELECT source_id FROM ${staging(parent)})` : ''}`,
  )
  return rowsChanged(
    apply,
    `DELETE FROM ${staging(table)} WHERE source_id IN (SELECT source_id FROM ${outdatedIds(table)})`,
  )
}

/**
 * Takes rows out of a merging load whose source changed the stored ones later, with their children: a child that the load gives with its
 * parent has the parent's fate. Returns how many there were, without such children.
 */
export const dropOutdated = async (apply: Apply): Promise<number> => {
  let outdated = 0
  // Canonical order: parents come before their children.
  for (const table of apply.staged) outdated += await dropFrom(apply, table)
  return outdated
}

/** Stores the update times of rows that are otherwise as they were: what the source changed before is outdated. */
export const storeUpdateTimes = async ({ connection, serviceId, comparesVersions, staged }: Apply): Promise<void> => {
  const isNews = comparesVersions
    ? '(t.source_updated_utc IS NULL OR t.source_updated_utc < s.source_updated_utc)'
    : 't.source_updated_utc IS DISTINCT FROM s.source_updated_utc'
  for (const table of staged) {
    if (!(await isAny({ connection }, `SELECT 1 FROM ${staging(table)} WHERE source_updated_utc IS NOT NULL`))) continue
    await connection.run(
      `UPDATE main.${quoted(table)} AS t SET source_updated_utc = s.source_updated_utc FROM ${staging(table)} s
       WHERE t.service_id = ${textLiteral(serviceId)} AND ${isGiven(table, 't')} AND t.source_id = s.source_id
         AND s.source_updated_utc IS NOT NULL AND ${isNews}`,
    )
  }
}
