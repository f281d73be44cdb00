import { sql } from 'kysely'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { lookJob } from '#server/modules/insights/look.job.ts'
import { generalProblem } from '../run-result.ts'
import { type RunRow, updateOpenRun } from '../runs.repo.ts'
import { lockService, type ServiceRow, updateService } from '../services.repo.ts'
import { afterFailure, afterInterval } from './next-sync.ts'
import type { SyncEnding } from './sync-ending.ts'
import { tellOfSync } from './tell-of-sync.ts'

const GOES_ON = 'Half an hour is over. The next run goes on from here.'

const STATUS = {
  succeeded: 'succeeded',
  interrupted: 'succeeded',
  cancelled: 'cancelled',
  refused: 'failed',
  failed: 'failed',
} as const satisfies Record<SyncEnding['kind'], RunRow['status']>

const messageOf = (ending: SyncEnding): string | null => {
  if (ending.kind === 'interrupted') return GOES_ON
  return ending.kind === 'refused' || ending.kind === 'failed' ? ending.message : null
}

/** Ends a run and says, in the same transaction, how its service stands and when it is fetched from next. */
export const endSync = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'mailer' | 'publicUrl' | 'jobs'>,
  run: RunRow,
  ending: SyncEnding,
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
    await updateService(trx, service, { waiting_until: null, ...standing(service, ending, now) })
    await tellOfSync(deps, trx, service, ending)
    await deps.jobs.send(trx, lookJob, { accountId: run.account_id })
  })
}

// An event of the platform may have brought the next sync forward while this one ran; `least` leaves nulls out.
const noLaterThan = (next: Date | null) => sql<Date | null>`least(next_sync_at, ${next}::timestamptz)`

const standing = (service: ServiceRow, ending: SyncEnding, now: number) => {
  const minutes = service.sync_every_minutes
  switch (ending.kind) {
    case 'succeeded':
      return { ...MENDED, last_synced_at: new Date(now), next_sync_at: noLaterThan(afterInterval(now, minutes)) }
    case 'interrupted':
      return { ...MENDED, next_sync_at: new Date(now) }
    case 'cancelled':
      return { next_sync_at: noLaterThan(afterInterval(now, minutes)) }
    case 'refused':
      return {
        problem: ending.message,
        failures: service.failures + 1,
        needs_attention_at: service.needs_attention_at ?? new Date(now),
        next_sync_at: null,
      }
    case 'failed': {
      const failures = service.failures + 1
      return { problem: ending.message, failures, next_sync_at: afterFailure(now, { minutes, failures }) }
    }
  }
}

const MENDED = { problem: null, failures: 0, needs_attention_at: null } as const
