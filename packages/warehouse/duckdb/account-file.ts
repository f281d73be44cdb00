import type { DuckDBConnection } from '@duckdb/node-api'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { AccountDataStatus } from '../engine.ts'
import type { FileKey, FileKeys, RecordCounts } from '../file-store.ts'
import { inTransaction } from './connection.ts'
import type { Database } from './encryption/open-database.ts'
import { isInvalidated } from './interruptible.ts'

export const NO_DATA: AccountDataStatus = { dataVersion: 0, loadedAt: null }

export interface FileState extends AccountDataStatus {
  readonly counts: RecordCounts
}

/** The tables whose counts tell an owner best what an account holds. */
const COUNTED = ['orders', 'customers', 'memberships'] as const satisfies readonly CanonicalTable[]

/** Whose file it is: the key of its account, null while it has none, and the time of its first load, epoch milliseconds. */
export interface FileIdentity {
  readonly key: string | null
  readonly firstLoadAt: number | null
}

interface FileFacts {
  readonly state: FileState
  readonly identity: FileIdentity
}

const FACTS = [
  'max(version)::VARCHAR FROM data_version',
  'epoch_ms(max(applied_at))::VARCHAR FROM loads',
  'epoch_ms(min(applied_at))::VARCHAR FROM loads',
  'max(time_zone) FROM calendar',
  'max(key) FROM account_key',
  ...COUNTED.map((table) => `count(*)::VARCHAR FROM ${table}`),
]

// As rows, which come in any order: scalar subqueries take the planner twice as long.
const FACTS_SQL = FACTS.map((value, index) => `SELECT ${index} AS index, ${value}`).join(' UNION ALL ')

export const readFacts = async (connection: DuckDBConnection): Promise<FileFacts> => {
  const reader = await connection.runAndReadAll(FACTS_SQL)
  const values = new Map(reader.getRows().map(([index, value]) => [Number(index), value]))
  const [version, loadedAt, firstLoadAt, timeZone, key, ...counts] = FACTS.map((_, index) => values.get(index))
  const state = {
    dataVersion: Number(version ?? 0),
    loadedAt: typeof loadedAt === 'string' ? Number(loadedAt) : null,
    ...(typeof timeZone === 'string' ? { timeZone } : {}),
    counts: Object.fromEntries(COUNTED.map((table, index) => [table, Number(counts[index] ?? 0)])),
  }
  const identity = {
    key: typeof key === 'string' ? key : null,
    firstLoadAt: typeof firstLoadAt === 'string' ? Number(firstLoadAt) : null,
  }
  return { state, identity }
}

export const readState = async (connection: DuckDBConnection): Promise<FileState> => (await readFacts(connection)).state

/** Idle connections for the next call; more are opened when all are in use. */
const MAX_IDLE = 2

interface FileProperties extends FileFacts {
  readonly checkpointOnClose: boolean
  readonly keys: FileKeys
  /** what it is encrypted with; null: it is not */
  readonly key: FileKey | null
  readonly threads: number
}

/** One open account file: its database, its idle connections and its known state. */
export class AccountFile {
  readonly #database: Database
  readonly #idle: DuckDBConnection[]
  readonly #revoked = new AbortController()
  #state: FileState
  readonly #checkpointOnClose: boolean
  /** what copies of it are encrypted with; null: they are not */
  readonly copyKey: FileKey | null
  /** as of the opening */
  readonly identity: FileIdentity
  /** whether it is encrypted with the key that it should have */
  readonly hasWantedKey: boolean
  #commits = 0
  #isBroken = false
  #threads: number
  /** calls of `run` that have not ended */
  #running = 0
  /** settles when the engine has `#threads` threads */
  #fitting: Promise<void> = Promise.resolve()

  constructor(
    database: Database,
    connection: DuckDBConnection,
    { state, identity, checkpointOnClose, keys, key, threads }: FileProperties,
  ) {
    this.#database = database
    this.copyKey = keys.wanted
    this.hasWantedKey = key === keys.wanted
    this.#checkpointOnClose = checkpointOnClose
    this.#idle = [connection]
    this.#state = state
    this.identity = identity
    this.#threads = threads
  }

  get state(): FileState {
    return this.#state
  }

  /** The data version that a statement reads if this does not change while it runs; null during a commit. */
  get settledVersion(): number | null {
    return this.#commits === 0 ? this.#state.dataVersion : null
  }

  /** Aborts when everything that runs on the file must end, because it is to be closed. */
  get revoked(): AbortSignal {
    return this.#revoked.signal
  }

  /** True after an error that requires closing and reopening the file. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  revoke(reason: unknown): void {
    this.#revoked.abort(reason)
  }

  connect(): Promise<DuckDBConnection> {
    return this.#database.connect()
  }

  async lend(): Promise<DuckDBConnection> {
    return this.#idle.pop() ?? (await this.connect())
  }

  giveBack(connection: DuckDBConnection): void {
    if (this.#idle.length < MAX_IDLE && !this.#isBroken) this.#idle.push(connection)
    else connection.closeSync()
  }

  /**
   * Runs statements, with as many threads if none run already: the engine takes a thread away only when what it does has ended,
   * and until then no other statement would begin. Default: as many as there are. Without the change they run all the same.
   */
  async run<Result>(work: () => Promise<Result>, threads: number = this.#threads): Promise<Result> {
    if (this.#running === 0 && threads !== this.#threads)
      this.#fitting = this.#fit(threads).catch((error) => this.noteError(error))
    this.#running += 1
    try {
      await this.#fitting
      return await work()
    } finally {
      this.#running -= 1
    }
  }

  async #fit(threads: number): Promise<void> {
    const connection = await this.lend()
    try {
      await connection.run(`SET threads = ${threads}`)
      this.#threads = threads
    } finally {
      this.giveBack(connection)
    }
  }

  noteError(error: unknown): void {
    if (isInvalidated(error)) this.#isBroken = true
  }

  /**
   * Runs a transaction that may raise the data version, commit included. Until it ends, readers query the file for its version,
   * since only the engine knows when the commit becomes visible.
   */
  async committing<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#commits += 1
    try {
      return await work()
    } finally {
      await this.#refreshState()
      this.#commits -= 1
    }
  }

  // Also after a failure, because the commit may have happened. A file whose state cannot be read is reopened.
  async #refreshState(): Promise<void> {
    try {
      const connection = await this.lend()
      this.#state = await readState(connection)
      this.giveBack(connection)
    } catch {
      this.#isBroken = true
    }
  }

  /** Writes the account's key into a file without one, and the data version that its commits count from. */
  async identify(key: string, firstVersion: number): Promise<void> {
    await this.committing(async () => {
      const connection = await this.lend()
      await inTransaction(connection, async () => {
        await connection.run('INSERT INTO account_key VALUES ($1)', [key])
        await connection.run('UPDATE data_version SET version = $1::BIGINT WHERE version < $1::BIGINT', [firstVersion])
      })
      this.giveBack(connection)
    })
  }

  /** Nothing may run on the file: closing during a running statement hangs forever. */
  async close(): Promise<void> {
    const connection = await this.lend().catch(() => null)
    // A checkpoint made while closing would block the whole process.
    if (!this.#isBroken && this.#checkpointOnClose) await connection?.run('CHECKPOINT').catch(() => undefined)
    connection?.closeSync()
    for (const idle of this.#idle.splice(0)) idle.closeSync()
    this.#database.close()
  }
}
