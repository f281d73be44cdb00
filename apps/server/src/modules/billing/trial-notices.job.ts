import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import { type Db, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { trialDaysLeft } from '#server/modules/accounts/index.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { TRIAL_NOTICE_DAYS, trialNotice } from './billing.notifications.ts'

/** An end longer ago is not notified, as after a long downtime. */
const LATEST_DAYS = 2

/** Trials of all accounts that end within the first notification's days or have just ended. */
const findEndingTrials = (db: Db, now: number) =>
  unscoped(db)
    .selectFrom('accounts')
    .select(['id', 'is_trial', 'trial_expires_at'])
    .where('is_trial', '=', true)
    .where('deleted_at', 'is', null)
    .where('trial_expires_at', '>', new Date(now - LATEST_DAYS * DAY_MS))
    .where('trial_expires_at', '<=', new Date(now + TRIAL_NOTICE_DAYS[0] * DAY_MS))
    .execute()

/** Notifies of trials that end soon or have ended, once per notification day. */
export const trialNoticesJob = handleJob(
  {
    name: 'trial-notices',
    schema: z.object({}),
    schedule: '20 * * * *',
  },
  async (deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'mailer' | 'publicUrl'>) => {
    const now = deps.clock.now()
    for (const row of await findEndingTrials(deps.db, now)) {
      const daysLeft = trialDaysLeft(row, now)
      if (daysLeft === null || row.trial_expires_at === null) continue
      const notice = trialNotice({ accountId: row.id, daysLeft, endsAt: row.trial_expires_at })
      await deps.db.transaction().execute((trx) => notify(deps, trx, notice))
    }
  },
)
