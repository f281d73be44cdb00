import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { purgeDueAccounts } from './purge-account.ts'

export const purgeAccountsJob: Job = {
  name: 'purge-accounts',
  schema: z.object({}),
  schedule: '25 * * * *',
  handler: (deps, _data, { signal }) => purgeDueAccounts(deps, signal),
}
