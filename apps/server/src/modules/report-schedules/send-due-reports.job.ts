import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { sendDueReports } from './send-due-reports.ts'

export const sendDueReportsJob = handleJob(
  {
    name: 'send-due-reports',
    schema: z.object({}),
    schedule: '*/3 * * * *',
  },
  (
    deps: Pick<Deps, 'clock' | 'ids' | 'log' | 'db' | 'warehouse' | 'tableFiles' | 'mailer' | 'publicUrl'>,
    _data,
    { signal },
  ) => sendDueReports(deps, signal),
)
