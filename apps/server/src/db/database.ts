import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/log.ts'
import { accountScope } from './account-scope.ts'
import type { Schema } from './schema.gen.ts'

/** Either the app database or a transaction on it. */
export type Db = Kysely<Schema>

/** How to connect to PostgreSQL: an external server by URL, the embedded one by its socket directory. */
export type Connection = { readonly connectionString: string } | SocketConnection

export interface SocketConnection {
  /** directory of the Unix socket */
  readonly host: string
  readonly user: string
  readonly database: string
}

const STATEMENT_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const INT8_OID = 20

// BIGINT columns hold counts and byte sizes, far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format)),
}

interface PoolOptions {
  readonly connection: Connection
  readonly log: Logger
  readonly max?: number
}

/** A pool that survives a database restart: broken connections are dropped without an uncaught error. */
export const openPool = ({ connection, log, max = 10 }: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    types,
    max,
    application_name: `cuvee ${process.pid}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  // Between two statements of a transaction the client has no other listener, and an unhandled error event would end the
  // process; the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection broke')))
  return pool
}

export const openDatabase = (pool: pg.Pool): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [accountScope] })

/** For statements across all accounts: sign-in by email, cleanup, migrations. Give the reason at each use. */
export const unscoped = (db: Db): Db => db.withoutPlugins()
