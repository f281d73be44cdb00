import { z } from 'zod'
import { defineJob } from '#server/jobs/job.ts'

/** Checks the alerts of an account after its data or the day changed, and after one was added or changed. */
export const checkAlertsJob = defineJob({
  name: 'check-alerts',
  schema: z.object({ accountId: z.number().int() }),
  retries: 2,
  expireSeconds: 600,
  pollSeconds: 2,
})
