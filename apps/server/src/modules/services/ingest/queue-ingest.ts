import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { insertRun } from '../runs.repo.ts'
import { serviceRunJob } from '../service-runs.job.ts'
import { lockService, type ServiceRow } from '../services.repo.ts'
import { countWaiting } from './ingest-batches.repo.ts'

type QueueDeps = Pick<Deps, 'clock' | 'ids' | 'db' | 'jobs'>

/** Queues the run that stores a service's waiting batches. Errors: `service.run_in_progress`. */
export const queueIngest = async (
  deps: QueueDeps,
  { account_id: accountId, id: serviceId }: Pick<ServiceRow, 'account_id' | 'id'>,
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
    await deps.jobs.send(trx, serviceRunJob, { accountId, runId: id })
  })
  return { id }
}

/** Queues a run for what arrived while the last one ended; in the transaction that ended it. */
export const continueIngest = async (
  deps: QueueDeps,
  service: Pick<ServiceRow, 'account_id' | 'id'>,
): Promise<void> => {
  const of = { accountId: service.account_id, serviceId: service.id }
  await lockService(deps.db, of.accountId, of.serviceId)
  if ((await countWaiting(deps.db, of)).batches > 0) await queueIngest(deps, service)
}
