import { z } from 'zod'
import { localDayOf, toLocalTime } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob, scheduledJob } from '#server/jobs/job.ts'
import { dataLoaded, isSyncing } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { analyzeAccount } from './analysis/analyze-account.ts'
import { sendDigest } from './digest/send-digest.ts'
import { rephraseNew } from './model/rephrase.ts'
import { accountsWithData } from './store/analysis-runs.repo.ts'

/** Queues an analysis after an account's data changed; loads that end together queue one. */
const analysisJob = defineJob({
  name: 'analyze-account',
  schema: z.object({ accountId: z.number().int() }),
  retries: 2,
  expireSeconds: 900,
  pollSeconds: 2,
})

export const analysisHandler = handleJob(analysisJob, async (deps: Deps, { accountId }, { signal }) => {
  if (await isSyncing(deps.db, accountId)) return
  const result = await analyzeAccount(deps, accountId, signal)
  if (result === null) return
  await rephraseNew(deps, result, signal)
  await sendDigest(deps, result, signal)
})

/** Hour of the account's day from which the previous day is complete. */
const EARLIEST_HOUR = 4

/** Analyzes every account once a day, even without new data, because another day is complete. */
export const dueAnalysesHandler = scheduledJob(
  { name: 'due-analyses', schedule: '*/20 * * * *' },
  async ({ db, clock, jobs }: Deps) => {
    const now = clock.now()
    for (const { id, timeZone, analyzedUntil } of await accountsWithData(db)) {
      const isMorning = Number(toLocalTime(now, timeZone).slice(11, 13)) >= EARLIEST_HOUR
      const isDue = analyzedUntil === null || (isMorning && analyzedUntil < localDayOf(now, timeZone))
      if (isDue) await jobs.send(db, analysisJob, { accountId: id })
    }
  },
)

export const analyzeLoadedData = subscribe(dataLoaded, ({ db, jobs }: Deps, { accountId }) =>
  jobs.send(db, analysisJob, { accountId }),
)
