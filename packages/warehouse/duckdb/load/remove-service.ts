import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { quoted, textLiteral } from '../ddl.ts'
import { rowsChanged } from './apply.ts'
import { forgetRollups } from './rollups.ts'

/** Deletes a service's rows from every table, within the caller's transaction; returns how many there were. */
export const removeServiceRows = async (connection: DuckDBConnection, serviceId: string): Promise<number> => {
  let removed = 0
  for (const table of CANONICAL_TABLE_NAMES) {
    const sql = `DELETE FROM main.${quoted(table)} WHERE service_id = ${textLiteral(serviceId)}`
    removed += await rowsChanged({ connection }, sql)
  }
  await forgetRollups(connection, textLiteral(serviceId))
  return removed
}
