import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Brings the account's rows to its rules of now, also where the server ended between saving them and doing so. */
export const adoptVisitRulesJob = defineJob({
  name: 'adopt-visit-rules',
  schema: z.object({ accountId: z.number().int() }),
  retries: 5,
})
