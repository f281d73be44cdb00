import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { SqlValue } from '../../engine.ts'
import { stagingColumns } from '../../schema/stored-columns.ts'
import { quoted, stagingName } from '../ddl.ts'

/** All rows staged for a table, in the order in which they came; every value as text, but for booleans. */
export const selectStaged = (table: CanonicalTable): string => {
  const columns = stagingColumns(table).map(({ name, kind }) =>
    kind === 'boolean' ? quoted(name) : `CAST(${quoted(name)} AS VARCHAR)`,
  )
  return `SELECT ${columns.join(', ')} FROM temp.main.${stagingName(table)} ORDER BY rowid`
}

/** Exact: no number passes between two engines. */
export const asText = (value: unknown): SqlValue =>
  typeof value === 'boolean' || value === null ? value : String(value)
