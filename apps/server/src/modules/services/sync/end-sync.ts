import { sql } from 'kysely'
import { CredentialsRejected, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { Failure } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notifySkippedRecords, notifySyncResult, type SyncOutcome } from '../notify-run-result.ts'
import { countQuarantinedByService } from '../quarantined-records.repo.ts'
import { RunCancelled } from '../run-watch.ts'
import { dataLoaded, generalProblem, publishRunEnd, type RunRow, updateOpenRun } from '../runs.repo.ts'
import { lockService, type ServiceRow, updateService } from '../services.repo.ts'
import { nextRetryAt, nextSyncAt } from './queue-syncs.ts'

interface Signals {
  readonly watch: AbortSignal
  readonly limit: AbortSignal
}

/** Maps the error that ended a run to an outcome. */
export const classifySyncError = (error: unknown, { watch, limit }: Signals): SyncOutcome => {
  if (watch.reason instanceof RunCancelled) return { kind: 'cancelled' }
  if (error instanceof CredentialsRejected) return { kind: 'refused', message: error.message }
  if (isPlatformProblem(error)) return { kind: 'failed', message: error.message, isUnexpected: false }
  if (limit.aborted) return { kind: 'interrupted' }
  if (error instanceof Failure) return { kind: 'failed', message: error.message, isUnexpected: false }
  return { kind: 'failed', message: 'An unexpected error occurred', isUnexpected: true }
}

const TIME_LIMIT_MESSAGE = 'This run reached its limit of 30 minutes. The next run continues from here.'

const STATUS = {
  succeeded: 'succeeded',
  interrupted: 'succeeded',
  cancelled: 'cancelled',
  refused: 'failed',
  failed: 'failed',
} as const satisfies Record<SyncOutcome['kind'], RunRow['status']>

const messageOf = (ending: SyncOutcome): string | null => {
  if (ending.kind === 'interrupted') return TIME_LIMIT_MESSAGE
  return ending.kind === 'refused' || ending.kind === 'failed' ? ending.message : null
}

/** Ends a run and updates, in the same transaction, its service's state and next sync time. */
export const endSync = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'mailer' | 'publicUrl' | 'jobs' | 'events'>,
  run: RunRow,
  ending: SyncOutcome,
): Promise<void> => {
  const now = deps.clock.now()
  const message = messageOf(ending)
  await inTransaction(deps.db, async (trx) => {
    const service = await lockService(trx, run.account_id, run.service_id)
    const hasEnded = await updateOpenRun(trx, run, {
      status: STATUS[ending.kind],
      stream: null,
      errors: JSON.stringify(message === null ? [] : [generalProblem(message)]),
      finished_at: new Date(now),
    })
    if (!service || !hasEnded) return
    const isRejecting = ((await countQuarantinedByService(trx, run.account_id)).get(run.service_id) ?? 0) > 0
    await updateService(trx, service, {
      waiting_until: null,
      rejects_notified_at: isRejecting ? (service.rejects_notified_at ?? new Date(now)) : null,
      ...nextServiceState(service, ending, now),
    })
    await notifySyncResult(deps, trx, service, ending)
    if (isRejecting && service.rejects_notified_at === null) await notifySkippedRecords(deps, trx, service)
    await publishRunEnd(deps, trx, run)
    await deps.events.publish(trx, dataLoaded, { accountId: run.account_id })
  })
}

// A webhook may have moved the next sync forward during this run; `least` ignores nulls.
const noLaterThan = (next: Date | null) => sql<Date | null>`least(next_sync_at, ${next}::timestamptz)`

const nextServiceState = (service: ServiceRow, ending: SyncOutcome, now: number) => {
  const minutes = service.sync_every_minutes
  switch (ending.kind) {
    case 'succeeded':
      return { ...HEALTHY, last_synced_at: new Date(now), next_sync_at: noLaterThan(nextSyncAt(now, minutes)) }
    case 'interrupted':
      return { ...HEALTHY, next_sync_at: new Date(now) }
    case 'cancelled':
      return { next_sync_at: noLaterThan(nextSyncAt(now, minutes)) }
    case 'refused':
      return {
        problem: ending.message,
        failures: service.failures + 1,
        needs_attention_at: service.needs_attention_at ?? new Date(now),
        next_sync_at: null,
      }
    case 'failed': {
      const failures = service.failures + 1
      return { problem: ending.message, failures, next_sync_at: nextRetryAt(now, { minutes, failures }) }
    }
  }
}

const HEALTHY = { problem: null, failures: 0, needs_attention_at: null } as const
