import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '#server/runtime.ts'
import { CONNECT_TIMEOUT_MS, type Connection } from './database.ts'

/** The advisory lock key held by the single server of a database, or shared by all of its web and worker processes. */
const OWNER_LOCK = 4_711_002
/** First key of the locks of data directories that processes hold next to a shared lock; the second is a hash. */
const DIRECTORY_LOCK = 4_711_032
const NAME = 'cuvee server'

/** The database session of a killed server ends with a delay. */
const LOCK_TIMEOUT_MS = 500
const POLL_INTERVAL_MS = 50

export interface OwnerLock {
  release(): Promise<void>
}

interface LockOptions {
  readonly connection: Connection
  /** the process's own data directory, if it shares the database with others; default: it does not */
  readonly sharedBy?: string | undefined
  /** called when the database connection, and the lock with it, is lost */
  readonly onLost: () => void
}

/**
 * Takes the advisory lock of the app database on a dedicated connection, so it is released however the process ends.
 *
 * @throws StartFailure "data directory is in use (pid n)" within a second when another server holds it, or shares the database
 *   and has the same data directory, and naming why the database of DATABASE_URL cannot be used
 */
export const takeOwnerLock = async ({ connection, sharedBy, onLost }: LockOptions): Promise<OwnerLock> => {
  const client = await connect(connection)
  let isReleased = false
  await acquireLock(client, sharedBy).catch(async (error: unknown) => {
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

/** @throws StartFailure naming why a database of the operator's own cannot be used */
const connect = async (connection: Connection): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connection,
    application_name: `${NAME} ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  client.on('error', () => undefined)
  if (!('connectionString' in connection)) return client.connect().then(() => client)
  try {
    await client.connect()
    const { rows } = await client.query<DatabaseAbilities>(READ_ABILITIES)
    for (const abilities of rows) assertUsable(abilities)
    return client
  } catch (cause) {
    await client.end()
    throw new StartFailure(`DATABASE_URL cannot be used: ${describeLockError(cause)}`, { cause })
  }
}

const describeLockError = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(describeLockError).join('; ')
  return error instanceof Error ? error.message : String(error)
}

interface DatabaseAbilities {
  /** as in `server_version_num` */
  readonly version: number
  /** or needs not, because it has them already */
  readonly mayCreate: boolean
}

const READ_ABILITIES = `select current_setting('server_version_num')::int as version,
  to_regclass('schema_migrations') is not null
    or has_database_privilege(current_database(), 'CREATE')
    and coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreate"`

const FIRST_VERSION = 15
const VERSION_UNITS = 10_000

/** Throws the reason for which Cuvee cannot use a database. */
export const assertUsable = ({ version, mayCreate }: DatabaseAbilities): void => {
  const major = Math.floor(version / VERSION_UNITS)
  if (major < FIRST_VERSION) throw new Error(`PostgreSQL ${major} is too old: ${FIRST_VERSION} or newer is needed`)
  if (!mayCreate) throw new Error('its user may not create tables: make the user the owner of the database')
}

interface Lock {
  readonly sql: string
  readonly params: readonly (string | number)[]
  /** what it holds, and which others do, as conditions on `pg_locks` */
  readonly held: string
}

const WHOLE = 'l.objsubid = 1 and l.objid = $1'
const alone: Lock = { sql: 'pg_try_advisory_lock($1)', params: [OWNER_LOCK], held: WHOLE }
const shared: Lock = { ...alone, sql: 'pg_try_advisory_lock_shared($1)' }
/** Directories of the same path on other machines are others. */
const ofDirectory = (path: string): Lock => ({
  sql: 'pg_try_advisory_lock($1, hashtext($2))',
  params: [DIRECTORY_LOCK, `${hostname()}:${path}`],
  held: 'l.objsubid = 2 and l.classid = $1 and l.objid::int8 = hashtext($2)::int8 & 4294967295',
})

const acquireLock = async (client: pg.Client, sharedBy: string | undefined): Promise<void> => {
  const deadline = Date.now() + LOCK_TIMEOUT_MS
  for (const lock of sharedBy === undefined ? [alone] : [shared, ofDirectory(sharedBy)])
    while (!(await tryLock(client, lock))) {
      if (Date.now() > deadline)
        throw new StartFailure(`data directory is in use (pid ${await holderOf(client, lock)})`)
      await sleep(POLL_INTERVAL_MS)
    }
}

const tryLock = async (client: pg.Client, { sql, params }: Lock): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>(`select ${sql} as locked`, [...params])
  return rows[0]?.locked ?? false
}

const holders = (held: string): string => `select a.application_name as name
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and ${held} and l.database = (
    select oid from pg_database where datname = current_database())`

/** The process id of the server, not of its database session. */
const holderOf = async (client: pg.Client, { params, held }: Lock): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(holders(held), [...params])
  return rows[0]?.name.replace(`${NAME} `, '') ?? 'unknown'
}

/** Whether a server owns the database now. */
export const isOwned = async (connection: Connection): Promise<boolean> => {
  const client = await connect(connection)
  try {
    const { rowCount } = await client.query(holders(WHOLE), [OWNER_LOCK])
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}
