import type { Clock } from '#domain/clock.ts'
import type { Warehouse } from '#warehouse/engine.ts'
import type { DataPaths } from './data-dir.ts'
import type { Db } from './db/database.ts'
import type { Env } from './env.ts'
import type { Authenticate } from './http/caller.ts'
import type { Ids } from './ids.ts'
import type { JobQueue } from './jobs/queue.ts'
import type { Keys } from './keys.ts'
import type { Logger } from './log.ts'
import type { Mailer } from './mail/mailer.ts'

/** What use cases may ask for; nothing else is shared between them. */
export interface Deps {
  readonly env: Env
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  /** a transaction while a call with an Idempotency-Key runs: use `inTransaction` */
  readonly db: Db
  readonly warehouse: Warehouse
  readonly mailer: Mailer
  readonly jobs: JobQueue
  readonly keys: Keys
  readonly paths: DataPaths
  readonly authenticate: Authenticate
  /** origin for links in mail, without a slash at the end */
  readonly publicUrl: string
}
