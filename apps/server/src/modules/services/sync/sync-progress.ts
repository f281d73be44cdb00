import type { QuarantinedRecord } from '#connectors/kit/connector.ts'
import { addControlTotals, type ControlTotals, NO_CONTROL_TOTALS } from '#domain/control-totals.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { insertQuarantined, resolveQuarantined } from '../quarantined-records.repo.ts'
import type { RunRow } from '../runs.repo.ts'
import type { Cursors, StreamCursor } from './stream-cursor.ts'

/** Another worker has resumed the run, or it has ended, so this worker must stop. */
export class RunSuperseded extends Error {
  override readonly name = 'RunSuperseded'
}

/** Further records are counted but not stored. */
const MAX_QUARANTINED = 5_000

export interface CommittedChunk {
  readonly stream: string
  readonly cursor: StreamCursor
  /** added to the run's counts */
  readonly counts: Readonly<Record<string, number>>
  /** added to those of the run */
  readonly controlTotals: ControlTotals
  /** records read so far in this read of the stream */
  readonly done: number
  readonly total: number | null
  readonly quarantined: readonly QuarantinedRecord[]
  /** ids that were quarantined before and are valid now */
  readonly repaired: readonly string[]
  /** a full read ended: records that earlier runs quarantined and this one did not are resolved */
  readonly endsFullRead: boolean
}

/** The committed progress of a run. */
export class SyncProgress {
  readonly #deps: Deps
  readonly #run: RunRow
  readonly #cursors: Map<string, StreamCursor>
  #counts: Readonly<Record<string, number>>
  #controlTotals: ControlTotals

  constructor(deps: Deps, run: RunRow, cursors: Cursors) {
    this.#deps = deps
    this.#run = run
    this.#cursors = new Map(cursors)
    this.#counts = { read: 0, accepted: 0, rejected: 0, ...run.counts }
    this.#controlTotals = run.control_totals ?? NO_CONTROL_TOTALS
  }

  cursor(stream: string): StreamCursor | undefined {
    return this.#cursors.get(stream)
  }

  /**
   * Stores the results of a chunk in one transaction after the warehouse has committed it. After a kill in between, the chunk
   * is read and written again but counted once. Throws `RunSuperseded`.
   */
  async save(chunk: CommittedChunk): Promise<void> {
    const counts = addCounts(this.#counts, chunk.counts)
    const controlTotals = addControlTotals(this.#controlTotals, chunk.controlTotals)
    const cursors = new Map(this.#cursors).set(chunk.stream, chunk.cursor)
    const { account_id, service_id, id, attempt } = this.#run
    await inTransaction(this.#deps.db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('service_runs')
        .set({
          counts: JSON.stringify(counts),
          control_totals: JSON.stringify(controlTotals),
          stream: chunk.stream,
          done: chunk.done,
          total: chunk.total,
        })
        .where((eb) => eb.and({ account_id, id, status: 'running', attempt }))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new RunSuperseded('Another worker has resumed this run')
      await trx
        .updateTable('services')
        .set({ cursors: JSON.stringify(Object.fromEntries(cursors)), waiting_until: null })
        .where((eb) => eb.and({ account_id, id: service_id }))
        .execute()
      await this.#saveQuarantined(trx, chunk)
    })
    this.#counts = counts
    this.#controlTotals = controlTotals
    this.#cursors.set(chunk.stream, chunk.cursor)
  }

  async #saveQuarantined(
    trx: Deps['db'],
    { stream, quarantined, repaired, endsFullRead }: CommittedChunk,
  ): Promise<void> {
    const { account_id: accountId, service_id: serviceId, id: runId } = this.#run
    const at = new Date(this.#deps.clock.now())
    const quarantinedIds = quarantined.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
    await resolveQuarantined(trx, { accountId, serviceId, stream, sourceIds: [...repaired, ...quarantinedIds], at })
    if (endsFullRead)
      await resolveQuarantined(trx, { accountId, serviceId, stream, sourceIds: null, exceptRun: runId, at })
    const room = Math.max(0, MAX_QUARANTINED - (this.#counts.rejected ?? 0))
    const rows = quarantined.slice(0, room).map(({ sourceId, field, reason }) => ({
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
