import type { Deps } from '#server/deps.ts'
import { dataLoaded } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { analysisJob } from './analysis.job.ts'

export const analyzeLoadedData = subscribe(dataLoaded, ({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, { accountId }) =>
  jobs.send(db, analysisJob, { accountId }),
)
