import type { DuckDBConnection } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { quoted } from '../ddl.ts'

/** What an account's rows follow or name that the app database has too. */
export interface StoredSettings {
  /** null: there have been no rows */
  readonly timeZone: string | null
  /** versions of the rules; 0: none were adopted */
  readonly visitRules: number
  readonly codeRules: number
  /** ids of the services that have rows */
  readonly services: readonly string[]
}

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
