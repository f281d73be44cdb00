import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/log.ts'
import { accountScope } from './account-scope.ts'
import type { Schema } from './schema.gen.ts'

/** Either the app database or a transaction on it. */
export type Db = Kysely<Schema>

/** Where a PostgreSQL answers: an outside server by URL, ours by its socket folder. */
export type Connection = { readonly connectionString: string } | SocketConnection

export interface SocketConnection {
  /** folder of the Unix socket */
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

/** A pool that survives a restart of the database: a broken connection is dropped, not thrown, idle or not. */
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
  // Between two statements of a transaction nobody else listens, and an error that nobody hears ends the server; the next
  // statement fails by itself.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection broke')))
  return pool
}

export const openDatabase = (pool: pg.Pool): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [accountScope] })

/** For statements over all accounts: sign-in by address, housekeeping, migrations. Say why where it is used. */
export const unscoped = (db: Db): Db => db.withoutPlugins()
