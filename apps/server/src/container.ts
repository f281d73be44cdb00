import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import type { Clock } from '#domain/clock.ts'
import { ResultCache } from '#warehouse/cache/result-cache.ts'
import type { DuckDbWarehouse } from '#warehouse/duckdb/duckdb-warehouse.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import type { DataPaths } from './data-dir.ts'
import { type Db, openDatabase } from './db/database.ts'
import type { Env } from './env.ts'
import type { Authenticate } from './http/caller.ts'
import type { Ids } from './ids.ts'
import type { JobQueue } from './jobs/queue.ts'
import { createJobRunner, type JobRunner } from './jobs/runner.ts'
import { jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { Logger } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { type MailTransport, outboxTransport, smtpTransport } from './mail/transport.ts'
import { createAuthenticate } from './modules/auth/authenticate.ts'
import type { CardPayments } from './modules/billing/stripe/card-payments.ts'
import { createCardPayments } from './modules/billing/stripe/stripe-payments.ts'
import { createPictureMaker, type PictureMaker } from './modules/pictures/picture-maker.ts'
import { createTableFiles, type TableFiles } from './modules/reports/export/table-files.ts'
import { createPlatformAccess, type PlatformAccess } from './modules/services/platform/platform-access.ts'

const FILE_THREADS = 2

/** What use cases may ask for; nothing else is shared between them. */
export interface Deps {
  readonly env: Env
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  /** a transaction while a call with an Idempotency-Key runs: use `inTransaction` */
  readonly db: Db
  readonly warehouse: DuckDbWarehouse
  /** answers kept as bytes, exact by data version */
  readonly results: ResultCache
  /** XLSX and PDF files, made in threads of their own */
  readonly tableFiles: TableFiles
  /** what is shown of the pictures that people send */
  readonly pictures: PictureMaker
  readonly mailer: Mailer
  /** null where no payment provider is set up */
  readonly cardPayments: CardPayments | null
  /** what calls of platforms share */
  readonly platforms: PlatformAccess
  readonly jobs: JobQueue
  readonly keys: Keys
  readonly paths: DataPaths
  readonly authenticate: Authenticate
  /** origin for links in mail, without a slash at the end */
  readonly publicUrl: string
  /** left for us on the disk of the data directory */
  readonly freeBytes: () => Promise<number>
}

/** What the process brings: everything that differs between the server, a test and an operator's command. */
export interface Ground {
  readonly env: Env
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly pool: pg.Pool
  readonly keys: Keys
  readonly paths: DataPaths
  readonly publicUrl: string
  /** default: the mail server of SMTP_URL, else files in the outbox folder */
  readonly mailTransport?: MailTransport
}

/** The parts joined, at rest: `runner.open()` lets jobs be sent, `runner.work(deps)` and `deps.mailer.start()` set them to work. */
export interface Container {
  readonly deps: Deps
  readonly runner: JobRunner
  /** ends everything but the pool; running jobs get `drainMs` to finish */
  close(drainMs: number): Promise<void>
}

/** The composition root: the one place where parts are made and joined. The database must be migrated. */
export const compose = async (ground: Ground): Promise<Container> => {
  const { env, clock, ids, log, pool, keys, paths, publicUrl } = ground
  const db = openDatabase(pool)
  const warehouse = await openDuckDbWarehouse({ dataDir: paths.root })
  const results = new ResultCache(env.RESULT_CACHE_MB * 1024 ** 2)
  const mailer = createMailer({ db, clock, ids, log, transport: ground.mailTransport ?? transportFor(env, paths) })
  const runner = createJobRunner({ pool, log, jobs })
  const authenticate = createAuthenticate({ pool, clock, keys })
  const deps: Deps = {
    env,
    clock,
    ids,
    log,
    db,
    warehouse,
    results,
    tableFiles: createTableFiles({ maxThreads: FILE_THREADS }),
    pictures: createPictureMaker(),
    mailer,
    cardPayments: await createCardPayments(env, clock),
    platforms: createPlatformAccess(env, () => warehouse.lastAskedAt),
    jobs: runner,
    keys,
    paths,
    authenticate,
    publicUrl,
    freeBytes: () => freeBytesOf(paths.root),
  }
  const close = async (drainMs: number): Promise<void> => {
    await runner.close(drainMs)
    await mailer.stop()
    await warehouse.close()
  }
  return { deps, runner, close }
}

const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const transportFor = (env: Env, paths: DataPaths): MailTransport =>
  env.SMTP_URL ? smtpTransport(env.SMTP_URL, env.MAIL_FROM) : outboxTransport(paths.outbox, env.MAIL_FROM)
