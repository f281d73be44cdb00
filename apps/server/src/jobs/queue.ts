import type { Db } from '#server/db/database.ts'
import type { Job } from './job.ts'

export interface SendOptions {
  /** not before this moment */
  readonly startAfter?: Date
}

/** Takes jobs. Given a transaction, the job exists only if it commits. */
export interface JobQueue {
  send<Data extends object>(db: Db, job: Job<Data>, data: Data, options?: SendOptions): Promise<void>
}
