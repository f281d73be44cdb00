import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import pino from 'pino'
import { afterAll, test } from 'vitest'
import type { Clock } from '#domain/clock.ts'
import { buildApp } from '#server/build-app.ts'
import { compose } from '#server/container.ts'
import { dataPaths, makeDataDirs } from '#server/data-dir.ts'
import { type SocketConnection, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import { parseEnv } from '#server/env.ts'
import type { SomeRoutes } from '#server/http/implement.ts'
import { loadKeys } from '#server/keys.ts'
import { deliverDueMail } from '#server/mail/delivery.ts'
import type { DeliverableMail } from '#server/mail/transport.ts'
import { analyzeLoadedData } from '#server/modules/insights/insights.handlers.ts'
import { createEventBus } from '#server/platform/events.ts'
import { systemIds } from '#server/runtime.ts'
import { subscriptions } from '#server/subscriptions.ts'
import type { DuckDbWarehouse, DuckDbWarehouseOptions } from '#warehouse/duckdb/duckdb-warehouse.ts'
import { type Batch, loadBatch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { templateFile } from '#warehouse/duckdb/test-warehouse.fixture.ts'
import type { SqlParam, SqlValue } from '#warehouse/engine.ts'
import { startClickHouse } from './clickhouse/start-server.ts'
import { isOnClickHouse } from './lane.ts'
import { type TestMailbox, testMailbox } from './mail-server.ts'
import { patientPool } from './patient-pool.ts'
import { type Member, type TestClient, testClient } from './test-client.ts'
import { startTestDatabase } from './test-database.ts'

/** A clock that moves only when a test moves it. */
interface TestClock extends Clock {
  /** milliseconds */
  advance(by: number): void
  set(epochMs: number): void
}

const START = Date.UTC(2026, 5, 17, 19, 0, 0)

export const testClock = (start: number = START): TestClock => {
  let now = start
  return {
    now: () => now,
    advance: (by) => {
      now += by
    },
    set: (epochMs) => {
      now = epochMs
    },
  }
}

interface TestAppOptions {
  /** settings as in the environment, such as `{ RATE_LIMITS: 'off' }` */
  readonly env?: Readonly<Record<string, string>>
  /** origin of links; settings that turn defenses off do not go with PUBLIC_URL */
  readonly publicUrl?: string
  readonly clock?: TestClock
  /** replace parts of the dependencies, such as `authenticate` */
  readonly deps?: Partial<Deps>
  /** default: all routes of the product */
  readonly routes?: SomeRoutes
  /** default true; false leaves jobs in the queue */
  readonly runsJobs?: boolean
  /** default false: loads queue no analysis for insights, which takes a quarter of the time of an import */
  readonly analyzesLoads?: boolean
  readonly warehouse?: Partial<DuckDbWarehouseOptions>
}

/** Tests that get the owner of a new account, signed in. */
const memberTest = ({ register }: TestClient) => test.extend('member', () => register())

/** The real server on its own stores, called in process. */
export interface TestApp extends TestClient {
  readonly test: ReturnType<typeof memberTest>
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly clock: TestClock
  readonly mailbox: TestMailbox
  /** the engine of its account files */
  readonly files: DuckDbWarehouse
  /** of its database, for other processes */
  readonly connection: SocketConnection
  /** delivers due mails and returns every mail so far, oldest first */
  mails(): Promise<readonly DeliverableMail[]>
  /** stores rows of an account in one load; by default of the service `s`, in California */
  load(accountId: number, rows: Batch, options?: { serviceId?: string; timeZone?: string }): Promise<void>
  /** of a statement on an account's tables */
  rows(accountId: number, sql: string, params?: readonly SqlParam[]): Promise<SqlValue[][]>
  /** stores columns of a user, which no call could set */
  setUser(user: Pick<Member, 'userId'>, change: Updateable<Schema['users']>): Promise<void>
  /** stores columns of an account, which no call could set */
  setAccount(account: Pick<Member, 'accountId'>, change: Updateable<Schema['accounts']>): Promise<void>
  /** runs the queued jobs and all later ones, for an app with `runsJobs: false` */
  startJobs(): Promise<void>
  /** ends the job workers */
  stopJobs(): Promise<void>
  close(): Promise<void>
}

/** Call it at the top level of a test file, `const t = await testApp()`: it is closed after the file's last test. */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const t = await startApp(options)
  afterAll(t.close)
  return t
}

/** The same inside of a test or hook, where Vitest ignores `afterAll`: the caller closes it. */
export const startApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const { clock = testClock(), runsJobs = true, analyzesLoads = false } = options
  const database = await startTestDatabase()
  const root = await mkdtemp(join(tmpdir(), 'cuvee-app-'))
  const paths = dataPaths(root)
  await makeDataDirs(paths)
  const log = pino({ enabled: false })
  const pool = patientPool(database.connection, 5)
  const clickHouse = isOnClickHouse ? await startClickHouse() : null
  const warehouseUrl: Record<string, string> = clickHouse ? { CLICKHOUSE_URL: clickHouse.url } : {}
  const env = parseEnv({ NODE_ENV: 'test', DATA_DIR: root, DEMO: '0', ...warehouseUrl, ...options.env })
  const mailbox = testMailbox()
  const container = await compose({
    env,
    clock,
    ids: systemIds,
    log,
    pool,
    keys: await loadKeys({ env, path: paths.keys, hasAccounts: async () => false }),
    paths,
    publicUrl: options.publicUrl ?? env.PUBLIC_URL ?? 'http://cuvee.test',
    mailTransport: mailbox,
    // Test data is small: a second thread costs more than it saves.
    warehouse: { threads: 1, template: await templateFile(), checkpointOnClose: false, ...options.warehouse },
  })
  await container.runner.open()
  const heard = subscriptions.filter((subscription) => analyzesLoads || subscription !== analyzeLoadedData)
  const deps: Deps = { ...container.deps, events: createEventBus(heard, () => deps), ...options.deps }
  const app = await buildApp(deps, options.routes ? { routes: options.routes } : {})
  const startJobs = () => container.runner.work(deps)
  if (runsJobs) await startJobs()
  const close = async () => {
    await app.close()
    await container.close(0)
    await pool.end()
    await clickHouse?.close()
    await database.drop()
    await rm(root, { recursive: true, force: true })
  }
  const mails = async () => {
    await deliverDueMail({ db: deps.db, clock, log, transport: mailbox })
    return mailbox.mails
  }
  const load: TestApp['load'] = async (accountId, rows, { serviceId = 's', timeZone = 'America/Los_Angeles' } = {}) => {
    const request = { accountId, serviceId, batchId: deps.ids.next(), calendar: { timeZone }, mode: 'merge' } as const
    await loadBatch(deps.warehouse, request, rows)
  }
  const rows: TestApp['rows'] = async (accountId, sql, params = []) =>
    (await deps.warehouse.query(accountId, { sql, params })).rows
  const setUser: TestApp['setUser'] = async ({ userId }, change) => {
    await unscoped(deps.db).updateTable('users').set(change).where('id', '=', userId).execute()
  }
  const setAccount: TestApp['setAccount'] = async ({ accountId }, change) => {
    await deps.db.updateTable('accounts').set(change).where('id', '=', accountId).execute()
  }
  const stopJobs = () => container.runner.close(0)
  const { connection } = database
  const client = testClient(app)
  return {
    test: memberTest(client),
    app,
    deps,
    clock,
    mailbox,
    files: container.files,
    connection,
    mails,
    load,
    rows,
    setUser,
    setAccount,
    startJobs,
    stopJobs,
    close,
    ...client,
  }
}
