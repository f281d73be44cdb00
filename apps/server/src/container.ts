import { mkdir, readFile, statfs } from 'node:fs/promises'
import type pg from 'pg'
import { Failure } from '#contract/errors.ts'
import type { Clock } from '#domain/clock.ts'
import { ResultCache } from '#warehouse/cache/result-cache.ts'
import { describeRefusal } from '#warehouse/clickhouse/describe-refusal.ts'
import { type ClickHouseWarehouse, openClickHouseWarehouse } from '#warehouse/clickhouse/open-warehouse.ts'
import { withLocalStaging } from '#warehouse/clickhouse/with-local-staging.ts'
import type { AccountUpgrade } from '#warehouse/duckdb/account-upgrades.ts'
import type { DuckDbWarehouse, DuckDbWarehouseOptions } from '#warehouse/duckdb/duckdb-warehouse.ts'
import type { TurnedOver } from '#warehouse/duckdb/encryption/turn-overs.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { stagingRoot } from '#warehouse/duckdb/paths.ts'
import { placedWarehouse, type RoutedWarehouse } from '#warehouse/places/placed-warehouse.ts'
import { AccountActivity } from '#warehouse/scheduling/account-activity.ts'
import type { DataPaths } from './data-dir.ts'
import { type Db, openDatabase } from './db/database.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { createJobRunner, type JobRunner } from './jobs/runner.ts'
import { jobs } from './jobs.ts'
import type { Keys } from './keys.ts'
import { createMailer } from './mail/mailer.ts'
import { type MailTransport, outboxTransport, smtpTransport } from './mail/transport.ts'
import {
  createAccountKeys,
  createAccountLedger,
  createAccountPlaces,
  createAccountRegistry,
} from './modules/accounts/index.ts'
import { createAuthenticateKey, isApiKey } from './modules/api-keys/authenticate-key.ts'
import { createAuthenticate } from './modules/auth/authenticate.ts'
import { createCardPayments } from './modules/billing/stripe/stripe-payments.ts'
import { createPictureMaker } from './modules/pictures/picture-maker.ts'
import { createTableFiles } from './modules/reports/export/table-files.ts'
import { createPlatformAccess } from './modules/services/platform/platform-access.ts'
import { sharedCounts } from './modules/services/platform/shared-counts.ts'
import { createEventBus } from './platform/events.ts'
import { ownTurns, turnsOfProcesses } from './platform/shared-turns.ts'
import { type Ids, type Logger, StartFailure } from './runtime.ts'
import { subscriptions } from './subscriptions.ts'

const FILE_PROCESSES = 2

/** The dependencies that differ between the server, a test and an operator command. */
export interface RuntimeContext {
  readonly env: Env
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Logger
  readonly pool: pg.Pool
  readonly keys: Keys
  readonly paths: DataPaths
  readonly publicUrl: string
  /** default: the server of SMTP_URL, else files in the outbox folder */
  readonly mailTransport?: MailTransport
  /** replaces settings of the warehouse */
  readonly warehouse?: Partial<DuckDbWarehouseOptions>
}

/** Nothing runs until `runner.open()` accepts jobs and `runner.work(deps)` and `deps.mailer.start()` start background work. */
export interface Container {
  readonly deps: Deps
  readonly runner: JobRunner<Deps>
  /** the engine of the accounts that are in files; everything else goes through `deps.warehouse` */
  readonly files: DuckDbWarehouse
  /** closes everything but the pool; running jobs get `drainMs` to finish */
  close(drainMs: number): Promise<void>
}

/** The composition root. The database must be migrated. */
export const compose = async (context: RuntimeContext): Promise<Container> => {
  const { env, clock, ids, log, pool, keys, paths, publicUrl } = context
  const db = openDatabase(pool)
  const folders = env.STAGING_DIR === undefined ? [paths.root] : [paths.root, env.STAGING_DIR]
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 })
  const activity = new AccountActivity()
  const { warehouse, files } = await openWarehouse(context, db, activity)
  const results = new ResultCache(env.RESULT_CACHE_MB * 1024 ** 2)
  const mailer = createMailer({ db, clock, ids, log, transport: context.mailTransport ?? createTransport(env, paths) })
  const runner = createJobRunner({ pool, log, jobs, role: env.ROLE })
  const turns = env.ROLE === 'all' ? ownTurns() : turnsOfProcesses(pool)
  const authenticateSession = createAuthenticate({ pool, clock, keys })
  const authenticateKey = createAuthenticateKey({ pool, clock })
  const deps: Deps = {
    env,
    clock,
    ids,
    log,
    db,
    warehouse,
    activity,
    results,
    tableFiles: createTableFiles({ maxProcesses: FILE_PROCESSES }),
    pictures: createPictureMaker(),
    mailer,
    cardPayments: await createCardPayments(env, clock),
    platforms: createPlatformAccess(
      env,
      () => warehouse.lastAskedAt,
      env.ROLE === 'all' ? undefined : (connectionId) => sharedCounts(db, connectionId, env.TIME_SCALE),
    ),
    jobs: runner,
    events: createEventBus(subscriptions, () => deps),
    turns,
    keys,
    paths,
    authenticate: (token) => (isApiKey(token) ? authenticateKey(token) : authenticateSession(token)),
    publicUrl,
    freeBytes: async () => Math.min(...(await Promise.all(folders.map(readFreeBytes)))),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
  const close = async (drainMs: number): Promise<void> => {
    await runner.close(drainMs)
    await mailer.stop()
    deps.tableFiles.close()
    turns.close()
    await warehouse.close()
  }
  return { deps, runner, files, close }
}

/** Each account is in a DuckDB file or in ClickHouse. Those there have their loads staged in files of their own. */
const openWarehouse = async (
  context: RuntimeContext,
  db: Db,
  activity: AccountActivity,
): Promise<{ readonly warehouse: RoutedWarehouse; readonly files: DuckDbWarehouse }> => {
  const { env, clock, ids, log, paths } = context
  const stagingDir = env.STAGING_DIR ?? stagingRoot(paths.root)
  const local = { dataDir: paths.root, stagingDir, activity, ...context.warehouse }
  const onUpgrade = (upgrade: AccountUpgrade) => logUpgrade(log, upgrade)
  const registry = createAccountRegistry({ db, ids, log })
  const keys = createAccountKeys({ db, clock, keys: context.keys }, env.ENCRYPT_DATA)
  const onTurnOver = (turned: TurnedOver) => logTurnOver(log, turned)
  const files = await openDuckDbWarehouse({
    registry,
    onUpgrade,
    keys,
    onTurnOver,
    ...local,
  })
  const places = createAccountPlaces(db)
  const clickHouse = await openClickHouse(context, db)
  const warehouse = placedWarehouse({
    files,
    clickHouse:
      clickHouse && withLocalStaging(clickHouse, await openDuckDbWarehouse({ ...local, dataDir: paths.loads })),
    places,
  })
  return { warehouse, files }
}

/** Null without CLICKHOUSE_URL. @throws StartFailure naming the setting with which it cannot be used */
const openClickHouse = async (
  { env, clock, ids, pool }: RuntimeContext,
  db: Db,
): Promise<ClickHouseWarehouse | null> => {
  if (env.CLICKHOUSE_URL === undefined) return null
  const { rows } = await pool.query<{ id: string }>('select id from installation')
  return openClickHouseWarehouse({
    urls: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    ...(env.CLICKHOUSE_CA ? { certificateAuthority: await readAuthority(env.CLICKHOUSE_CA) } : {}),
    ledger: createAccountLedger({ db, ids, clock }),
    installation: rows[0]?.id ?? '',
    clock,
    newId: () => ids.next(),
  }).catch((error: unknown) => {
    if (!(error instanceof Failure && error.cause instanceof Error)) throw error
    throw new StartFailure(describeRefusal(error.cause), { cause: error })
  })
}

const readAuthority = (path: string): Promise<Buffer> =>
  readFile(path).catch((cause: Error) => {
    throw new StartFailure(`CLICKHOUSE_CA cannot be used: ${cause.message}`, { cause })
  })

const logUpgrade = (log: Logger, { cause, ...upgrade }: AccountUpgrade): void => {
  if (cause === undefined) log.info(upgrade, 'account data upgraded')
  else log.error({ ...upgrade, err: cause }, 'account data could not be upgraded; the account is unavailable')
}

const logTurnOver = (log: Logger, { cause, ...turned }: TurnedOver): void => {
  const done = turned.isEncrypted ? 'encrypted' : 'decrypted'
  if (cause === undefined) log.info(turned, `account file ${done}`)
  else log.error({ ...turned, err: cause }, `account file could not be ${done}; it is used as it is`)
}

const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const createTransport = (env: Env, paths: DataPaths): MailTransport =>
  env.SMTP_URL ? smtpTransport(env.SMTP_URL, env.MAIL_FROM) : outboxTransport(paths.outbox, env.MAIL_FROM)
