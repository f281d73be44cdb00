import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { emptyTrash } from './dashboard-trash.repo.ts'

const KEPT_MS = 30 * 86_400_000

/** Removes dashboards that have been in the trash for 30 days. */
export const emptyTrashJob: Job = {
  name: 'empty-dashboard-trash',
  schema: z.object({}),
  schedule: '20 3 * * *',
  handler: ({ db, clock }) => emptyTrash(db, new Date(clock.now() - KEPT_MS)),
}
