import { z } from 'zod'
import type { Job } from '#server/jobs/job.ts'
import { endLostRuns } from './end-lost-runs.ts'
import { queueDueSyncs } from './queue-due-syncs.ts'

export const dueSyncsJob: Job = {
  name: 'due-syncs',
  schema: z.object({}),
  schedule: '* * * * *',
  // A platform that tells of a change asks for it as well.
  pollSeconds: 1,
  handler: async (deps) => {
    await endLostRuns(deps)
    await queueDueSyncs(deps)
  },
}
