import type { Db } from '#server/db/database.ts'
import type { Job } from './job.ts'

export interface SendOptions {
  /** while a job with this key waits or runs, another is not added */
  readonly singletonKey?: string
  readonly startAfter?: Date
}

/** Takes jobs. Given a transaction, the job exists only if it commits. */
export interface JobQueue {
  send<Data extends object>(db: Db, job: Job<Data>, data: Data, options?: SendOptions): Promise<void>
}
