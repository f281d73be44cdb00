import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { sendDueReports } from './send-due-reports.ts'

export const sendDueReportsJob: Job = {
  name: 'send-due-reports',
  schema: z.object({}),
  schedule: '*/3 * * * *',
  handler: (deps, _data, { signal }) => sendDueReports(deps, signal),
}
