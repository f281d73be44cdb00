import { AsyncLocalStorage } from 'node:async_hooks'
import { type DeleteResult, Kysely, PostgresDialect, type TransactionBuilder, type UpdateResult } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/runtime.ts'
import { accountScope } from './account-scope.ts'
import type { Schema } from './schema.gen.ts'

/** Either the app database or a transaction on it. */
export type Db = Kysely<Schema>

/** Names a user's row; every statement also names the account. */
export interface UserKey {
  readonly accountId: number
  readonly userId: string
}

/** How to connect to PostgreSQL: an external server by URL, the embedded one by its socket directory. */
export type Connection = { readonly connectionString: string } | SocketConnection

export interface SocketConnection {
  /** directory of the Unix socket */
  readonly host: string
  readonly user: string
  readonly password: string
  readonly database: string
}

/** After which PostgreSQL cancels a statement. */
export const STATEMENT_TIMEOUT_MS = 15_000
export const CONNECT_TIMEOUT_MS = 5_000
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
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection failed')))
  return pool
}

export const openDatabase = (pool: pg.Pool): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [accountScope] })

/** For statements across all accounts: sign-in by email, cleanup, migrations. Give the reason at each use. */
export const unscoped = (db: Db): Db => db.withoutPlugins()

/** Whether any account exists. Queries all accounts, since there is no caller yet. */
export const hasAccounts = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query('select from accounts limit 1')
  return (rowCount ?? 0) > 0
}

interface OpenTransaction {
  isOpen: boolean
  /** run on the database after a rollback, in this order */
  readonly lastingWrites: ((db: Db) => Promise<unknown>)[]
  readonly afterCommit: (() => void)[]
}

const currentTransaction = new AsyncLocalStorage<OpenTransaction>()

/** Whether the calling code runs inside `inTransaction`, and so keeps a connection of the pool. */
export const isInTransaction = (): boolean => currentTransaction.getStore()?.isOpen ?? false

/**
 * Runs `work` in a transaction: the one that `db` already is, else a new one that commits when `work` resolves. All
 * transactions on the app database begin here, so that calls to other systems can be refused inside them.
 */
export const inTransaction = async <T>(
  db: Db,
  work: (trx: Db) => Promise<T>,
  begin = (): TransactionBuilder<Schema> => db.transaction(),
): Promise<T> => {
  if (db.isTransaction) return work(db)
  const transaction: OpenTransaction = { isOpen: true, lastingWrites: [], afterCommit: [] }
  try {
    const result = await currentTransaction.run(transaction, () => begin().execute(work))
    for (const act of transaction.afterCommit) act()
    return result
  } catch (error) {
    for (const write of transaction.lastingWrites) await write(db)
    throw error
  } finally {
    transaction.isOpen = false
  }
}

/** Runs the statements of one answer on a snapshot of the rows, so that its parts agree; in a transaction, on its rows. */
export const inSnapshot = <T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, read, () => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'))

/**
 * Writes what must stay even if the transaction around it is rolled back, such as a count of failed attempts: `write` then
 * runs again on the database. It sees the transaction's own rows until then.
 */
export const writeLasting = async <T>(db: Db, write: (db: Db) => Promise<T>): Promise<T> => {
  const transaction = currentTransaction.getStore()
  if (db.isTransaction && transaction?.isOpen) transaction.lastingWrites.push(write)
  return write(db)
}

/** Calls `act` once the transaction around the calling code has committed, and at once where there is none. */
export const afterCommit = (act: () => void): void => {
  const transaction = currentTransaction.getStore()
  if (transaction?.isOpen) transaction.afterCommit.push(act)
  else act()
}

/** Deletes rows and returns whether there were any. */
export const deletesAny = async (query: { executeTakeFirstOrThrow(): Promise<DeleteResult> }): Promise<boolean> => {
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Updates rows and returns whether there were any. */
export const updatesAny = async (query: { executeTakeFirstOrThrow(): Promise<UpdateResult> }): Promise<boolean> => {
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** One step of the schema. `id` sorts after all earlier ones and never changes once released. */
export interface Migration {
  readonly id: string
  up(db: Kysely<unknown>): Promise<void>
}
