import type { Db } from '#server/db/database.ts'
import type { JobDefinition } from './job.ts'

export interface SendOptions {
  /** earliest start */
  readonly startAfter?: Date
}

/** In a transaction the job exists only if the transaction commits. */
export interface JobQueue {
  send<Data extends object>(db: Db, job: JobDefinition<Data>, data: Data, options?: SendOptions): Promise<void>
}
