import { z } from 'zod'
import { localDayOf, localTimeOf } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { lookJob } from './look.job.ts'
import { accountsWithData } from './store/looks.repo.ts'

/** Hour of the account's day from which the day before is over for good. */
const EARLIEST_HOUR = 4

/** Looks at every account once a day, whether or not something was fetched: a day that is over is news by itself. */
export const dueLooksJob = handleJob(
  {
    name: 'due-looks',
    schema: z.object({}),
    schedule: '*/20 * * * *',
  },
  async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
    const now = clock.now()
    for (const { id, timeZone, lookedUntil } of await accountsWithData(db)) {
      const isMorning = Number(localTimeOf(now, timeZone).slice(11, 13)) >= EARLIEST_HOUR
      const isDue = lookedUntil === null || (isMorning && lookedUntil < localDayOf(now, timeZone))
      if (isDue) await jobs.send(db, lookJob, { accountId: id })
    }
  },
)
