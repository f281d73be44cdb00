import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { isSyncing } from '#server/modules/report-schedules/index.ts'
import { sendBrief } from './brief/send-brief.ts'
import { lookJob } from './look.job.ts'
import { lookAtAccount } from './look.usecases.ts'
import { rephraseNew } from './model/rephrase.ts'

export const lookHandler = handleJob(lookJob, async (deps: Deps, { accountId }, { signal }) => {
  if (await isSyncing(deps.db, accountId)) return
  const looked = await lookAtAccount(deps, accountId, signal)
  if (looked === null) return
  await rephraseNew(deps, looked, signal)
  await sendBrief(deps, looked, signal)
})
