import { type Db, unscoped } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { ServiceRow } from '../services.repo.ts'
import { queueSync } from './queue-sync.ts'

/** Queues a run for every service whose time has come. Several processes may do so at once: each service is taken by one. */
export const queueDueSyncs = async (deps: Deps): Promise<void> => {
  for (;;) {
    const isQueued = await inTransaction(deps.db, async (trx) => {
      const service = await takeDueService(trx, new Date(deps.clock.now()))
      if (!service) return false
      await queueSync({ ...deps, db: trx }, service, false)
      return true
    })
    if (!isQueued) return
  }
}

/**
 * Locks the service that is due longest and has no open run, among those of all accounts, hence unscoped. After a trial
 * nothing is fetched; with a plan it goes on from where it was.
 */
const takeDueService = (trx: Db, now: Date): Promise<ServiceRow | undefined> =>
  unscoped(trx)
    .selectFrom('services')
    .selectAll()
    .where('next_sync_at', '<=', now)
    .where('needs_attention_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts')
          .select('accounts.id')
          .whereRef('accounts.id', '=', 'services.account_id')
          .where('accounts.deleted_at', 'is', null)
          .where(({ not, and, eb }) => not(and([eb('is_trial', '=', true), eb('trial_expires_at', '<=', now)]))),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('service_runs')
            .select('service_runs.id')
            .whereRef('service_runs.service_id', '=', 'services.id')
            .where('service_runs.status', 'in', ['queued', 'running']),
        ),
      ),
    )
    .orderBy('next_sync_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
