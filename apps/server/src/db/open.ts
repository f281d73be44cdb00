import { rmdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataPaths } from '#server/data-dir.ts'
import type { Env } from '#server/env.ts'
import type { Logger } from '#server/log.ts'
import type { Connection } from './database.ts'
import { launchPostgres } from './embedded/launch.ts'
import { stopPostmaster } from './embedded/postmaster.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'

/** The PostgreSQL of this process, owned until `close`. */
export interface OwnedPostgres {
  readonly connection: Connection
  /** gives the lock back and stops the server if it is ours; close every pool before */
  close(): Promise<void>
}

interface OpenOptions {
  readonly env: Pick<Env, 'DATABASE_URL'>
  readonly paths: DataPaths
  readonly log: Logger
  /** another process owns the data now: this one must end */
  readonly onOwnerLost: (error: unknown) => void
}

/** Starts our database unless it runs; an outside one is only named. */
export const bringUpPostgres = async ({ DATABASE_URL }: OpenOptions['env'], paths: DataPaths): Promise<Connection> =>
  DATABASE_URL === undefined ? launchPostgres(paths) : { connectionString: DATABASE_URL }

const RETRY_MS = 200

/**
 * Brings the database up (ours on the data directory, or the outside one) and takes ownership. A database that goes away later is
 * started and owned again; until then calls answer 503.
 *
 * @throws StartFailure when it cannot start or another server owns it
 */
export const openPostgres = async ({ env, paths, log, onOwnerLost }: OpenOptions): Promise<OwnedPostgres> => {
  const bringUp = () => bringUpPostgres(env, paths)
  const connection = await bringUp()
  let isClosing = false
  let lock = await takeOwnerLock({ connection, onLost: () => void recover() })

  const recover = async (): Promise<void> => {
    log.warn('database went away')
    for (let attempt = 1; !isClosing; attempt += 1) {
      const taken = await takeAgain()
      if (taken) return
      await sleep(Math.min(attempt * RETRY_MS, 5_000))
    }
  }
  const takeAgain = async (): Promise<boolean> => {
    try {
      lock = await takeOwnerLock({ connection: await bringUp(), onLost: () => void recover() })
      log.info('database is back')
      return true
    } catch (error) {
      if (isInUse(error)) onOwnerLost(error)
      log.warn({ err: error }, 'database does not answer')
      return false
    }
  }
  return {
    connection,
    close: async () => {
      isClosing = true
      await releaseQuietly(lock)
      if (!('host' in connection)) return
      await stopPostmaster(paths.postgres)
      await rmdir(connection.host).catch(() => undefined)
    },
  }
}

const isInUse = (error: unknown): boolean => error instanceof Error && error.message.includes('in use')

const releaseQuietly = async (lock: OwnerLock): Promise<void> => {
  await lock.release().catch(() => undefined)
}
