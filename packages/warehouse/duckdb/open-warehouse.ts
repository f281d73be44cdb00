import { access, constants, mkdir, mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { fail } from '#contract/errors.ts'
import type { TotalEvidence } from '#domain/order-totals.ts'
import type { CodeRules } from '#domain/own-codes.ts'
import {
  type AccountCalendar,
  type CsvRequest,
  type CsvRows,
  type LoadOutcome,
  type LoadRequest,
  type QueryOptions,
  type QueryResult,
  type Question,
  type RebuildOptions,
  type SegmentUpdate,
  type Statement,
  statementFor,
  type VisitRules,
} from '../engine.ts'
import type { AccountCopy, StoredSettings, TurnOverOutcome } from '../file-store.ts'
import type { StoredAccount } from '../places/account-store.ts'
import type { AccountTotals } from '../places/account-totals.ts'
import type { ColumnForm, CsvImportPlan, CsvPreview, ReadOptions, WarehouseUsage } from '../staging.ts'
import { type AccountFile, NO_DATA, readState } from './account-file.ts'
import { AccountFiles, LARGEST_LIMIT, type Lease } from './account-files.ts'
import { type AccountSlots, accountSlots } from './account-slots.ts'
import { copyDatabase } from './backup/copy-database.ts'
import { readStoredSettings } from './backup/stored-settings.ts'
import { connectToNothing, inTransaction, readRows } from './connection.ts'
import { columnForms } from './csv/column-forms.ts'
import { previewCsv } from './csv/preview-csv.ts'
import { totalEvidence } from './csv/total-evidence.ts'
import { duckDbDialect } from './duckdb-dialect.ts'
import {
  type DuckDbLoad,
  type DuckDbWarehouse,
  type DuckDbWarehouseOptions,
  type Settings,
  withDefaults,
} from './duckdb-warehouse.ts'
import { createInstance } from './encryption/open-database.ts'
import { csvAtVersion, sweepExports } from './export/csv-at-version.ts'
import { interruptible, isOutOfMemory, translated } from './interruptible.ts'
import { AccountLoad } from './load/account-load.ts'
import { adoptCalendar } from './load/calendar.ts'
import { adoptCodeRules } from './load/code-rules.ts'
import { removeServiceRows } from './load/commit.ts'
import { removeCustomValues } from './load/custom-values.ts'
import { committedBatch, settleVersion } from './load/ledger.ts'
import { updateSegments } from './load/segment-members.ts'
import { adoptVisitRules } from './load/visit-rules.ts'
import { lockDown, type OpenLimits } from './open-account-file.ts'
import { type AccountPaths, stagingRoot } from './paths.ts'
import { storedOn, writeStoredOn } from './stored-account.ts'

/** Spilled blocks of the engines that read staged files; worthless after a restart. */
const readingRoot = (dataDir: string): string => join(dataDir, 'warehouse', 'reading')

/** Removes what an earlier process left. Nothing else may have the data directory open. */
const sweepReading = (dataDir: string): Promise<void> => rm(readingRoot(dataDir), { recursive: true, force: true })

/**
 * Runs `use` on an engine of its own, which has no tables, and of all folders can read the account's staging folder only. The
 * account's file may be busy with an import, or wait for an upgrade: neither its memory nor its lock is shared.
 */
const withStagedFiles = async <Result>(
  dataDir: string,
  { staging }: AccountPaths,
  limits: OpenLimits,
  use: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> => {
  await mkdir(staging, { recursive: true })
  await mkdir(readingRoot(dataDir), { recursive: true })
  const temp = await mkdtemp(join(readingRoot(dataDir), 'spill-'))
  const instance = await createInstance()
  const connection = await instance.connect()
  try {
    await connection.run(lockDown({ temp, staging }, limits))
    return await use(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(temp, { recursive: true, force: true })
  }
}

const inSnapshot = async (connection: DuckDBConnection, statement: Statement): Promise<QueryResult> => {
  await connection.run('BEGIN TRANSACTION READ ONLY')
  const { dataVersion } = await readState(connection)
  const rows = await readRows(connection, statement)
  await connection.run('COMMIT')
  return { rows, dataVersion }
}

/**
 * Rows and the version they were read at. A statement needs no transaction of its own, unless a commit ran at the same time:
 * then only a snapshot knows the version it read, so it is repeated in one.
 */
const queryAtVersion = async (
  connection: DuckDBConnection,
  file: AccountFile,
  statement: Statement,
): Promise<QueryResult> => {
  const dataVersion = file.settledVersion
  if (dataVersion === null) return inSnapshot(connection, statement)
  const rows = await readRows(connection, statement)
  return file.settledVersion === dataVersion ? { rows, dataVersion } : inSnapshot(connection, statement)
}

const MIB = 1024 ** 2
const QUERY_TIMEOUT_MS = 30_000
const EXPORT_TIMEOUT_MS = 300_000
/** An import joins and sorts; with less than this it would spill much of it, and fail next to another one. */
const LEAST_LOAD_MEMORY = 256 * MIB
/**
 * Rows of a load that gets the highest limit: with 256 MiB, joins and the columns that each thread writes do not fit together
 * from about a million rows.
 */
const MANY_ROWS = 250_000
const COPY_NAME = 'backup-copy.duckdb'
const NO_COUNTS: LoadOutcome['counts'] = {}

interface CallOptions extends ReadOptions {
  /** bytes that the file must at least be allowed */
  readonly memory?: number
  /** the caller may leave temporary tables or an open transaction, so the connection is not reused */
  readonly isLentOut?: boolean
}

class DuckDbAccounts implements DuckDbWarehouse {
  readonly dialect = duckDbDialect
  readonly #settings: Settings
  readonly #files: AccountFiles
  readonly #slots: AccountSlots
  readonly #loadMemory: number
  #outOfMemory = 0
  #pinged: Promise<DuckDBConnection> | null = null

  constructor(settings: Settings) {
    this.#settings = settings
    this.#files = new AccountFiles(settings)
    this.#slots = accountSlots(settings.activity)
    this.#loadMemory = Math.min(LARGEST_LIMIT, Math.max(LEAST_LOAD_MEMORY, settings.memoryBudget / 4))
  }

  get usage(): WarehouseUsage {
    const { refusals, ...files } = this.#files.usage
    const { running, waiting } = this.#slots.calls.load
    const { memoryBudget } = this.#settings
    const memoryRefusals = refusals + this.#outOfMemory
    return { ...files, memoryBudget, memoryRefusals, runningCalls: running, waitingCalls: waiting }
  }

  /** of one account's statements that begin now: half as many while several accounts are active */
  get #threads(): number {
    const { activity, threads } = this.#settings
    return activity.isShared ? Math.max(1, Math.floor(threads / 2)) : threads
  }

  async ping(): Promise<void> {
    if (this.#files.isClosed) throw fail('server.unavailable', { retryAfter: 5 })
    await access(join(this.#settings.dataDir, 'warehouse'), constants.R_OK | constants.W_OK)
    this.#pinged ??= connectToNothing()
    await (await this.#pinged).run('SELECT 1')
  }

  query(accountId: number, question: Question, options: QueryOptions = {}): Promise<QueryResult> {
    const statement = statementFor(question, duckDbDialect)
    return this.#reading(accountId, { timeoutMs: QUERY_TIMEOUT_MS, ...options }, (connection, file) =>
      queryAtVersion(connection, file, statement),
    )
  }

  async writeCsv(accountId: number, csv: CsvRequest, options: QueryOptions = {}): Promise<CsvRows> {
    const request = { ...csv, statement: statementFor(csv.statement, duckDbDialect) }
    await this.#assertDiskSpace()
    const { staging } = this.#files.pathsOf(accountId)
    const giveBack = await this.#slots.exports.acquire(accountId, options.signal)
    try {
      return await this.#reading(accountId, { timeoutMs: EXPORT_TIMEOUT_MS, ...options }, (connection, file) =>
        csvAtVersion({ connection, file, staging, request }),
      )
    } finally {
      giveBack()
    }
  }

  withConnection<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    options: ReadOptions = {},
  ): Promise<Result> {
    return this.#onFile(accountId, { ...options, isLentOut: true }, use)
  }

  previewFile(accountId: number, plan: CsvImportPlan, options: ReadOptions = {}): Promise<CsvPreview> {
    return this.withStagedFiles(accountId, (connection) => previewCsv(connection, plan), options)
  }

  columnForms(
    accountId: number,
    plan: CsvImportPlan,
    columns: readonly string[],
    options: ReadOptions = {},
  ): Promise<ReadonlyMap<string, readonly ColumnForm[]>> {
    const read = async (connection: DuckDBConnection) => {
      const forms = new Map<string, readonly ColumnForm[]>()
      for (const column of columns) forms.set(column, await columnForms(connection, plan, plan.columns.indexOf(column)))
      return forms
    }
    return this.withStagedFiles(accountId, read, options)
  }

  totalEvidence(accountId: number, plan: CsvImportPlan, options: ReadOptions = {}): Promise<TotalEvidence> {
    return this.withStagedFiles(accountId, (connection) => totalEvidence(connection, plan), options)
  }

  async withStagedFiles<Result>(
    accountId: number,
    use: (connection: DuckDBConnection) => Promise<Result>,
    { signal, timeoutMs }: ReadOptions = {},
  ): Promise<Result> {
    const { dataDir } = this.#settings
    const giveBack = await this.#slots.calls.acquire(accountId, signal)
    const endCall = this.#settings.activity.begin(accountId)
    const limits = { memoryLimit: this.#loadMemory, threads: this.#threads }
    try {
      return await withStagedFiles(dataDir, this.#files.pathsOf(accountId), limits, (connection) =>
        interruptible(connection, { signals: [signal], timeoutMs }, () => use(connection)),
      )
    } finally {
      endCall()
      giveBack()
    }
  }

  async status(accountId: number) {
    const known = this.#files.knownStatus(accountId)
    if (known) return known
    if (!(await this.#files.exists(accountId))) return NO_DATA
    return this.#onFile(accountId, {}, async (_, file) => file.state)
  }

  async hasBatch(accountId: number, batchId: string): Promise<boolean> {
    if (!(await this.#files.exists(accountId))) return false
    return this.#onFile(accountId, {}, async (connection) => (await committedBatch(connection, batchId)) !== null)
  }

  async beginLoad(request: LoadRequest): Promise<DuckDbLoad> {
    request.signal?.throwIfAborted()
    await this.#assertDiskSpace()
    const lease = await this.#leaseForLoad(request)
    try {
      const connection = await lease.file.connect()
      const parts = { request, lease, connection, commitSlots: this.#slots.commits, onCommit: this.#noteCommit }
      return new AccountLoad({ ...parts, runStatement: (work) => this.#inLoad(request.accountId, lease.file, work) })
    } catch (error) {
      lease.release()
      throw translated(error)
    }
  }

  async #inLoad<Result>(accountId: number, file: AccountFile, work: () => Promise<Result>): Promise<Result> {
    const endCall = this.#settings.activity.begin(accountId)
    return file.run(work, this.#threads).finally(endCall)
  }

  async #leaseForLoad({ accountId, expectedRows = 0, isCheck = false, signal, onOver }: LoadRequest): Promise<Lease> {
    const memory = expectedRows > MANY_ROWS ? LARGEST_LIMIT : this.#loadMemory
    const endTurn = isCheck ? await this.#slots.checks.acquire(accountId, signal) : () => undefined
    try {
      const { file, release } = await this.#lease(accountId, memory)
      return {
        file,
        release: () => {
          release()
          endTurn()
          onOver?.()
        },
      }
    } catch (error) {
      endTurn()
      throw error
    }
  }

  async removeService(accountId: number, serviceId: string): Promise<LoadOutcome> {
    if (!(await this.#files.exists(accountId))) return { changed: false, dataVersion: 0, counts: NO_COUNTS }
    return this.#write(accountId, (connection) => removeServiceRows(connection, serviceId))
  }

  // Also without rows, so that a first load that began before the change uses the new zone.
  async changeCalendar(
    accountId: number,
    calendar: AccountCalendar,
    { signal, onProgress }: RebuildOptions = {},
  ): Promise<LoadOutcome> {
    await this.#assertDiskSpace()
    // An interrupt between two statements has nothing to interrupt.
    const report = async (done: number, total: number) => {
      await onProgress?.(done, total)
      signal?.throwIfAborted()
    }
    const change = (connection: DuckDBConnection) => adoptCalendar(connection, calendar, report)
    const options: CallOptions = { memory: this.#loadMemory, ...(signal ? { signal } : {}) }
    try {
      return await this.#write(accountId, change, options)
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      return this.#write(accountId, change, { ...options, memory: LARGEST_LIMIT })
    }
  }

  async changeVisitRules(accountId: number, rules: VisitRules): Promise<LoadOutcome> {
    if (!(await this.#files.exists(accountId))) return { changed: false, dataVersion: 0, counts: NO_COUNTS }
    return this.#write(accountId, (connection) => adoptVisitRules(connection, rules))
  }

  async removeCustomValues(accountId: number, keys: readonly string[]): Promise<LoadOutcome> {
    if (!(await this.#files.exists(accountId))) return { changed: false, dataVersion: 0, counts: NO_COUNTS }
    return this.#write(accountId, (connection) => removeCustomValues(connection, keys), { memory: this.#loadMemory })
  }

  async changeCodeRules(accountId: number, rules: CodeRules): Promise<LoadOutcome> {
    if (!(await this.#files.exists(accountId))) return { changed: false, dataVersion: 0, counts: NO_COUNTS }
    return this.#write(accountId, (connection) => adoptCodeRules(connection, rules), { memory: this.#loadMemory })
  }

  async updateSegments(accountId: number, update: SegmentUpdate): Promise<LoadOutcome> {
    if (!(await this.#files.exists(accountId))) return { changed: false, dataVersion: 0, counts: NO_COUNTS }
    return this.#write(accountId, (connection) => updateSegments(connection, update), { memory: this.#loadMemory })
  }

  readStored<Result>(accountId: number, use: (stored: StoredAccount) => Promise<Result>): Promise<Result> {
    const options = { isWriting: false }
    return this.#files.withOwnConnection(accountId, async (connection) => use(await storedOn(connection)), options)
  }

  writeStored(accountId: number, stored: StoredAccount): Promise<AccountTotals> {
    const options = { isWriting: true }
    return this.#files.withOwnConnection(accountId, (connection) => writeStoredOn(connection, stored), options)
  }

  dropStored(accountId: number): Promise<void> {
    return this.#files.drop(accountId)
  }

  async writtenAt(accountId: number): Promise<number | null> {
    const { file } = this.#files.pathsOf(accountId)
    const times = await Promise.all([file, `${file}.wal`].map((path) => stat(path).catch(() => null)))
    const written = times.flatMap((one) => (one === null ? [] : [one.mtimeMs]))
    return written.length === 0 ? null : Math.max(...written)
  }

  storedSettings(accountId: number): Promise<StoredSettings> {
    return this.withConnection(accountId, readStoredSettings)
  }

  async putAway(accountId: number): Promise<void> {
    const giveBack = await this.#slots.commits.acquire(accountId)
    await this.#files.replace(accountId).finally(giveBack)
  }

  commitsOf(accountId: number): number {
    return this.#slots.commits.countByAccount(accountId)
  }

  withoutCommits<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#slots.commits.withoutCommits(work, this.#settings.maxWaitMs)
  }

  removeAccount(accountId: number): Promise<void> {
    return this.#files.remove(accountId)
  }

  close(): Promise<void> {
    return this.#files.close()
  }

  async stagingFolder(accountId: number): Promise<string> {
    const { staging } = this.#files.pathsOf(accountId)
    await mkdir(staging, { recursive: true })
    return staging
  }

  async copyAccount(accountId: number): Promise<AccountCopy | null> {
    if (!(await this.#files.exists(accountId))) return null
    const copy = join(await this.stagingFolder(accountId), COPY_NAME)
    const copying: CallOptions = { memory: this.#settings.copyMemory, isLentOut: true }
    return this.#reading(accountId, copying, async (connection, { copyKey }) => {
      await copyDatabase(connection, copy, copyKey)
      return { file: copy, key: copyKey }
    })
  }

  openAhead(accountId: number): Promise<void> {
    return this.#files.openAhead(accountId)
  }

  turnOver(accountId: number): Promise<TurnOverOutcome> {
    return this.#files.turnOver(accountId)
  }

  readonly #noteCommit = (accountId: number, file: AccountFile): Promise<void> =>
    this.#files.noteCommit(accountId, file)

  async #assertDiskSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#settings.dataDir)
    if (bavail * bsize < this.#settings.minFreeDisk) throw fail('storage.full')
  }

  async #lease(accountId: number, memory?: number) {
    try {
      return await this.#files.lease(accountId, memory)
    } catch (error) {
      throw translated(error)
    }
  }

  /** A file's limit depends on its size; a statement that needs more is retried with the highest limit. */
  async #reading<Result>(
    accountId: number,
    options: CallOptions,
    work: (connection: DuckDBConnection, file: AccountFile) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#onFile(accountId, options, work)
    } catch (error) {
      if (!isOutOfMemory(error)) throw error
      return this.#onFile(accountId, { ...options, memory: LARGEST_LIMIT }, work).catch((last) => {
        if (isOutOfMemory(last)) this.#outOfMemory += 1
        throw last
      })
    }
  }

  /** One bounded, interruptible call on a lent connection. A connection is not reused after an error. */
  async #onFile<Result>(
    accountId: number,
    { signal, timeoutMs, memory, isLentOut = false }: CallOptions,
    work: (connection: DuckDBConnection, file: AccountFile) => Promise<Result>,
  ): Promise<Result> {
    const giveBackSlot = await this.#slots.calls.acquire(accountId, signal)
    const endCall = this.#settings.activity.begin(accountId)
    try {
      const { file, release } = await this.#lease(accountId, memory)
      try {
        const connection = await file.lend()
        const stopRules = { signals: [signal, file.revoked], timeoutMs }
        const call = () => interruptible(connection, stopRules, () => work(connection, file))
        const result = await file.run(call, this.#threads).catch((error) => {
          file.noteError(error)
          connection.closeSync()
          throw error
        })
        if (isLentOut) connection.closeSync()
        else file.giveBack(connection)
        return result
      } finally {
        release()
      }
    } finally {
      endCall()
      giveBackSlot()
    }
  }

  /** A transaction that changes rows outside a load; `change` returns how many. */
  async #write(
    accountId: number,
    change: (connection: DuckDBConnection) => Promise<number>,
    options: CallOptions = {},
  ): Promise<LoadOutcome> {
    const giveBack = await this.#slots.commits.acquire(accountId, options.signal)
    try {
      return await this.#onFile(accountId, options, async (connection, file) => {
        const outcome = await file.committing(() =>
          inTransaction(connection, async () => {
            const changed = (await change(connection)) > 0
            return { changed, dataVersion: await settleVersion(connection, changed), counts: NO_COUNTS }
          }),
        )
        await this.#noteCommit(accountId, file)
        return outcome
      })
    } finally {
      giveBack()
    }
  }
}

/** Opens the warehouse of all accounts below a data directory. Nothing else may have its files open. */
export const openDuckDbWarehouse = async (options: DuckDbWarehouseOptions): Promise<DuckDbWarehouse> => {
  await mkdir(join(options.dataDir, 'warehouse'), { recursive: true, mode: 0o700 })
  await sweepExports(options.stagingDir ?? stagingRoot(options.dataDir))
  await sweepReading(options.dataDir)
  return new DuckDbAccounts(withDefaults(options))
}
