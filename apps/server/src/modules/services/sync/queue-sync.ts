import type { Deps } from '#server/deps.ts'
import { accountMoney } from '../account-money.ts'
import { insertRun } from '../runs.repo.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'
import { serviceSyncJob } from './service-sync.job.ts'

/**
 * Queues a run that fetches from a platform, within the caller's transaction. With `full`, how far streams were read is
 * forgotten with it; so it is in another time zone than that of the reads before, since some platforms tell days as moments.
 * Throws `service.run_in_progress`.
 */
export const queueSync = async (
  deps: Pick<Deps, 'db' | 'ids' | 'clock' | 'jobs'>,
  service: ServiceRow,
  full: boolean,
): Promise<{ runId: string }> => {
  const { id: service_id, account_id, cursors, read_in_zone } = service
  const { timeZone } = await accountMoney(deps, account_id)
  const runId = deps.ids.next()
  const isElsewhere = read_in_zone !== null && read_in_zone !== timeZone
  const isFull = full || isElsewhere || Object.keys(cursors).length === 0
  await insertRun(deps.db, {
    id: runId,
    account_id,
    service_id,
    kind: 'sync',
    status: 'queued',
    request: JSON.stringify({ full: isFull }),
    created_at: new Date(deps.clock.now()),
  })
  // Its end says when the next one is.
  await updateService(deps.db, service, {
    next_sync_at: null,
    read_in_zone: timeZone,
    ...(isFull ? { cursors: '{}' } : {}),
  })
  await deps.jobs.send(deps.db, serviceSyncJob, { accountId: account_id, runId })
  return { runId }
}
