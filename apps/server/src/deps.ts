import type { Clock } from '#domain/clock.ts'
import type { ResultCache } from '#warehouse/cache/result-cache.ts'
import type { RoutedWarehouse } from '#warehouse/places/placed-warehouse.ts'
import type { AccountActivity } from '#warehouse/scheduling/account-activity.ts'
import type { DataPaths } from './data-dir.ts'
import type { Db } from './db/database.ts'
import type { Env } from './env.ts'
import type { Authenticate } from './http/caller.ts'
import type { JobQueue } from './jobs/job.ts'
import type { Keys } from './keys.ts'
import type { Mailer } from './mail/mailer.ts'
import type { CardPayments } from './modules/billing/stripe/card-payments.ts'
import type { PictureMaker } from './modules/pictures/picture-maker.ts'
import type { TableFiles } from './modules/reports/export/table-files.ts'
import type { PlatformAccess } from './modules/services/platform/platform-access.ts'
import type { EventBus } from './platform/events.ts'
import type { SharedTurns } from './platform/shared-turns.ts'
import type { Ids, Logger } from './runtime.ts'

/** The dependencies available to use cases. Types only: container.ts creates them. */
export interface Deps {
  readonly env: Env
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  /** a transaction during a request with an Idempotency-Key and in event subscribers: use `inTransaction` */
  readonly db: Db
  readonly warehouse: RoutedWarehouse
  /** which accounts are being served */
  readonly activity: AccountActivity
  /** response bytes, valid for one data version */
  readonly results: ResultCache
  /** renders XLSX and PDF files in worker threads */
  readonly tableFiles: TableFiles
  /** decodes and resizes uploaded pictures */
  readonly pictures: PictureMaker
  readonly mailer: Mailer
  /** null when no payment provider is configured */
  readonly cardPayments: CardPayments | null
  /** rate budgets and addresses of the platforms that connectors call */
  readonly platforms: PlatformAccess
  readonly jobs: JobQueue
  readonly events: EventBus
  /** work that must not run twice at one time, in whichever process */
  readonly turns: Pick<SharedTurns, 'run'>
  readonly keys: Keys
  readonly paths: DataPaths
  readonly authenticate: Authenticate
  /** origin for links in email, without a trailing slash */
  readonly publicUrl: string
  /** free bytes on the disk of the data directory */
  readonly freeBytes: () => Promise<number>
  /** connections of the app database: open, of these idle, and statements that wait for one */
  readonly connections: () => { readonly open: number; readonly idle: number; readonly waiting: number }
}
