import { isChildTable, PARENTS } from '#domain/canonical/parents.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { LoadScope } from '../../schema/removed-rows.ts'
import { LOAD_VALUES, stagedTable } from '../tables.ts'
import { given, ids, type LoadStatements, staged } from './load-statements.ts'

/**
 * Collects the ids of rows of a merging load whose source changed the stored ones later. A child that the load gives with its parent has
 * the parent's fate, so that parents come first. Returns the condition on rows of `s` that are left.
 */
export const collectOutdated = async (
  load: LoadStatements,
  table: CanonicalTable,
  { tables, comparesVersions }: LoadScope,
): Promise<string> => {
  if (!comparesVersions) return 'true'
  const { parent, key } = isChildTable(table) ? PARENTS[table] : { parent: table, key: 'source_id' }
  const isChild = parent !== table && tables.has(parent)
  const ofOutdated = `${key} IN ${ids('outdated', parent)}`
  await load.collect(
    'outdated',
    table,
    `SELECT t.source_id AS id FROM ${given(table)} AS t JOIN (
       SELECT source_id, max(source_updated_utc) AS updated FROM ${stagedTable(table)}
       WHERE load_id = {load:String} AND phase = 0
         ${isChild ? `AND NOT ${ofOutdated} AND ${key} NOT IN (SELECT source_id FROM ${staged(parent)})` : ''}
       GROUP BY source_id
     ) AS s ON s.source_id = t.source_id WHERE s.updated < t.source_updated_utc`,
  )
  return `s.source_id NOT IN ${ids('outdated', table)}${isChild ? ` AND NOT s.${ofOutdated}` : ''}`
}

/** How many rows were collected, of all tables. */
export const countOutdated = async (load: LoadStatements): Promise<number> => {
  const [[count = 0] = []] = await load.rows(
    `SELECT count() FROM ${LOAD_VALUES} WHERE load_id = {load:String} AND kind = 'outdated'`,
  )
  return Number(count)
}

/** Writes the update times of rows that are otherwise as they were: what the source changed before is outdated. */
export const writeUpdateTimes = (
  load: LoadStatements,
  table: CanonicalTable,
  { comparesVersions }: LoadScope,
): Promise<void> =>
  load.write(table, {
    from: `${given(table)} AS t JOIN ${staged(table)} AS s ON s.source_id = t.source_id
      WHERE s.source_updated_utc IS NOT NULL AND (t.source_updated_utc IS NULL OR t.source_updated_utc ${comparesVersions ? '<' : '<>'} s.source_updated_utc)`,
    alias: 't',
    values: { source_updated_utc: 's.source_updated_utc' },
  })
