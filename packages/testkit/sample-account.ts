import { generateSampleWinery, type SampleOptions } from '#connectors/sample/sample-winery.ts'
import type { SampleChunk } from '#connectors/sample/sink.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { TestApp } from './test-app.ts'
import type { Member } from './test-client.ts'

/** The day of the last orders. */
export const SAMPLE_TODAY = '2026-06-17'
export const SAMPLE_ZONE = 'America/Los_Angeles'

/** Rows of one table. */
export interface Chunk {
  readonly table: CanonicalTable
  readonly rows: readonly unknown[]
}

/** Loads rows into an account as one batch of one service. */
export const loadChunks = async (
  { deps }: Pick<TestApp, 'deps'>,
  { accountId }: Pick<Member, 'accountId'>,
  chunks: Iterable<Chunk>,
): Promise<void> => {
  const load = await deps.warehouse.beginLoad({
    accountId,
    serviceId: 'sample',
    batchId: `batch-${accountId}`,
    calendar: { timeZone: SAMPLE_ZONE },
    mode: 'merge',
  })
  for (const { table, rows } of chunks) await load.append(table, rows as CanonicalRecord<typeof table>[])
  await load.commit()
}

/** The rows of a sample winery in dollars. */
export const sampleChunks = (options: Pick<SampleOptions, 'seed' | 'orders'>): Iterable<SampleChunk> =>
  generateSampleWinery({ ...options, today: SAMPLE_TODAY, currency: 'USD' })

/** A new account with a sample winery, and its owner. */
export const registerWinery = async (t: TestApp, options: Pick<SampleOptions, 'seed' | 'orders'>): Promise<Member> => {
  const owner = await t.register({ timeZone: SAMPLE_ZONE, currency: 'USD' })
  await loadChunks(t, owner, sampleChunks(options))
  return owner
}
