import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import type { StoredSettings } from '../../file-store.ts'
import { quoted } from '../ddl.ts'

const SERVICES = CANONICAL_TABLE_NAMES.map((table) => `SELECT DISTINCT service_id FROM ${quoted(table)}`)

export const readStoredSettings = async (connection: DuckDBConnection): Promise<StoredSettings> => {
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows().map(([value]) => value)
  const [timeZone] = await read('SELECT time_zone FROM calendar')
  const [visitRules] = await read('SELECT version FROM visit_rules')
  const [codeRules] = await read('SELECT version FROM code_rules')
  return {
    timeZone: typeof timeZone === 'string' ? timeZone : null,
    visitRules: Number(visitRules ?? 0),
    codeRules: Number(codeRules ?? 0),
    services: (await read(`${SERVICES.join(' UNION ')} ORDER BY 1`)).map(String),
  }
}
