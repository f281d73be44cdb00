import { rmdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataPaths } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import { atStop } from '#server/platform/at-stop.ts'
import type { Logger } from '#server/runtime.ts'
import type { Connection } from './database.ts'
import { launchPostgres } from './embedded/launch.ts'
import { stopPostmaster } from './embedded/postmaster.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'

/** The PostgreSQL of this process, owned until `close`. */
export interface OwnedPostgres {
  readonly connection: Connection
  /** releases the lock and stops an embedded server; close every pool first */
  close(): Promise<void>
}

interface OpenOptions {
  readonly env: Pick<Env, 'DATABASE_URL'>
  readonly paths: DataPaths
  readonly log: Logger
  /** other processes use the database at the same time */
  readonly isShared?: boolean
  /** another process owns the data now, so this one must exit */
  readonly onOwnerLost: (error: unknown) => void
}

/** Starts the embedded database unless it is running; returns the connection of an external one. */
export const startPostgres = async ({ DATABASE_URL }: OpenOptions['env'], paths: DataPaths): Promise<Connection> =>
  DATABASE_URL === undefined ? launchPostgres(paths) : { connectionString: DATABASE_URL }

const RETRY_MS = 200

/**
 * Starts the embedded database or connects to the external one, and takes the owner lock. If the connection is lost later,
 * the database is restarted and locked again; until then requests return 503.
 *
 * @throws StartFailure when it cannot start or another server owns it
 */
export const openPostgres = async ({
  env,
  paths,
  log,
  isShared = false,
  onOwnerLost,
}: OpenOptions): Promise<OwnedPostgres> => {
  const connect = () => startPostgres(env, paths)
  const sharedBy = isShared ? paths.root : undefined
  const connection = await connect()
  let isClosing = false
  let lock = await takeOwnerLock({ connection, sharedBy, onLost: () => void recover() })

  const recover = async (): Promise<void> => {
    log.warn('database connection lost')
    for (let attempt = 1; !isClosing; attempt += 1) {
      const reconnected = await reconnect()
      if (reconnected) return
      await sleep(Math.min(attempt * RETRY_MS, 5_000))
    }
  }
  const reconnect = async (): Promise<boolean> => {
    try {
      lock = await takeOwnerLock({ connection: await connect(), sharedBy, onLost: () => void recover() })
      log.info('database connection restored')
      return true
    } catch (error) {
      if (isInUse(error)) onOwnerLost(error)
      log.warn({ err: error }, 'database is not responding')
      return false
    }
  }
  const close = async (): Promise<void> => {
    forget()
    isClosing = true
    await releaseQuietly(lock)
    if (!('host' in connection)) return
    await stopPostmaster(paths.postgres)
    await rmdir(connection.host).catch(() => undefined)
  }
  const forget = atStop(close)
  return { connection, close }
}

const isInUse = (error: unknown): boolean => error instanceof Error && error.message.includes('in use')

const releaseQuietly = async (lock: OwnerLock): Promise<void> => {
  await lock.release().catch(() => undefined)
}
