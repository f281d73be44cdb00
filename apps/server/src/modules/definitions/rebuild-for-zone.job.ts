import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { saveProgress } from './rebuild-progress.repo.ts'

const Data = z.object({ accountId: z.number().int() })

/**
 * Brings the account's rows to its time zone of now. All of them move in one transaction of the warehouse, which also notes
 * their zone: killed anywhere they are as before, and the job runs again.
 */
export const rebuildForZoneJob: Job<z.infer<typeof Data>> = {
  name: 'rebuild-for-zone',
  schema: Data,
  retries: 20,
  handler: async (deps, { accountId }, { signal }) => {
    const account = await findAccount(deps.db, accountId)
    if (!account) return
    const onProgress = (done: number, total: number) => saveProgress(deps.db, accountId, { done, total })
    await deps.warehouse.changeCalendar(accountId, { timeZone: account.time_zone }, { onProgress, signal })
  },
}
