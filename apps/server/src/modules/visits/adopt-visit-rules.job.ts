import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { readVisitRules } from './visit-rules.repo.ts'

const Data = z.object({ accountId: z.number().int() })

/** Brings the account's rows to its rules of now, also where the server ended between saving them and doing so. */
export const adoptVisitRulesJob: Job<z.infer<typeof Data>> = {
  name: 'adopt-visit-rules',
  schema: Data,
  retries: 5,
  handler: async (deps, { accountId }) => {
    await deps.warehouse.changeVisitRules(accountId, await readVisitRules(deps.db, accountId))
  },
}
