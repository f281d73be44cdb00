import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { renewAccountKeys } from '#server/modules/accounts/index.ts'
import { renewAuthenticatorSecrets } from '#server/modules/auth/index.ts'
import { renewModelKeys } from '#server/modules/insights/index.ts'
import { renewSecrets } from '#server/modules/services/secrets/service-secrets.ts'
import { renewClientSecrets } from '#server/modules/sign-on/settings.usecases.ts'
import { renewWebhookSecrets } from '#server/modules/webhooks/webhooks.usecases.ts'
import { assertPlacesReachable } from './boot/assert-places.ts'
import { endDemoSessions, makeDemo } from './boot/demo.ts'
import { findNewerFiles } from './boot/find-newer-files.ts'
import { buildApp } from './build-app.ts'
import { type Container, compose } from './container.ts'
import type { DataPaths } from './data-dir.ts'
import { type Connection, hasAccounts, openPool, STATEMENT_TIMEOUT_MS } from './db/database.ts'
import { assertSameInstallation } from './db/installation.ts'
import { applyMigrations } from './db/migrate.ts'
import { endSilentConnections } from './db/silent-connections.ts'
import { type Env, isLocalTrial } from './env.ts'
import { closeWithin } from './http/slow-clients.ts'
import { assertMasterKey } from './key-check.ts'
import { loadKeys } from './keys.ts'
import { hasOutboxPage, outboxLink } from './mail/outbox-page.ts'
import { runBackup } from './operator/backup.command.ts'
import { moveTasks } from './operator/move-accounts.ts'
import { listenToOperator, operatorSocketPath } from './operator/operator-socket.ts'
import { lowerPoolPriority } from './platform/pool-priority.ts'
import { type Logger, StartFailure, scaledClock, systemIds } from './runtime.ts'

interface Address {
  readonly host: string
  readonly port: number
  /** the URL for users, without a trailing slash */
  readonly publicUrl: string
}

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Where the server will listen. Resolves port 0 to a free port now, because links in email need the number. */
const chooseAddress = async ({ HOST, PORT, PUBLIC_URL, LOCAL_URL }: Env): Promise<Address> => {
  const port = PORT === 0 ? await freePort(HOST) : PORT
  const name = EVERYWHERE.has(HOST) ? 'localhost' : HOST
  const own = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  return { host: HOST, port, publicUrl: (PUBLIC_URL ?? LOCAL_URL ?? own).replace(/\/+$/, '') }
}

const freePort = async (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * How long requests in progress and then running jobs may take to finish; the rest of the ten-second shutdown is for the
 * databases.
 */
const REQUEST_DRAIN_MS = 3_000
const JOB_DRAIN_MS = 4_000

interface ServeOptions {
  readonly env: Env
  readonly paths: DataPaths
  readonly log: Logger
  readonly connection: Connection
}

export interface RunningServer {
  readonly publicUrl: string
  /** link to the outbox page with its secret; null: there is none */
  readonly outboxUrl: string | null
  /** completes requests in flight, then stops everything but the database */
  close(): Promise<void>
}

const OUTBOX_SECRET_BYTES = 24

/** A query or a password hash gets a tenth of a core that a request needs too. */
const POOL_STEPS = 10

/** Migrates, composes the app, listens, and starts mail and jobs. This process must hold the database's owner lock. */
export const serve = async (options: ServeOptions): Promise<RunningServer> => {
  lowerPoolPriority(POOL_STEPS)
  const pool = openPool(options)
  try {
    return await serveFrom(pool, options)
  } catch (error) {
    // The database stops next, which is no news to log.
    await pool.end()
    throw error
  }
}

const serveFrom = async (pool: pg.Pool, { env, paths, log }: ServeOptions): Promise<RunningServer> => {
  const applied = await applyMigrations(pool)
  if (applied.length > 0) log.info({ applied }, 'migrated')
  // Not before: a migration may take longer.
  endSilentConnections(pool, 2 * STATEMENT_TIMEOUT_MS)
  await assertSameInstallation(pool, paths, env)
  await assertPlacesReachable(pool, env)
  const keys = await loadKeys({ env, path: paths.keys, hasAccounts: () => hasAccounts(pool) })
  await assertMasterKey(pool, keys)
  const clock = scaledClock(env.TIME_SCALE)
  const { host, port, publicUrl } = await chooseAddress(env)
  const container = await compose({ env, clock, ids: systemIds, log, pool, keys, paths, publicUrl })
  await renewAccountKeys(container.deps)
  await renewSecrets(container.deps)
  await renewWebhookSecrets(container.deps)
  await renewAuthenticatorSecrets(container.deps)
  await renewClientSecrets(container.deps)
  await renewModelKeys(container.deps)
  await container.runner.open()
  await endDemoSessions(container.deps)
  const outboxSecret = hasOutboxPage(env) ? systemIds.token(OUTBOX_SECRET_BYTES) : null
  const app = await buildApp(container.deps, { webRoot: WEB_ROOT, outboxSecret })
  await listen(app, host, port)
  const operator = await listenToOperator(await operatorSocketPath(paths.root), {
    backup: (target) => runBackup(container.deps, pool, target),
    ...moveTasks(container.deps, pool),
  })
  await startWork(container)
  if (!env.ENCRYPT_DATA && !isLocalTrial(env))
    log.info('account files and backups are not encrypted: set ENCRYPT_DATA, or encrypt the disk')
  const close = async (): Promise<void> => {
    operator.close()
    await closeWithin(app, REQUEST_DRAIN_MS)
    await container.close(JOB_DRAIN_MS)
    await pool.end()
  }
  return { publicUrl, outboxUrl: outboxSecret && outboxLink(publicUrl, outboxSecret), close }
}

const listen = async (app: FastifyInstance, host: string, port: number): Promise<void> => {
  await app.listen({ host, port }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRINUSE') throw new StartFailure(`port ${port} is in use: set PORT to another`, { cause })
    if (cause.code === 'EACCES') throw new StartFailure(`port ${port} needs privileges: set PORT to another`, { cause })
    throw cause
  })
}

const startWork = async ({ deps, runner }: Container): Promise<void> => {
  if (deps.env.ROLE === 'web') return
  deps.mailer.start()
  await runner.work(deps)
  await makeDemo(deps)
  // Copies that are not in force disturb nobody, so that nobody waits for it.
  if (deps.env.ROLE !== 'all') return
  void deps.warehouse.finishMoves().catch((err) => deps.log.warn({ err }, 'not all that moves left was deleted'))
  void findNewerFiles(deps).catch((err) => deps.log.warn({ err }, 'account files not compared with the database'))
}
