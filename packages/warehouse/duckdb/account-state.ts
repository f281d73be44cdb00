import type { DuckDBConnection } from '@duckdb/node-api'
import type { AccountDataStatus } from '../engine.ts'

export const NO_DATA: AccountDataStatus = { dataVersion: 0, loadedAt: null }

export const readState = async (connection: DuckDBConnection): Promise<AccountDataStatus> => {
  const reader = await connection.runAndReadAll(
    `SELECT (SELECT max(version) FROM data_version)::DOUBLE,
            (SELECT epoch_ms(max(applied_at)) FROM loads)::DOUBLE,
            (SELECT max(time_zone) FROM calendar)`,
  )
  const [version, loadedAt, timeZone] = reader.getRows()[0] ?? []
  return {
    dataVersion: Number(version ?? 0),
    loadedAt: typeof loadedAt === 'number' ? loadedAt : null,
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
  }
}
