import { countOf } from '#domain/text.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { RunEnding } from '../notify-run-result.ts'
import { insertRun } from '../runs.repo.ts'
import { serviceRunJob } from '../service-runs.job.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'
import { nextRetryAt } from '../sync/queue-syncs.ts'
import { countWaiting } from './ingest-batches.repo.ts'

/** Queues the run that stores a service's waiting batches, at once unless `startAfter` is given. Errors: `service.run_in_progress`. */
export const queueIngest = async (
  deps: Deps,
  { account_id: accountId, id: serviceId }: Pick<ServiceRow, 'account_id' | 'id'>,
  startAfter: Date | null = null,
): Promise<{ id: string }> => {
  const id = deps.ids.next()
  await inTransaction(deps.db, async (trx) => {
    await insertRun(trx, {
      id,
      account_id: accountId,
      service_id: serviceId,
      kind: 'sync',
      status: 'queued',
      request: JSON.stringify({ ingest: true }),
      created_at: new Date(deps.clock.now()),
    })
    await deps.jobs.send(trx, serviceRunJob, { accountId, runId: id }, startAfter === null ? {} : { startAfter })
  })
  return { id }
}

/** A failed run is followed by another one after 1, 2, 4 … minutes, at most after an hour. */
const MAX_RETRY_MINUTES = 60

const retryTime = (now: number, { failures }: ServiceRow, { kind }: RunEnding): Date | null =>
  kind === 'failed' ? nextRetryAt(now, { minutes: MAX_RETRY_MINUTES, failures: failures + 1 }) : null

const stateAfter = ({ failures }: ServiceRow, ending: RunEnding, now: number) => {
  if (ending.kind === 'succeeded') return { problem: null, failures: 0, last_synced_at: new Date(now) }
  return ending.kind === 'failed' ? { problem: ending.message, failures: failures + 1 } : {}
}

interface EndedIngest {
  readonly service: ServiceRow
  readonly ending: RunEnding
  /** epoch milliseconds */
  readonly now: number
}

/**
 * Updates the service of a run that has ended, in the same transaction, and queues the next run: at once for what arrived meanwhile,
 * after a pause for what a failed run did not store. A canceled run's batches wait for the next records.
 *
 * @returns what the failed run says about the next one; null: it has nothing to say
 */
export const settleIngest = async (deps: Deps, { service, ending, now }: EndedIngest): Promise<string | null> => {
  const { account_id: accountId, id: serviceId } = service
  const { records } = await countWaiting(deps.db, { accountId, serviceId })
  const next = records > 0 ? retryTime(now, service, ending) : null
  await updateService(deps.db, service, { ...stateAfter(service, ending, now), waiting_until: next })
  if (records > 0 && ending.kind !== 'cancelled') await queueIngest(deps, service, next)
  if (next === null) return null
  const minutes = Math.max(1, Math.round((next.getTime() - now) / 60_000))
  return `Nothing was lost. ${countOf(records, 'record')} will be saved in ${countOf(minutes, 'minute')}.`
}
