import { z } from 'zod'
import { localDayOf, toLocalTime } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { dataLoaded, isSyncing } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { accountsWithAlerts } from './alerts.repo.ts'
import { checkAlertsJob } from './alerts.usecases.ts'
import { checkAlerts } from './check-alerts.ts'

/** The last load of several that end together checks. */
export const checkAlertsHandler = handleJob(checkAlertsJob, async (deps: Deps, { accountId }, { signal }) => {
  if (await isSyncing(deps.db, accountId)) return
  await checkAlerts(deps, accountId, signal)
})

/** Hour of the account's day from which the day before is checked. */
const EARLIEST_HOUR = 4

/** Queues a check of every account with alerts once a day, also without new data, because another day has begun. */
export const dueAlertsHandler = handleJob(
  { name: 'due-alerts', schema: z.object({}), schedule: '*/20 * * * *' },
  async ({ db, clock, jobs }: Deps) => {
    const now = clock.now()
    for (const { id, timeZone, checkedDay } of await accountsWithAlerts(db)) {
      const isMorning = Number(toLocalTime(now, timeZone).slice(11, 13)) >= EARLIEST_HOUR
      if (isMorning && checkedDay < localDayOf(now, timeZone)) await jobs.send(db, checkAlertsJob, { accountId: id })
    }
  },
)

export const checkAlertsOfLoadedData = subscribe(dataLoaded, ({ db, jobs }: Deps, { accountId }) =>
  jobs.send(db, checkAlertsJob, { accountId }),
)
