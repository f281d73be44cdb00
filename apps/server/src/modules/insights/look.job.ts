import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { isSyncing } from '#server/modules/report-schedules/people.repo.ts'
import { sendBrief } from './brief/send-brief.ts'
import { lookAtAccount } from './look.usecases.ts'
import { rephraseNew } from './model/rephrase.ts'

const Data = z.object({ accountId: z.number().int() })

/** Looks at an account after its data changed: of several loads that end together the last one brings the look. */
export const lookJob: Job<z.infer<typeof Data>> = {
  name: 'look-at-account',
  schema: Data,
  retries: 2,
  expireSeconds: 900,
  pollSeconds: 2,
  handler: async (deps, { accountId }, { signal }) => {
    if (await isSyncing(deps.db, accountId)) return
    const looked = await lookAtAccount(deps, accountId, signal)
    if (looked === null) return
    await rephraseNew(deps, looked, signal)
    await sendBrief(deps, looked, signal)
  },
}
