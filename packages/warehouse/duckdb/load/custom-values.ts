import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { CUSTOM_FIELD_RECORDS } from '#domain/custom-fields.ts'
import { customKeyLiteral } from '#semantic/catalog/custom-fields.ts'
import { type Apply, isAny, rowsChanged, staging, stored } from './apply.ts'

const hasValues = (apply: Apply, relation: string): Promise<boolean> =>
  isAny(apply, `SELECT 1 FROM ${relation} WHERE custom IS NOT NULL`)

/** Equal values in another order are written as they are stored, because the load compares texts. */
const keepStored = (apply: Apply, table: CanonicalTable): string => {
  const merged = `SELECT t.source_id, t.custom AS was,
      CAST(json_merge_patch(t.custom, coalesce(s.custom, '{}')) AS VARCHAR) AS custom
    FROM ${staging(table)} s JOIN ${stored(apply, table)} t ON t.source_id = s.source_id
    WHERE t.custom IS NOT NULL AND t.custom IS DISTINCT FROM s.custom`
  const isSame = 'json_contains(n.custom, n.was) AND json_contains(n.was, n.custom)'
  return `UPDATE ${staging(table)} AS s SET custom = CASE WHEN ${isSame} THEN n.was ELSE n.custom END
    FROM (${merged}) n WHERE n.source_id = s.source_id`
}

const dropNulls = (table: CanonicalTable): string =>
  `UPDATE ${staging(table)} SET custom = nullif(CAST(json_merge_patch('{}', custom) AS VARCHAR), '{}')
   WHERE contains(custom, ':null') OR custom = '{}'`

/**
 * Completes the staged values of custom fields with the stored ones: a load keeps the fields that it does not name, and removes
 * those that it gives as null. Only a load that replaces everything keeps none.
 */
export const keepCustomValues = async (apply: Apply): Promise<void> => {
  const tables: readonly CanonicalTable[] = CUSTOM_FIELD_RECORDS
  for (const table of tables) {
    if (!apply.staged.has(table)) continue
    if (apply.mode === 'merge' && (await hasValues(apply, stored(apply, table))))
      await apply.connection.run(keepStored(apply, table))
    if (await hasValues(apply, staging(table))) await apply.connection.run(dropNulls(table))
  }
}

/** Deletes the values of these fields from all records, within the caller's transaction. Returns how many records had one. */
export const removeCustomValues = async (connection: DuckDBConnection, keys: readonly string[]): Promise<number> => {
  if (keys.length === 0) return 0
  const patch = `json_object(${keys.map((key) => `${customKeyLiteral(key)}, NULL`).join(', ')})`
  const named = `[${keys.map((key) => customKeyLiteral(key)).join(', ')}]`
  let removed = 0
  for (const table of CUSTOM_FIELD_RECORDS) {
    const sql = `UPDATE main.${table} SET custom = nullif(CAST(json_merge_patch(custom, ${patch}) AS VARCHAR), '{}')
      WHERE custom IS NOT NULL AND list_has_any(json_keys(custom), ${named})`
    removed += await rowsChanged({ connection }, sql)
  }
  return removed
}
