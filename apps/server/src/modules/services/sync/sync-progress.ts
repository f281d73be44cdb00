import type { QuarantinedRecord } from '#connectors/kit/connector.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { insertQuarantined, resolveQuarantined } from '../quarantined-records.repo.ts'
import type { RunRow } from '../runs.repo.ts'
import type { Cursors, StreamCursor } from './stream-cursor.ts'

/** Another worker has taken the run up, or it has ended: what this one still knows no longer counts. */
export class RunSuperseded extends Error {
  override readonly name = 'RunSuperseded'
}

/** More are counted, and not kept. */
const MAX_QUARANTINED = 5_000

export interface CommittedChunk {
  readonly stream: string
  readonly cursor: StreamCursor
  /** added to what the run did before */
  readonly counts: Readonly<Record<string, number>>
  /** records of the stream read so far in this read */
  readonly done: number
  readonly total: number | null
  readonly quarantined: readonly QuarantinedRecord[]
  /** ids that were set aside before and came in order now */
  readonly repaired: readonly string[]
  /** everything of the stream was read: what earlier runs set aside and this one did not is no more */
  readonly endsFullRead: boolean
}

/** What a run has committed so far. */
export class SyncProgress {
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #run: RunRow
  readonly #cursors: Map<string, StreamCursor>
  #counts: Readonly<Record<string, number>>

  constructor(deps: Pick<Deps, 'db' | 'clock'>, run: RunRow, cursors: Cursors) {
    this.#deps = deps
    this.#run = run
    this.#cursors = new Map(cursors)
    this.#counts = { read: 0, accepted: 0, rejected: 0, ...run.counts }
  }

  cursor(stream: string): StreamCursor | undefined {
    return this.#cursors.get(stream)
  }

  /**
   * Keeps in one transaction what a chunk came to, after the warehouse has committed it: killed in between, it is read and
   * written once more and counted once. Throws `RunSuperseded`.
   */
  async save(chunk: CommittedChunk): Promise<void> {
    const counts = addCounts(this.#counts, chunk.counts)
    const cursors = new Map(this.#cursors).set(chunk.stream, chunk.cursor)
    const { account_id, service_id, id, attempt } = this.#run
    await inTransaction(this.#deps.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('service_runs')
        .set({ counts: JSON.stringify(counts), stream: chunk.stream, done: chunk.done, total: chunk.total })
        .where('account_id', '=', account_id)
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('attempt', '=', attempt)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new RunSuperseded('The run is no longer ours')
      await trx
        .updateTable('services')
        .set({ cursors: JSON.stringify(Object.fromEntries(cursors)), waiting_until: null })
        .where('account_id', '=', account_id)
        .where('id', '=', service_id)
        .execute()
      await this.#keepSetAside(trx, chunk)
    })
    this.#counts = counts
    this.#cursors.set(chunk.stream, chunk.cursor)
  }

  async #keepSetAside(
    trx: Deps['db'],
    { stream, quarantined: setAside, repaired: mended, endsFullRead: endsWholeRead }: CommittedChunk,
  ): Promise<void> {
    const { account_id: accountId, service_id: serviceId, id: runId } = this.#run
    const at = new Date(this.#deps.clock.now())
    const told = setAside.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
    await resolveQuarantined(trx, { accountId, serviceId, stream, sourceIds: [...mended, ...told], at })
    if (endsWholeRead)
      await resolveQuarantined(trx, { accountId, serviceId, stream, sourceIds: null, exceptRun: runId, at })
    const room = Math.max(0, MAX_QUARANTINED - (this.#counts.rejected ?? 0))
    const rows = setAside.slice(0, room).map(({ sourceId, field, reason }) => ({
      account_id: accountId,
      service_id: serviceId,
      run_id: runId,
      stream,
      source_id: sourceId,
      field,
      reason,
      created_at: at,
      resolved_at: null,
    }))
    await insertQuarantined(trx, rows)
  }
}

const addCounts = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) => {
  const sums: Record<string, number> = { ...one }
  for (const [name, count] of Object.entries(other)) sums[name] = (sums[name] ?? 0) + count
  return sums
}
