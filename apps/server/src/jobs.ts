import type { RegisteredJob } from './jobs/job.ts'

/** Every job of the product, one `registered(…)` line each. */
export const jobs: readonly RegisteredJob[] = []
