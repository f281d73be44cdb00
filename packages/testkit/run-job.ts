import type { JobHandler } from '#server/jobs/job.ts'

/** Runs a job once, as its worker would. */
export const runJob = <Deps>(handler: JobHandler<Deps>, deps: NoInfer<Deps>, data: object = {}): Promise<void> =>
  handler.run(deps, data, { jobId: 'test', signal: new AbortController().signal })
