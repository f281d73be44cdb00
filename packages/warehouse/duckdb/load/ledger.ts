import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { CANONICAL_TABLE_NAMES } from '#domain/canonical/tables.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { CommittedBatch } from '../../clickhouse/account-ledger.ts'
import type { LoadOutcome } from '../../engine.ts'

type Counts = LoadOutcome['counts']

const firstRow = async (connection: DuckDBConnection, sql: string, params: DuckDBValue[] = []) =>
  (await connection.runAndReadAll(sql, params)).getRows()[0] ?? null

const countsOf = (text: string): Counts => {
  const parsed: unknown = JSON.parse(text)
  const found = new Map<string, unknown>(Object.entries(parsed ?? {}))
  const counts: Partial<Record<keyof Counts, number>> = {}
  for (const name of [...CANONICAL_TABLE_NAMES, 'outdated'] as const) {
    const count = found.get(name)
    if (typeof count === 'number') counts[name] = count
  }
  return counts
}

/** The outcome of a batch that was committed before; null when it was not. */
export const committedBatch = async (connection: DuckDBConnection, batchId: string): Promise<LoadOutcome | null> => {
  const row = await firstRow(
    connection,
    'SELECT changed, data_version::DOUBLE, counts FROM loads WHERE batch_id = $1',
    [batchId],
  )
  if (!row) return null
  return { changed: row[0] === true, dataVersion: Number(row[1]), counts: countsOf(String(row[2])) }
}

/** The data version after this transaction: one more when it changed a row. */
export const settleVersion = async (connection: DuckDBConnection, changed: boolean): Promise<number> => {
  if (changed) await connection.run('UPDATE data_version SET version = version + 1')
  const row = await firstRow(connection, 'SELECT version::DOUBLE FROM data_version')
  return Number(row?.[0] ?? 0)
}

/** Long enough for any repetition of a batch; the ledger stays small for a service that syncs every few minutes. */
const KEPT_DAYS = 60

export const enterBatch = async (
  connection: DuckDBConnection,
  { batchId, serviceId, outcome }: Omit<CommittedBatch, 'appliedAt'>,
): Promise<void> => {
  const now = Date.now()
  const oldest = BigInt(now - KEPT_DAYS * DAY_MS)
  await connection.run('DELETE FROM loads WHERE applied_at < make_timestamp($1::BIGINT * 1000)', [oldest])
  await enterBatchAt(connection, { batchId, serviceId, outcome, appliedAt: now })
}

/** Enters a batch that was committed at some time. */
export const enterBatchAt = async (
  connection: DuckDBConnection,
  { batchId, serviceId, outcome, appliedAt }: CommittedBatch,
): Promise<void> => {
  await connection.run('INSERT INTO loads SELECT $1, $2, make_timestamp($3::BIGINT * 1000), $4, $5::BIGINT, $6', [
    batchId,
    serviceId,
    BigInt(appliedAt),
    outcome.changed,
    BigInt(outcome.dataVersion),
    JSON.stringify(outcome.counts),
  ])
}

/** All batches that the ledger has. */
export const readBatches = async (connection: DuckDBConnection): Promise<CommittedBatch[]> => {
  const reader = await connection.runAndReadAll(
    'SELECT batch_id, service_id, epoch_ms(applied_at)::DOUBLE, changed, data_version::DOUBLE, counts FROM loads',
  )
  return reader.getRows().map(([batchId, serviceId, appliedAt, changed, dataVersion, counts]) => ({
    batchId: String(batchId),
    serviceId: String(serviceId),
    appliedAt: Number(appliedAt),
    outcome: { changed: changed === true, dataVersion: Number(dataVersion), counts: countsOf(String(counts)) },
  }))
}
