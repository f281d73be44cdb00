import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '#server/runtime.ts'
import type { Connection } from './database.ts'

/** The advisory lock key held by the single server of a data directory. */
const OWNER_LOCK = 4_711_002
const NAME = 'cuvee server'

/** The database session of a killed server ends with a delay. */
const LOCK_TIMEOUT_MS = 500
const POLL_INTERVAL_MS = 50

export interface OwnerLock {
  release(): Promise<void>
}

interface LockOptions {
  readonly connection: Connection
  /** called when the database connection, and the lock with it, is lost */
  readonly onLost: () => void
}

/**
 * Takes the advisory lock of the app database on a dedicated connection, so it is released however the process ends.
 *
 * @throws StartFailure "data directory is in use (pid n)" within a second when another server holds it
 */
export const takeOwnerLock = async ({ connection, onLost }: LockOptions): Promise<OwnerLock> => {
  const client = new pg.Client({ ...connection, application_name: `${NAME} ${process.pid}`, keepAlive: true })
  let isReleased = false
  client.on('error', () => undefined)
  await client.connect()
  await acquireLock(client).catch(async (error: unknown) => {
    await client.end()
    throw error
  })
  client.once('end', () => {
    if (!isReleased) onLost()
  })
  return {
    release: async () => {
      isReleased = true
      await client.end()
    },
  }
}

const acquireLock = async (client: pg.Client): Promise<void> => {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) throw new StartFailure(`data directory is in use (pid ${await holderOf(client)})`)
    await sleep(POLL_INTERVAL_MS)
  }
}

const tryLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [OWNER_LOCK])
  return rows[0]?.locked ?? false
}

const HOLDER = `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = (
    select oid from pg_database where datname = current_database())`

/** The process id of the server, not of its database session. */
const holderOf = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(HOLDER, [OWNER_LOCK])
  return rows[0]?.name.replace(`${NAME} `, '') ?? 'unknown'
}

/** Whether a server owns the database now. */
export const isOwned = async (connection: Connection): Promise<boolean> => {
  const client = new pg.Client({ ...connection })
  await client.connect()
  try {
    const { rowCount } = await client.query(HOLDER, [OWNER_LOCK])
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}
