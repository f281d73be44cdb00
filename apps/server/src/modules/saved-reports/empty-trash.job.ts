import { z } from 'zod'
import { DAY_MS } from '#domain/clock.ts'
import type { Deps } from '#server/deps.ts'
import { handleJob } from '#server/jobs/job.ts'
import { emptyTrash } from './saved-report-trash.repo.ts'

const KEPT_MS = 30 * DAY_MS

/** Removes saved reports that have been in the trash for 30 days. */
export const emptyReportTrashJob = handleJob(
  {
    name: 'empty-report-trash',
    schema: z.object({}),
    schedule: '25 3 * * *',
  },
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) => emptyTrash(db, new Date(clock.now() - KEPT_MS)),
)
