import { z } from 'zod'
import { localDayOf, localTimeOf } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { isSyncing } from '#server/modules/report-schedules/index.ts'
import { analyzeAccount } from './analysis/analyze-account.ts'
import { analysisJob } from './analysis.job.ts'
import { sendDigest } from './digest/send-digest.ts'
import { rephraseNew } from './model/rephrase.ts'
import { accountsWithData } from './store/analysis-runs.repo.ts'

export const analysisHandler = handleJob(analysisJob, async (deps: Deps, { accountId }, { signal }) => {
  if (await isSyncing(deps.db, accountId)) return
  const looked = await analyzeAccount(deps, accountId, signal)
  if (looked === null) return
  await rephraseNew(deps, looked, signal)
  await sendDigest(deps, looked, signal)
})

/** Hour of the account's day from which the previous day is complete. */
const EARLIEST_HOUR = 4

/** Looks at every account once a day, whether or not something was fetched: a day that is over is news by itself. */
export const dueAnalysesHandler = handleJob(
  {
    name: 'due-looks',
    schema: z.object({}),
    schedule: '*/20 * * * *',
  },
  async ({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>) => {
    const now = clock.now()
    for (const { id, timeZone, analyzedUntil } of await accountsWithData(db)) {
      const isMorning = Number(localTimeOf(now, timeZone).slice(11, 13)) >= EARLIEST_HOUR
      const isDue = analyzedUntil === null || (isMorning && analyzedUntil < localDayOf(now, timeZone))
      if (isDue) await jobs.send(db, analysisJob, { accountId: id })
    }
  },
)
