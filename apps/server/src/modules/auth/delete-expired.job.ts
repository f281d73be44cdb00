import { DAY_MS } from '#domain/clock.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import { SESSION_LIMITS } from './session-tokens.ts'

/** Deletes expired sessions, links and rate-limit windows of all accounts, and those of platforms. */
const deleteExpired = async (db: Db, now: number): Promise<void> => {
  const all = unscoped(db)
  const idleSince = new Date(now - SESSION_LIMITS.idle)
  await all
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', new Date(now)), row('last_refreshed_at', '<=', idleSince)]))
    .execute()
  await all.deleteFrom('one_time_tokens').where('expires_at', '<=', new Date(now)).execute()
  await all.deleteFrom('proof_challenges').where('expires_at', '<=', new Date(now)).execute()
  await all
    .deleteFrom('rate_limits')
    .where('window_start', '<=', new Date(now - DAY_MS))
    .execute()
  await all
    .deleteFrom('platform_calls')
    .where('used_at', '<=', new Date(now - DAY_MS))
    .execute()
  await all.deleteFrom('platform_pauses').where('until', '<=', new Date(now)).execute()
}

export const deleteExpiredJob = scheduledJob(
  { name: 'delete-expired-sessions', schedule: '10 * * * *' },
  ({ db, clock }: Deps) => deleteExpired(db, clock.now()),
)
