import { ROLLUP_NAMES } from '#domain/canonical/rollups.ts'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { SqlValue } from '../engine.ts'

/** All rows and sums that an account has, in an order that says nothing of how they came. */
export const everythingStored = async (
  rows: (sql: string) => Promise<SqlValue[][]>,
): Promise<Record<string, SqlValue[]>> => {
  const stored: Record<string, SqlValue[]> = {}
  for (const table of [...CANONICAL_TABLE_NAMES, ...ROLLUP_NAMES])
    stored[table] = (await rows(`SELECT CAST(t AS VARCHAR) FROM ${table} t ORDER BY 1`)).flat()
  return stored
}
