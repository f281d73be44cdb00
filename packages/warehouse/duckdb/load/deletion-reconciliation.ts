import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { selectDeleted } from '../../schema/removed-rows.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { type Apply, given, isGiven, rowsChanged, staging, stored } from './apply.ts'

/** Relation of the ids that `findDeletedRows` found. */
export const deletedTable = (table: CanonicalTable): string => `temp.main.${quoted(`deleted_${table}`)}`

const NONE = 'SELECT CAST(NULL AS VARCHAR) WHERE false'

/** Finds the ids of the service's stored rows that are gone after the load. */
export const findDeletedRows = async (apply: Apply, table: CanonicalTable): Promise<void> => {
  const source = {
    stored: (of: CanonicalTable) => stored(apply, of),
    given: (of: CanonicalTable) => given(apply, of),
    staged: staging,
    ids: (kind: string, of: CanonicalTable) => `(SELECT source_id FROM temp.main.${quoted(`${kind}_${of}`)})`,
  }
  const selects = selectDeleted(source, { ...apply.leaving, mode: apply.mode, tables: apply.staged }, table)
  const ids = selects.length > 0 ? selects.join(' UNION ') : NONE
  await apply.connection.run(
    `CREATE OR REPLACE TEMPORARY TABLE ${quoted(`deleted_${table}`)} AS SELECT id AS source_id FROM (${ids}) g(id)`,
  )
}

/** Deletes the rows that `findDeletedRows` found; returns how many there were. */
export const removeDeletedRows = (apply: Apply, table: CanonicalTable): Promise<number> =>
  rowsChanged(
    apply,
    `DELETE FROM main.${quoted(table)} WHERE service_id = ${textLiteral(apply.serviceId)} AND ${isGiven(table)}
       AND source_id IN (SELECT source_id FROM ${deletedTable(table)})`,
  )
